import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { ROLES } from './roles.ts'
import { moderation, nullable, oneOf, Time, Uuid } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'

/** The fields of the public data of a user. */
export const publicUser = {
	id: Uuid(),
	username: Type.String(),
	profilePicture: nullable(Type.String()),
	bio: nullable(Type.String()),
	memberSince: Time(),
	createdAt: Time(),
	reviewCount: Type.Integer(),
	followerCount: Type.Integer(),
	followingCount: Type.Integer(),
	listCount: Type.Integer(),
	impressionsCount: Type.Integer(),
}

/** The public data of a user. */
export const PublicUser = Type.Object(publicUser)
export type PublicUser = Static<typeof PublicUser>

/** The logged-in user's own account. */
export const CurrentUser = Type.Object({
	...publicUser,
	name: nullable(Type.String()),
	email: Type.String(),
	/** Whether the address was verified by a mailed link. */
	emailVerified: Type.Boolean(),
	needsUsernameSelection: Type.Boolean(),
	/** What the account may do now: while it is suspended, or lacks the second factor that is overdue, no more than a member. */
	role: oneOf(ROLES),
	/** While the account is suspended: it can read and not write until then. */
	suspendedUntil: Type.Optional(Time()),
	/** By when its role needs a second factor, which the account does not have. */
	secondFactorDue: Type.Optional(Time()),
	/** Of bio and picture. */
	moderation,
	hasPassword: Type.Boolean(),
	providers: Type.Array(oneOf(PROVIDERS)),
})
export type CurrentUser = Static<typeof CurrentUser>

/** The author as embedded in reviews, comments and lists. */
export const UserRef = Type.Object({ id: Uuid(), username: Type.String(), profilePicture: nullable(Type.String()) })
export type UserRef = Static<typeof UserRef>

/** Returns the key by which usernames are compared, ignoring case; empty for a text that cannot be a username. */
export function usernameKey(username: string): string {
	// Some other Unicode letters, such as the Kelvin sign, have an ASCII lowercase form
	return /^\w*$/.test(username) ? username.toLowerCase() : ''
}

export const USER_LOOKUP_FAILED = 'Failed to find user'
export const USERS_FETCH_FAILED = 'Failed to fetch users'
export const USER_NOT_FOUND = { code: 'user_not_found', error: 'User not found' } as const

/** A user as seen by a viewer: `isFollowing` is whether the viewer follows them, null for visitors and oneself. */
export const Profile = Type.Object({ ...publicUser, isFollowing: nullable(Type.Boolean()) })
export type Profile = Static<typeof Profile>

export const getUser = endpoint({
	method: 'GET',
	url: '/api/users/:id',
	config: {
		summary: 'Get a user',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: USER_LOOKUP_FAILED,
		missing: USER_NOT_FOUND,
	},
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: PublicUser } },
})
