import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { nullable, oneOf, success, Time, Uuid } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'

/** A challenge as ALTCHA writes it: find the number up to `maxnumber` for which SHA-256 of the salt and it is `challenge`. */
export const WorkChallenge = Type.Object({
	algorithm: oneOf(['SHA-256']),
	challenge: Type.String(),
	maxnumber: Type.Integer(),
	salt: Type.String(),
	signature: Type.String(),
})
export type WorkChallenge = Static<typeof WorkChallenge>

export const getWorkChallenge = endpoint({
	method: 'GET',
	url: '/api/auth/proof',
	config: {
		summary: 'Get the challenge of a proof of work; its solution works once, within ten minutes',
		auth: 'nobody',
		failure: 'Failed to start. Please try again.',
		limit: 'check',
	},
	schema: { response: { 200: WorkChallenge } },
})

/** A request for an account that waits for a moderator. Only the part of the address behind the @ is shown. */
export const PendingRegistration = Type.Object({
	id: Uuid(),
	/** Null if the person signed up with a provider, and chooses one later. */
	username: nullable(Type.String()),
	emailDomain: Type.String(),
	reason: nullable(Type.String()),
	provider: nullable(oneOf(PROVIDERS)),
	createdAt: Time(),
	/** When the request is deleted if nobody has decided. */
	expiresAt: Time(),
})
export type PendingRegistration = Static<typeof PendingRegistration>

export const listRegistrations = endpoint({
	method: 'GET',
	url: '/api/admin/registrations',
	config: {
		summary: 'List the requests for accounts that wait for a moderator, oldest first',
		auth: 'moderator',
		failure: 'Failed to load the requests',
	},
	schema: {
		querystring: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 500 })) }),
		response: {
			200: Type.Object({
				registrations: Type.Array(PendingRegistration),
				totalCount: Type.Integer(),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})

export const decideRegistrations = endpoint({
	method: 'POST',
	url: '/api/admin/registrations',
	config: {
		summary:
			'Approve or refuse requests for accounts; each person gets an email, and the data of the refused is deleted. `decided` are those of this call: others were decided before, or their name or address was taken meanwhile',
		auth: 'moderator',
		failure: 'Failed to decide. Please try again.',
	},
	schema: {
		body: Type.Object({
			ids: Type.Array(Uuid(), { minItems: 1, maxItems: LIMITS.registrationsPerDecision }),
			decision: oneOf(['approve', 'refuse']),
		}),
		response: {
			200: Type.Object({
				success,
				decided: Type.Array(Uuid()),
				/** Requests whose name or address another account has taken: they can only be refused. */
				taken: Type.Array(Uuid()),
			}),
		},
	},
})
