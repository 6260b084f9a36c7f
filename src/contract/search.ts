import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Game } from './games.ts'
import { LIMITS } from './limits.ts'
import { nullable, oneOf, paging, success } from './shapes.ts'
import { PublicUser, USER_LOOKUP_FAILED, UserRef } from './users.ts'

// Separate from users.ts, part of which every page loads.

export const GAMES_FAILED = 'Failed to fetch games'
export const SEARCH_TOO_SHORT = `Type at least ${LIMITS.searchMin} characters to search for games`
export const USER_SEARCH_TOO_SHORT = `Search query must be at least ${LIMITS.searchMin} characters`
/** What is long enough to search for: two characters, or one that is a word. */
export const SEARCHABLE = `^(?:[\\s\\S]{${LIMITS.searchMin}}|\\p{Script=Han})`
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 5 }))

/** How many games have a value of a filter of `GET /api/games`. */
export const GamesWithValue = Type.Object({
	filter: oneOf(['genre', 'platform', 'developer', 'publisher']),
	value: Type.String(),
	count: Type.Integer({ minimum: 1 }),
})
export type GamesWithValue = Static<typeof GamesWithValue>

export const searchGames = endpoint({
	method: 'GET',
	url: '/api/games/search',
	config: {
		summary: 'Search games by name, ignoring case, accents, punctuation and word order, and tolerating a typo',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: GAMES_FAILED,
	},
	schema: {
		querystring: Type.Object({
			query: Type.String({
				pattern: SEARCHABLE,
				maxLength: LIMITS.searchMax,
				sentences: { required: SEARCH_TOO_SHORT, pattern: SEARCH_TOO_SHORT },
			}),
			...paging(10),
		}),
		response: {
			200: Type.Object({
				games: Type.Array(Game),
				/** The genre, platform and studio, or else publisher, that the query names; with the first page only. */
				filters: Type.Array(GamesWithValue),
				pagination: Type.Object({
					total: Type.Integer(),
					page: Type.Integer(),
					limit: Type.Integer(),
					hasMore: Type.Boolean(),
				}),
			}),
		},
	},
})

export const findUsers = endpoint({
	method: 'GET',
	url: '/api/users',
	config: {
		summary: 'List users whose username begins with a text, an exact match first',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: USER_LOOKUP_FAILED,
	},
	schema: {
		querystring: Type.Object({ username: Type.String({ minLength: 1, maxLength: LIMITS.searchMax }), limit }),
		response: { 200: Type.Object({ users: Type.Array(PublicUser) }) },
	},
})

export const searchUsers = endpoint({
	method: 'GET',
	url: '/api/users/search',
	config: {
		summary: 'Search users by username: prefix matches first, then similar names',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to search users',
	},
	schema: {
		querystring: Type.Object({
			query: Type.String({
				pattern: SEARCHABLE,
				maxLength: LIMITS.searchMax,
				sentences: { required: USER_SEARCH_TOO_SHORT, pattern: USER_SEARCH_TOO_SHORT },
			}),
			limit,
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
		}),
		response: {
			200: Type.Object({
				success,
				count: Type.Integer(),
				data: Type.Array(PublicUser),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})

export const findMentionableUsers = endpoint({
	method: 'GET',
	url: '/api/users/mentionable',
	config: {
		summary: 'List users to mention by the beginning of their name: those you follow first, the latest first',
		auth: 'user',
		failure: USER_LOOKUP_FAILED,
	},
	schema: {
		querystring: Type.Object({
			/** The beginning of a name; without it, only users whom you follow are listed. */
			query: Type.Optional(Type.String({ maxLength: LIMITS.usernameMax, default: '' })),
		}),
		response: { 200: Type.Object({ users: Type.Array(UserRef, { maxItems: LIMITS.mentionableUsers }) }) },
	},
})
