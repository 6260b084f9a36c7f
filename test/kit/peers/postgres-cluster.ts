import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { LOCALE_OPTIONS } from '#server/db/bundled/create-cluster.ts'
import { findPrograms } from '#server/db/bundled/programs.ts'
import { createRunner, type Runner } from '#server/db/bundled/run-as.ts'
import { sendSignal } from '../signals.ts'

/** The folder of the programs that servers of tests run: of TEST_POSTGRES_BIN, or the bundled ones. */
const BIN = process.env.TEST_POSTGRES_BIN || path.dirname(findPrograms().postgres)
const LOCALE = process.env.TEST_POSTGRES_BIN ? ['--locale=C.UTF-8'] : LOCALE_OPTIONS

const MAX_STARTS = 200

/** A test's own PostgreSQL server, which can be stopped, killed and restarted at the same address. */
export interface Cluster extends AsyncDisposable {
	/** The URL of its database "postgres". */
	url: string
	/** Starts the server, and resolves once it accepts connections. */
	start: () => Promise<void>
	/** Stops the server as its operator would, which terminates every connection with a message. */
	stop: () => Promise<void>
	/** Kills all its processes with SIGKILL. */
	kill: () => Promise<void>
	/** Stops all its processes with SIGSTOP, so that they neither answer nor close connections. */
	freeze: () => void
	/** Continues them. */
	thaw: () => void
	/** Runs a statement in its database "postgres" as a superuser and returns the rows. */
	query: (statement: string) => Promise<Record<string, unknown>[]>
	/** Creates a database, empty or a copy of another one without connections, and returns its URL. */
	createDatabase: (name: string, template?: string) => Promise<string>
}

/** Creates a cluster in a temporary folder, in `parent` if given, and starts it with more settings. */
export async function startCluster({
	parent,
	settings,
}: {
	parent?: string
	settings?: Record<string, string>
} = {}): Promise<Cluster> {
	const { folder, runner } = await createFolder(parent)
	const auth = ['-U', 'postgres', '-A', 'trust']
	await runToEnd(runner, 'initdb', ['-D', path.join(folder, 'data'), ...auth, '-E', 'UTF8', ...LOCALE, '-N'])
	return startServer(folder, runner, settings)
}

/** Creates a streaming replica of a cluster and starts it. `settings` are added to its configuration. */
export async function startReplica(primary: Cluster, settings: Record<string, string> = {}): Promise<Cluster> {
	const { folder, runner } = await createFolder()
	const data = path.join(folder, 'data')
	// https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
	const client = new pg.Client(primary.url)
	await client.connect()
	const { rows } = await client.query<{ source: string }>(
		"select current_setting('data_directory') as source, pg_backup_start('replica', true)",
	)
	const source = rows[0]?.source ?? ''
	await cp(source, data, { recursive: true, filter: (file) => file !== path.join(source, 'postmaster.pid') })
	const end = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
	await client.end()
	await writeFile(path.join(data, 'backup_label'), end.rows[0]?.labelfile ?? '')
	await writeFile(path.join(data, 'standby.signal'), '')
	await appendFile(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary.url}'\n`)
	await chmod(data, 0o700)
	await runner.giveTo(data)
	return startServer(folder, runner, settings)
}

async function createFolder(parent = tmpdir()): Promise<{ folder: string; runner: Runner }> {
	const folder = await mkdtemp(path.join(parent, 'savepoint-cluster-'))
	const program = path.join(BIN, 'postgres')
	const runner = await createRunner(folder, { script: program, program, folder: parent })
	await runner.giveTo(folder)
	return { folder, runner }
}

/** Starts the server of the cluster in a folder. */
async function startServer(
	folder: string,
	runner: Runner,
	moreSettings: Record<string, string> = {},
): Promise<Cluster> {
	const data = path.join(folder, 'data')
	const port = await freePort()
	const url = `postgres://postgres@127.0.0.1:${port}/postgres`
	let server: ChildProcess | undefined
	let postmaster = 0
	// An aborted test must not leave a server behind
	process.once('exit', () => postmaster && sendSignal(postmaster, 'SIGQUIT'))

	async function start(): Promise<void> {
		for (let starts = 1; ; starts++) {
			const problem = await startOnce()
			if (!problem) break
			// The dying processes of a killed server hold its memory, and a client may have been given its port
			if (!/in use/.test(problem) || starts === MAX_STARTS) throw new Error(problem)
		}
		const [line] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')
		postmaster = Number(line)
	}

	/** Resolves once the server accepts connections, or with why it has ended. */
	async function startOnce(): Promise<string | undefined> {
		const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off', ...moreSettings }
		const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
		const child = run(runner, 'postgres', ['-D', data, '-p', String(port), ...words])
		server = child
		return new Promise((resolve) => {
			let printed = ''
			child.stderr?.on('data', (bytes: Buffer) => {
				printed = (printed + bytes).slice(-10_000)
				if (/ready to accept (read-only )?connections/.test(printed)) resolve(undefined)
			})
			child.once('close', (code) => resolve(`PostgreSQL ended with ${code}:\n${printed}`))
		})
	}

	/** Sends a signal to the postmaster, with SIGKILL to its children too, and waits until it is gone. */
	async function end(signal: NodeJS.Signals): Promise<void> {
		if (!server || server.exitCode !== null || server.signalCode !== null) return
		const exited = once(server, 'exit')
		const pids = [postmaster, ...(signal === 'SIGKILL' ? childrenOf(postmaster) : [])]
		for (const pid of pids) sendSignal(pid, signal)
		await exited
		postmaster = 0
	}

	/** Sends a signal to all processes of the server. */
	function signalAll(signal: NodeJS.Signals): void {
		for (const pid of [postmaster, ...childrenOf(postmaster)]) if (pid > 0) sendSignal(pid, signal)
	}
	async function query(statement: string): Promise<Record<string, unknown>[]> {
		const client = new pg.Client(url)
		// What ends the connection fails the query too
		client.on('error', () => {})
		await client.connect()
		try {
			return (await client.query<Record<string, unknown>>(statement)).rows
		} finally {
			await client.end()
		}
	}

	await start()
	return {
		url,
		start,
		query,
		freeze: () => signalAll('SIGSTOP'),
		thaw: () => signalAll('SIGCONT'),
		// PostgreSQL's fast shutdown
		stop: () => end('SIGINT'),
		kill: () => end('SIGKILL'),
		async createDatabase(name, template = 'template0') {
			await query(`create database ${name} template ${template}`)
			const address = new URL(url)
			address.pathname = `/${name}`
			return address.href
		},
		async [Symbol.asyncDispose]() {
			if (postmaster) signalAll('SIGCONT')
			await end('SIGQUIT')
			await rm(folder, { recursive: true, force: true })
		},
	}
}

function run(runner: Runner, program: string, args: readonly string[]): ChildProcess {
	return runner.spawn(path.join(BIN, program), args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

async function runToEnd(runner: Runner, program: string, args: readonly string[]): Promise<void> {
	const child = run(runner, program, args)
	let printed = ''
	child.stderr?.on('data', (bytes: Buffer) => {
		printed += bytes
	})
	const [code] = (await once(child, 'close')) as [number | null]
	if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}:\n${printed}`)
}

function childrenOf(pid: number): number[] {
	const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
	return found.split('\n').map(Number).filter(Boolean)
}

export async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	await new Promise((resolve) => server.close(resolve))
	if (typeof address !== 'object' || address === null) throw new Error('No port is free')
	return address.port
}
