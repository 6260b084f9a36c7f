import { sql } from 'kysely'
import type { TimeToBeat } from '#contract/time-to-beat.ts'
import type { Db, Row } from '#server/db/tables.ts'

export type TimeRow = Omit<Row<'times_to_beat'>, 'game_id'>

/** SQL for the time to finish that a row of `times_to_beat t` shows; null if it is unknown. */
export const MINUTES_TO_FINISH = 'coalesce(t.finished, t.catalog_finished)'

const UNKNOWN: TimeToBeat = { finished: null, completed: null, count: 0, source: null }

/** Finds how long games take: an entry for each id. */
export async function findTimesToBeat(db: Db, gameIds: readonly number[]): Promise<Map<number, TimeToBeat>> {
	const { rows } = await sql<Row<'times_to_beat'>>`
		select t.* from unnest(${gameIds}::int[]) i (id) cross join lateral (select * from times_to_beat where game_id = i.id offset 0) t`.execute(
		db,
	)
	const found = new Map(rows.map((row) => [row.game_id, toTimeToBeat(row)]))
	return new Map(gameIds.map((id) => [id, found.get(id) ?? UNKNOWN]))
}

/** Converts a row, which a game may not have: the times of players or of the catalog, whichever knows the time to finish, players first. */
export function toTimeToBeat(row: TimeRow | null): TimeToBeat {
	if (!row) return UNKNOWN
	const { finished, completed, people, catalog_finished, catalog_completed, catalog_source } = row
	const isOfPlayers = people > 0 && (finished !== null || catalog_finished === null)
	if (isOfPlayers) return { finished, completed, count: people, source: 'players' }
	if (catalog_source === null) return UNKNOWN
	const source = catalog_source === 'igdb' ? 'igdb' : 'catalog'
	return { finished: catalog_finished, completed: catalog_completed, count: 0, source }
}
