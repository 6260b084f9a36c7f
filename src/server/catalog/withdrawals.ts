import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockCatalogue } from './write-games.ts'

/** When more than one record in so many is missing, it is the reading that is not to be trusted. */
const BELIEVED = 10
/** Fewer than these are believed in any case. */
const FEW = 20

/** Forgets which records of a source its reading has met. */
export async function forgetMet(db: Kysely<Tables>, source: string): Promise<void> {
	await sql`delete from catalogue_met m using game_records r where r.id = m.record_id and r.source = ${source}`.execute(
		db,
	)
}

/**
 * Marks the records of a source that its whole reading has neither met nor refused as withdrawn, and hides the games that no source has any more
 * and nobody has reviewed or listed. Returns how many records that are; `believed` is false, and nothing is done, when
 * they are too many.
 */
export function markWithdrawn(
	db: Kysely<Tables>,
	source: string,
	refusedIds: readonly string[],
): Promise<{ withdrawn: number; believed: boolean }> {
	return inTransaction(db, async (transaction) => {
		await lockCatalogue(transaction)
		const { rows } = await sql<{ id: number; game_id: number; records: number }>`
			select r.id, r.game_id, (select count(*)::int from game_records where source = ${source} and not withdrawn) as records
			from game_records r
			where r.source = ${source} and not r.withdrawn and r.source_id <> all(${refusedIds}::text[]) and not exists (select from catalogue_met m where m.record_id = r.id)`.execute(
			transaction,
		)
		const withdrawn = rows.length
		if (withdrawn > FEW && withdrawn * BELIEVED > (rows[0]?.records ?? 0)) return { withdrawn, believed: false }
		if (withdrawn > 0) {
			await sql`update game_records set withdrawn = true where id = any(${rows.map(({ id }) => id)}::int[])`.execute(
				transaction,
			)
			await sql`
				update games g set hidden = true
				where g.id = any(${rows.map(({ game_id }) => game_id)}::int[]) and not g.hidden and g.reviews_total = 0
					and not exists (select from game_records r where r.game_id = g.id and not r.withdrawn)
					and not exists (select from list_items i where i.game_id = g.id)`.execute(transaction)
		}
		return { withdrawn, believed: true }
	})
}
