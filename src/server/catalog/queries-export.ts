import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Lists the ids of the next visible games, in ascending order. */
export async function listVisibleGameIds(db: Db, after: number, limit: number): Promise<number[]> {
	const games = await db
		.selectFrom('games')
		.select('id')
		.where('id', '>', after)
		.where('hidden', '=', false)
		.orderBy('id')
		.limit(limit)
		.execute()
	return games.map(({ id }) => id)
}

/** Lists external ids that are meaningful everywhere: a source's own ids only if it is trusted. */
export async function listExternalIds(db: Db, gameIds: readonly number[], trusted: readonly string[]) {
	const { rows } = await sql<{ game_id: number; source: string; id: string }>`
		select distinct r.game_id, e.source, e.id from game_records r join game_external_ids e on e.record_id = r.id
		where r.game_id = any(${gameIds}::int[]) and (e.source <> r.source or r.source = any(${trusted}::text[])) order by r.game_id, e.source, e.id`.execute(
		db,
	)
	return rows
}

/** Lists the games that are editions of other visible ones, with the ids under which these are exported. */
export async function listEditions(db: Db, gameIds: readonly number[]) {
	const { rows } = await sql<{ game_id: number; original: string }>`
		select g.id as game_id, o.source_id as original from games g
		join game_records r on r.source = g.edition_of_source and r.source_id = g.edition_of_source_id
		join games o on o.id = r.game_id and not o.hidden and o.id <> g.id
		where g.id = any(${gameIds}::int[])`.execute(db)
	return rows
}
