import type { Static } from 'typebox'
import * as Type from 'typebox'
import { nullable, oneOf } from './shapes.ts'

/** A median of fewer people would say too much about each. */
export const MIN_TIMED_PEOPLE = 5
/** The most that `maxHours` can be. */
export const MAX_HOURS_FILTER = 1_000

/** Who says how long a game takes: people of this site, IGDB, or another source of the catalog. */
export const TIME_SOURCES = ['players', 'igdb', 'catalog'] as const

/** How long a game takes, in minutes: by the people of this site where at least five are known, else by the catalog. */
export const TimeToBeat = Type.Object({
	finished: nullable(Type.Integer()),
	completed: nullable(Type.Integer()),
	/** The people of this site behind the times; 0 with those of a catalog. */
	count: Type.Integer(),
	/** Null if both times are. */
	source: nullable(oneOf(TIME_SOURCES)),
})
export type TimeToBeat = Static<typeof TimeToBeat>

const WHOLE_HOURS = `Please enter whole hours from 1 to ${MAX_HOURS_FILTER.toLocaleString('en-US')}`

/** The filter by the time to finish; games without one do not match. */
export const maxHours = () =>
	Type.Optional(
		Type.Integer({
			minimum: 1,
			maximum: MAX_HOURS_FILTER,
			sentences: { type: WHOLE_HOURS, minimum: WHOLE_HOURS, maximum: WHOLE_HOURS },
		}),
	)
