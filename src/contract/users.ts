import { Array as List, Boolean as YesNo, Integer, Object as Shape, String as Text, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, oneOf, paging, PeriodWord, Time, Uuid } from './shapes.ts'

const publicUser = {
	id: Uuid(),
	username: Text(),
	profilePicture: nullable(Text()),
	bio: nullable(Text()),
	memberSince: Time(),
	createdAt: Time(),
	reviewCount: Integer(),
	followerCount: Integer(),
	followingCount: Integer(),
	listCount: Integer(),
	impressionsCount: Integer(),
}

/** A user as anyone may see them. */
export const PublicUser = Shape(publicUser)
export type PublicUser = Static<typeof PublicUser>

/** A user as they see themselves. */
export const OwnUser = Shape({
	...publicUser,
	name: nullable(Text()),
	email: Text(),
	needsUsernameSelection: YesNo(),
	hasPassword: YesNo(),
	providers: List(oneOf(['google', 'facebook'])),
})
export type OwnUser = Static<typeof OwnUser>

/** The author embedded in what they made. */
export const UserRef = Shape({ id: Uuid(), username: Text(), profilePicture: nullable(Text()) })

export const USER_NOT_FOUND = { code: 'user_not_found', error: 'User not found' } as const

export const PopularUser = Shape({ ...publicUser, impressions: Integer() })
export type PopularUser = Static<typeof PopularUser>

export const getPopularUsers = endpoint({
	method: 'GET',
	url: '/api/reviews/popular-users',
	config: { summary: 'List the users whose reviews were seen most in a period', auth: 'anyone', failure: 'Failed to fetch popular users' },
	schema: {
		querystring: Shape({ ...paging(5), period: PeriodWord('week') }),
		response: { 200: Shape({ users: List(PopularUser), total: Integer(), hasMore: YesNo() }) },
	},
})
export type PopularUsers = Static<(typeof getPopularUsers)['schema']['response'][200]>
