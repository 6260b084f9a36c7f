import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { Redis } from 'ioredis'

/** The first server program in PATH; undefined if none is installed. */
const PROGRAM = ['redis-server', 'valkey-server']
	.flatMap((name) => (process.env.PATH ?? '').split(':').map((folder) => path.join(folder, name)))
	.find((file) => existsSync(file))

/** Why tests that need a Redis server are skipped; undefined if they are not. */
export const NO_REDIS = PROGRAM === undefined ? 'Neither redis-server nor valkey-server is installed.' : undefined

/** A test's own Redis server, which can be stopped and started again at the same address. */
export interface RedisServer extends AsyncDisposable {
	url: string
	port: number
	/** Starts the server, and resolves once it accepts connections. */
	start: () => Promise<void>
	/** Kills it with SIGKILL. */
	kill: () => Promise<void>
	/** Stops its process, whose connections stay open and silent. */
	freeze: () => void
	/** Lets a stopped process go on. */
	thaw: () => void
	/** Runs a command. */
	command: (name: string, ...args: readonly string[]) => Promise<unknown>
	/** Returns every key of a database with its time to live in milliseconds. */
	listKeys: (database?: number) => Promise<{ key: string; ttlMs: number }[]>
}

/** Starts a server in memory on a free loopback port, with a password if one is given. */
export async function startRedis({ password }: { password?: string } = {}): Promise<RedisServer> {
	const port = await findFreePort()
	const url = `redis://${password ? `:${encodeURIComponent(password)}@` : ''}127.0.0.1:${port}`
	let server: ChildProcess | undefined

	async function start(): Promise<void> {
		const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
		const child = spawn(PROGRAM ?? '', [...settings, ...(password ? ['--requirepass', password] : [])], {
			cwd: '/',
			stdio: ['ignore', 'pipe', 'ignore'],
		})
		server = child
		await new Promise<void>((resolve, reject) => {
			let printed = ''
			child.stdout?.on('data', (bytes: Buffer) => {
				printed = (printed + bytes).slice(-10_000)
				if (/ready to accept connections/i.test(printed)) resolve()
			})
			child.once('exit', (code) => reject(new Error(`Redis ended with ${code}:\n${printed}`)))
		})
	}

	async function kill(): Promise<void> {
		if (!server || server.exitCode !== null || server.signalCode !== null) return
		const exited = once(server, 'exit')
		server.kill('SIGKILL')
		await exited
	}

	async function withClient<T>(database: number, work: (client: Redis) => Promise<T>): Promise<T> {
		const client = new Redis(url, { db: database })
		// The command fails with it
		client.on('error', () => {})
		try {
			return await work(client)
		} finally {
			client.disconnect()
		}
	}

	// An aborted test must not leave a server behind
	process.once('exit', () => server?.kill('SIGKILL'))
	await start()
	return {
		url,
		port,
		start,
		kill,
		freeze: () => void server?.kill('SIGSTOP'),
		thaw: () => void server?.kill('SIGCONT'),
		command: (name, ...args) => withClient(0, (client) => client.call(name, ...args)),
		listKeys: (database = 0) =>
			withClient(database, async (client) => {
				const keys = await client.keys('*')
				return Promise.all(keys.map(async (key) => ({ key, ttlMs: await client.pttl(key) })))
			}),
		[Symbol.asyncDispose]: kill,
	}
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	await new Promise((resolve) => server.close(resolve))
	if (typeof address !== 'object' || address === null) throw new Error('No port is free')
	return address.port
}
