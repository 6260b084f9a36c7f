import { type ChildProcess, execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readFile, rmdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BundledServerError } from './bundled-server-error.ts'
import { CLUSTER_FOLDER, ensureCluster, getReason, PASSWORD_FILE, ROLE } from './create-cluster.ts'
import { assertUsable, SERVER_FOLDER } from './folder-checks.ts'
import { readPostmaster, stopOrphan } from './postmaster-file.ts'
import { findPrograms } from './programs.ts'
import { createRunner, type Runner } from './run-as.ts'
import { listSettings } from './settings.ts'

/** A lease of the server of a data folder, which runs while any process has one. */
export interface ServerLease {
	/** The URL of the site's database. */
	url: string
	/** Ends the lease. If it was the last one, resolves when the server has stopped. */
	release: () => Promise<void>
}

const SUPERVISOR = fileURLToPath(new URL('supervise.sh', import.meta.url))
const LEASE_PIPE = 'lease'
const LOG_PIPE = 'log-pipe'
const LOG_FILE = 'log'
const SOCKET_NAME = '.s.PGSQL.5432'
const MAX_SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107
const DEFAULT_WAIT_MS = 60_000
const POLL_MS = 10
const RETRY_PAUSE_MS = 300
/** The processes of a server that was killed need a moment to notice it. */
const START_PATIENCE_MS = 6_000
const WATCH_INTERVAL_MS = 500
/** How soon a server without leases begins to stop. */
const STOP_BEGINS_WITHIN_MS = 400
const STOP_PATIENCE_MS = 6_000

/**
 * Returns a lease of the PostgreSQL server in a data folder once it accepts connections. Starts the server unless it runs, and
 * creates it the first time. Throws `BundledServerError` if it cannot run here, cannot use the folder, or is not ready, as
 * while it recovers from a crash, after `waitMs`. Calls `onSpawn` whenever a program begins that takes a while.
 */
export async function leaseServer(
	dataDir: string,
	{ waitMs = DEFAULT_WAIT_MS, onSpawn = () => {} }: { waitMs?: number; onSpawn?: () => void } = {},
): Promise<ServerLease> {
	await mkdir(dataDir, { recursive: true })
	await assertUsable(dataDir)
	const { initdb, postgres } = findPrograms()
	const folder = path.join(dataDir, SERVER_FOLDER)
	const cluster = path.join(folder, CLUSTER_FOLDER)
	const { spawn, ...user } = await createRunner(dataDir, { script: SUPERVISOR, program: postgres, folder: dataDir })
	const runner: Runner = {
		...user,
		spawn(...program) {
			const child = spawn(...program)
			onSpawn()
			return child
		},
	}
	await mkdir(folder, { recursive: true, mode: 0o700 })
	await runner.giveTo(folder)
	await ensureCluster(folder, { initdb, postgres }, runner)
	await runner.giveTo(cluster)
	for (const name of [LEASE_PIPE, LOG_PIPE]) await ensurePipe(path.join(folder, name), runner)

	const server: Server = { folder, leasePipe: path.join(folder, LEASE_PIPE), cluster, postgres, runner, waitMs }
	let pipe = await acquire(server)
	const stopWatching = keepAlive(server, async (next) => {
		await pipe.close()
		pipe = next
	})
	const password = await readFile(path.join(cluster, PASSWORD_FILE), 'utf8')
	const { socketFolder = folder } = (await readPostmaster(cluster)) ?? {}
	return {
		url: `postgres://${ROLE}:${password}@${encodeURIComponent(socketFolder)}/${ROLE}`,
		async release() {
			await stopWatching()
			await pipe.close()
			const hasStopped = await waitForStop(server)
			if (hasStopped && socketFolder !== folder) await rmdir(socketFolder).catch(() => {})
		},
	}
}

interface Server {
	folder: string
	/** The server runs while a process has it open for writing. */
	leasePipe: string
	cluster: string
	postgres: string
	runner: Runner
	waitMs: number
}

/** Opens the pipe of the running supervisor, or starts one, and waits until the server is ready. */
async function acquire(server: Server): Promise<FileHandle> {
	const began = performance.now()
	const hasPassed = (ms: number) => performance.now() - began > ms
	for (;;) {
		const joined = await openPipe(server.leasePipe)
		if (joined && (await waitUntilReady(server, () => hasReader(server.leasePipe), hasPassed))) return joined
		await joined?.close()
		await stopOrphan(server.cluster, () => hasReader(server.leasePipe))
		const started = await startSupervisor(server, hasPassed)
		if (started) return started
		if (hasPassed(START_PATIENCE_MS))
			throw new BundledServerError(
				`The database server in ${server.folder} cannot start: ${await readReason(server)}. Its log is ${path.join(server.folder, LOG_FILE)}.`,
			)
		await sleep(RETRY_PAUSE_MS)
	}
}

/** Starts a supervisor. Returns undefined if it has ended: another one was faster, or the server cannot start. */
async function startSupervisor(server: Server, hasPassed: (ms: number) => boolean): Promise<FileHandle | undefined> {
	const { folder, cluster, postgres, runner } = server
	const settings = Object.entries(listSettings(await findSocketFolder(folder, runner)))
	const words = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
	// In a session of its own: Ctrl-C in a terminal is for the site
	const child = runner.spawn('/bin/sh', [SUPERVISOR, folder, postgres, '-D', cluster, ...words], {
		stdio: 'ignore',
		detached: true,
	})
	child.unref()
	const isRunning = watchExit(child)
	let pipe: FileHandle | undefined
	while (!pipe && isRunning()) {
		pipe = await openPipe(server.leasePipe)
		if (!pipe) await sleep(POLL_MS)
	}
	if (pipe && (await waitUntilReady(server, async () => isRunning(), hasPassed))) return pipe
	await pipe?.close()
	return undefined
}

function watchExit(child: ChildProcess): () => boolean {
	let isRunning = true
	const end = () => {
		isRunning = false
	}
	child.once('error', end)
	child.once('exit', end)
	return () => isRunning
}

/** Returns false if the supervisor ends before the server is ready. */
async function waitUntilReady(
	{ cluster, folder, waitMs }: Server,
	isSupervised: () => Promise<boolean>,
	hasPassed: (ms: number) => boolean,
): Promise<boolean> {
	while (await isSupervised()) {
		// In this order: a server that listens has replaced the file of the one before
		if ((await isListening(cluster)) && (await readPostmaster(cluster))?.state === 'ready') return true
		if (hasPassed(Math.max(waitMs, START_PATIENCE_MS)))
			throw new BundledServerError(
				`The database server in ${folder} has not become ready within ${Math.round(waitMs / 1000)} s. Its log is ${path.join(folder, LOG_FILE)}; to wait longer, raise DATABASE_WAIT_SECONDS.`,
			)
		await sleep(POLL_MS)
	}
	return false
}

/** Starts the server again if it has ended: it crashed, or was about to stop when this process joined. */
function keepAlive(server: Server, onRestarted: (pipe: FileHandle) => Promise<void>): () => Promise<void> {
	let isReleased = false
	let restarting: Promise<void> | undefined
	async function restart(): Promise<void> {
		if (!isReleased && !(await hasReader(server.leasePipe))) await onRestarted(await acquire(server))
	}
	const timer = setInterval(() => {
		restarting ??= restart()
			// Calls get what they get in an outage, and the next round tries again
			.catch(() => {})
			.finally(() => {
				restarting = undefined
			})
	}, WATCH_INTERVAL_MS)
	timer.unref()
	return async () => {
		isReleased = true
		clearInterval(timer)
		await restarting
	}
}

/** Opens a pipe for writing. Returns undefined if nobody reads it. */
async function openPipe(file: string): Promise<FileHandle | undefined> {
	try {
		return await open(file, constants.O_WRONLY | constants.O_NONBLOCK)
	} catch (error) {
		if (['ENXIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
		throw error
	}
}

async function hasReader(file: string): Promise<boolean> {
	const pipe = await openPipe(file)
	await pipe?.close()
	return pipe !== undefined
}

/** Waits until the server has stopped and its log is written. Returns false if it goes on for other leases. */
async function waitForStop({ folder, cluster }: Server): Promise<boolean> {
	const began = performance.now()
	for (;;) {
		const state = (await readPostmaster(cluster))?.state
		const hasStopped = state === undefined && !(await hasReader(path.join(folder, LOG_PIPE)))
		const patienceMs = state === 'ready' ? STOP_BEGINS_WITHIN_MS : STOP_PATIENCE_MS
		if (hasStopped || performance.now() - began > patienceMs) return hasStopped
		await sleep(POLL_MS)
	}
}

async function isListening(cluster: string): Promise<boolean> {
	const postmaster = await readPostmaster(cluster)
	if (!postmaster) return false
	const socket = connect(path.join(postmaster.socketFolder, SOCKET_NAME))
	try {
		await once(socket, 'connect')
		return true
	} catch {
		return false
	} finally {
		socket.destroy()
	}
}

async function ensurePipe(file: string, runner: Runner): Promise<void> {
	if (!existsSync(file))
		await promisify(execFile)('mkfifo', ['-m', '600', file]).catch((error: Error) => {
			// Another process was faster
			if (!existsSync(file)) throw error
		})
	await runner.giveTo(file)
}

/** Returns the folder of the server's socket: its own, or a private one with a shorter path, the same at each start. */
async function findSocketFolder(folder: string, runner: Runner): Promise<string> {
	const isShort = (place: string) => Buffer.byteLength(path.join(place, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES
	if (isShort(folder)) return folder
	const shorter = path.join(tmpdir(), `savepoint-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
	if (!isShort(shorter))
		throw new BundledServerError(
			`The paths of DATA_DIR and of the folder for temporary files, ${tmpdir()}, are too long for a socket. Set DATA_DIR to a shorter path.`,
		)
	await mkdir(shorter, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error
	})
	const { uid, mode } = await lstat(shorter)
	if ((uid !== runner.uid && uid !== process.getuid?.()) || (mode & 0o077) !== 0)
		throw new BundledServerError(
			`The folder ${shorter}, for the socket of the database, belongs to another user. Remove it, or set DATA_DIR to a shorter path.`,
		)
	await runner.giveTo(shorter)
	return shorter
}

/** Returns why the last server has ended, by its log. */
async function readReason({ folder }: Server): Promise<string> {
	const log = await readFile(path.join(folder, LOG_FILE), 'utf8').catch(() => '')
	return getReason(log) || 'it ended without a reason'
}
