import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GameRef } from './game-ref.ts'
import { UserRef } from './users.ts'

const FeedGame = Type.Object({
	game: GameRef,
	/** How many of the followed users it is. */
	count: Type.Integer(),
	/** The three who changed it last. */
	users: Type.Array(UserRef),
})
export type FeedGame = Static<typeof FeedGame>

export const getFeedGames = endpoint({
	method: 'GET',
	url: '/api/feed/games',
	config: {
		summary:
			'List the games that users you follow play and want, of the last changes of the fifty with the latest news',
		auth: 'user',
		failure: 'Failed to fetch the games of people you follow',
	},
	schema: {
		response: { 200: Type.Object({ playing: Type.Array(FeedGame), wanted: Type.Array(FeedGame) }) },
	},
})
