import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { protectDataFolder } from './data-folder.ts'
import { EmbeddedSocket } from './embedded-socket.ts'
import type { EmbeddedEvent, EmbeddedRequest, EmbeddedStart } from './embedded-worker.ts'
import { lockFolder } from './folder-lock.ts'

/** The embedded database: PostgreSQL in a worker thread that speaks the PostgreSQL protocol. */
export interface Embedded {
	/** Opens a connection for the `pg` driver. The database has one session, so use one connection at a time. */
	connect: () => EmbeddedSocket
	/** Returns the whole database as bytes that `startEmbedded` can load. */
	dump: () => Promise<ArrayBuffer>
	/** Waits for running statements, flushes all writes and ends the worker. */
	close: () => Promise<void>
}

const LOG_SEGMENT_BYTES = 16 * 1024 * 1024
/** How soon a database that ended for a full disk finds that it has room again. */
const ROOM_CHECK_MS = 1_000
const MAX_ATTEMPTS = 5

/**
 * Starts the embedded database in a folder, in memory, or in memory from a dump. Throws `FolderInUseError` if another
 * process has the folder open: two processes would corrupt it. A panic, as on a full disk, fails the running statement, and
 * all until the database is open again; `onCrash` is called if it cannot be.
 */
export async function startEmbedded(
	origin: { folder: string } | { dump?: ArrayBuffer },
	onCrash: (error: Error) => void,
): Promise<Embedded> {
	let release = async () => {}
	const start: EmbeddedStart = { folder: undefined, dump: undefined }
	if ('folder' in origin) {
		protectDataFolder(origin.folder)
		release = await lockFolder(origin.folder)
		start.folder = path.join(origin.folder, 'postgres')
	} else start.dump = origin.dump

	let isClosing = false
	let thread: Thread | undefined
	let recovering: Promise<void> | undefined
	try {
		thread = await startThread(start)
		watch(thread)
		// The worker creates a new database's files with open permissions
		if ('folder' in origin) protectDataFolder(origin.folder)
	} catch (error) {
		await release()
		throw error
	}

	function watch({ worker, ended }: Thread): void {
		worker.on('message', (event: EmbeddedEvent) => {
			if (event === 'panicked') recovering = recover()
		})
		ended.catch((error: Error) => {
			if (!isClosing && thread?.worker === worker) onCrash(error)
		})
	}

	/** Replaces the worker after a panic: a new one replays the log, for which a full disk must have room again. */
	async function recover(): Promise<void> {
		const panicked = thread
		thread = undefined
		await panicked?.worker.terminate()
		try {
			if (start.folder === undefined) throw new Error('it has panicked')
			thread = await reopen(start.folder)
			if (thread) watch(thread)
		} catch (error) {
			onCrash(error as Error)
		}
	}

	/** Starts a worker once the disk has room. Replaying the log needs room too, and something else may take it meanwhile. */
	async function reopen(folder: string): Promise<Thread | undefined> {
		for (let attempt = 1; !isClosing; await sleep(ROOM_CHECK_MS, undefined, { ref: false })) {
			if (!(await hasRoom(folder))) continue
			try {
				return await startThread(start)
			} catch (error) {
				if (attempt++ === MAX_ATTEMPTS) throw error
			}
		}
		return undefined
	}

	const send = (request: EmbeddedRequest, ports: MessagePort[] = []) => thread?.worker.postMessage(request, ports)

	/** Opens a channel to the worker, which is closed at once while there is none. */
	function openChannel(toRequest: (port: MessagePort) => EmbeddedRequest): MessagePort {
		const { port1, port2 } = new MessageChannel()
		if (thread) send(toRequest(port2), [port2])
		else port2.close()
		return port1
	}

	return {
		connect: () => new EmbeddedSocket(openChannel((port) => ({ connect: port }))),
		async dump() {
			const port = openChannel((port) => ({ dump: port }))
			const [bytes] = (await once(port, 'message')) as [ArrayBuffer]
			port.close()
			return bytes
		},
		async close() {
			isClosing = true
			await recovering
			send({ close: true })
			await thread?.ended.catch(() => {})
			await release()
		},
	}
}

interface Thread {
	worker: Worker
	/** Rejects with the worker's uncaught error, or when its thread ends. */
	ended: Promise<never>
}

/** Starts a worker, and resolves once its database is open. */
async function startThread(start: EmbeddedStart): Promise<Thread> {
	const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: start })
	const ended = once(worker, 'exit').then(([code]) => {
		throw new Error(`its thread ended with code ${code}`)
	})
	try {
		await Promise.race([once(worker, 'message'), ended])
		return { worker, ended }
	} catch (error) {
		await worker.terminate()
		throw error
	}
}

/** Whether a disk has room for two more segments of the log. */
async function hasRoom(folder: string): Promise<boolean> {
	const { bavail, bsize } = await statfs(folder)
	return bavail * bsize >= 2 * LOG_SEGMENT_BYTES
}
