import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

const DELETE_BATCH_SIZE = 2_000

/** A review seen by a viewer on a day, and whether they opened it. */
export interface Impression {
	reviewId: string
	viewer: string
	day: string
	opened: boolean
}

/** How many visitors count of those whose hashes begin with the same letters. */
export interface VisitorLimit {
	letters: number
	visitors: number
}

/** Counts the impressions not counted before, except those of visitors of whom one of three limits, the narrowest first, has enough. */
export async function addImpressions(
	db: Db,
	batch: readonly Impression[],
	limits: readonly VisitorLimit[],
): Promise<void> {
	await sql`
		select add_impressions(
			${batch.map(({ reviewId }) => reviewId)}::uuid[], ${batch.map(({ viewer }) => viewer)}::text[],
			${batch.map(({ day }) => day)}::date[], ${batch.map(({ opened }) => opened)}::boolean[],
			${limits.map(({ letters }) => letters)}::int[], ${limits.map(({ visitors }) => visitors)}::int[]
		)`.execute(db)
}

/** Deletes the impressions of past days. Their counts stay, and no report can arrive for them any more. */
export async function deleteOldImpressions(db: Db, before: string): Promise<void> {
	// In batches: a busy day has millions
	for (let deleted = DELETE_BATCH_SIZE; deleted === DELETE_BATCH_SIZE; ) {
		const { numAffectedRows } = await sql`
			delete from review_seen where ctid = any(array(
				select ctid from review_seen where day < ${before} limit ${sql.lit(DELETE_BATCH_SIZE)}
			))`.execute(db)
		deleted = Number(numAffectedRows ?? 0)
	}
}
