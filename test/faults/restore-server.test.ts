import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { BARE_ENV } from '#kit/bare-env.ts'
import { type DatabaseContents, readContents } from '#kit/database-contents.ts'
import { openMigratedDatabase } from '#kit/database-server.ts'
import { type Cluster, startCluster } from '#kit/peers/postgres-cluster.ts'
import { runCommand } from '#kit/run-command.ts'
import { startProcess } from '#kit/site-process.ts'
import { writeArchive } from '#server/backup/archive.ts'
import { addManifest } from '#server/backup/checksums.ts'
import { type Entry, parseManifest } from '#server/backup/entries.ts'
import { explainFailure } from '#server/backup/failures.ts'
import { readSite } from '#server/backup/read-site.ts'
import { RESTORE } from '#server/backup/restore-command.ts'
import { openSessionPool } from '#server/backup/session-pool.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'

// A restore into a server of its own, which can be killed
let cluster: Cluster
let folder: string
let entries: Entry[]
let file: string
let original: DatabaseContents

beforeAll(async () => {
	cluster = await startCluster()
	folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	const database = await openMigratedDatabase({ statementTimeoutMs: 0 })
	await sql`insert into users (id, username, email, email_key, created_at)
		select gen_random_uuid(), 'member_' || n, n || '@example.org', n || '@example.org', now() from generate_series(1, 100) n`.execute(
		database.db,
	)
	const contents = {
		database,
		pictures: undefined,
		secret: 'a secret for tests, long enough to be one',
		clock: Date.now,
	}
	entries = []
	for await (const entry of addManifest(readSite(contents))) entries.push(entry)
	await database.close()
	file = await write('whole', entries)
	const env = await createPlace('original')
	await restore(env)
	original = await readContents(env)
}, 120_000)

afterAll(async () => {
	await cluster?.[Symbol.asyncDispose]()
	if (folder) await rm(folder, { recursive: true, force: true })
})

test('a restore over one connection brings the same as over several', async () => {
	const env = await createPlace('alone')
	await restore({ ...env, DATABASE_CONNECTIONS: '1' })
	expect(await readContents(env)).toEqual(original)
	expect(original.rows.users).toHaveLength(100)
})

test('a site does not start after a killed restore, and the next restore starts over', async () => {
	const env = await createPlace('killed')
	const blocked = await blockPublishing(env)
	const child = startRestore(env)
	await blocked.reached()
	const exited = once(child, 'exit')
	child.kill('SIGKILL')
	await exited
	// The server ends what the process had begun although it waits
	await expect.poll(() => listSessions('killed', "application_name = 'savepoint'"), { timeout: 60_000 }).toEqual([])
	await blocked.release()

	const sentence = 'A restore into this database has not finished. Run npm run restore again'
	await expect(startProcess({ env, async [Symbol.asyncDispose]() {} })).rejects.toThrow(sentence)
	await restore(env)
	expect(await readContents(env)).toEqual(original)
	await using site = await startProcess({ env, async [Symbol.asyncDispose]() {} })
	expect(await site.stop()).toBe(0)
})

test('a restore whose server crashes says what it has left, and can be repeated', async () => {
	const env = await createPlace('crashed')
	const blocked = await blockPublishing(env)
	const failure = restore(env).then(
		() => undefined,
		(error: unknown) => explainFailure(error, '', readConfig(env)),
	)
	await blocked.reached()
	await cluster.kill()
	expect(await failure).toMatch(
		/closed the connection.*\nWhat it had loaded could not be removed.*drop schema savepoint_restoring cascade/,
	)
	expect(await readdir(env.DATA_DIR)).toEqual([])
	await cluster.start()
	await restore(env)
	expect(await readContents(env)).toEqual(original)
})

test('of two restores into one database, the second is refused', async () => {
	const [one, other] = [await createPlace('twice'), { DATA_DIR: path.join(folder, 'twice-2') }]
	const results = await Promise.allSettled([restore(one), restore({ ...one, ...other })])
	expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
	const [refusal] = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
	expect(refusal).toContain('The database is not empty')
	expect(await readContents(one)).toEqual(original)
})

test('tables that appear during a restore stay, and the restore is taken back', async () => {
	const env = await createPlace('raced')
	const blocked = await blockPublishing(env)
	const failure = expect(restore(env)).rejects.toThrow(/duplicate key|already exists/)
	await blocked.reached()
	await blocked.commit()
	await failure
	await assertNothingLeft(env, ['users'])
})

const repeatFirst = (rows: string) => rows + rows.slice(0, rows.indexOf('\n') + 1)
const removeFirst = (rows: string) => rows.slice(rows.indexOf('\n') + 1)

test.each([
	[
		'duplicate',
		'users',
		repeatFirst,
		/refuses rows of users: could not create unique index "users_pkey"\. Key .* is duplicated/,
	],
	['invalid', 'users', () => 'nonsense\n', /refuses rows of users: invalid input syntax for type uuid/],
	[
		'missing',
		'users',
		removeFirst,
		/refuses rows of user_counts: .* violates foreign key constraint .* is not present/,
	],
] as const)(
	'rows that the database refuses (%s) are named, and nothing is left',
	async (name, table, change, sentence) => {
		const changed = entries.map((entry) =>
			entry.path.startsWith(`tables/${table}/`)
				? { ...entry, bytes: Buffer.from(change(entry.bytes.toString())) }
				: entry,
		)
		const env = await createPlace(name)
		await expect(restore(env, await write(name, changed))).rejects.toThrow(sentence)
		await assertNothingLeft(env, [])
	},
)

test('a database user who may not create tables or schemas gets a sentence that says so', async () => {
	const env = await createPlace('guarded')
	await cluster.query('create role guest login')
	const address = new URL(env.DATABASE_URL)
	address.username = 'guest'
	const guest = { ...env, DATABASE_URL: address.href }
	await expect(restore(guest)).rejects.toThrow('The database user may not create tables')
	await query(env, 'grant create on schema public to guest')
	const failure = await restore(guest).catch((error: unknown) => explainFailure(error, '', undefined))
	expect(failure).toMatch(/^The database user lacks a permission: permission denied for database guarded/)
	await assertNothingLeft(env, [])
})

test('a failure cancels the work of the other sessions and refuses more', async () => {
	const { DATABASE_URL: url } = await createPlace('pool')
	const database = await openDatabase({ url, connections: 3, statementTimeoutMs: 0 })
	const pool = await openSessionPool(database, 2)
	const endless = pool.run(async (db) => void (await sql`select pg_sleep(1e6)`.execute(db)))
	const failing = pool.run(async (db) => void (await sql`select 1 / 0`.execute(db)))
	const waiting = pool.run(async (db) => void (await sql`select 1`.execute(db)))
	const outcomes = Promise.allSettled([endless, failing, waiting, waiting.catch(() => pool.acquire())])
	await expect(failing).rejects.toThrow('division by zero')
	await pool.cancel()
	expect((await outcomes).map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual([
		expect.stringContaining('canceling statement'),
		...Array(3).fill(expect.stringContaining('division by zero')),
	])
	// The first session still answers, to clean up
	await sql`select 1`.execute(pool.sessions[0].db)
	expect(await listSessions('pool', "query like '%sleep(%' and state = 'active'")).toEqual([])
	pool.close()
	await database.close()
})

/** Creates a database for a role that owns it and may do nothing else, as operators make them. */
async function createPlace(name: string): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
	const url = new URL(await cluster.createDatabase(name))
	await cluster.query(`create role ${name} login`)
	await cluster.query(`alter database ${name} owner to ${name}`)
	url.username = name
	return { DATABASE_URL: url.href, DATA_DIR: path.join(folder, name) }
}

/** Writes entries to a backup, with checksums of their own. */
async function write(name: string, changed: readonly Entry[]): Promise<string> {
	const written = path.join(folder, `${name}.backup`)
	const { sequences, missingPictures } = parseManifest(changed.at(-1) as Entry)
	async function* withoutManifest() {
		yield* changed.slice(0, -1)
		return { sequences, missingPictures }
	}
	await writeArchive(addManifest(withoutManifest()), written, undefined)
	return written
}

const restore = (env: Record<string, string>, from = file) => runCommand(RESTORE, [from], env)

function startRestore(env: Record<string, string>): ChildProcess {
	const child = spawn(process.execPath, ['src/restore.ts', file], { env: { ...BARE_ENV, ...env }, stdio: 'ignore' })
	onTestFinished(() => void child.kill('SIGKILL'))
	return child
}

/** Keeps a restore from its last step, by a table of the same name that nobody sees yet. */
async function blockPublishing({ DATABASE_URL: url }: { DATABASE_URL: string }) {
	const client = new pg.Client({ connectionString: url, application_name: 'blocker' })
	client.on('error', () => {})
	await client.connect()
	await client.query('begin')
	await client.query('create table users (n int)')
	const end = async (statement: string) => {
		await client.query(statement)
		await client.end()
	}
	return {
		reached: () =>
			expect
				.poll(() => listSessions(new URL(url).pathname.slice(1), "wait_event_type = 'Lock'"), { timeout: 60_000 })
				.toHaveLength(1),
		release: () => end('rollback'),
		commit: () => end('commit'),
	}
}

function listSessions(database: string, condition: string) {
	return cluster.query(`select pid from pg_stat_activity where datname = '${database}' and ${condition}`)
}

async function assertNothingLeft(env: { DATABASE_URL: string; DATA_DIR: string }, relations: string[]): Promise<void> {
	const found = await query(
		env,
		`select relname from pg_class where relkind in ('r', 'v', 'S') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
	)
	expect(found.map(({ relname }) => relname)).toEqual(relations)
	expect(await query(env, "select nspname from pg_namespace where nspname like 'savepoint%'")).toEqual([])
	expect(await query(env, "select extname from pg_extension where extname <> 'plpgsql'")).toEqual([])
	expect(await readdir(env.DATA_DIR)).toEqual([])
}

async function query({ DATABASE_URL: url }: { DATABASE_URL: string }, statement: string) {
	const client = new pg.Client(url)
	await client.connect()
	try {
		return (await client.query<Record<string, unknown>>(statement)).rows
	} finally {
		await client.end()
	}
}
