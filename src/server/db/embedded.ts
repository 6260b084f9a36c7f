import { once } from 'node:events'
import path from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { protectDataFolder } from './data-folder.ts'
import { EmbeddedSocket } from './embedded-socket.ts'
import type { EmbeddedRequest, EmbeddedStart } from './embedded-worker.ts'
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

/**
 * Starts the embedded database in a folder, in memory, or in memory from a dump. Throws `FolderInUseError` if another
 * process has the folder open: two processes would corrupt it.
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

	const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: start })
	let isClosing = false
	// Rejects with the worker's uncaught error, or when its thread ends
	const ended = once(worker, 'exit').then(([code]) => {
		throw new Error(`its thread ended with code ${code}`)
	})
	try {
		await Promise.race([once(worker, 'message'), ended])
		// The worker creates a new database's files with open permissions
		if ('folder' in origin) protectDataFolder(origin.folder)
	} catch (error) {
		await worker.terminate()
		await release()
		throw error
	}
	ended.catch((error: Error) => {
		if (!isClosing) onCrash(error)
	})
	const send = (request: EmbeddedRequest, ports: MessageChannel['port1'][] = []) => worker.postMessage(request, ports)

	return {
		connect() {
			const { port1, port2 } = new MessageChannel()
			send({ connect: port2 }, [port2])
			return new EmbeddedSocket(port1)
		},
		async dump() {
			const { port1, port2 } = new MessageChannel()
			send({ dump: port2 }, [port2])
			const [bytes] = (await once(port1, 'message')) as [ArrayBuffer]
			port1.close()
			return bytes
		},
		async close() {
			isClosing = true
			send({ close: true })
			await ended.catch(() => {})
			await release()
		},
	}
}
