import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'

const MIGRATIONS = new URL('../../src/server/db/migrations/', import.meta.url)
const CACHE = new URL('../../node_modules/.cache/savepoint/', import.meta.url)

/** Returns the dump of an embedded database with all migrations applied. Cached, and rebuilt when the migrations change. */
export async function prepareMigratedDump(): Promise<URL> {
	const name = `migrated-${await migrationsHash()}.tar`
	const dump = new URL(name, CACHE)
	if (existsSync(dump)) return dump
	const fresh = await openDatabase({ memory: true })
	try {
		await migrate(fresh.db)
		await mkdir(CACHE, { recursive: true })
		const temporary = new URL(`${name}.${randomUUID()}`, CACHE)
		await writeFile(temporary, new Uint8Array(await fresh.dump()))
		await rename(temporary, dump)
	} finally {
		await fresh.close()
	}
	return dump
}

/** Opens a new migrated embedded database in memory. */
export async function openMigratedDatabase(onLost?: (error: Error) => void): Promise<Database> {
	const bytes = await readFile(await prepareMigratedDump())
	const dump = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
	return openDatabase({ memory: true, dump }, onLost)
}

async function migrationsHash(): Promise<string> {
	const hash = createHash('sha256')
	for (const name of (await readdir(MIGRATIONS)).sort())
		hash.update(name).update(await readFile(new URL(name, MIGRATIONS)))
	return hash.digest('hex').slice(0, 16)
}

/** Vitest's global setup: prepares the dump before the first test's timeout starts. */
export async function setup(): Promise<void> {
	if (!process.env.TEST_DATABASE_URL) await prepareMigratedDump()
}
