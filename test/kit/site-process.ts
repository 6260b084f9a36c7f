import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { register } from '#contract/sessions.ts'
import { call, type Transport } from '#web/app/api-client.ts'
import { BARE_ENV } from './bare-env.ts'
import { PASSWORD } from './password.ts'
import { prepareSeedData } from './seed-data.ts'

/** The real site in its own process, as `npm start` runs it after the build; killed when it goes out of scope. */
export interface SiteProcess extends AsyncDisposable {
	/** Its loopback URL, whatever its public one. */
	url: string
	/** Origin of the pages if it is not the site's own: the app bundles its pages. */
	clientOrigin?: string
	/** Its data folder. */
	dataDir: string
	child: ChildProcess
	/** Returns its output so far. */
	output: () => string
	/** Time from the start of the process until it was ready, in milliseconds. */
	startedInMs: number
	/** Stops it with a signal and returns its exit code, or null if the signal killed it. */
	stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Temporary storage for a site's data: a folder, and with TEST_DATABASE_URL a database on that server. */
export interface DataLocation extends AsyncDisposable {
	env: Record<string, string>
}

/** Creates an empty data location. */
export async function createDataLocation(): Promise<DataLocation> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	const server = process.env.TEST_DATABASE_URL
	// A process ID alone can have been used before
	const name = `savepoint_test_${process.pid}_${randomUUID().slice(0, 8)}`
	const env: Record<string, string> = { DATA_DIR: folder }
	if (server) {
		await runOnServer(server, `create database ${name} template template0`)
		const address = new URL(server)
		address.pathname = `/${name}`
		env.DATABASE_URL = address.href
	}
	return {
		env,
		async [Symbol.asyncDispose]() {
			if (server) await runOnServer(server, `drop database if exists ${name} with (force)`)
			await rm(folder, { recursive: true, force: true })
		},
	}
}

/** Creates a data location with the data of a first start: the tables and the built-in games. */
export async function createSeededLocation(): Promise<DataLocation> {
	const place = await createDataLocation()
	// On a database server, each site loads them itself
	if (!process.env.TEST_DATABASE_URL) await cp(await prepareSeedData(), place.env.DATA_DIR ?? '', { recursive: true })
	return place
}

async function runOnServer(url: string, statement: string): Promise<void> {
	const client = new pg.Client(url)
	await client.connect()
	await client.query(statement)
	await client.end()
}

/**
 * Starts the site on a free loopback port; `onOutput` receives the whole output so far whenever it prints. Throws with the
 * output if the process ends before it is ready.
 */
export async function startProcess(
	place: DataLocation,
	env: Record<string, string> = {},
	onOutput: (printed: string) => void = () => {},
): Promise<SiteProcess> {
	const cwd = path.resolve(import.meta.dirname, '../..')
	const all = { NODE_ENV: 'production', LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000', ...place.env, ...env }
	return startCommand([process.execPath, 'src/main.ts'], { cwd, env: all }, onOutput)
}

/** Starts the site with a command of its own, in a bare environment with the given variables, else like `startProcess`. */
export async function startCommand(
	[program = '', ...args]: readonly string[],
	{ cwd, env, uid, gid }: { cwd: string; env: Record<string, string>; uid?: number; gid?: number },
	onOutput: (printed: string) => void = () => {},
): Promise<SiteProcess> {
	const began = performance.now()
	const child = spawn(program, args, {
		cwd,
		...(uid === undefined || gid === undefined ? {} : { uid, gid }),
		env: { ...BARE_ENV, HOST: '127.0.0.1', PORT: '0', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	let printed = ''
	const ready = new Promise<string>((resolve, reject) => {
		const read = (bytes: Buffer) => {
			printed += bytes.toString()
			onOutput(printed)
			const port = /^Savepoint is ready: .*?(\d+)\)?$/m.exec(printed)?.[1]
			if (port) resolve(`http://127.0.0.1:${port}`)
		}
		child.stdout.on('data', read)
		child.stderr.on('data', read)
		child.once('exit', (code) => reject(new Error(`The site ended with ${code} before it was ready:\n${printed}`)))
	})
	const url = await ready
	const site: SiteProcess = {
		url,
		dataDir: env.DATA_DIR ?? '',
		child,
		output: () => printed,
		startedInMs: performance.now() - began,
		async stop(signal = 'SIGTERM') {
			if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
			const exited = once(child, 'exit')
			child.kill(signal)
			const [code] = (await exited) as [number | null]
			return code
		},
		async [Symbol.asyncDispose]() {
			await site.stop('SIGKILL')
		},
	}
	return site
}

/** Creates the typed client's transport to a site, authenticated by the access token. */
export function createTransport(site: Pick<SiteProcess, 'url'>, token?: string): Transport {
	return async ({ method, url, headers, body, signal }) => {
		const answer = await fetch(`${site.url}${url}`, {
			method,
			headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
			...(body === undefined ? {} : { body }),
			...(signal ? { signal } : {}),
		})
		return { status: answer.status, body: await answer.json() }
	}
}

/** Registers a new user on a site. */
export async function registerUser(
	site: Pick<SiteProcess, 'url'>,
	username: string,
): Promise<{ id: string; token: string }> {
	const body = { username, email: `${username}@example.org`, password: PASSWORD }
	const { user, tokens } = await call(createTransport(site), register, { body })
	return { id: user.id, token: tokens.accessToken }
}
