import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** The schema that a restore fills; at its end everything moves to the schema that the site uses. */
export const RESTORE_SCHEMA = 'savepoint_restoring'

/** Whether the database has no site, but what a restore has left that was killed or lost its connection. */
export async function hasUnfinishedRestore(db: Db): Promise<boolean> {
	const { rows } = await sql<{ hasSchema: boolean }>`
		select to_regnamespace(${RESTORE_SCHEMA}) is not null and to_regclass('schema_migrations') is null as "hasSchema"`.execute(
		db,
	)
	return rows[0]?.hasSchema ?? false
}
