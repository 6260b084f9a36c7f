import type { Db } from '#server/db/tables.ts'

/** The progress of reading a source. */
export interface ImportState {
	/** The start of the unfinished run; null without one. */
	startedAt: string | null
	checkpoint: string | null
	since: string | null
	/** The start of the last complete run. */
	lastCompletedRunStart: string | null
}

/** Returns the state of a source, with nulls if it has never been read. */
export async function findImportState(db: Db, source: string): Promise<ImportState> {
	const row = await db.selectFrom('catalogue_imports').selectAll().where('source', '=', source).executeTakeFirst()
	return {
		startedAt: row?.begun_at ?? null,
		checkpoint: row?.checkpoint ?? null,
		since: row?.since ?? null,
		lastCompletedRunStart: row?.read_at ?? null,
	}
}

/** Saves the state of a source. */
export async function saveImportState(db: Db, source: string, state: ImportState): Promise<void> {
	const row = {
		begun_at: state.startedAt,
		checkpoint: state.checkpoint,
		since: state.since,
		read_at: state.lastCompletedRunStart,
	}
	await db
		.insertInto('catalogue_imports')
		.values({ source, ...row })
		.onConflict((conflict) => conflict.column('source').doUpdateSet(row))
		.execute()
}
