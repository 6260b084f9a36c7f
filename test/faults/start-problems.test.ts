import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { getServerUrl } from '#kit/database-server.ts'
import { NO_REDIS, startRedis } from '#kit/peers/redis-server.ts'
import { createDataLocation, createSeededLocation, startProcess } from '#kit/site-process.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { loadOrCreateSecret } from '#server/lifecycle/secret-keys.ts'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'
import { openSite } from '#server/site.ts'

const REDIS_REASON = NO_REDIS ? `. ${NO_REDIS}` : ''
const cleanups: (() => PromiseLike<unknown>)[] = []
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function newFolder(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	cleanups.push(() => rm(folder, { recursive: true, force: true }))
	return folder
}

async function newPlace(create = createSeededLocation) {
	const place = await create()
	cleanups.push(() => place[Symbol.asyncDispose]())
	return place
}

/** What an operator reads who starts the site with settings that cannot work. */
async function sentenceOf(env: Record<string, string>): Promise<string> {
	const settings = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: await newFolder(), ...env }
	try {
		const site = await openSite(readConfig(settings), () => {})
		await site.close()
	} catch (error) {
		const sentence = describeStartupError(error)
		expect(sentence).not.toMatch(/\n|\bat .*:\d+:\d+|undefined|\[object/)
		return sentence
	}
	throw new Error('The site has started')
}

/** A listener on a port of the loopback. */
async function listening(other: net.Server): Promise<number> {
	other.listen(0, '127.0.0.1')
	await once(other, 'listening')
	cleanups.push(async () => other.close())
	return (other.address() as AddressInfo).port
}

test.each([
	[{ HOST: '203.0.113.7' }, 'HOST must be an address of this machine, or :: for all of them, not "203.0.113.7".'],
	[
		{ HOST: 'nowhere.invalid' },
		'HOST must be an address of this machine, or :: for all of them, not "nowhere.invalid".',
	],
	[
		{ METRICS_PORT: '0', METRICS_HOST: '203.0.113.7' },
		'METRICS_HOST must be an address of this machine, or :: for all of them, not "203.0.113.7".',
	],
	[{ PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT must be another port than PORT, not 9464.'],
	[{ DATA_DIR: '/dev/null' }, 'DATA_DIR must be a folder, or a path where one can be created: '],
	[{ DATA_DIR: '/dev/null/x' }, 'DATA_DIR must be a folder, or a path where one can be created: '],
	[{ DATA_DIR: `/tmp/${'x'.repeat(300)}` }, 'DATA_DIR must be a folder, or a path where one can be created: '],
	[
		{ DATABASE_URL: 'postgres://me@localhost/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem' },
		'DATABASE_URL is invalid: ENOENT: no such file or directory',
	],
	[{ DATABASE_URL: 'postgres://me@127.0.0.1:1/x' }, 'The database cannot be reached: '],
	[{ DATABASE_URL: 'postgres://me@nowhere.invalid/x' }, 'The database cannot be reached: '],
	[{ DATABASE_URL: 'postgres:///x?host=/nowhere' }, 'The database cannot be reached: '],
])('%o is reported in a sentence', async (env: Record<string, string>, sentence) => {
	const message = await sentenceOf({ DATABASE_WAIT_SECONDS: '0', ...env })
	expect(message.slice(0, sentence.length)).toBe(sentence)
})

test('a host of another machine is refused before anything connects to it', async () => {
	const contacted: unknown[] = []
	const watch = (socket: unknown) => contacted.push(socket)
	subscribe('net.client.socket', watch)
	cleanups.push(async () => unsubscribe('net.client.socket', watch))
	for (const port of ['3000', '0']) {
		const host = { HOST: '203.0.113.7', PORT: port }
		expect(await sentenceOf(host)).toContain('HOST must be an address of this machine')
	}
	expect(contacted).toEqual([])
})

test('of two workers one warns of a wrong name and of a missing admin', async () => {
	const place = await newPlace()
	const site = await startProcess(place, { WORKERS: '2', TRUSTED_PROXY: '1' })
	cleanups.push(() => site[Symbol.asyncDispose]())
	const count = (words: string) => site.output().split(words).length - 1
	expect(count('There is no setting TRUSTED_PROXY, so it is ignored. The nearest name is TRUSTED_PROXIES.')).toBe(1)
	expect(count('This site has no admin.')).toBe(1)
})

test('a taken port is reported before anything is opened', async () => {
	const port = await listening(net.createServer())
	const folder = path.join(await newFolder(), 'not-made')
	expect(await sentenceOf({ METRICS_PORT: String(port), DATA_DIR: folder })).toBe(
		`The port is in use by another program. Stop that program, or set METRICS_PORT to another port: ${port} is taken.`,
	)
	expect(await sentenceOf({ PORT: String(port), DATA_DIR: folder })).toBe(
		`The port is in use by another program. Stop that program, or set PORT to another port: ${port} is taken.`,
	)
	await expect(writeFile(path.join(folder, 'x'), '')).rejects.toThrow('ENOENT')
})

test.each([
	['a web server', () => http.createServer((_request, response) => response.end('Hello'))],
	[
		'a server that speaks first',
		() => net.createServer((socket) => socket.on('error', () => {}).write('SSH-2.0-x\r\n')),
	],
	[
		'a cache',
		() => net.createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write('-ERR\r\n'))),
	],
	['an echo', () => net.createServer((socket) => socket.on('error', () => {}).pipe(socket))],
])('%s in place of PostgreSQL is reported at once', async (_what, make) => {
	const port = await listening(make())
	expect(await sentenceOf({ DATABASE_URL: `postgres://me:word@127.0.0.1:${port}/x` })).toBe(
		`The server at 127.0.0.1:${port}, which DATABASE_URL names, is not a PostgreSQL server.`,
	)
})

const WEB_SERVER = () => http.createServer((_request, response) => response.end('Hello'))
const NO_REDIS_SERVER =
	/^The server at 127\.0\.0\.1:\d+, which REDIS_URL names, does not answer as a Redis server: .+\.$/
test.each([
	['a web server', WEB_SERVER, 'redis:'],
	[
		'a server that speaks first',
		() => net.createServer((socket) => socket.on('error', () => {}).write('SSH-2.0-x\r\n')),
		'redis:',
	],
	['a silent server', () => net.createServer((socket) => socket.on('error', () => {})), 'redis:'],
	['a server that closes', () => net.createServer((socket) => socket.destroy()), 'redis:'],
	['an echo', () => net.createServer((socket) => socket.on('error', () => {}).pipe(socket)), 'redis:'],
])('%s in place of Redis is reported at once', async (_what, make, protocol) => {
	const port = await listening(make())
	expect(await sentenceOf({ REDIS_URL: `${protocol}//me:word@127.0.0.1:${port}/1` })).toMatch(NO_REDIS_SERVER)
})

test('a server without TLS in place of Redis with TLS is reported at once', async () => {
	const port = await listening(WEB_SERVER())
	expect(await sentenceOf({ REDIS_URL: `rediss://127.0.0.1:${port}` })).toMatch(
		/^The connection to Redis cannot be secured: .+\.$/,
	)
})

test.skipIf(NO_REDIS)(`a wrong password, user or database of Redis is reported at once${REDIS_REASON}`, async () => {
	const redis = await startRedis({ password: 'right' })
	cleanups.push(() => redis[Symbol.asyncDispose]())
	const address = `127.0.0.1:${redis.port}`
	const rejected = /^The Redis server rejects the user name or password in REDIS_URL \((WRONGPASS|NOAUTH) .+\)\.$/
	for (const login of ['', ':wrong@', 'nobody:right@'])
		expect(await sentenceOf({ REDIS_URL: `redis://${login}${address}` })).toMatch(rejected)
	expect(await sentenceOf({ REDIS_URL: `redis://:right@${address}/99` })).toBe(
		'The Redis server that REDIS_URL names cannot count for this site: ERR DB index is out of range.',
	)
	await redis.command('replicaof', '127.0.0.1', '1')
	expect(await sentenceOf({ REDIS_URL: redis.url })).toMatch(
		/^The Redis server that REDIS_URL names cannot count for this site: READONLY .+\.$/,
	)
})

test('processes that start at once on a new folder agree on its secret', async () => {
	const folder = path.join(await newFolder(), 'new')
	const secrets = await Promise.all(Array.from({ length: 16 }, () => loadOrCreateSecret(folder)))
	expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(1)
	expect(secrets.filter(({ isNew }) => isNew)).toHaveLength(1)
	// As a process leaves it that has created the file and has yet to write it
	await writeFile(path.join(folder, 'secret'), '')
	const waiting = loadOrCreateSecret(folder)
	await writeFile(path.join(folder, 'secret'), 'x'.repeat(43))
	expect(await waiting).toEqual({ secret: 'x'.repeat(43), isNew: false })
})

test('an invalid secret is reported in a sentence', async () => {
	const folder = await newFolder()
	await writeFile(path.join(folder, 'secret'), 'short')
	expect(await sentenceOf({ DATA_DIR: folder })).toContain('does not contain a secret')
	await rm(path.join(folder, 'secret'))
	await mkdir(path.join(folder, 'secret'))
	expect(await sentenceOf({ DATA_DIR: folder })).toMatch(/^DATA_DIR must be a folder.*EISDIR/)
})

test('a damaged database in the data folder is reported in a sentence', async () => {
	const folder = await newFolder()
	await (await openDatabase({ folder })).close()
	await writeFile(path.join(folder, 'postgres/data/global/pg_control'), '')
	expect(await sentenceOf({ DATA_DIR: folder })).toMatch(
		/^The database server in .*\/postgres cannot start: .*pg_control.*\. Its log is .*\/postgres\/log\.$/,
	)
})

test('a failed start exits with code 1 and a sentence', async () => {
	const error = await startProcess(await newPlace(), { HOST: '203.0.113.7' }).catch((cause: Error) => cause)
	expect((error as Error).message).toBe(
		'The site ended with 1 before it was ready:\nHOST must be an address of this machine, or :: for all of them, not "203.0.113.7".\n',
	)
})

/** Runs statements on the database of a place, or on another one of its server. */
async function run(url: string, ...statements: string[]): Promise<void> {
	const client = new pg.Client(url)
	await client.connect()
	for (const statement of statements) await client.query(statement)
	await client.end()
}

async function newEmptyPlace() {
	const { env } = await newPlace(createDataLocation)
	const url = env.DATABASE_URL ?? ''
	return { env, url, name: new URL(url).pathname.slice(1) }
}

test.each([
	[
		'create table users (id int)',
		'The migration "001_baseline" was not applied. The database contains tables of another program (relation "users" already exists).',
	],
	[
		'create table schema_migrations (version text)',
		'The database contains tables of another program (column "name" does not exist).',
	],
])('%s in the database is told as of another program', async (statement, sentence) => {
	const { env, url } = await newEmptyPlace()
	await run(url, statement)
	expect(await sentenceOf(env)).toContain(sentence)
})

test('a database that is read only, as a standby is, is reported in a sentence', async () => {
	const { env, url, name } = await newEmptyPlace()
	await run(url, `alter database ${name} set default_transaction_read_only = on`)
	expect(await sentenceOf(env)).toBe(
		'The database is read-only. DATABASE_URL must name the primary server, not a standby, and allow writing.',
	)
})

test('a user without rights, a wrong name and a database that is not there are reported in sentences', async () => {
	const { url, name } = await newEmptyPlace()
	const role = `${name}_role`
	await run(getServerUrl(), `create role ${role} login`)
	cleanups.push(() => run(getServerUrl(), `drop role ${role}`))
	const as = (user: string, database: string) => {
		const address = new URL(url)
		address.username = user
		address.pathname = `/${database}`
		return { DATABASE_URL: address.href }
	}
	expect(await sentenceOf(as(role, name))).toMatch(
		/^The database user lacks a permission: permission denied for schema public\./,
	)
	expect(await sentenceOf(as(`${role}_x`, name))).toMatch(
		/^The database cannot be reached: it rejects the user name or password/,
	)
	expect(await sentenceOf(as(role, `${name}_x`))).toMatch(
		/^The database cannot be reached: database ".*" does not exist\./,
	)
})

test('a database that stores no Unicode is reported in a sentence', async () => {
	const { url, name } = await newEmptyPlace()
	const other = `${name}_ascii`
	await run(getServerUrl(), `create database ${other} template template0 encoding 'SQL_ASCII' locale 'C'`)
	cleanups.push(() => run(getServerUrl(), `drop database ${other} with (force)`))
	expect(await sentenceOf({ DATABASE_URL: url.replace(name, other) })).toMatch(
		/^The database has the encoding SQL_ASCII\. /,
	)
})

test('a process with another secret on the same database is named and not joined', async () => {
	const place = await newPlace()
	const first = await startProcess(place, { SECRET_KEY: 'the first of two secrets, long enough' })
	cleanups.push(() => first[Symbol.asyncDispose]())
	const sentence = await sentenceOf({ ...place.env, SECRET_KEY: 'the other of two secrets, long enough' })
	expect(sentence).toContain(`Another secret is in use on this database (process ${first.child.pid} on `)
	const second = await startProcess(place, { SECRET_KEY: 'the first of two secrets, long enough' })
	cleanups.push(() => second[Symbol.asyncDispose]())
})
