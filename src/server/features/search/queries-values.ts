import { sql } from 'kysely'
import type { GamesWithValue } from '#contract/search.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * Finds the genre, the platform and the studio (or else the publisher) whose name is one of these, regardless of case, and counts
 * their games. A value that no visible game has is left out.
 */
export async function findFilterValues(db: Db, names: readonly string[]): Promise<GamesWithValue[]> {
	const folded = sql`folded_names(${names}::text[])`
	const countMade = (filter: GamesWithValue['filter'], column: string) => sql`
		select ${sql.lit(filter)}, min(m.name), count(distinct m.id)::int
		from (
			select g.id, n.name from (
				select id, ${sql.ref(column)} as names from games where folded_names(${sql.ref(column)}) && ${folded} and not hidden
			) g cross join unnest(g.names) n (name) where lower(n.name) = any(${folded})
		) m group by lower(m.name)`
	const { rows } = await sql<GamesWithValue>`
		select * from (
			select facet as filter, min(label) as value, sum(bit_count(bits))::int as count
			from game_bits where facet in ('genre', 'platform') and value = any(${folded}) group by facet, value
			union all ${countMade('developer', 'developers')}
			union all ${countMade('publisher', 'publishers')}
		) v where count > 0 order by count desc, filter, value`.execute(db)
	const isMade = rows.some(({ filter }) => filter === 'developer')
	return rows.filter(({ filter }) => !(isMade && filter === 'publisher'))
}
