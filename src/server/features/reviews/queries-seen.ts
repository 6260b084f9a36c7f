import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Db } from '#server/db/tables.ts'

const DROPPED_AT_ONCE = 2_000

export interface Sighting {
	reviewId: string
	viewer: string
	day: string
	opened: boolean
}

/** Counts what was not counted before; a visitor of whom `addressLetters` begin like those of too many others is left out. */
export async function addSightings(db: Db, batch: readonly Sighting[], addressLetters: number): Promise<void> {
	await sql`
		select add_sightings(
			${batch.map(({ reviewId }) => reviewId)}::uuid[], ${batch.map(({ viewer }) => viewer)}::text[],
			${batch.map(({ day }) => day)}::date[], ${batch.map(({ opened }) => opened)}::boolean[],
			${addressLetters}::int, ${LIMITS.visitorsOfAddress}::int
		)`.execute(db)
}

/** Drops the reports of days that are over: their counts stay, and no report can come for them any more. */
export async function dropOldSightings(db: Db, before: string): Promise<void> {
	// In batches: a busy day has millions, and on the embedded database everybody waits for a statement
	for (let gone = DROPPED_AT_ONCE; gone === DROPPED_AT_ONCE; ) {
		const { numAffectedRows } = await sql`
			delete from review_seen where ctid = any(array(
				select ctid from review_seen where day < ${before} limit ${sql.lit(DROPPED_AT_ONCE)}
			))`.execute(db)
		gone = Number(numAffectedRows ?? 0)
	}
}
