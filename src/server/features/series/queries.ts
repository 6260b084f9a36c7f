import { sql } from 'kysely'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_COLUMNS, type GameRow } from '#server/features/games/queries-rows.ts'

interface SeriesRow {
	name: string
	total: number
	first_year: number | null
	last_year: number | null
}

/** Finds a series of visible games by its address; of several spellings the most used. */
export async function findSeries(db: Db, slug: string): Promise<SeriesRow | undefined> {
	const { rows } = await sql<SeriesRow>`
		select s.name, s.total, s.first_year, s.last_year from (
			select mode() within group (order by series) as name, count(*)::int as total,
				min(left(release_date, 4))::int as first_year, max(left(release_date, 4))::int as last_year
			from games where series_slug = ${slug} and not hidden
		) s where s.total > 0`.execute(db)
	return rows[0]
}

/** Lists the visible games of a series: the oldest first, those without a date last. */
export async function listSeriesGames(db: Db, slug: string, page: number, limit: number): Promise<GameRow[]> {
	const { rows } = await sql<GameRow>`
		select ${sql.raw(GAME_COLUMNS)} from games g join game_counts gc on gc.id = g.id
		where g.series_slug = ${slug} and not g.hidden
		order by g.release_date, g.id limit ${sql.lit(roundUpLimit(limit))} offset ${(page - 1) * limit}`.execute(db)
	return rows.slice(0, limit)
}
