import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GameRef } from './game-ref.ts'
import { AS_OF_REFUSALS, asOf } from './popularity.ts'
import { nullable, PeriodWord, paging } from './shapes.ts'
import { publicUser } from './users.ts'

/**
 * A user of a ranking, with the impressions in its period. `isFollowing` is as in `Profile`, and `topGames`, if asked for, are the up to
 * five games that they have rated highest.
 */
export const PopularUser = Type.Object({
	...publicUser,
	isFollowing: nullable(Type.Boolean()),
	impressions: Type.Integer(),
	topGames: Type.Optional(Type.Array(GameRef)),
})
export type PopularUser = Static<typeof PopularUser>

export const getPopularUsers = endpoint({
	method: 'GET',
	url: '/api/reviews/popular-users',
	config: {
		summary: 'List the users whose reviews had the most impressions in a period',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to fetch popular users',
		refusals: AS_OF_REFUSALS,
	},
	schema: {
		querystring: Type.Object({
			...paging(5),
			period: PeriodWord('week'),
			withTopGames: Type.Optional(Type.Boolean({ default: false })),
			asOf,
		}),
		response: { 200: Type.Object({ users: Type.Array(PopularUser), total: Type.Integer(), hasMore: Type.Boolean() }) },
	},
})
