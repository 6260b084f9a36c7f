import { isRealDay } from '#contract/dates.ts'
import { DAY_NOT_KEPT, FUTURE_DAY } from '#contract/popularity.ts'
import { INVALID_DAY } from '#contract/shapes.ts'
import { findRankedDay } from '#server/db/past-rankings.ts'
import type { Db } from '#server/db/tables.ts'
import { AppError, invalidInput } from './errors.ts'

/** The database knows no year 0. */
const FIRST_DAY = '0001-01-01'

/**
 * Returns the recorded day that `asOf` names; undefined if it means the present ranking. Throws 400 for a day that does not exist or
 * is in the future, and 404 `day_not_kept` for one that is not recorded.
 */
export async function resolveAsOf(db: Db, asOf: string | undefined, clock: () => number): Promise<string | undefined> {
	if (asOf === undefined) return undefined
	const today = new Date(clock()).toISOString().slice(0, 10)
	const problem = !isRealDay(asOf) ? INVALID_DAY : asOf > today ? FUTURE_DAY : undefined
	if (problem !== undefined) throw invalidInput([{ path: 'asOf', message: problem }])
	const { firstDay, isPresent, isRecorded } = await findRankedDay(db, asOf < FIRST_DAY ? FIRST_DAY : asOf)
	if (isRecorded) return asOf
	if (!isPresent && asOf !== today) throw new AppError(404, DAY_NOT_KEPT, { extra: { firstDay: firstDay ?? today } })
	return undefined
}
