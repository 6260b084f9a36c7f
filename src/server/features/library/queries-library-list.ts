import { RATING_STEPS } from '#contract/games.ts'
import type { LibraryFilters, LibrarySummary } from '#contract/library.ts'
import { LIBRARY_STATUSES, type LibraryEntry } from '#contract/library-entry.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { escapeLike } from '#server/db/text-search.ts'
import { ENTRY_COLUMNS, type EntryRow, toLibraryEntry } from '#server/features/library-entry/queries.ts'

type Sort = NonNullable<LibraryFilters['sortBy']>
type Bind = (value: unknown) => string

/** The value and game of a page's last entry, or the game alone where the entry has no value of the sort. */
export type LibrarySortKey = readonly (string | number)[]

/** A filtered library in order. `searchKey` and `searchWords` are the key and the `tsquery` of `search` for `game_search`. */
export interface LibraryQuery extends Omit<LibraryFilters, 'page' | 'limit' | 'cursor' | 'userId' | 'username'> {
	sortBy: Sort
	order: 'ASC' | 'DESC'
	searchKey: string
	searchWords: string
}

/** A page of a library. */
export interface LibraryRows {
	entries: LibraryEntry[]
	total: number
	/** The sort key of the page's last entry; undefined on the last page. */
	next: LibrarySortKey | undefined
}

// A cursor contains the name, so long names are cut
const MAX_NAME_SORTED = 60
const SORT_VALUE: Readonly<Record<Sort, string>> = {
	updatedAt: 'e.updated_at',
	createdAt: 'e.created_at',
	rating: 'e.half_stars',
	name: `left(lower(g.name), ${MAX_NAME_SORTED}) collate by_name`,
	releaseDate: 'g.release_date collate "C"',
	minutesPlayed: 'e.minutes_played',
	lastPlayedOn: 'e.last_played_on',
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
	const values: unknown[] = [ownerId]
	const bind: Bind = (value) => `$${values.push(value)}`
	const { conditions, needsGames } = buildConditions(query, bind)
	const isFiltered = conditions.length > 0
	const isIndexed = !isFiltered && query.sortBy === 'updatedAt'
	// `offset 0` forces a lookup by id for each entry, where a join might scan all games
	const games =
		needsGames || GAME_SORTS.includes(query.sortBy)
			? 'cross join lateral (select name, genres, release_date from games where id = e.game_id offset 0) g'
			: ''
	const matching = `select e.game_id, ${SORT_VALUE[query.sortBy]} as sort_value from library_entries e ${games}
		where ${['e.user_id = $1', ...conditions].join(' and ')}`

	const direction = query.order === 'ASC' ? 'asc' : 'desc'
	const nulls = ALWAYS_SET.includes(query.sortBy) ? '' : 'nulls last'
	const order = `order by m.sort_value ${direction} ${nulls}, m.game_id ${direction}`
	const after = window.after ? `where ${buildContinuation(query, window.after, bind)}` : ''
	const offset = window.after || window.page === 1 ? '' : `offset ${bind((window.page - 1) * window.limit)}`

	// The count and the page read the index of the newest entries twice, and everything else once
	const text = `${isFiltered ? UNPREPARED : ''}with matching as ${isIndexed ? 'not materialized' : 'materialized'} (${matching})
		select counted.total, page.* from (select count(*)::int as total from matching) counted left join lateral (
			select ${ENTRY_COLUMNS}, m.sort_value
			from (select * from matching m ${after} ${order} limit ${roundUpLimit(window.limit + 1)} ${offset}) m
			cross join lateral (select * from library_entries where user_id = $1 and game_id = m.game_id offset 0) e
			cross join lateral (select * from games where id = m.game_id offset 0) g
			join users u on u.id = $1 ${order}
		) page on true`
	const rows = await rawQuery<EntryRow & { total: number; sort_value: string | number | null }>(db, text, values)
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

/** Builds SQL conditions on entries `e` and, with `needsGames`, their games `g`. */
function buildConditions(query: LibraryQuery, bind: Bind): { conditions: string[]; needsGames: boolean } {
	const { status, wished, loved, platform, minRating, maxRating, rated, genre } = query
	const search = query.search?.trim() ?? ''
	const conditions: string[] = []
	if (status !== undefined) conditions.push(`e.status = any(${bind(status.split(','))}::text[])`)
	if (wished !== undefined) conditions.push(`e.is_wished = ${bind(wished)}::boolean`)
	if (loved !== undefined) conditions.push(`e.is_loved = ${bind(loved)}::boolean`)
	if (platform !== undefined)
		conditions.push(`lower(coalesce(e.platform, e.reviewed_platform)) = lower(${bind(platform)})`)
	if (minRating !== undefined) conditions.push(`e.half_stars >= ${bind(Math.ceil(minRating * 2))}::int`)
	if (maxRating !== undefined) conditions.push(`e.half_stars <= ${bind(Math.floor(maxRating * 2))}::int`)
	if (rated !== undefined) conditions.push(`(e.half_stars is not null) = ${bind(rated)}::boolean`)
	if (genre !== undefined)
		conditions.push(`exists (select from unnest(g.genres) genre where lower(genre) = lower(${bind(genre)}))`)
	if (search !== '') conditions.push(buildSearchCondition(search, query, bind))
	return { conditions, needsGames: genre !== undefined || search !== '' }
}

/** Builds SQL that matches games `g` whose name contains the search in any spelling, or whose words the search of games would find. */
function buildSearchCondition(search: string, { searchKey, searchWords }: LibraryQuery, bind: Bind): string {
	// Search forms have no punctuation, and these characters stand for themselves
	const isLiteral = /[%_\\]/.test(search)
	return `(lower(g.name) like lower(${bind(`%${escapeLike(search)}%`)}) or exists (
		select from (select key, words from game_search where game_id = e.game_id offset 0) s
		where s.key like ${bind(isLiteral ? null : `%${escapeLike(searchKey)}%`)} or s.words @@ ${bind(isLiteral ? null : searchWords)}::tsquery))`
}

/** Builds SQL for what comes after a sort key in `matching m`; entries without a value come last in both orders. */
function buildContinuation({ sortBy, order }: LibraryQuery, after: LibrarySortKey, bind: Bind): string {
	const sign = order === 'ASC' ? '>' : '<'
	const [value, gameId] = after
	if (gameId === undefined) return `m.sort_value is null and m.game_id ${sign} ${bind(value)}`
	const isAfter = `(m.sort_value, m.game_id) ${sign} (${bind(value)}, ${bind(gameId)})`
	return ALWAYS_SET.includes(sortBy) ? isAfter : `(${isAfter} or m.sort_value is null)`
}

const count = (condition: string) => `count(*) filter (where ${condition})::int`
const SUMMARY = `select count(*)::int as total,
	json_build_object(${LIBRARY_STATUSES.map((status) => `'${status}', ${count(`status = '${status}'`)}`).join(', ')}) as "byStatus",
	${count('is_wished')} as wished, ${count('is_loved')} as loved, ${count('half_stars is not null')} as rated,
	array[${Array.from({ length: RATING_STEPS }, (_, step) => count(`half_stars = ${step + 1}`)).join(', ')}] as "ratingCounts",
	coalesce(sum(minutes_played), 0)::float8 as "minutesPlayed"
	from library_entries where user_id = $1`

/** Counts a user's library. */
export async function summarizeLibrary(db: Db, ownerId: string): Promise<LibrarySummary> {
	const [summary] = await rawQuery<LibrarySummary>(db, SUMMARY, [ownerId])
	if (!summary) throw new Error('An aggregate without a row')
	return summary
}
