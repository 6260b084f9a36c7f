import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { ListFilters } from '#contract/lists.ts'
import type { Period } from '#contract/shapes.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { buildListConditions, isKnown, type ListPage, type ListWindow } from './queries.ts'
import { LIST_JOINS, type ListRow, listColumns } from './queries-rows.ts'

const PERIOD_SUFFIX = { week: 'week', month: 'month', year: 'year', all: 'total' } as const

/** A list with the likes and comments that it received in the period. */
export type PopularListRow = ListRow & { score: number }

// Fewer matches than this are looked up and sorted. Among more of them, a scan in the order of the ranking ends soon.
const MAX_SORTED = LIMITS.maxCountedMatches

/**
 * Finds a page of the public lists that match the filters and received likes or comments in a period: those with the most
 * first, then the newest. A filter that matches very many lists looks through the first 10,000 of the ranking.
 */
export async function listPopularRows(
	db: Db,
	filters: ListFilters,
	period: Period,
	window: ListWindow,
	viewerId: string | null,
): Promise<ListPage & { rows: PopularListRow[] }> {
	const { conditions, user } = buildListConditions(filters, viewerId)
	// The counts below say which lists the viewer may see
	const matches = sql`lists t where ${sql.join([sql`t.visibility = 'public'`, ...conditions], sql` and `)}`
	const hint = sql.raw(conditions.length > 0 ? UNPREPARED : '')
	const isSmall = conditions.length > 0 && (user !== undefined || (await hasFewMatches(db, hint, matches)))

	// A ranking of one person's lists is on their own page
	const counts = user ? sql`visible_list_counts(${viewerId})` : sql`quiet_list_counts(${viewerId})`
	const score = sql.raw(`c.engagements_${PERIOD_SUFFIX[period]}`)
	const order = sql`order by c.score desc, c.created_at desc, c.id desc`
	const ranked = sql`select c.id, ${score} as score, c.created_at from ${counts} c where ${score} > 0`
	const matching =
		conditions.length === 0
			? ranked
			: isSmall
				? sql`select c.id, c.score, c.created_at from (select id from ${matches} limit ${sql.lit(MAX_SORTED)}) t cross join lateral (${ranked} and c.id = t.id offset 0) c`
				: sql`select c.* from (${ranked} order by ${score} desc, c.created_at desc, c.id desc limit ${sql.lit(LIMITS.maxPagedRows)}) c
					where exists (select from ${matches} and t.id = c.id offset 0)`
	const after = window.after
		? sql`where (c.score, c.created_at, c.id) < (${window.after[0]}, ${window.after[1]}::timestamptz, ${window.after[2]}::uuid)`
		: sql``
	const offset = window.after || window.page === 1 ? sql`` : sql`offset ${(window.page - 1) * window.limit}`
	const limit = sql.lit(roundUpLimit(window.limit + 1))
	const { rows } = await sql<PopularListRow & { total: number | null; known: boolean }>`${hint}
		select counted.total, ${isKnown(user)} as known, page.*
		from (select count(*)::int as total from (select from (${matching}) c limit ${sql.lit(LIMITS.maxCountedMatches)}) matching) counted left join lateral (
			select ${listColumns(viewerId)}, c.score
			from (select c.* from (${matching}) c ${after} ${order} limit ${limit} ${offset}) c
			join lists t on t.id = c.id ${LIST_JOINS} ${order}
		) page on true`.execute(db)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0, userExists: rows[0]?.known ?? true }
}

async function hasFewMatches(db: Db, hint: RawBuilder<unknown>, matches: RawBuilder<unknown>): Promise<boolean> {
	const { rows } = await sql<{ n: number }>`${hint}
		select count(*)::int as n from (select from ${matches} limit ${sql.lit(MAX_SORTED)}) matching`.execute(db)
	return (rows[0]?.n ?? 0) < MAX_SORTED
}
