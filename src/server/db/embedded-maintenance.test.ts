import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMigratedDatabase } from '#kit/migrated-dump.ts'
import { maintainEmbedded } from './embedded-maintenance.ts'
import type { Db } from './tables.ts'

const ROUNDS = 6
const ROWS = 2_000

test('a table that is rewritten many times takes the space of a few copies', async () => {
	const { db, close } = await openMigratedDatabase()
	await sql`create table texts (n int primary key, words text)`.execute(db)
	await rewrite(db)
	expect(await maintainEmbedded(db)).toBe('public.texts')
	const before = await measureTable(db)
	for (let round = 0; round < ROUNDS; round++) {
		await rewrite(db)
		await rewrite(db)
		while (await maintainEmbedded(db));
	}
	const after = await measureTable(db)
	// The current rows, and those of the last two rewrites
	expect(after).toBeLessThan(4 * before)
	await close()
})

test('an embedded database writes a checkpoint once its log exceeds the limit', async () => {
	const { db, close } = await openMigratedDatabase()
	await sql`select pg_logical_emit_message(false, '', repeat('x', 80000000))`.execute(db)
	expect(await measureWal(db)).toBeGreaterThan(64_000_000)
	await maintainEmbedded(db)
	expect(await measureWal(db)).toBeLessThan(1_000_000)
	await close()
})

/** Deletes and inserts all rows, like replacing the games of a list. */
async function rewrite(db: Db): Promise<void> {
	await sql`delete from texts`.execute(db)
	await sql`insert into texts select n, repeat('x', 900) from generate_series(1, ${sql.lit(ROWS)}) n`.execute(db)
	// Statistics are otherwise flushed a second later
	await sql`select pg_stat_force_next_flush()`.execute(db)
}

async function measureTable(db: Db): Promise<number> {
	const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('texts')::float8 as bytes`.execute(db)
	return rows[0]?.bytes ?? 0
}

async function measureWal(db: Db): Promise<number> {
	const { rows } = await sql<{ bytes: number }>`
		select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()`.execute(db)
	return rows[0]?.bytes ?? 0
}
