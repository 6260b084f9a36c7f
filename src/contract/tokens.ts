import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'

import { nullable, oneOf, SuccessResponse, Time, Uuid } from './shapes.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'

// Apart from `LIMITS`, which every page loads
export const TOKEN_LIMITS = { perAccount: 20, name: 60, days: 3_650 } as const

export const TOKEN_NOT_FOUND = { code: 'token_not_found', error: 'This token has already ended' } as const
export const TOO_MANY_TOKENS = {
	code: 'too_many_tokens',
	error: `You can have up to ${TOKEN_LIMITS.perAccount} tokens. Please end one first.`,
} as const

/** What a program calls the API with in the place of a login; the token itself is shown only once. */
export const Token = Type.Object({
	id: Uuid(),
	name: Type.String(),
	scopes: Type.Array(oneOf(TOKEN_SCOPES)),
	createdAt: Time(),
	/** To the minute; null if it was never used. */
	lastUsedAt: nullable(Time()),
	/** Null if it works until it is ended. */
	expiresAt: nullable(Time()),
})
export type Token = Static<typeof Token>

const ENTER_NAME = 'Please give the token a name'
const CHOOSE_SCOPES = 'Please choose what the token may do'
const INVALID_DAYS = `A token works for 1 to ${TOKEN_LIMITS.days} days`

export const NewToken = Type.Object({
	name: Type.String({
		minLength: 1,
		maxLength: TOKEN_LIMITS.name,
		sentences: {
			required: ENTER_NAME,
			type: ENTER_NAME,
			minLength: ENTER_NAME,
			maxLength: `The name must be ${TOKEN_LIMITS.name} characters or less`,
		},
	}),
	scopes: Type.Array(oneOf(TOKEN_SCOPES, { sentences: { type: CHOOSE_SCOPES, enum: CHOOSE_SCOPES } }), {
		minItems: 1,
		maxItems: TOKEN_SCOPES.length,
		sentences: { required: CHOOSE_SCOPES, type: CHOOSE_SCOPES, minItems: CHOOSE_SCOPES, maxItems: CHOOSE_SCOPES },
	}),
	/** Absent or null: the token works until it is ended. */
	expiresInDays: Type.Optional(
		nullable(
			Type.Integer({
				minimum: 1,
				maximum: TOKEN_LIMITS.days,
				sentences: { type: INVALID_DAYS, minimum: INVALID_DAYS, maximum: INVALID_DAYS },
			}),
		),
	),
})
export type NewToken = Static<typeof NewToken>

const { id, name, scopes, createdAt, expiresAt } = Token.properties

export const createToken = endpoint({
	method: 'POST',
	url: '/api/tokens',
	config: {
		summary: 'Create a token for a program, which is shown only in this response; needs a recent proof of identity',
		auth: 'user',
		failure: 'Failed to create the token. Please try again.',
		refusals: { 409: [TOO_MANY_TOKENS] },
		needsProof: 'everyone',
		limit: 'signIn',
	},
	schema: {
		body: NewToken,
		response: { 201: Type.Object({ id, name, scopes, token: Type.String(), createdAt, expiresAt }) },
	},
})

export const listTokens = endpoint({
	method: 'GET',
	url: '/api/tokens',
	config: {
		summary: 'List your tokens, newest first, expired ones for another month',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to load your tokens',
	},
	schema: { response: { 200: Type.Object({ tokens: Type.Array(Token) }) } },
})

export const endToken = endpoint({
	method: 'DELETE',
	url: '/api/tokens/:id',
	config: {
		summary: 'End one of your tokens at once',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to end the token. Please try again.',
		missing: TOKEN_NOT_FOUND,
		limit: 'signIn',
	},
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: SuccessResponse } },
})
