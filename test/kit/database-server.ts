import { randomUUID } from 'node:crypto'
import { rmSync, statfsSync } from 'node:fs'
import { chmod, glob, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import { stopOrphan } from '#server/db/bundled/postmaster-file.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Cluster, startCluster } from './peers/postgres-cluster.ts'
import { isAlive } from './signals.ts'

/** What a new database contains: all migrations, or those and the built-in games, as after a first start. */
export type Template = 'migrated' | 'seeded'

/** A database of a test, on the server of this run. */
export interface TestDatabase extends AsyncDisposable {
	url: string
}

// Set by the global setup, for the processes of the tests: the server, and the name of its templates without the last word
const SERVER = 'TEST_DATABASE_URL'
const TEMPLATES = 'TEST_DATABASE_TEMPLATES'
/** A run has two processes of tests at most, each with sites of ten connections. */
const SETTINGS = { max_connections: '300', max_wal_size: '128MB' }
/** The role of empty databases. */
const OWNER = 'savepoint_test_owner'
/** A folder in memory, where creating and dropping a database takes a tenth of the time. */
const MEMORY_FOLDER = '/dev/shm'
/** Of the folders of these servers; the ID of the run's process follows. */
const SERVER_PREFIX = 'savepoint-test-server-'
const MIN_MEMORY_BYTES = 4 * 1024 ** 3
/** On a busy machine, a statement may wait long for a connection. */
export const CONNECTION_TIMEOUT_MS = 20_000

/** Returns the URL of this run's server, whose role is a superuser. */
export function getServerUrl(): string {
	const url = process.env[SERVER]
	if (!url) throw new Error(`There is no database server: the global setup of the tests sets ${SERVER}.`)
	return url
}

/**
 * Creates a database, dropped when it goes out of scope: a copy of a template, or an empty one for a role that owns it and may do
 * nothing else, as operators make them.
 */
export async function createDatabase(template?: Template): Promise<TestDatabase> {
	// A process ID alone can have been used before
	const name = `savepoint_test_${process.pid}_${randomUUID().slice(0, 8)}`
	const source = template ? `template ${process.env[TEMPLATES]}_${template}` : `owner ${OWNER} template template0`
	await runOnServer(`create database ${name} ${source}`)
	return {
		url: toDatabaseUrl(name, template ? undefined : OWNER),
		[Symbol.asyncDispose]: () => runOnServer(`drop database if exists ${name} with (force)`),
	}
}

/**
 * Opens a new migrated database for exclusive use, with the limits of requests, or without any for what commands do. It is
 * dropped when it is closed.
 */
export async function openMigratedDatabase(limits: { statementTimeoutMs?: 0 } = {}): Promise<Database> {
	const created = await createDatabase('migrated')
	const database = await openDatabase({ url: created.url, connectionTimeoutMs: CONNECTION_TIMEOUT_MS, ...limits })
	return {
		...database,
		async close() {
			await database.close()
			await created[Symbol.asyncDispose]()
		},
	}
}

function toDatabaseUrl(name: string, role?: string): string {
	const url = new URL(getServerUrl())
	url.pathname = `/${name}`
	if (role) url.username = role
	return url.href
}

async function runOnServer(statement: string): Promise<void> {
	const client = new pg.Client(getServerUrl())
	await client.connect()
	try {
		await client.query(statement)
	} finally {
		await client.end()
	}
}

/**
 * The global setup of Vitest and Playwright: starts a server for the run, unless TEST_DATABASE_URL names one, and prepares the
 * templates. Returns the teardown.
 */
export default async function prepare(): Promise<() => Promise<void>> {
	const cluster = process.env[SERVER] ? undefined : await startServer()
	process.env[SERVER] ??= cluster?.url
	const base = `savepoint_test_${process.pid}`
	process.env[TEMPLATES] = base
	if (!cluster) await dropAbandonedDatabases()
	await createOwner()
	await createTemplate(`${base}_migrated`, 'template0', migrate)
	await createTemplate(`${base}_seeded`, `${base}_migrated`, (db) => loadBuiltinCatalog(db, Date.now, () => {}))
	return async () => {
		if (cluster) return cluster[Symbol.asyncDispose]()
		for (const name of ['migrated', 'seeded']) await runOnServer(`drop database ${base}_${name} with (force)`)
	}
}

async function startServer(): Promise<Cluster> {
	const folder = hasMemoryFolder() ? MEMORY_FOLDER : tmpdir()
	await removeAbandonedServers(folder)
	const parent = await mkdtemp(path.join(folder, `${SERVER_PREFIX}${process.pid}-`))
	// The server of root runs as another user
	await chmod(parent, 0o711)
	const cluster = await startCluster({ parent, settings: SETTINGS })
	// An aborted run must not leave it behind
	process.once('exit', () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))
	return cluster
}

/** Stops the servers of runs that were killed, and removes their folders. */
async function removeAbandonedServers(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		const run = Number(name.slice(SERVER_PREFIX.length).split('-')[0])
		if (!name.startsWith(SERVER_PREFIX) || !Number.isInteger(run) || isAlive(run)) continue
		for await (const data of glob(path.join(folder, name, '*/data'))) await stopOrphan(data, async () => false)
		await rm(path.join(folder, name), { recursive: true, force: true })
	}
}

function hasMemoryFolder(): boolean {
	try {
		const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
		return bavail * bsize >= MIN_MEMORY_BYTES
	} catch {
		// This system has none
		return false
	}
}

/** Creates the role that owns empty databases, with the password of the server's role. Another run may have done so. */
async function createOwner(): Promise<void> {
	const password = pg.escapeLiteral(decodeURIComponent(new URL(getServerUrl()).password))
	await runOnServer(`do $$ begin create role ${OWNER}; exception when duplicate_object then null; end $$`)
	await runOnServer(`alter role ${OWNER} login password ${password}`)
}

async function createTemplate(name: string, source: string, fill: (db: Database['db']) => Promise<unknown>) {
	await runOnServer(`create database ${name} template ${source}`)
	const { db, close } = await openDatabase({ url: toDatabaseUrl(name), statementTimeoutMs: 0 })
	try {
		await fill(db)
	} finally {
		await close()
	}
}

/** Drops the databases of processes that have ended. */
async function dropAbandonedDatabases(): Promise<void> {
	const client = new pg.Client(getServerUrl())
	await client.connect()
	try {
		const { rows } = await client.query<{ datname: string }>(
			`select datname from pg_database where datname like 'savepoint\\_test\\_%'`,
		)
		for (const { datname } of rows)
			if (!isAlive(Number(datname.split('_')[2]))) await client.query(`drop database if exists ${datname} with (force)`)
	} finally {
		await client.end()
	}
}
