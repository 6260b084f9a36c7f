import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Game } from './games.ts'
import { LIMITS } from './limits.ts'
import type { Sentences } from './problems.ts'
import { GAMES_FAILED } from './search.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import { cursorPaging, oneOf, PeriodWord, pageInfo } from './shapes.ts'
import { MaxHours } from './time-to-beat.ts'

/** The most values of one filter. */
export const MAX_FILTER_VALUES = 20
/** The most options that a facet has: those with the most games. */
export const MAX_BROWSE_OPTIONS = 60

export const GAME_SORTS = [
	'popular',
	'rating',
	'newest',
	'oldest',
	'name',
	'mostPlayed',
	'shortest',
	'upcoming',
] as const
export type GameSort = (typeof GAME_SORTS)[number]

/** `want`: wished for or in the backlog; `now`: playing or paused; `done`: all that is over; `none`: no entry. */
export const OWN_STATUSES = ['want', 'now', 'done', 'none'] as const
export type OwnStatus = (typeof OWN_STATUSES)[number]

export const YEARS_TURNED_ROUND = 'Please enter a last year that is not before the first'
export const LOG_IN_TO_FILTER = 'You need to be logged in to filter by your own library'
const ENTER_YEAR = 'Please enter a year like 2019'
const HALF_STARS = 'Please choose a rating from half a star to five stars, in half steps'
const TOO_MANY = `Please choose up to ${MAX_FILTER_VALUES} values`

/** A filter with several values, which are given as a repeated parameter. */
const values = (sentences: Sentences = {}) =>
	Type.Optional(
		Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.searchMax }), {
			maxItems: MAX_FILTER_VALUES,
			sentences: { maxItems: TOO_MANY, ...sentences },
		}),
	)
const year = () =>
	Type.Optional(
		Type.Integer({
			minimum: 1000,
			maximum: 9999,
			sentences: { type: ENTER_YEAR, minimum: ENTER_YEAR, maximum: ENTER_YEAR },
		}),
	)

/** The filters of games: inside one any value is enough, and each has to match. A function, so that browsers need not load it. */
const gameFilters = () => ({
	genre: values(),
	platform: values(),
	developer: values(),
	publisher: values(),
	mode: values(),
	/** The first and the last year of release; games without one match neither. */
	yearFrom: year(),
	yearTo: year(),
	/** Of the average that games show. */
	minRating: Type.Optional(
		Type.Number({
			minimum: 0.5,
			maximum: 5,
			multipleOf: 0.5,
			sentences: { type: HALF_STARS, minimum: HALF_STARS, maximum: HALF_STARS, multipleOf: HALF_STARS },
		}),
	),
	maxHours: MaxHours,
	/** What is in the viewer's own library. */
	status: Type.Optional(
		Type.Array(oneOf(OWN_STATUSES, { sentences: { enum: 'Please choose want, now, done or none' } }), {
			maxItems: OWN_STATUSES.length,
		}),
	),
	search: Type.Optional(Type.String({ maxLength: LIMITS.searchMax })),
})

const Named = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))

/** The number of games by the values of a filter, each under all other filters, the most frequent first. */
export const GameFacets = Type.Object({
	genres: Named,
	platforms: Named,
	modes: Named,
	/** The first year of each, the latest first. */
	decades: Type.Array(Type.Object({ value: Type.Integer(), count: Type.Integer() })),
})
export type GameFacets = Static<typeof GameFacets>

export const listGames = endpoint({
	method: 'GET',
	url: '/api/games',
	config: {
		summary:
			'List games that match filters, which several values of a repeated parameter widen, and count them by genre, platform, mode and decade',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: GAMES_FAILED,
		loginNeeded: LOG_IN_TO_FILTER,
		refusals: { 401: [{ ...LOGIN_NEEDED, error: LOG_IN_TO_FILTER }] },
	},
	schema: {
		querystring: Type.Object({
			...gameFilters(),
			/**
			 * `rating`: by the average as if each game had ten more ratings of the mean of all, those without ratings last. `newest`:
			 * what is not out yet comes after what is. `shortest`: by the time to finish, games without one last. `upcoming`: the soonest
			 * first, and what is out last.
			 */
			sortBy: Type.Optional(oneOf(GAME_SORTS, { default: 'popular' })),
			/** In which games are `popular`. */
			period: PeriodWord('week'),
			...cursorPaging(24),
		}),
		response: { 200: Type.Object({ games: Type.Array(Game), facets: GameFacets, ...pageInfo }) },
	},
})
export type GamesPage = Static<(typeof listGames)['schema']['response'][200]>
export type GamesQuery = Static<(typeof listGames)['schema']['querystring']>
