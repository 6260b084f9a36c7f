import type { Static } from 'typebox'
import * as Type from 'typebox'
import { nullable, oneOf } from './shapes.ts'

/** How long a game takes, in minutes: by the people of this site where at least five are known, else by the catalog. */
export const TimeToBeat = Type.Object({
	finished: nullable(Type.Integer()),
	completed: nullable(Type.Integer()),
	/** The people of this site behind the times; 0 with those of a catalog. */
	count: Type.Integer(),
	/** Who says so: people of this site, IGDB, or another source of the catalog; null if both times are. */
	source: nullable(oneOf(['players', 'igdb', 'catalog'])),
})
export type TimeToBeat = Static<typeof TimeToBeat>

const WHOLE_HOURS = 'Please enter whole hours from 1 to 1,000'

/** The filter by the time to finish; games without one do not match. */
export const MaxHours = Type.Optional(
	Type.Integer({
		minimum: 1,
		maximum: 1_000,
		sentences: { type: WHOLE_HOURS, minimum: WHOLE_HOURS, maximum: WHOLE_HOURS },
	}),
)
