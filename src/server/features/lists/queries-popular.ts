import { LIMITS } from '#contract/limits.ts'
import type { ListFilters } from '#contract/lists.ts'
import type { Period } from '#contract/shapes.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { andForViewer, isAuthorVisible, isNotBlocked, isNotQuiet } from '#server/features/users/queries-rows.ts'
import { buildListConditions, type ListPage, type ListWindow } from './queries.ts'
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
	const values: unknown[] = [viewerId]
	const bind = (value: unknown) => `$${values.push(value)}`
	const { conditions, user } = buildListConditions(filters, bind, viewerId)
	const all = ["t.visibility = 'public'", ...conditions].join(' and ')
	const hint = conditions.length > 0 ? UNPREPARED : ''
	const isSmall =
		conditions.length > 0 && (user !== undefined || (await hasFewMatches(db, `${hint}${countLists(all)}`, values)))

	// A ranking of one person's lists is on their own page
	const isShown = user ? isNotBlocked : isNotQuiet
	const score = `engagements_${PERIOD_SUFFIX[period]}`
	const order = 'order by c.score desc, c.created_at desc, c.id desc'
	const ranked = `select c.id, c.${score} as score, c.created_at from list_counts c where c.is_public and c.${score} > 0 and ${isAuthorVisible('c')}${andForViewer(viewerId, isShown('c.user_id', '$1'))}`
	const matching =
		conditions.length === 0
			? ranked
			: isSmall
				? `select c.id, c.score, c.created_at from (select id from lists t where ${all} limit ${MAX_SORTED}) t cross join lateral (${ranked} and c.id = t.id offset 0) c`
				: `select c.* from (${ranked} order by c.${score} desc, c.created_at desc, c.id desc limit ${LIMITS.maxPagedRows}) c
					where exists (select from lists t where t.id = c.id and ${all} offset 0)`
	const after =
		window.after &&
		`where (c.score, c.created_at, c.id) < (${bind(window.after[0])}, ${bind(window.after[1])}::timestamptz, ${bind(window.after[2])}::uuid)`
	const offset = window.after || window.page === 1 ? '' : `offset ${bind((window.page - 1) * window.limit)}`
	const text = `${hint}select counted.total, ${user ? `${user} is not null` : 'true'} as known, page.*
		from (select count(*)::int as total from (select from (${matching}) c limit ${LIMITS.maxCountedMatches}) matching) counted left join lateral (
			select ${listColumns('$1')}, c.score
			from (select c.* from (${matching}) c ${after ?? ''} ${order} limit ${roundUpLimit(window.limit + 1)} ${offset}) c
			join lists t on t.id = c.id ${LIST_JOINS} ${order}
		) page on true`
	const rows = await rawQuery<PopularListRow & { total: number | null; known: boolean }>(db, text, values)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0, userExists: rows[0]?.known ?? true }
}

const countLists = (conditions: string) =>
	`select count(*)::int as n from (select from lists t where ${conditions} limit ${MAX_SORTED}) matching, (select $1::uuid) viewer`

async function hasFewMatches(db: Db, text: string, values: readonly unknown[]): Promise<boolean> {
	const [counted] = await rawQuery<{ n: number }>(db, text, [...values])
	return (counted?.n ?? 0) < MAX_SORTED
}
