import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Tables } from '#server/db/tables.ts'

/** How many rows of each kind there are. */
export interface DataSize {
	games: number
	users: number
	reviews: number
	likes: number
}

export const LARGE: DataSize = { games: 100_000, users: 100_000, reviews: 1_000_000, likes: 2_000_000 }
export const EMBEDDED: DataSize = { games: 10_000, users: 10_000, reviews: 20_000, likes: 40_000 }
export const SMALL: DataSize = { games: 1_000, users: 1_000, reviews: 10_000, likes: 20_000 }

const DAY_MS = 24 * 60 * 60 * 1000
// The data ends on the day it was made; later the rankings of the week would be empty.
const KEPT_DAYS = 7

/**
 * Opens the database `name` on the server of `adminUrl`, filled with data of this size: the one made before, or a new
 * one where the size, the generator or the migrations have changed, or the data is a week old.
 */
export async function openServerData(
	adminUrl: string,
	name: string,
	size: DataSize,
	say: (sentence: string) => void,
): Promise<{ database: Database; url: string }> {
	const address = new URL(adminUrl)
	address.pathname = `/${name}`
	const url = address.href
	const kept = await openKept(url, size)
	if (kept) return { database: kept, url }

	const admin = new pg.Client({ connectionString: adminUrl })
	await admin.connect()
	try {
		await admin.query(`drop database if exists ${admin.escapeIdentifier(name)} with (force)`)
		await admin.query(`create database ${admin.escapeIdentifier(name)} template template0 encoding 'UTF8'`)
	} finally {
		await admin.end()
	}
	const database = await openDatabase({ url })
	await fill(database, size, say)
	return { database, url }
}

/** Fills a new database with data of this size. */
export async function fill(database: Database, size: DataSize, say: (sentence: string) => void): Promise<void> {
	await migrate(database.db)
	const statements = (await readSql('data.sql')).split(/;\s*$/m).filter((statement) => /^(?!--)\S/m.test(statement))
	const today = dayOf(Date.now())
	const large = size.reviews >= 100_000
	await database.db.connection().execute(async (db) => {
		const run = (text: string) => sql.raw(text).execute(db)
		await run('set statement_timeout = 0')
		if (large) await run(`set work_mem = '512MB'`)
		if (large) await run(`set maintenance_work_mem = '1GB'`)
		await run('set synchronous_commit = off')
		await run('set jit = off')
		// each table is read whole
		await run('set enable_nestloop = off')
		for (const [name, value] of Object.entries({ ...size, today })) await run(`set bench.${name} = '${value}'`)
		const indexes = await dropIndexes(db)
		for (const statement of [...statements, ...indexes, 'vacuum analyze']) {
			const startedMs = Date.now()
			await run(statement)
			const seconds = (Date.now() - startedMs) / 1000
			if (seconds > 2) say(`  ${titleOf(statement)}: ${seconds.toFixed(1)} s`)
		}
		await assertCounts(db)
		await run('create table bench_data (fingerprint text not null, day date not null)')
		await run(`insert into bench_data values ('${await fingerprint(size)}', '${today}')`)
	})
}

/** The database as an earlier run left it; undefined where there is none, or it does not fit this program. */
async function openKept(url: string, size: DataSize): Promise<Database | undefined> {
	let database: Database
	try {
		database = await openDatabase({ url })
	} catch (error) {
		const missing = '3D000'
		if ((error as { code?: string }).code === missing) return undefined
		throw error
	}
	try {
		const { rows } = await sql<{ day: string; fingerprint: string }>`select day, fingerprint from bench_data`.execute(
			database.db,
		)
		const [made] = rows
		const young = made !== undefined && Date.now() - Date.parse(made.day) < KEPT_DAYS * DAY_MS
		if (young && made.fingerprint === (await fingerprint(size)) && (await migrate(database.db)).length === 0)
			return database
	} catch {
		// unfinished, or of other migrations: it is made anew
	}
	await database.close()
	return undefined
}

/** Drops the indexes that no constraint needs, and returns the statements that make them again: filled in one go they take a fraction. */
async function dropIndexes(db: Kysely<Tables>): Promise<string[]> {
	const { rows } = await sql<{ name: string; definition: string }>`
		select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
		from pg_index join pg_class on pg_class.oid = indexrelid
		where relnamespace = 'public'::regnamespace and not indisunique`.execute(db)
	for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
	return rows.map(({ definition }) => definition)
}

/** Throws when a kept count differs from its facts. */
async function assertCounts(db: Kysely<Tables>): Promise<void> {
	const { rows } = await sql.raw<Record<string, number>>(await readSql('counts.sql')).execute(db)
	const wrong = Object.entries(rows[0] ?? {}).filter(([, n]) => n !== 0)
	if (rows.length === 0 || wrong.length > 0)
		throw new Error(`Kept counts differ from their facts: ${JSON.stringify(Object.fromEntries(wrong))}`)
}

async function fingerprint(size: DataSize): Promise<string> {
	return createHash('sha256')
		.update(JSON.stringify(size))
		.update(await readSql('data.sql'))
		.digest('hex')
}

function readSql(name: string): Promise<string> {
	return readFile(new URL(name, import.meta.url), 'utf8')
}

function titleOf(statement: string): string {
	return statement
		.replace(/^--.*$/gm, '')
		.trim()
		.split(/\s+/)
		.slice(0, 4)
		.join(' ')
}

function dayOf(timeMs: number): string {
	return new Date(timeMs).toISOString().slice(0, 10)
}
