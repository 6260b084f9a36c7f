import { type RawBuilder, sql } from 'kysely'
import { type GameFacets, type GameSort, MAX_BROWSE_OPTIONS } from '#contract/browse.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Period } from '#contract/shapes.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_COLUMNS, type GameRow } from '#server/features/games/queries-rows.ts'
import {
	BLOCK_BITS,
	BLOCK_SIZE,
	type BrowseFacet,
	type BuiltFilters,
	buildGameFilters,
	type GameConditions,
	NO_BITS,
} from './queries-filters.ts'
import { listRanges, type RankedRange, type SortPlace } from './queries-order.ts'

/** So few matches are listed and sorted. With more of them, the order is followed until a page is full. */
const MAX_SORTED = 1_000
/** Bits that are looked at together, because most are 0 where few match. */
const WORD_BITS = 16

/** So many rows of an order are read for a page, by how deep it is. */
const RANGE_SIZES = [roundUpLimit(LIMITS.pageSize), 250, 1_000, 4_000]

interface GameCounts {
	total: number
	facets: GameFacets
}

/** Counts the games that match, and for each facet those that match all filters but its own by its values. */
export async function countGames(db: Db, filters: GameConditions): Promise<GameCounts> {
	const built = buildGameFilters(filters)
	const named = (facet: BrowseFacet) =>
		countBy(built, facet, sql`b.value`, sql`min(b.label)`, sql`o.count desc, o.value`)
	const { rows } = await sql<GameCounts>`with ${sql.join(built.ctes)}
		select (select coalesce(sum(bit_count(bits)), 0)::int from matching) as total,
			json_build_object('genres', ${named('genre')}, 'platforms', ${named('platform')}, 'modes', ${named('mode')},
				'decades', ${countBy(built, 'year', sql`left(b.value, 3)`, sql`left(b.value, 3)::int * 10`, sql`o.value desc`)}) as facets`.execute(
		db,
	)
	if (!rows[0]) throw new Error('An aggregate without a row')
	return rows[0]
}

/** Builds SQL for the options of a facet. */
function countBy(
	{ under }: BuiltFilters,
	facet: BrowseFacet,
	key: RawBuilder<unknown>,
	value: RawBuilder<unknown>,
	order: RawBuilder<unknown>,
): RawBuilder<unknown> {
	return sql`(select coalesce(json_agg(o order by ${order}), '[]') from (
		select ${value} as value, sum(bit_count(b.bits & m.bits))::int as count
		from game_bits b join ${under[facet]} m on m.block = b.block where b.facet = ${sql.lit(facet)}
		group by ${key} having sum(bit_count(b.bits & m.bits)) > 0 order by 2 desc, 1 limit ${sql.lit(MAX_BROWSE_OPTIONS)}) o)`
}

interface GamesOrder {
	sortBy: GameSort
	period: Period
	/** The day that decides what is out. */
	today: string
}

interface GamesWindow {
	/** Where the page begins, if there is no `after`. */
	page: number
	limit: number
	after: SortPlace | undefined
	/** How many games match. */
	total: number
}

/** Finds a page of the games that match, and the place of its last one if another page follows. */
export async function listGameRows(
	db: Db,
	filters: GameConditions,
	order: GamesOrder,
	{ page, limit, after, total }: GamesWindow,
): Promise<{ rows: GameRow[]; next: SortPlace | undefined }> {
	const offset = after ? 0 : (page - 1) * limit
	if (!after && offset >= total) return { rows: [], next: undefined }
	const { ctes } = buildGameFilters(filters)
	// A literal for few sizes: with a parameter the planner expects a tenth of the table
	const most = RANGE_SIZES.find((size) => size >= offset + roundUpLimit(limit + 1)) ?? 2 * LIMITS.maxPagedRows
	const ranges = listRanges(order, after)
	const isFew = total <= MAX_SORTED
	const { rows } = await sql<GameRow & { part: number; key: (string | number)[] }>`with ${sql.join(ctes)},
		${isFew ? FEW : MANY},
		${sql.join(ranges.map((range, index) => buildRange(range, index, most, isFew)))},
		places as (
			select * from (${sql.join(
				ranges.map((_, index) => sql`select * from ${sql.ref(`range_${index}`)}`),
				sql` union all `,
			)}) p order by p.range, p.place limit ${sql.lit(roundUpLimit(limit + 1))} offset ${offset}
		)
		select p.part, p.key, ${sql.raw(GAME_COLUMNS)}
		from places p join games g on g.id = p.id join game_counts gc on gc.id = p.id order by p.range, p.place`.execute(db)
	const last = rows[limit - 1]
	return {
		rows: rows.slice(0, limit),
		next: last && rows.length > limit ? { part: last.part, key: last.key } : undefined,
	}
}

/** The ids of few matches. */
const FEW = sql`few as materialized (
	select (m.block << ${sql.lit(BLOCK_BITS)}) + place as id
	from matching m cross join generate_series(0, ${sql.lit(BLOCK_SIZE - 1)}, ${sql.lit(WORD_BITS)}) word
	cross join lateral generate_series(word, word + ${sql.lit(WORD_BITS - 1)}) place
	where bit_count(m.bits) > 0 and bit_count(substring(m.bits from word + 1 for ${sql.lit(WORD_BITS)})) > 0 and get_bit(m.bits, place) = 1
)`

/** The bits of all blocks in one, in which an id is looked up at once. */
const MANY = sql`many as materialized (
	select string_agg(coalesce(m.bits, ${NO_BITS})::text, '' order by n)::bit varying as bits, (max(n) + 1) << ${sql.lit(BLOCK_BITS)} as size
	from generate_series(0, (select max(block) from matching)) n left join matching m on m.block = n
)`

const IS_AMONG_MANY = sql`case when r.id < (select size from many) then get_bit((select bits from many), r.id) = 1 else false end`

/** Builds SQL for the first matches of a range, which is not read if those before have enough. */
function buildRange(range: RankedRange, index: number, most: number, isFew: boolean): RawBuilder<unknown> {
	const table = sql.table(range.table)
	const source = isFew
		? sql`few f cross join lateral (select * from ${table} where id = f.id offset 0) r`
		: sql`${table} r`
	const before = Array.from(
		{ length: index },
		(_, earlier) => sql`(select count(*) from ${sql.ref(`range_${earlier}`)})`,
	)
	const conditions = [
		...range.conditions,
		...(isFew ? [] : [IS_AMONG_MANY]),
		...(before.length > 0 ? [sql`${sql.join(before, sql` + `)} < ${sql.lit(most)}`] : []),
	]
	return sql`${sql.ref(`range_${index}`)} as materialized (
		select r.id, ${sql.lit(index)} as range, ${sql.lit(range.part)} as part, row_number() over (order by ${range.order}) as place, json_build_array(${range.key}) as key
		from (
			select r.* from ${source} where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
			order by ${range.order} limit ${sql.lit(most)}
		) r
	)`
}
