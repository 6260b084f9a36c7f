import { subscribe } from 'node:diagnostics_channel'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openMigratedDatabase } from '#kit/migrated-dump.ts'
import { openDatabase } from './connect.ts'

let worker: Worker | undefined
subscribe('worker_threads', (message) => {
	worker = (message as { worker: Worker }).worker
})

test('a session of the embedded database that runs out of memory is replaced by a working one', async () => {
	const { db, close } = await openMigratedDatabase()
	await sql`set application_name = 'the first'`.execute(db)
	// More than shared memory can hold
	const locks = sql`select pg_advisory_lock(n) from generate_series(1, 1000000) n`.execute(db)
	await expect(locks).rejects.toMatchObject({ code: '53200' })
	const { rows } =
		await sql`select current_setting('application_name') as name, (select count(*)::int from pg_locks where locktype = 'advisory') as locks`.execute(
			db,
		)
	expect(rows).toEqual([{ name: '', locks: 0 }])
	await close()
})

test('an embedded database whose thread ends reports it and fails its statements', async () => {
	const lost = vi.fn()
	const { db } = await openMigratedDatabase(lost)
	const running = sql`select pg_sleep(600)`.execute(db)
	const failed = expect(running).rejects.toThrow('The embedded database has ended')
	await worker?.terminate()
	await failed
	expect(lost).toHaveBeenCalledWith(new Error('its thread ended with code 1'))
})

test('every file of an embedded database is accessible to its user only, in a new one too', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	const { db, close } = await openDatabase({ folder })
	await sql`create table later (n int)`.execute(db)
	await close()
	const open: string[] = []
	for (const name of await readdir(folder, { recursive: true }))
		if (((await stat(path.join(folder, name))).mode & 0o077) !== 0) open.push(name)
	expect(open).toEqual([])
	await rm(folder, { recursive: true })
})
