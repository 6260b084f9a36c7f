import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { EDIT_PREFIX, SITE_SOURCE } from './site-source.ts'

interface MissingRecord {
	id: number
	game_id: number
}

/** Finds the records that a full run has neither seen nor refused, each with the source's number of records. */
export async function findMissingRecords(
	db: Db,
	source: string,
	refusedIds: readonly string[],
): Promise<(MissingRecord & { records: number })[]> {
	const { rows } = await sql<MissingRecord & { records: number }>`
			select r.id, r.game_id, (select count(*)::int from game_records where source = ${source} and not withdrawn) as records
			from game_records r
			where r.source = ${source} and not r.withdrawn and r.source_id <> all(${refusedIds}::text[]) and not exists (select from catalogue_met m where m.record_id = r.id)`.execute(
		db,
	)
	return rows
}

/** Marks records as withdrawn, and hides games without other records but edits, reviews, library entries and list items. */
export async function withdrawRecords(db: Db, records: readonly MissingRecord[]): Promise<void> {
	const games = sql`any(${records.map(({ game_id }) => game_id)}::int[])`
	await sql`update game_records set withdrawn = true where id = any(${records.map(({ id }) => id)}::int[])`.execute(db)
	// Waits for reviews, library entries and list items of these games that are being written, and keeps new ones waiting
	await sql`select from games where id = ${games} order by id for update`.execute(db)
	await sql`
				update games g set hidden = true
				where g.id = ${games} and not g.hidden and exists (select from game_counts c where c.id = g.id and c.reviews_total = 0)
					and not exists (select from game_records r where r.game_id = g.id and not r.withdrawn and not (r.source = ${SITE_SOURCE} and starts_with(r.source_id, ${EDIT_PREFIX})))
					and not exists (select from library_entries e where e.game_id = g.id)
					and not exists (select from list_items i where i.game_id = g.id)`.execute(db)
}

/** Clears the records of a source that a run has seen. */
export async function clearSeenRecords(db: Db, source: string): Promise<void> {
	await sql`delete from catalogue_met m using game_records r where r.id = m.record_id and r.source = ${source}`.execute(
		db,
	)
}
