import { type RawBuilder, sql } from 'kysely'
import { RATING_STEPS } from '#contract/games.ts'
import type { LibraryFilters, LibrarySummary } from '#contract/library.ts'
import { LIBRARY_STATUSES, type LibraryEntry } from '#contract/library-entry.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { ENTRY_COLUMNS, type EntryRow, toLibraryEntry } from '#server/features/library-entry/queries.ts'
import { buildLibraryConditions, FACETS, type LibraryConditions, TIME_OF_ENTRY } from './queries-library-filters.ts'

type Sort = NonNullable<LibraryFilters['sortBy']>

/** The value and game of a page's last entry, or the game alone where the entry has no value of the sort. */
export type LibrarySortKey = readonly (string | number)[]

/** A filtered library in order. */
export interface LibraryQuery extends LibraryConditions {
	sortBy: Sort
	order: 'ASC' | 'DESC'
	letter?: string
}

/** A page of a library. */
export interface LibraryRows {
	entries: LibraryEntry[]
	total: number
	/** The sort key of the page's last entry; undefined on the last page. */
	next: LibrarySortKey | undefined
}

// A cursor contains the name, so long names are cut
const MAX_NAME_SORTED = sql.lit(60)
const SORT_VALUE: Readonly<Record<Sort, RawBuilder<unknown>>> = {
	updatedAt: sql`e.updated_at`,
	createdAt: sql`e.created_at`,
	rating: sql`e.half_stars`,
	name: sql`left(lower(g.name), ${MAX_NAME_SORTED}) collate by_name`,
	releaseDate: sql`g.release_date collate "C"`,
	minutesPlayed: sql`e.minutes_played`,
	lastPlayedOn: sql`e.last_played_on`,
	shortest: TIME_OF_ENTRY,
}
const GAME_SORTS: readonly Sort[] = ['name', 'releaseDate']
const ALWAYS_SET: readonly Sort[] = ['updatedAt', 'createdAt', 'name']

/** Finds the entries of a user's library that match the filters, in order, after the sort key `after` or from page `page`. */
export async function listLibraryRows(
	db: Db,
	ownerId: string,
	query: LibraryQuery,
	window: { page: number; limit: number; after: LibrarySortKey | undefined },
): Promise<LibraryRows> {
	const { others, byFacet, needsGames } = buildLibraryConditions(query)
	const conditions = [...others, ...FACETS.flatMap((facet) => byFacet[facet])]
	const isFiltered = conditions.length > 0
	const isIndexed = !isFiltered && query.sortBy === 'updatedAt'
	// `offset 0` forces a lookup by id for each entry, where a join might scan all games
	const games =
		needsGames || GAME_SORTS.includes(query.sortBy)
			? sql`cross join lateral (select name, genres, release_date from games where id = e.game_id offset 0) g`
			: sql``
	const matching = sql`select e.game_id, ${SORT_VALUE[query.sortBy]} as sort_value from library_entries e ${games}
		where ${sql.join([sql`e.user_id = ${ownerId}`, ...conditions], sql` and `)}`

	const direction = query.order === 'ASC' ? sql`asc` : sql`desc`
	const nulls = ALWAYS_SET.includes(query.sortBy) ? sql`` : sql`nulls last`
	const order = sql`order by m.sort_value ${direction} ${nulls}, m.game_id ${direction}`
	const start = window.after ? buildContinuation(query, window.after) : buildStart(query)
	const after = start ? sql`where ${start}` : sql``
	const offset = window.after || window.page === 1 ? sql`` : sql`offset ${(window.page - 1) * window.limit}`

	// The count and the page read the index of the newest entries twice, and everything else once
	const isUnprepared = isFiltered ? sql.raw(UNPREPARED) : sql``
	const materialized = isIndexed ? sql`not materialized` : sql`materialized`
	const { rows } = await sql<
		EntryRow & { total: number; sort_value: string | number | null }
	>`${isUnprepared}with matching as ${materialized} (${matching})
		select counted.total, page.* from (select count(*)::int as total from matching) counted left join lateral (
			select ${ENTRY_COLUMNS}, m.sort_value
			from (select * from matching m ${after} ${order} limit ${sql.lit(roundUpLimit(window.limit + 1))} ${offset}) m
			cross join lateral (select * from library_entries where user_id = ${ownerId} and game_id = m.game_id offset 0) e
			cross join lateral (select * from games where id = m.game_id offset 0) g
			join users u on u.id = ${ownerId} ${order}
		) page on true`.execute(db)
	const found = rows.filter((row) => row.game_id !== null)
	const pageRows = found.slice(0, window.limit)
	const last = pageRows.at(-1)
	const key = last && (last.sort_value === null ? [last.game_id] : [last.sort_value, last.game_id])
	return {
		entries: pageRows.map(toLibraryEntry),
		total: rows[0]?.total ?? 0,
		next: found.length > window.limit ? key : undefined,
	}
}

/** Builds SQL for where a list by name begins at a letter; undefined if that is its first row. */
function buildStart({ sortBy, order, letter }: LibraryQuery): RawBuilder<unknown> | undefined {
	if (letter === undefined || sortBy !== 'name') return undefined
	// Signs and digits come before A, and other scripts after Z
	if (order === 'ASC') return sql`m.sort_value >= ${letter.toLowerCase()}`
	return letter === 'Z' ? undefined : sql`m.sort_value < ${String.fromCharCode(letter.charCodeAt(0) + 1).toLowerCase()}`
}

/** Builds SQL for what comes after a sort key in `matching m`; entries without a value come last in both orders. */
function buildContinuation({ sortBy, order }: LibraryQuery, after: LibrarySortKey): RawBuilder<unknown> {
	const sign = order === 'ASC' ? sql`>` : sql`<`
	const [value, gameId] = after
	if (gameId === undefined) return sql`m.sort_value is null and m.game_id ${sign} ${value}`
	const isAfter = sql`(m.sort_value, m.game_id) ${sign} (${value}, ${gameId})`
	return ALWAYS_SET.includes(sortBy) ? isAfter : sql`(${isAfter} or m.sort_value is null)`
}

const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`
const STATUS_COUNTS = LIBRARY_STATUSES.map(
	(status) => sql`${sql.lit(status)}, ${count(sql`status = ${sql.lit(status)}`)}`,
)
const RATING_COUNTS = Array.from({ length: RATING_STEPS }, (_, step) => count(sql`half_stars = ${sql.lit(step + 1)}`))

/** Counts a user's library. */
export async function summarizeLibrary(db: Db, ownerId: string): Promise<LibrarySummary> {
	const { rows } = await sql<LibrarySummary>`
		select count(*)::int as total, json_build_object(${sql.join(STATUS_COUNTS)}) as "byStatus",
			${count(sql`is_wished`)} as wished, ${count(sql`is_loved`)} as loved, ${count(sql`half_stars is not null`)} as rated,
			array[${sql.join(RATING_COUNTS)}] as "ratingCounts", coalesce(sum(minutes_played), 0)::float8 as "minutesPlayed"
		from library_entries where user_id = ${ownerId}`.execute(db)
	if (!rows[0]) throw new Error('An aggregate without a row')
	return rows[0]
}
