import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { ImportedId } from './sources/source.ts'

/** Marks the rows without a game that have an id of one of these kinds. */
export async function markFindable(db: Db, importId: string, kinds: readonly string[]): Promise<void> {
	await sql`
		update import_rows r set item = r.item || '{"lookup": "possible"}'
		where r.import_id = ${importId} and r.match = 'none' and r.item is not null and exists (
			select from jsonb_array_elements(r.item -> 'ids') i where i ->> 'source' = any(${kinds}::text[])
		)`.execute(db)
}

/** Wants the games of the first rows that can be looked up, and returns how many these are. */
export async function wantGames(db: Db, importId: string, limit: number): Promise<number> {
	const { rows } = await sql`
		update import_rows r set item = r.item || '{"lookup": "wanted"}'
		where r.import_id = ${importId} and r.row in (
			select row from import_rows where import_id = ${importId} and match = 'none' and decision is null
				and item ->> 'lookup' = 'possible' order by row limit ${limit}::int
		) returning r.row`.execute(db)
	return rows.length
}

/** Finds the next row whose game is wanted. */
export async function findWanted(
	db: Db,
	importId: string,
): Promise<{ row: number; title: string; ids: ImportedId[] } | undefined> {
	const { rows } = await sql<{ row: number; title: string; ids: ImportedId[] }>`
		select row, title, item -> 'ids' as ids from import_rows
		where import_id = ${importId} and match = 'none' and item ->> 'lookup' = 'wanted' order by row limit 1`.execute(db)
	return rows[0]
}

/** Stores what came of a row whose game was wanted; null: no source knows it. */
export async function saveFetched(db: Db, importId: string, row: number, gameId: number | null): Promise<void> {
	await sql`
		update import_rows r set item = r.item - 'lookup', game_id = coalesce(${gameId}::int, r.game_id),
			match = case when ${gameId}::int is null then r.match else 'sure' end, is_by_id = ${gameId}::int is not null
		where r.import_id = ${importId} and r.row = ${row}`.execute(db)
	await sql`
		update imports set counts = counts || jsonb_build_object('fetched', (counts ->> 'fetched')::int + 1) where id = ${importId}`.execute(
		db,
	)
}

/** Wants no more games; those that were not looked up can be wanted again. */
export async function releaseWanted(db: Db, importId: string): Promise<void> {
	await sql`
		update import_rows r set item = r.item || '{"lookup": "possible"}'
		where r.import_id = ${importId} and r.match = 'none' and r.item ->> 'lookup' = 'wanted'`.execute(db)
}
