import { type DiaryFilters, getDiary, MONTH_NEEDS_YEAR } from '#contract/diary.ts'
import { getDiaryDays } from '#contract/diary-days.ts'
import type { Db } from '#server/db/tables.ts'
import { requireLibraryOwner } from '#server/features/library/owner.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { invalidInput } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { type DiarySpan, findDiaryDays, findDiaryRows, toDiaryItem } from './queries.ts'

export function diaryRoutes(app: App, services: Services): void {
	const { cursors } = services.keys

	app.route({
		...getDiary,
		async handler(request) {
			const { limit = 50, cursor } = request.query
			const span = toSpan(request.query)
			const list = `diary:${span.from}:${span.to}`
			const after = cursor === undefined ? undefined : decodeCursor(cursors, list, cursor)
			const owner = await requireLibraryOwner(request, request.query)
			const rows = await findDiaryRows(request.reads, owner.id, span, { limit, after })
			const last = rows[limit - 1]
			return {
				items: rows.slice(0, limit).map(toDiaryItem),
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, list, [last.day, last.rank, last.id]) : null,
			}
		},
	})

	app.route({
		...getDiaryDays,
		async handler(request) {
			const owner = await requireLibraryOwner(request, request.query)
			const year = request.query.year ?? (await findLastYear(request.reads, owner.id))
			if (year === null) return { year, days: [] }
			return { year, days: await findDiaryDays(request.reads, owner.id, toSpan({ year })) }
		},
	})
}

/** Finds the year of the newest item in a diary; null for an empty one. */
async function findLastYear(db: Db, userId: string): Promise<number | null> {
	const [newest] = await findDiaryRows(db, userId, toSpan({}), { limit: 1, after: undefined })
	return newest ? Number(newest.day.slice(0, 4)) : null
}

/** Returns the days of a month, of a year, or all. Throws 400 for a month without a year. */
function toSpan({ year, month }: DiaryFilters): DiarySpan {
	if (year === undefined) {
		if (month !== undefined) throw invalidInput([{ path: 'month', message: MONTH_NEEDS_YEAR }])
		return { from: '0001-01-01', to: '9999-12-30' }
	}
	if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
	const lastDay = new Date(Date.UTC(year, month, 0))
	const prefix = `${year}-${String(month).padStart(2, '0')}`
	return { from: `${prefix}-01`, to: `${prefix}-${lastDay.getUTCDate()}` }
}
