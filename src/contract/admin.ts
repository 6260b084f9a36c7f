import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { ROLES } from './roles.ts'
import { nullable, oneOf, Time, Uuid } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'
import { UserRef } from './users.ts'

export const PERSON_NOT_FOUND = { code: 'person_not_found', error: 'This account no longer exists' } as const
export const LAST_ADMIN = {
	code: 'last_admin',
	error: 'This is the only admin. Make someone else an admin first.',
} as const

/** An account as admins see it. */
export const Person = Type.Object({
	id: Uuid(),
	username: Type.String(),
	profilePicture: nullable(Type.String()),
	/** Whether the username is still to be chosen: the account has no profile yet. */
	needsUsername: Type.Boolean(),
	email: Type.String(),
	isEmailVerified: Type.Boolean(),
	role: oneOf(ROLES),
	hasPassword: Type.Boolean(),
	providers: Type.Array(oneOf(PROVIDERS)),
	passkeyCount: Type.Integer(),
	/** Whether a password or a provider alone does not log in. */
	hasSecondFactor: Type.Boolean(),
	isBanned: Type.Boolean(),
	/** When a suspension ends or has ended; null without one. */
	suspendedUntil: nullable(Time()),
	createdAt: Time(),
	/** The UTC day of the last visit; null if it is not known. */
	lastSeenOn: nullable(Type.String()),
	reviewCount: Type.Integer(),
	listCount: Type.Integer(),
	followerCount: Type.Integer(),
})
export type Person = Static<typeof Person>

const cursor = Type.Optional(Type.String({ maxLength: 500 }))
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 20 }))

export const searchPeople = endpoint({
	method: 'GET',
	url: '/api/admin/people',
	config: {
		summary:
			'Search accounts by the beginning of a name or an e-mail address, or by a part of a name; without a search, lists them newest first. Each call is logged',
		auth: 'admin',
		failure: 'Failed to load the accounts',
	},
	schema: {
		querystring: Type.Object({
			search: Type.Optional(Type.String({ maxLength: LIMITS.emailMax })),
			role: Type.Optional(oneOf(ROLES)),
			cursor,
			limit,
		}),
		response: { 200: Type.Object({ people: Type.Array(Person), nextCursor: nullable(Type.String()) }) },
	},
})

export const setRole = endpoint({
	method: 'PUT',
	url: '/api/admin/people/:id/role',
	config: {
		summary: 'Change the role of an account; it counts from its next request. One admin always remains',
		auth: 'admin',
		failure: 'Failed to change the role',
		needsProof: 'everyone',
		missing: PERSON_NOT_FOUND,
		refusals: { 409: [LAST_ADMIN] },
		limit: 'signIn',
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		body: Type.Object({ role: oneOf(ROLES) }),
		response: { 200: Type.Object({ id: Uuid(), role: oneOf(ROLES) }) },
	},
})

/** What an admin did with accounts. */
export const Access = Type.Object({
	id: Uuid(),
	/** Null if the account is gone. */
	admin: nullable(UserRef),
	kind: oneOf(['search', 'role'] as const),
	/** What was searched for; empty for the list of all accounts. */
	search: nullable(Type.String()),
	/** Whose role was changed; null if the account is gone. */
	subject: nullable(UserRef),
	role: nullable(oneOf(ROLES)),
	createdAt: Time(),
})
export type Access = Static<typeof Access>

export const listAccesses = endpoint({
	method: 'GET',
	url: '/api/admin/accesses',
	config: {
		summary: `List the account searches and role changes of admins in the last ${LIMITS.adminAccessDays} days, newest first`,
		auth: 'admin',
		failure: 'Failed to load the access log',
	},
	schema: {
		querystring: Type.Object({ cursor, limit }),
		response: { 200: Type.Object({ accesses: Type.Array(Access), nextCursor: nullable(Type.String()) }) },
	},
})
