import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { LOG_IN_TO_KEEP_TRACK } from './library-entry.ts'
import { formatLimit } from './limits.ts'
import { GameId, nullable, SuccessResponse } from './shapes.ts'

/** Games that are never recommended to a person. Apart from `LIMITS`, which every page loads. */
export const MAX_DISMISSALS = 10_000
/** Ratings from which on a person gets recommendations. */
export const MIN_OWN_RATINGS = 5

export const RATE_FIVE_GAMES = 'Rate five games to see recommendations.'
export const NO_RECOMMENDATIONS =
	'There’s nothing to recommend right now. Recommendations change as people rate more games.'

export const UNDO_FAILED = 'Couldn’t take that back'

export const TOO_MANY_DISMISSALS = {
	code: 'too_many_dismissals',
	error: `You can dismiss up to ${formatLimit(MAX_DISMISSALS)} games`,
} as const

export const Recommendation = Type.Object({
	game: GameRef,
	/** Why it is recommended, such as `Because you loved Celeste and Hollow Knight`. */
	reason: Type.String(),
})
export type Recommendation = Static<typeof Recommendation>

export const listRecommendations = endpoint({
	method: 'GET',
	url: '/api/recommendations',
	config: {
		summary:
			'List games that you may like, the likeliest first, without those in your library and those that you have dismissed',
		auth: 'user',
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		failure: 'Failed to fetch recommendations',
	},
	schema: {
		response: {
			200: Type.Object({
				games: Type.Array(Recommendation),
				/** Why there are none; null if there are some. */
				message: nullable(Type.String()),
			}),
		},
	},
})
export type Recommendations = Static<(typeof listRecommendations)['schema']['response'][200]>

export const dismissGame = endpoint({
	method: 'POST',
	url: '/api/recommendations/dismissals',
	config: {
		summary: 'Never recommend a game to you',
		auth: 'user',
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		failure: 'Couldn’t dismiss the game',
		refusals: { 400: [TOO_MANY_DISMISSALS], 404: [GAME_NOT_FOUND] },
		limit: 'write',
	},
	schema: {
		body: Type.Object({ gameId: GameId() }),
		response: { 200: SuccessResponse, 201: SuccessResponse },
	},
})

export const restoreGame = endpoint({
	method: 'DELETE',
	url: '/api/recommendations/dismissals/:gameId',
	config: {
		summary: 'Take back a dismissal, so that the game can be recommended again',
		auth: 'user',
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		failure: UNDO_FAILED,
		missing: GAME_NOT_FOUND,
		limit: 'write',
	},
	schema: { params: Type.Object({ gameId: GameId() }), response: { 200: SuccessResponse } },
})
