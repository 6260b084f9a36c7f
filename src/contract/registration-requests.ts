import type { Static } from 'typebox'
import * as Type from 'typebox'
import { BAD_LINK, CONFIRMATION_FAILED } from './account.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { ALREADY_REQUESTED, EMAIL_DOMAIN_BLOCKED, PendingResponse, TOO_MANY_PENDING } from './registration.ts'
import { EMAIL_TAKEN, USERNAME_TAKEN, Username } from './sessions.ts'
import { nullable, oneOf, SecretToken, success, Time, Uuid } from './shapes.ts'
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

export const confirmRegistration = endpoint({
	method: 'POST',
	url: '/api/auth/register/confirm',
	config: {
		summary:
			'Confirm the address of a request for an account with the token of a mailed link; a moderator gets the request then. `username` replaces one that was taken in the meantime',
		auth: 'nobody',
		failure: CONFIRMATION_FAILED,
		refusals: {
			400: [BAD_LINK, EMAIL_DOMAIN_BLOCKED],
			403: [TOO_MANY_PENDING],
			409: [USERNAME_TAKEN, EMAIL_TAKEN, ALREADY_REQUESTED],
		},
		limit: 'signIn',
	},
	schema: {
		body: Type.Object({ token: SecretToken, username: Type.Optional(nullable(Username)) }),
		response: { 200: PendingResponse },
	},
})

/** A request for an account that waits for a moderator. Only the part of the address behind the @ is shown. */
export const PendingRegistration = Type.Object({
	id: Uuid(),
	/** Null if the person signed up with a provider, and chooses one later. */
	username: nullable(Type.String()),
	emailDomain: Type.String(),
	/** How many of those that wait have an address of this domain. */
	sameDomain: Type.Integer(),
	/** A code of the network that the request came from; null where it is not known. */
	network: nullable(Type.String()),
	/** How many of those that wait came from this network. */
	sameNetwork: Type.Integer(),
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
		summary: 'List the waiting requests for accounts, oldest first',
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
			'Approve or refuse requests for accounts; each person gets an email, and the data of the refused is deleted. `decided` are those of this call: others were decided before, or their name or address was taken in the meantime',
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

export const refuseRegistrations = endpoint({
	method: 'POST',
	url: '/api/admin/registrations/refusals',
	config: {
		summary:
			'Refuse all waiting requests for accounts from an email domain or a network; each person gets an email, and their data is deleted',
		auth: 'moderator',
		failure: 'Failed to refuse. Please try again.',
		limit: 'moderation',
		needsProof: 'everyone',
	},
	schema: {
		body: Type.Object({
			by: oneOf(['domain', 'network']),
			/** The `emailDomain` or the `network` of a request. */
			value: Type.String({ exact: true, minLength: 1, maxLength: LIMITS.emailMax }),
		}),
		response: { 200: Type.Object({ success, refused: Type.Integer() }) },
	},
})
