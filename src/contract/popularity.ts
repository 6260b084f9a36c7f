import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { wholeDay } from './shapes.ts'

// The one home of how rankings are made: the server sorts and counts by it, and `/popularity` says it.

/** The days of each period, the present one included; `all` has no end. */
export const WINDOW_DAYS = { week: 7, month: 30, year: 365 } as const

/** By what each ranking is sorted: the first, and where that is equal the next. What counts comes in descending order, names come ascending. */
export const RANKING_ORDER = {
	games: ['reviews', 'ratings', 'prominence', 'name'],
	reviews: ['engagements', 'impressions', 'newest'],
	users: ['impressions', 'followers', 'name'],
} as const
export type RankingSubject = keyof typeof RANKING_ORDER

/** Places of each ranking that are recorded when a day ends. */
export const RECORDED_PLACES = 100
/** Days for which what was recorded is kept: two years. */
export const RECORDED_DAYS = 730

export const FUTURE_DAY = 'The day cannot be in the future'
export const DAY_NOT_KEPT = { code: 'day_not_kept', error: 'The rankings of this day weren’t kept' } as const

/** The UTC day whose ranking is read, as it was when that day ended; today is the present ranking. */
export const asOf = Type.Optional(wholeDay())

/** What the calls that take `asOf` refuse. `firstDay` is the first day that they answer. */
export const AS_OF_REFUSALS = { 404: [{ ...DAY_NOT_KEPT, extra: { firstDay: Type.String() } }] } as const

export const Popularity = Type.Object({
	/** The first day whose rankings can be read. */
	firstDay: Type.String(),
	/** The present UTC day. */
	today: Type.String(),
	/** The places that are recorded of each ranking. */
	places: Type.Integer(),
})
export type Popularity = Static<typeof Popularity>

export const getPopularity = endpoint({
	method: 'GET',
	url: '/api/popularity',
	config: {
		summary: 'Get the days whose rankings can be read with `asOf`',
		auth: 'anyone',
		mayLagFor: 'everyone',
		failure: 'Failed to load the days of rankings',
	},
	schema: { response: { 200: Popularity } },
})
