import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { gameWriter } from '#server/catalog/write-games.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { refreshRankings } from '#server/db/rankings.ts'
import { recount } from '#server/db/recount.ts'
import type { Tables } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

/** The number of rows of each kind, and of the most popular subjects among them. */
export interface DataSize {
	games: number
	users: number
	reviews: number
	likes: number
	comments: number
	follows: number
	lists: number
	/** The reviews of one game, each by another user. */
	gameReviews: number
	/** The reviews by one user. */
	authorReviews: number
	/** The comments on one review. */
	reviewComments: number
	/** Who follows one user. */
	followers: number
	/** The lists with one tag. */
	taggedLists: number
}

export const LARGE: DataSize = {
	games: 100_000,
	users: 250_000,
	reviews: 1_000_000,
	likes: 5_000_000,
	comments: 1_000_000,
	follows: 2_000_000,
	lists: 100_000,
	gameReviews: 200_000,
	authorReviews: 5_000,
	reviewComments: 10_000,
	followers: 50_000,
	taggedLists: 10_000,
}
export const SMALL: DataSize = scaleSize(0.01)

/** Scales the large size by a factor. */
export function scaleSize(factor: number): DataSize {
	const scaled = Object.entries(LARGE).map(([name, n]) => [name, Math.round(n * factor)])
	return Object.fromEntries(scaled) as DataSize
}

const DAY_MS = 24 * 60 * 60 * 1000
// The data ends on the day it was generated; after a week the weekly rankings would be empty
const MAX_AGE_DAYS = 7

/**
 * Opens the database `name` on the server of `adminUrl` with data of this size. Reuses an existing database unless the
 * size, the generator or the migrations have changed or the data is a week old.
 */
export async function openServerData(
	adminUrl: string,
	name: string,
	size: DataSize,
	log: (sentence: string) => void,
): Promise<{ database: Database; url: string }> {
	const address = new URL(adminUrl)
	address.pathname = `/${name}`
	const url = address.href
	const existing = await openExisting(url, size)
	if (existing) return { database: existing, url }

	const admin = new pg.Client({ connectionString: adminUrl })
	await admin.connect()
	try {
		await admin.query(`drop database if exists ${admin.escapeIdentifier(name)} with (force)`)
		await admin.query(`create database ${admin.escapeIdentifier(name)} template template0 encoding 'UTF8'`)
	} finally {
		await admin.end()
	}
	const database = await openDatabase({ url })
	await fillDatabase(database, size, log)
	return { database, url }
}

/** Migrates a new database and fills it with data of this size. */
export async function fillDatabase(database: Database, size: DataSize, log: (sentence: string) => void): Promise<void> {
	await migrate(database.db)
	const today = toDay(Date.now())
	const large = size.reviews >= 100_000
	await withoutStatementTimeout(database.db, async (db) => {
		const run = (text: string) => sql.raw(text).execute(db)
		if (large) await run(`set work_mem = '512MB'`)
		if (large) await run(`set maintenance_work_mem = '1GB'`)
		await run('set synchronous_commit = off')
		await run('set jit = off')
		// Every table is read in full
		await run('set enable_nestloop = off')
		for (const [name, value] of Object.entries({ ...size, today })) await run(`set bench.${name} = '${value}'`)
		const timed = async (title: string, work: () => Promise<unknown>) => {
			const startedMs = Date.now()
			await work()
			const seconds = (Date.now() - startedMs) / 1000
			if (seconds > 2) log(`  ${title}: ${seconds.toFixed(1)} s`)
		}
		const runAll = async (texts: readonly string[]) => {
			for (const text of texts) await timed(getTitle(text), () => run(text))
		}
		await runAll(splitStatements(await readSql('facts.sql')))
		// The importer uses the indexes to look up existing games
		await timed('import games', () => importGames(db))
		const indexes = await dropIndexes(db)
		await runAll([...splitStatements(await readSql('data.sql')), ...indexes])
		await timed('rankings and facets', () => refreshRankings(db))
		await run('vacuum analyze')
		await assertCounts(db)
		await run('create table bench_data (fingerprint text not null, day date not null)')
		// The connection returns to the pool
		await run('reset all')
		await run("set time zone 'UTC'")
		await run(`insert into bench_data values ('${await fingerprint(size)}', '${today}')`)
	})
}

const BATCH_SIZE = 500

/** Imports the games of `made_games` as the catalog's importers do. */
async function importGames(db: Kysely<Tables>): Promise<void> {
	const write = gameWriter(db, 'bench', Date.now)
	for (let after = 0; ; after += BATCH_SIZE) {
		const { rows } = await sql<GeneratedGame>`
			select * from made_games where n > ${after} and n <= ${after + BATCH_SIZE} order by n`.execute(db)
		if (rows.length === 0) return
		await write(
			rows.map(({ n, name, release_date, developer, publisher, genre, platforms, summary }) => ({
				sourceId: String(n),
				name,
				cover: null,
				releaseDate: release_date,
				developers: [developer],
				publishers: [publisher],
				genres: [genre],
				platforms,
				gameModes: ['Single-player'],
				summary,
				storyline: null,
				description: null,
				screenshots: [],
				websites: [],
				prominence: null,
				externalIds: [],
			})),
		)
	}
}

interface GeneratedGame {
	n: number
	name: string
	release_date: string
	developer: string
	publisher: string
	genre: string
	platforms: string[]
	summary: string
}

/** Opens the database of an earlier run; undefined if there is none or it is outdated. */
async function openExisting(url: string, size: DataSize): Promise<Database | undefined> {
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
		const [stamp] = rows
		const isFresh = stamp !== undefined && Date.now() - Date.parse(stamp.day) < MAX_AGE_DAYS * DAY_MS
		if (isFresh && stamp.fingerprint === (await fingerprint(size)) && (await migrate(database.db)).length === 0)
			return database
	} catch {
		// Incomplete, or with other migrations: create it again
	}
	await database.close()
	return undefined
}

/** Drops the indexes without a constraint and returns the statements that recreate them: building them at the end takes a fraction of the time. */
export async function dropIndexes(db: Kysely<Tables>): Promise<string[]> {
	const { rows } = await sql<{ name: string; definition: string }>`
		select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
		from pg_index join pg_class on pg_class.oid = indexrelid
		where relnamespace = 'public'::regnamespace and not indisunique`.execute(db)
	for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
	return rows.map(({ definition }) => definition)
}

/** Throws if a stored count differs from the rows that it counts. */
async function assertCounts(db: Kysely<Tables>): Promise<void> {
	const [wrong] = await recount(db)
	if (wrong) throw new Error(`Stored counts differ from the rows that they count: ${JSON.stringify(wrong)}`)
}

async function fingerprint(size: DataSize): Promise<string> {
	return createHash('sha256')
		.update(JSON.stringify(size))
		.update(await readSql('facts.sql'))
		.update(await readSql('data.sql'))
		.digest('hex')
}

function splitStatements(text: string): string[] {
	return text.split(/;\s*$/m).filter((statement) => /^(?!--)\S/m.test(statement))
}

function readSql(name: string): Promise<string> {
	return readFile(new URL(name, import.meta.url), 'utf8')
}

function getTitle(statement: string): string {
	return statement
		.replace(/^--.*$/gm, '')
		.trim()
		.split(/\s+/)
		.slice(0, 4)
		.join(' ')
}

function toDay(timeMs: number): string {
	return new Date(timeMs).toISOString().slice(0, 10)
}
