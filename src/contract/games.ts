import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_KINDS } from './game-kinds.ts'
import { GAME_NOT_FOUND, GameRef, gameRef } from './game-ref.ts'
import { LibraryEntry } from './library-entry.ts'
import { AS_OF_REFUSALS, asOf } from './popularity.ts'
import { GameId, nullable, oneOf, PeriodWord, paging, success, Texts, Uuid } from './shapes.ts'
import { TimeToBeat } from './time-to-beat.ts'

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
	/** People by their present status: `playing` with the paused, `played` with all that is over. */
	statusCounts: Type.Object({
		wished: Type.Integer(),
		backlog: Type.Integer(),
		playing: Type.Integer(),
		played: Type.Integer(),
	}),
	timeToBeat: TimeToBeat,
}

export const Game = Type.Object(game)
export type Game = Static<typeof Game>

/** Number of possible ratings: half a star to five stars in half steps. */
export const RATING_STEPS = 10

const score = { average: Type.Number(), count: Type.Integer() }

/** Mean ratings by platform and by hours played, where at least five people have rated. */
export const GameScores = Type.Object({
	/** Most ratings first. */
	byPlatform: Type.Array(Type.Object({ platform: Type.String(), ...score })),
	/** Hours from `from` up to but not including `to`; null: without an end. */
	byHours: Type.Array(Type.Object({ from: Type.Integer(), to: nullable(Type.Integer()), ...score })),
})
export type GameScores = Static<typeof GameScores>

/** A series of games; `slug` is its address. */
export const Series = Type.Object({ slug: Type.String(), name: Type.String() })

/** A game with the distribution of its ratings, and the viewer's review and library entry. */
export const GameDetail = Type.Object({
	...game,
	/** Number of ratings, with or without a review, from half a star to five stars in half steps. */
	ratingCounts: Type.Array(Type.Integer(), { minItems: RATING_STEPS, maxItems: RATING_STEPS }),
	myReviewId: nullable(Uuid()),
	scores: GameScores,
	series: nullable(Series),
	kind: oneOf(GAME_KINDS),
	/** The game of which it is an edition, such as a remake. */
	editionOf: nullable(GameRef),
	myEntry: nullable(LibraryEntry),
})
export type GameDetail = Static<typeof GameDetail>

export const getPopularGames = endpoint({
	method: 'GET',
	url: '/api/games/popular',
	config: {
		summary: 'List games by the number of reviews they received in a period',
		auth: 'anyone',
		mayLagFor: 'everyone',
		failure: 'Failed to fetch popular games',
		refusals: AS_OF_REFUSALS,
	},
	schema: {
		querystring: Type.Object({ ...paging(5), period: PeriodWord('week'), asOf }),
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
