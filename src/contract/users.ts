import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, oneOf, PeriodWord, paging, Time, Uuid } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'

const publicUser = {
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

/** A user as anyone may see them. */
export const PublicUser = Type.Object(publicUser)
export type PublicUser = Static<typeof PublicUser>

/** A user as they see themselves. */
export const CurrentUser = Type.Object({
	...publicUser,
	name: nullable(Type.String()),
	email: Type.String(),
	/** Whether a mailed link has proved that the address is theirs. */
	emailVerified: Type.Boolean(),
	needsUsernameSelection: Type.Boolean(),
	hasPassword: Type.Boolean(),
	providers: Type.Array(oneOf(PROVIDERS)),
})
export type CurrentUser = Static<typeof CurrentUser>

/** The author embedded in what they made. */
export const UserRef = Type.Object({ id: Uuid(), username: Type.String(), profilePicture: nullable(Type.String()) })

/** A username as names are compared: without the case of its letters. Empty for a text that can be nobody's name. */
export function usernameKey(username: string): string {
	// Unicode has other letters whose small form is one of ours, such as the Kelvin sign
	return /^\w*$/.test(username) ? username.toLowerCase() : ''
}

export const USER_LOOKUP_FAILED = 'Failed to find user'
export const USERS_FETCH_FAILED = 'Failed to fetch users'
export const USER_NOT_FOUND = { code: 'user_not_found', error: 'User not found' } as const

export const PopularUser = Type.Object({ ...publicUser, impressions: Type.Integer() })
export type PopularUser = Static<typeof PopularUser>

export const getPopularUsers = endpoint({
	method: 'GET',
	url: '/api/reviews/popular-users',
	config: {
		summary: 'List the users whose reviews were seen most in a period',
		auth: 'anyone',
		failure: 'Failed to fetch popular users',
	},
	schema: {
		querystring: Type.Object({ ...paging(5), period: PeriodWord('week') }),
		response: { 200: Type.Object({ users: Type.Array(PopularUser), total: Type.Integer(), hasMore: Type.Boolean() }) },
	},
})

/** A user as one viewer sees them: with whether the viewer follows them (null for visitors and oneself). */
export const Profile = Type.Object({ ...publicUser, isFollowing: nullable(Type.Boolean()) })
export type Profile = Static<typeof Profile>

export const getUser = endpoint({
	method: 'GET',
	url: '/api/users/:id',
	config: { summary: 'Get a user', auth: 'anyone', failure: USER_LOOKUP_FAILED, missing: USER_NOT_FOUND },
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: PublicUser } },
})

export const getProfile = endpoint({
	method: 'GET',
	url: '/api/users/by-username/:username',
	config: {
		summary: 'Get a user by name, in any case',
		auth: 'anyone',
		failure: USER_LOOKUP_FAILED,
		missing: USER_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ username: Type.String({ minLength: 1, maxLength: 200 }) }),
		response: { 200: Profile },
	},
})
