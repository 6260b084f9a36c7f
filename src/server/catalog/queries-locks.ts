import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

// Arbitrary advisory lock ids that nothing else on the server uses
const CATALOG_LOCK_ID = 5_091_158
const IMPORT_LOCK_ID = 5_091_159
const BUILTIN_LOCK_ID = 5_091_160

/** Blocks other transactions that add, merge or withdraw games until this one ends. */
export async function lockCatalog(transaction: Db): Promise<void> {
	await sql`select pg_advisory_xact_lock(${sql.lit(CATALOG_LOCK_ID)})`.execute(transaction)
}

/** Acquires the import lock for a connection; returns false if another one holds it. */
export async function tryAcquireImportLock(connection: Db): Promise<boolean> {
	const { rows } = await sql<{
		taken: boolean
	}>`select pg_try_advisory_lock(${sql.lit(IMPORT_LOCK_ID)}) as taken`.execute(connection)
	return rows[0]?.taken ?? false
}

export async function releaseImportLock(connection: Db): Promise<void> {
	await sql`select pg_advisory_unlock(${sql.lit(IMPORT_LOCK_ID)})`.execute(connection)
}

/** Waits for the built-in catalog's lock and acquires it for the connection. */
export async function acquireBuiltinLock(connection: Db): Promise<void> {
	await sql`select pg_advisory_lock(${sql.lit(BUILTIN_LOCK_ID)})`.execute(connection)
}

export async function releaseBuiltinLock(connection: Db): Promise<void> {
	await sql`select pg_advisory_unlock(${sql.lit(BUILTIN_LOCK_ID)})`.execute(connection)
}
