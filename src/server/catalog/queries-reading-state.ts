import type { Db } from '#server/db/tables.ts'

/** How far the reading of a source has come. */
export interface ReadingState {
	/** When the unfinished reading began; null: none is unfinished. */
	begunAt: string | null
	checkpoint: string | null
	since: string | null
	/** The beginning of the last reading that reached its end. */
	readAt: string | null
}

/** The state of a source, empty for one that has never been read. */
export async function readingState(db: Db, source: string): Promise<ReadingState> {
	const row = await db.selectFrom('catalogue_imports').selectAll().where('source', '=', source).executeTakeFirst()
	return {
		begunAt: row?.begun_at ?? null,
		checkpoint: row?.checkpoint ?? null,
		since: row?.since ?? null,
		readAt: row?.read_at ?? null,
	}
}

/** Stores the state of a source. */
export async function keepReadingState(db: Db, source: string, state: ReadingState): Promise<void> {
	const row = { begun_at: state.begunAt, checkpoint: state.checkpoint, since: state.since, read_at: state.readAt }
	await db
		.insertInto('catalogue_imports')
		.values({ source, ...row })
		.onConflict((conflict) => conflict.column('source').doUpdateSet(row))
		.execute()
}
