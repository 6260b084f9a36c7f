import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GameId, nullable, PeriodWord, paging, success, Texts, Uuid } from './shapes.ts'

const gameRef = {
	id: GameId(),
	name: Type.String(),
	/** Path of the cover on this site. */
	cover: nullable(Type.String()),
	/** ISO 8601, as precise as is known: `1998`, `1998-11`, `1998-11-21`. */
	releaseDate: nullable(Type.String()),
	developers: Texts(),
}

/** A game as embedded in reviews, lists and other resources. */
export const GameRef = Type.Object(gameRef)
export type GameRef = Static<typeof GameRef>

const game = {
	...gameRef,
	publishers: Texts(),
	genres: Texts(),
	platforms: Texts(),
	gameModes: Texts(),
	summary: nullable(Type.String()),
	storyline: nullable(Type.String()),
	description: nullable(Type.String()),
	/** Paths on this site, like the cover: `/art/…` are the site's own drawings, `/images/…` pictures of the game. */
	screenshots: Texts(),
	/** Sources to credit wherever this data is shown. */
	credits: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
	websites: Type.Array(Type.Object({ url: Type.String(), category: Type.String() })),
	/** Mean rating on this site, to two decimals; 0 if there are no ratings. */
	averageRating: Type.Number(),
	ratingCount: Type.Integer(),
	reviewsLastWeek: Type.Integer(),
	reviewsLastMonth: Type.Integer(),
	reviewsLastYear: Type.Integer(),
	totalReviews: Type.Integer(),
}

export const Game = Type.Object(game)
export type Game = Static<typeof Game>

/** Number of possible ratings: half a star to five stars in half steps. */
const RATING_STEPS = 10

/** A game with the distribution of its ratings and the viewer's review of it. */
export const GameDetail = Type.Object({
	...game,
	/** Number of reviews per rating, from half a star to five stars in half steps. */
	ratingCounts: Type.Array(Type.Integer(), { minItems: RATING_STEPS, maxItems: RATING_STEPS }),
	myReviewId: nullable(Uuid()),
})
export type GameDetail = Static<typeof GameDetail>

export const GAME_NOT_FOUND = { code: 'game_not_found', error: 'Game Not Found' } as const
export const getPopularGames = endpoint({
	method: 'GET',
	url: '/api/games/popular',
	config: {
		summary: 'List games by the number of reviews they received in a period',
		auth: 'anyone',
		mayLagFor: 'everyone',
		failure: 'Failed to fetch popular games',
	},
	schema: {
		querystring: Type.Object({ ...paging(5), period: PeriodWord('week') }),
		response: {
			200: Type.Object({
				success,
				data: Type.Object({
					games: Type.Array(Game),
					total: Type.Integer(),
					page: Type.Integer(),
					limit: Type.Integer(),
					hasMore: Type.Boolean(),
				}),
				hasMore: Type.Boolean(),
			}),
		},
	},
})
export type PopularGames = Static<(typeof getPopularGames)['schema']['response'][200]>

export const getGame = endpoint({
	method: 'GET',
	url: '/api/games/:id',
	config: {
		summary: 'Get a game',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to get game details',
		missing: GAME_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ id: GameId() }),
		response: { 200: Type.Object({ success, data: GameDetail }) },
	},
})
