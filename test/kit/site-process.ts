import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { register } from '#contract/sessions.ts'
import { call, type Transport } from '#web/app/api-client.ts'
import { BARE_ENV } from './bare-env.ts'
import { createDatabase, type Template } from './database-server.ts'
import { PASSWORD } from './password.ts'

/** The real site in its own process, as `npm start` runs it after the build; killed when it goes out of scope. */
export interface SiteProcess extends AsyncDisposable {
	/** Its loopback URL, whatever its public one. */
	url: string
	/** Origin of the pages if it is not the site's own: the app bundles its pages. */
	clientOrigin?: string
	/** Its data folder. */
	dataDir: string
	/** The variables that lead to its data. */
	env: Readonly<Record<string, string>>
	child: ChildProcess
	/** Returns its output so far. */
	output: () => string
	/** Time from the start of the process until it was ready, in milliseconds. */
	startedInMs: number
	/** Stops it with a signal and returns its exit code, or null if the signal killed it. */
	stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Temporary storage for a site's data: a folder, and a database of this run's server unless the site brings its own. */
export interface DataLocation extends AsyncDisposable {
	env: Record<string, string>
}

/** Creates a data location with the data of a first start: the tables and the built-in games. */
export async function createSeededLocation(): Promise<DataLocation> {
	return createDataLocation('seeded')
}

/** Creates an empty data location whose site runs the bundled database server in it. */
export async function createBundledLocation(): Promise<DataLocation> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	return {
		env: { DATA_DIR: folder },
		// The server of a site that was killed may still be stopping
		[Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
	}
}

/** Creates a data location, empty or with a copy of a template. */
export async function createDataLocation(template?: Template): Promise<DataLocation> {
	const place = await createBundledLocation()
	const database = await createDatabase(template)
	return {
		env: { ...place.env, DATABASE_URL: database.url },
		async [Symbol.asyncDispose]() {
			await database[Symbol.asyncDispose]()
			await place[Symbol.asyncDispose]()
		},
	}
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
			// A line of the log, or of a version that printed the sentence alone
			const port = /Savepoint is ready: [^"\n]*?(\d+)\)?["\n]/.exec(printed)?.[1]
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
		env: pickPlace(env),
		child,
		output: () => printed,
		startedInMs: performance.now() - began,
		async stop(signal = 'SIGTERM') {
			if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
			closeIdleConnections()
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

/** Closes the idle connections of `fetch` in this process, for which a site that stops would wait. */
function closeIdleConnections(): void {
	const agents = new Set<Agent>()
	for (const key of AGENT_KEYS) {
		const agent = globals[key]
		if (agent) agents.add(agent)
	}
	for (const agent of agents) {
		const next = new agent.constructor()
		for (const key of AGENT_KEYS) if (globals[key] === agent) globals[key] = next
		// Waits for pending requests
		void agent.close()
	}
}

interface Agent {
	constructor: new () => Agent
	close: () => Promise<void>
}

// Where Node has the agent of `fetch`: https://undici.nodejs.org/#/docs/api/GlobalInstallation
const AGENT_KEYS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')]
const globals = globalThis as unknown as Record<symbol, Agent | undefined>

function pickPlace({ DATA_DIR = '', DATABASE_URL }: Readonly<Record<string, string>>): Record<string, string> {
	return { DATA_DIR, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) }
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
