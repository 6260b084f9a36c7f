import { sql } from 'kysely'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Db } from './tables.ts'

/** Marks the database as being backed up until the end of the transaction. */
export async function lockBackup(transaction: Db): Promise<void> {
	await sql`select pg_advisory_xact_lock_shared(${sql.lit(ADVISORY_LOCKS.backup)})`.execute(transaction)
}

/** Returns whether a backup reads the database or the pictures that it names. Meanwhile no process deletes replaced pictures. */
export async function isBackupRunning(db: Db): Promise<boolean> {
	const { rows } = await sql<{ isRunning: boolean }>`
		select exists (
			select from pg_locks
			where locktype = 'advisory' and objid = ${sql.lit(ADVISORY_LOCKS.backup)} and granted
				and database = (select oid from pg_database where datname = current_database())
		) as "isRunning"`.execute(db)
	return rows[0]?.isRunning ?? false
}
