import { type RawBuilder, sql } from 'kysely'
import type { GamesQuery, OwnStatus } from '#contract/browse.ts'
import { RATING_STEPS } from '#contract/games.ts'
import { LIMITS } from '#contract/limits.ts'

/** The filters of games. `searchWords` is the `tsquery` of `search`. */
export interface GameConditions
	extends Pick<
		GamesQuery,
		| 'genre'
		| 'platform'
		| 'developer'
		| 'publisher'
		| 'mode'
		| 'yearFrom'
		| 'yearTo'
		| 'minRating'
		| 'maxHours'
		| 'status'
		| 'search'
	> {
	searchWords: string
	viewerId: string | null
}

/** A block of bits has so many ids, and their place in it so many bits. */
export const BLOCK_BITS = 14
export const BLOCK_SIZE = 1 << BLOCK_BITS
export const NO_BITS = sql.raw(`(B'0'::bit(${BLOCK_SIZE}))`)

/** The filters that have a facet. */
export const BROWSE_FACETS = ['genre', 'platform', 'mode', 'year'] as const
export type BrowseFacet = (typeof BROWSE_FACETS)[number]

/** Matches that are looked at, of words that very many names have; the most reviewed games are always among them. */
const MAX_NAMED = LIMITS.maxCountedMatches
const MAX_REVIEWED = 2_000
/** More games than any studio has made. */
const MAX_MADE = 20_000

/** SQL for the CTEs of `matching`, the blocks of the games that match. */
export interface BuiltFilters {
	ctes: RawBuilder<unknown>[]
	/** The CTE with the games that match all filters but a facet's own. */
	under: Readonly<Record<BrowseFacet, RawBuilder<unknown>>>
}

/** Builds SQL for the bits of each filter, and of what all of them leave. */
export function buildGameFilters(filters: GameConditions): BuiltFilters {
	const parts = listParts(filters)
	const intersect = (name: string, chosen: readonly Part[]) => sql`${sql.ref(name)} as materialized (
		select a.block, a.bits ${sql.join(
			chosen.map(({ name }) => sql`& ${sql.ref(`${name}.bits`)}`),
			sql` `,
		)} as bits
		from game_bits a ${sql.join(
			chosen.map(({ name }) => sql`join ${sql.ref(name)} on ${sql.ref(`${name}.block`)} = a.block`),
			sql` `,
		)} where a.facet = 'all' and a.value = '')`
	const facets = BROWSE_FACETS.filter((facet) => parts.some((part) => part.facet === facet))
	return {
		ctes: [
			...parts.flatMap(({ ctes }) => ctes),
			intersect('matching', parts),
			...facets.map((facet) =>
				intersect(
					`under_${facet}`,
					parts.filter((part) => part.facet !== facet),
				),
			),
		],
		under: Object.fromEntries(
			BROWSE_FACETS.map((facet) => [facet, sql.ref(facets.includes(facet) ? `under_${facet}` : 'matching')]),
		) as BuiltFilters['under'],
	}
}

/** One filter: a CTE with its name that has a `block` and its `bits`. */
interface Part {
	name: string
	facet?: BrowseFacet
	ctes: RawBuilder<unknown>[]
}

function listParts(filters: GameConditions): Part[] {
	const { genre = [], platform = [], mode = [], developer = [], publisher = [], status = [] } = filters
	const { yearFrom, yearTo, minRating, maxHours, searchWords, viewerId } = filters
	const parts: Part[] = []
	for (const [facet, values] of [
		['genre', genre],
		['platform', platform],
		['mode', mode],
	] as const)
		if (values.length > 0)
			parts.push(
				fromBits(`of_${facet}`, sql`${sql.lit(facet)}`, sql`value = any(folded_names(${values}::text[]))`, facet),
			)
	if (yearFrom !== undefined || yearTo !== undefined)
		parts.push(
			fromBits(
				'of_year',
				sql`'year'`,
				sql`value >= ${String(yearFrom ?? 1000)} and value <= ${String(yearTo ?? 9999)}`,
				'year',
			),
		)
	if (minRating !== undefined)
		parts.push(fromBits('of_rating', sql`'rated'`, sql`value = any(${listHalfStars(minRating)}::text[])`))
	if (maxHours !== undefined)
		parts.push(fromBits('of_hours', sql`'hours'`, sql`value <= ${String(maxHours).padStart(4, '0')}`))
	for (const [maker, column, values] of [
		['of_developer', sql`developers`, developer],
		['of_publisher', sql`publishers`, publisher],
	] as const)
		if (values.length > 0)
			parts.push(
				fromIds(
					maker,
					sql`select id from games where folded_names(${column}) && folded_names(${values}::text[]) limit ${sql.lit(MAX_MADE)}`,
				),
			)
	if (filters.search?.trim()) parts.push(fromIds('of_search', buildSearch(searchWords)))
	if (status.length > 0 && viewerId !== null) parts.push(buildStatus(status, viewerId))
	return parts
}

/** The half stars from a rating up. */
const listHalfStars = (rating: number) =>
	Array.from({ length: RATING_STEPS }, (_, step) => step + 1)
		.filter((halves) => halves >= rating * 2)
		.map(String)

/** A filter by values of a facet, any of which is enough. */
function fromBits(name: string, of: RawBuilder<unknown>, condition: RawBuilder<unknown>, facet?: BrowseFacet): Part {
	return {
		name,
		...(facet && { facet }),
		ctes: [
			sql`${sql.ref(name)} as materialized (
				select block, bit_or(bits) as bits from game_bits where facet = ${of} and ${condition} group by block)`,
		],
	}
}

const toBits = (ids: RawBuilder<unknown>) => sql`
	select id >> ${sql.lit(BLOCK_BITS)} as block, bit_or(set_bit(${NO_BITS}, id & ${sql.lit(BLOCK_SIZE - 1)}, 1)) as bits from (${ids}) ids group by 1`

function fromIds(name: string, ids: RawBuilder<unknown>): Part {
	return { name, ctes: [sql`${sql.ref(name)} as materialized (${toBits(ids)})`] }
}

/** Builds SQL for the ids of games whose names have the words, as the search of games finds them, without correcting typos. */
const buildSearch = (words: string) => sql`
	(select game_id as id from game_search where words @@ ${words}::tsquery and not hidden limit ${sql.lit(MAX_NAMED)})
	union
	(select r.id from (
		select id from game_rankings where reviews_total > 0 order by reviews_total desc, rating_count desc, prominence desc, name_key, id limit ${sql.lit(MAX_REVIEWED)}
	) r where exists (select from game_search s where s.game_id = r.id and s.words @@ ${words}::tsquery))`

const STATUS_CONDITIONS = {
	want: sql`(is_wished or status = 'backlog')`,
	now: sql`status in ('playing', 'paused')`,
	done: sql`status in ('played', 'finished', 'completed', 'abandoned')`,
	none: sql`false`,
} as const satisfies Record<OwnStatus, unknown>

/** A filter by the viewer's own entries. */
function buildStatus(statuses: readonly OwnStatus[], viewerId: string): Part {
	const isChosen = sql.join(
		statuses.map((status) => STATUS_CONDITIONS[status]),
		sql` or `,
	)
	const chosen = fromIds(
		'of_chosen',
		sql`select game_id as id from library_entries where user_id = ${viewerId} and (${isChosen})`,
	)
	if (!statuses.includes('none')) return { ...chosen, name: 'of_chosen' }
	const entered = fromIds('of_entered', sql`select game_id as id from library_entries where user_id = ${viewerId}`)
	return {
		name: 'of_status',
		ctes: [
			...chosen.ctes,
			...entered.ctes,
			sql`of_status as materialized (
				select a.block, ~coalesce(e.bits, ${NO_BITS}) | coalesce(c.bits, ${NO_BITS}) as bits
				from game_bits a left join of_entered e on e.block = a.block left join of_chosen c on c.block = a.block
				where a.facet = 'all' and a.value = '')`,
		],
	}
}
