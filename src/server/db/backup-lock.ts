import { sql } from 'kysely'
import type { Db } from './tables.ts'

// Arbitrary key that nothing else on the server uses
const BACKUP_LOCK = 5_091_158

/** Marks the database as being backed up until the end of the transaction. */
export async function lockBackup(transaction: Db): Promise<void> {
	await sql`select pg_advisory_xact_lock_shared(${sql.lit(BACKUP_LOCK)})`.execute(transaction)
}

/**
 * Returns whether a backup reads the database or the pictures that it names. Meanwhile no process deletes replaced
 * pictures, and the embedded database writes no checkpoint, which would delete log that the backup still copies.
 */
export async function isBackupRunning(db: Db): Promise<boolean> {
	const { rows } = await sql<{ isRunning: boolean }>`
		select exists (
			select from pg_locks
			where locktype = 'advisory' and objid = ${sql.lit(BACKUP_LOCK)} and granted
				and database = (select oid from pg_database where datname = current_database())
		) as "isRunning"`.execute(db)
	return rows[0]?.isRunning ?? false
}

/** The end of a base backup of the embedded database. */
export interface BaseBackup {
	/** The content of the file `backup_label`, from which the copy recovers. */
	label: string
	/** The first and last file of write-ahead log that the copy needs. */
	firstLog: string
	lastLog: string
}

/**
 * Starts a base backup of the embedded database, whose files may be copied until `endBaseBackup`.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function startBaseBackup(db: Db): Promise<void> {
	await lockBackupOfSession(db)
	await sql`select pg_backup_start('savepoint', fast => true)`.execute(db)
}

/** Ends a base backup. The copy is the database as it is now. */
export async function endBaseBackup(db: Db): Promise<BaseBackup> {
	const { rows } = await sql<{ label: string; lastLog: string }>`
		select labelfile as label, pg_walfile_name(lsn) as "lastLog" from pg_backup_stop(wait_for_archive => false)`.execute(
		db,
	)
	const [end] = rows
	const firstLog = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(end?.label ?? '')?.[1]
	if (!end || !firstLog) throw new Error('The base backup ended without its label')
	return { ...end, firstLog }
}

/** Marks the database as being backed up until `unlockBackup`, or until the session ends. */
export async function lockBackupOfSession(session: Db): Promise<void> {
	await sql`select pg_advisory_lock_shared(${sql.lit(BACKUP_LOCK)})`.execute(session)
}

/** Ends the mark of `lockBackupOfSession`. */
export async function unlockBackup(session: Db): Promise<void> {
	await sql`select pg_advisory_unlock_shared(${sql.lit(BACKUP_LOCK)})`.execute(session)
}
