import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { gameRef } from './game-ref.ts'
import { LIMITS } from './limits.ts'
import { nullable, Texts, wholeDay } from './shapes.ts'

/** The first and last year of the calendar. */
export const CALENDAR_YEARS = { first: 1900, last: 2099 } as const

/** Values of one filter of the calendar. */
export const MAX_CALENDAR_FILTERS = 20

const INVALID_MONTH = `Please enter a month like 2026-12, or a year like 2026, from ${CALENDAR_YEARS.first} to ${CALENDAR_YEARS.last}`
const TOO_MANY_FILTERS = `Please choose up to ${MAX_CALENDAR_FILTERS} values of one filter`

const repeated = () =>
	Type.Optional(
		Type.Array(Type.String({ maxLength: LIMITS.platformMax }), {
			maxItems: MAX_CALENDAR_FILTERS,
			sentences: { maxItems: TOO_MANY_FILTERS },
		}),
	)

/** The filters of the calendar. Values of one filter are alternatives; a game must fit all filters. */
export const calendarFilters = { platform: repeated(), genre: repeated() }

export const UpcomingGame = Type.Object({
	...gameRef,
	platforms: Texts(),
	genres: Texts(),
	/** Whether the viewer has it on the wishlist. */
	isWished: Type.Boolean(),
})
export type UpcomingGame = Static<typeof UpcomingGame>

const Options = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))

export const listUpcomingGames = endpoint({
	method: 'GET',
	url: '/api/games/upcoming',
	config: {
		summary:
			'List the games that come out in a month, day by day; then those of which only the month is known and, after December, only the year',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to load the calendar',
	},
	schema: {
		querystring: Type.Object({
			/** `2026-12`, or `2026` for the games of which only the year is known; by default the month of today in UTC. */
			month: Type.Optional(
				Type.String({
					pattern: '^(19|20)\\d\\d(-(0[1-9]|1[0-2]))?$',
					sentences: { pattern: INVALID_MONTH, type: INVALID_MONTH },
				}),
			),
			/** Leaves out the days before this one. */
			from: Type.Optional(wholeDay()),
			...calendarFilters,
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 48 })),
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
		}),
		response: {
			200: Type.Object({
				month: Type.String(),
				/** The day that it is in UTC. */
				today: Type.String(),
				/** By day, then the best known first. */
				games: Type.Array(UpcomingGame),
				/**
				 * The platforms and genres of the month's games under the other filter, with the most games first; null after the
				 * first page. Counted over the first 2,000 games.
				 */
				facets: nullable(Type.Object({ platforms: Options, genres: Options })),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})
export type UpcomingPage = Static<(typeof listUpcomingGames)['schema']['response'][200]>
export type UpcomingFacets = NonNullable<UpcomingPage['facets']>
