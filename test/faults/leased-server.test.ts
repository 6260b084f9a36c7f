import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { leaseServer, type ServerLease } from '#server/db/bundled/bundled-server.ts'
import { findNetworkShare } from '#server/db/bundled/folder-checks.ts'
import { readPostmaster } from '#server/db/bundled/postmaster-file.ts'

const BUNDLED = path.resolve(import.meta.dirname, '../../src/server/db/bundled')
const PATIENCE = { timeout: 60_000, interval: 20 }
const MAX_LOG_LINES = 5_000

// Creating a database costs more than most tests of it
let prepared: string

beforeAll(async () => {
	prepared = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	await (await leaseServer(prepared)).release()
})

afterAll(() => rm(prepared, { recursive: true, force: true }))

test('the server of a folder starts for its first holder, serves others too, and stops with the last', async () => {
	const folder = await newFolder()
	const [first, second] = await Promise.all([leaseServer(folder), leaseServer(folder)])
	expect(second.url).toBe(first.url)
	expect(await query(first, 'select current_user, version()')).toMatchObject([
		{ current_user: 'savepoint', version: expect.stringMatching(/^PostgreSQL 18\./) },
	])
	await first.release()
	expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
	await second.release()
	expect(await readState(folder)).toBeUndefined()
	const again = await leaseServer(folder)
	expect(again.url).toBe(first.url)
	await again.release()
})

test('the server is durable and small, and reached by its role and password through a private folder only', async () => {
	const folder = await newDataFolder()
	await using lease = await hold(folder)
	const settings = await query(
		lease,
		`select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'jit', 'listen_addresses', 'max_connections', 'max_wal_size', 'shared_buffers', 'server_encoding') order by name`,
	)
	expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
		fsync: 'on',
		synchronous_commit: 'on',
		full_page_writes: 'on',
		jit: 'off',
		listen_addresses: '',
		max_connections: '40',
		max_wal_size: '256',
		shared_buffers: '8192',
		server_encoding: 'UTF8',
	})
	expect(await query(lease, "select lower('ÄЖ') as lower, 'é' ~ '^\\w$' as word, 'a' < 'B' as linguistic")).toEqual([
		{ lower: 'äж', word: true, linguistic: false },
	])
	expect(await query(lease, 'select rolsuper, rolcreatedb from pg_roles where rolname = current_user')).toEqual([
		{ rolsuper: false, rolcreatedb: false },
	])
	const { mode } = await stat(path.join(folder, 'postgres'))
	expect(mode & 0o077).toBe(0)
	const open: string[] = []
	for (const name of await readdir(path.join(folder, 'postgres'), { recursive: true }))
		if (((await stat(path.join(folder, 'postgres', name))).mode & 0o077) !== 0) open.push(name)
	expect(open).toEqual([])
	const stranger = new URL(lease.url)
	stranger.password = 'guessed'
	await expect(query({ url: stranger.href }, 'select 1')).rejects.toMatchObject({ code: '28P01' })
	stranger.username = 'postgres'
	await expect(query({ url: stranger.href }, 'select 1')).rejects.toMatchObject({ code: '28000' })
})

test('a server that is killed starts again with everything that was committed', async () => {
	const folder = await newDataFolder()
	await using lease = await hold(folder)
	await query(lease, 'create table facts (n int)')
	for (let n = 1; n <= 3; n++) {
		await query(lease, `insert into facts values (${n})`)
		const before = await readPostmaster(path.join(folder, 'postgres/data'))
		process.kill(before?.pid ?? 0, 'SIGKILL')
		await expect
			.poll(() => query(lease, 'select array_agg(n order by n) as all from facts').catch(() => []), PATIENCE)
			.toEqual([{ all: Array.from({ length: n }, (_, index) => index + 1) }])
	}
})

test('the server stops when its only holder is killed, and a new holder finds what was committed', async () => {
	const folder = await newDataFolder()
	const holder = await startHolder(folder)
	await query(holder, 'create table facts as select 1 as n')
	holder.child.kill('SIGKILL')
	await expect.poll(() => readState(folder), PATIENCE).toBeUndefined()
	await using lease = await hold(folder)
	expect(await query(lease, 'select n from facts')).toEqual([{ n: 1 }])
})

test('a server whose supervisor was killed with its holder is stopped by the next holder', async () => {
	const folder = await newDataFolder()
	const holder = await startHolder(folder)
	await query(holder, 'create table facts as select 1 as n')
	const orphan = (await readPostmaster(path.join(folder, 'postgres/data')))?.pid
	for (const pid of findSupervisors(folder)) process.kill(pid, 'SIGKILL')
	holder.child.kill('SIGKILL')
	await once(holder.child, 'exit')
	expect(await readState(folder)).toBe('ready')
	await using lease = await hold(folder)
	expect(await query(lease, 'select n from facts')).toEqual([{ n: 1 }])
	expect((await readPostmaster(path.join(folder, 'postgres/data')))?.pid).not.toBe(orphan)
})

test('a server whose supervisor was stopped by someone starts again for its holder', async () => {
	const folder = await newDataFolder()
	await using lease = await hold(folder)
	for (const pid of findSupervisors(folder)) process.kill(pid, 'SIGTERM')
	await expect.poll(() => readState(folder), PATIENCE).toBeUndefined()
	await expect.poll(() => query(lease, 'select 1 as one').catch(() => []), PATIENCE).toEqual([{ one: 1 }])
})

test("the file of a killed server does not keep the next one from starting, even if it has another program's number", async () => {
	const folder = await newDataFolder()
	const file = path.join(folder, 'postgres/data/postmaster.pid')
	// A program of the user that runs the server
	const owner = await stat(path.join(folder, 'postgres/data'))
	const other = spawn('sleep', ['600'], { uid: owner.uid, gid: owner.gid })
	onTestFinished(() => void other.kill())
	for (const pid of [other.pid, 4_190_000]) {
		await writeFile(file, `${pid}\n${path.dirname(file)}\n1795640000\n5432\n${folder}/postgres\n\n\nready   \n`)
		await using lease = await hold(folder)
		expect(await query(lease, 'select 1 as one')).toEqual([{ one: 1 }])
	}
	expect(other.exitCode).toBeNull()
})

test('a data folder with a long path has its socket in a private folder with a shorter one', async () => {
	const folder = path.join(await newFolder(), 'x'.repeat(120))
	const lease = await leaseServer(folder)
	const socketFolder = decodeURIComponent(new URL(lease.url).hostname)
	expect(socketFolder.startsWith(tmpdir())).toBe(true)
	expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
	expect(await query(lease, 'select 1 as one')).toEqual([{ one: 1 }])
	await lease.release()
	expect(existsSync(socketFolder)).toBe(false)
})

test('what a killed creation has left does not keep a folder from getting its database', async () => {
	const folder = await newFolder()
	await mkdir(path.join(folder, 'postgres/data.unfinished/base'), { recursive: true })
	const lease = await leaseServer(folder)
	expect(await readdir(path.join(folder, 'postgres'))).not.toContain('data.unfinished')
	await lease.release()
})

test.each([
	['of the database of before', 'PG_VERSION', '18', 'has the database of an earlier Savepoint, which stays as it is.'],
	['of a newer PostgreSQL', 'data/PG_VERSION', '19', 'is of PostgreSQL 19, and this Savepoint brings 18.'],
	['of something else', 'notes.txt', 'mine', 'contains no database, but it is not empty.'],
	['of something else in place of the cluster', 'data/notes.txt', 'mine', 'contains no database, but it is not empty.'],
])('a folder %s is reported in a sentence, and stays as it is', async (_what, name, content, sentence) => {
	const folder = await newFolder()
	const file = path.join(folder, 'postgres', name)
	await mkdir(path.dirname(file), { recursive: true })
	await writeFile(file, content)
	await expect(leaseServer(folder)).rejects.toThrow(sentence)
	expect(await readFile(file, 'utf8')).toBe(content)
	expect(await readdir(path.join(folder, 'postgres'), { recursive: true })).toEqual(
		name.includes('/') ? [path.dirname(name), name] : [name],
	)
})

test('network shares are recognized, and local disks are none', () => {
	expect([0x6969, 0xff534d42, 0xfe534d42].map(findNetworkShare)).toEqual(['NFS', 'CIFS', 'SMB'])
	// ext, overlay, tmpfs, btrfs, xfs, and file systems of programs, which may be local
	expect([0xef53, 0x794c7630, 0x01021994, 0x9123683e, 0x58465342, 0x65735546].map(findNetworkShare)).toEqual(
		Array(6).fill(undefined),
	)
})

test('a server that cannot start is reported with its reason, and its files stay', async () => {
	const folder = await newDataFolder()
	const control = path.join(folder, 'postgres/data/global/pg_control')
	const copy = path.join(folder, 'copy')
	await cp(control, copy)
	await writeFile(control, 'damaged')
	await expect(leaseServer(folder)).rejects.toThrow(
		/^The database server in .* cannot start: .*pg_control.* Its log is /,
	)
	await cp(copy, control)
	await using lease = await hold(folder)
	expect(await query(lease, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)(
	'root that may not become another user gets a sentence that says what to do',
	async () => {
		const folder = await newFolder()
		const rights = ['setuid', 'setgid', 'setpcap', 'dac_override', 'dac_read_search', 'chown'].map((name) => `-${name}`)
		const node = [process.execPath, '--input-type=module', '-e', writeHolder(folder)]
		const child = spawn('setpriv', [`--bounding-set=${rights.join(',')}`, '--inh-caps=-all', ...node])
		const [[code], printed] = await Promise.all([once(child, 'exit'), text(child.stderr)])
		expect(code).toBe(1)
		expect(printed).toContain('PostgreSQL refuses to run as root, and this system does not let it run as another user')
		expect(printed).toContain('Run Savepoint as another user, or set DATABASE_URL.')
		expect(await readdir(folder)).toEqual([])
	},
)

test('the log of a server is bounded', async () => {
	const folder = await newFolder()
	for (const name of ['lease', 'log-pipe']) execFileSync('mkfifo', [path.join(folder, name)])
	const script = `i=0; while [ $i -lt ${MAX_LOG_LINES * 2.5} ]; do echo "line $i"; i=$((i+1)); done`
	const supervisor = spawn('/bin/sh', [path.join(BUNDLED, 'supervise.sh'), folder, '/bin/sh', '-c', script])
	const holder = spawn('/bin/sh', ['-c', `exec sleep 600 > ${path.join(folder, 'lease')}`])
	onTestFinished(() => void holder.kill())
	await once(supervisor, 'exit')
	const readLines = async (name: string) => (await readFile(path.join(folder, name), 'utf8')).trimEnd().split('\n')
	await expect.poll(async () => (await readLines('log')).at(-1), PATIENCE).toBe(`line ${MAX_LOG_LINES * 2.5 - 1}`)
	expect((await readLines('log')).length).toBe(MAX_LOG_LINES / 2)
	expect((await readLines('log.1')).length).toBe(MAX_LOG_LINES)
})

/** Creates an empty folder. */
async function newFolder(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	return folder
}

/** Creates a data folder with a database, a copy of the one that `beforeAll` has created. */
async function newDataFolder(): Promise<string> {
	const folder = await newFolder()
	execFileSync('cp', ['-a', `${prepared}/.`, folder])
	return folder
}

async function hold(folder: string): Promise<ServerLease & AsyncDisposable> {
	const lease = await leaseServer(folder)
	return { ...lease, [Symbol.asyncDispose]: lease.release }
}

/** Starts a process that holds the server of a folder until it ends. */
async function startHolder(folder: string): Promise<{ child: ChildProcess; url: string }> {
	const program = ['--input-type=module', '-e', writeHolder(folder)]
	const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
	onTestFinished(() => void child.kill('SIGKILL'))
	const [line] = (await once(child.stdout, 'data')) as [Buffer]
	return { child, url: line.toString().trim() }
}

/** Writes a program that prints the URL of the server of a folder, and holds it. */
function writeHolder(folder: string): string {
	const module = path.join(BUNDLED, 'bundled-server.ts')
	return `const { leaseServer } = await import(${JSON.stringify(module)})
		const { url } = await leaseServer(${JSON.stringify(folder)})
		process.stdout.write(url + '\\n')
		setInterval(() => {}, 1000)`
}

function findSupervisors(folder: string): number[] {
	return execFileSync('pgrep', ['-f', `supervise.sh ${folder}/postgres `], { encoding: 'utf8' })
		.split('\n')
		.filter(Boolean)
		.map(Number)
}

async function readState(folder: string): Promise<string | undefined> {
	return (await readPostmaster(path.join(folder, 'postgres/data')))?.state
}

async function query({ url }: Pick<ServerLease, 'url'>, statement: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client(url)
	client.on('error', () => {})
	await client.connect()
	try {
		return (await client.query<Record<string, unknown>>(statement)).rows
	} finally {
		await client.end()
	}
}
