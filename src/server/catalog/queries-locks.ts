import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts'
import type { Db } from '#server/db/tables.ts'

/** Blocks other transactions that add, merge or withdraw games until this one ends. */
export async function lockCatalog(transaction: Db): Promise<void> {
	await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS.catalog)})`.execute(transaction)
}

/** Acquires the import lock for a connection; returns false if another one holds it. */
export async function tryAcquireImportLock(connection: Db): Promise<boolean> {
	const { rows } = await sql<{
		taken: boolean
	}>`select pg_try_advisory_lock(${sql.lit(ADVISORY_LOCKS.import)}) as taken`.execute(connection)
	return rows[0]?.taken ?? false
}

export async function releaseImportLock(connection: Db): Promise<void> {
	await sql`select pg_advisory_unlock(${sql.lit(ADVISORY_LOCKS.import)})`.execute(connection)
}

/** Waits for the built-in catalog's lock and acquires it for the connection. */
export async function acquireBuiltinLock(connection: Db): Promise<void> {
	await sql`select pg_advisory_lock(${sql.lit(ADVISORY_LOCKS.builtinCatalog)})`.execute(connection)
}

export async function releaseBuiltinLock(connection: Db): Promise<void> {
	await sql`select pg_advisory_unlock(${sql.lit(ADVISORY_LOCKS.builtinCatalog)})`.execute(connection)
}
