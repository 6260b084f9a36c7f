import { type RawBuilder, sql } from 'kysely'
import { type LibraryFacets, MAX_FACET_OPTIONS } from '#contract/library-facets.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import type { Db } from '#server/db/tables.ts'
import { buildLibraryConditions, FACETS, type Facet, type LibraryConditions } from './queries-library-filters.ts'

/** Counts the entries of a user's library by the values of each facet, under all filters but the facet's own. Reads each entry once. */
export async function countLibraryFacets(db: Db, ownerId: string, filters: LibraryConditions): Promise<LibraryFacets> {
	const { others, byFacet } = buildLibraryConditions(filters)
	const flags = FACETS.map((facet) => sql`${joinConditions(byFacet[facet])} as ${sql.ref(facet)}`)
	const isFiltered = others.length > 0 || FACETS.some((facet) => byFacet[facet].length > 0)
	const isUnprepared = isFiltered ? sql.raw(UNPREPARED) : sql``
	const { rows } = await sql<LibraryFacets>`${isUnprepared}with matching as materialized (
			select e.game_id, coalesce(e.platform, e.reviewed_platform) as on_platform, e.half_stars, g.genres,
				left(g.release_date, 4)::int as released, ${sql.join(flags)}
			from library_entries e cross join lateral (select name, genres, release_date from games where id = e.game_id offset 0) g
			where ${joinConditions([sql`e.user_id = ${ownerId}`, ...others])}
		)
		select ${countBy('platform', { value: sql`min(on_platform)`, key: sql`lower(on_platform)` })} as platforms,
			${countBy('genre', GENRES)} as genres,
			${countBy('year', { value: sql`released`, key: sql`released` })} as years,
			${countBy('year', { value: sql`released / 10 * 10`, key: sql`released / 10` })} as decades,
			${countBy('rating', { value: sql`half_stars / 2.0`, key: sql`half_stars` })} as ratings`.execute(db)
	if (!rows[0]) throw new Error('An aggregate without a row')
	return rows[0]
}

/** A game may have a genre in two spellings. */
const GENRES = {
	value: sql`min(name)`,
	key: sql`lower(name)`,
	from: sql`matching m cross join unnest(m.genres) name`,
	count: sql`count(distinct game_id)`,
}

const joinConditions = (conditions: readonly RawBuilder<unknown>[]) =>
	conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`

interface Options {
	value: RawBuilder<unknown>
	/** What is the same in all entries of an option; null in those without a value. */
	key: RawBuilder<unknown>
	from?: RawBuilder<unknown>
	count?: RawBuilder<unknown>
}

/** Builds SQL for the options of a facet, the most frequent first. */
function countBy(facet: Facet, options: Options): RawBuilder<unknown> {
	const { value, key, from = sql`matching`, count = sql`count(*)` } = options
	const otherFacets = FACETS.filter((other) => other !== facet).map((other) => sql.ref(other))
	return sql`(select coalesce(json_agg(o order by o.count desc, o.value), '[]') from (
		select ${value} as value, ${count}::int as count from ${from}
		where ${sql.join(otherFacets, sql` and `)} and ${key} is not null
		group by ${key} order by 2 desc, 1 limit ${sql.lit(MAX_FACET_OPTIONS)}) o)`
}
