import { sql } from 'kysely'
import { isBackupRunning } from './backup-lock.ts'
import type { Db } from './tables.ts'

/** Write-ahead log since the last checkpoint. */
const MAX_WAL_BYTES = 64 * 1024 * 1024

/**
 * Vacuums and analyzes the table with the most dead rows, at the default thresholds of autovacuum, and writes a checkpoint
 * so that the log before it can be recycled. A PostgreSQL server does both in the background, the embedded database does
 * not. Handles at most one table per call, because requests wait for it. Returns its name, or undefined if none needs it.
 * Does nothing during a backup.
 */
export async function maintainEmbedded(db: Db): Promise<string | undefined> {
	if (await isBackupRunning(db)) return undefined
	const { rows } = await sql<{ name: string }>`
		select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
		where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
		order by n_dead_tup desc, n_mod_since_analyze desc limit 1`.execute(db)
	const name = rows[0]?.name
	if (name !== undefined) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(db)
	const { rows: wal } = await sql<{ bytes: number }>`
		select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()`.execute(db)
	if ((wal[0]?.bytes ?? 0) > MAX_WAL_BYTES) await sql`checkpoint`.execute(db)
	return name
}
