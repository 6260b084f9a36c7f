import type { Db } from '#server/db/tables.ts'

/** How far the reading of a source has come. */
export interface ImportState {
	/** When the unfinished reading began; null: none is unfinished. */
	startedAt: string | null
	checkpoint: string | null
	since: string | null
	/** The beginning of the last reading that reached its end. */
	lastCompletedRunStart: string | null
}

/** The state of a source, empty for one that has never been read. */
export async function findImportState(db: Db, source: string): Promise<ImportState> {
	const row = await db.selectFrom('catalogue_imports').selectAll().where('source', '=', source).executeTakeFirst()
	return {
		startedAt: row?.begun_at ?? null,
		checkpoint: row?.checkpoint ?? null,
		since: row?.since ?? null,
		lastCompletedRunStart: row?.read_at ?? null,
	}
}

/** Stores the state of a source. */
export async function saveImportState(db: Db, source: string, state: ImportState): Promise<void> {
	const row = { begun_at: state.startedAt, checkpoint: state.checkpoint, since: state.since, read_at: state.lastCompletedRunStart }
	await db
		.insertInto('catalogue_imports')
		.values({ source, ...row })
		.onConflict((conflict) => conflict.column('source').doUpdateSet(row))
		.execute()
}
