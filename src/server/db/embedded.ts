import { once } from 'node:events'
import path from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { protectDataFolder } from './data-folder.ts'
import { EmbeddedSocket } from './embedded-socket.ts'
import type { EmbeddedRequest, EmbeddedStart } from './embedded-worker.ts'
import { lockFolder } from './folder-lock.ts'

/** The embedded database: PostgreSQL in a worker thread, spoken to in PostgreSQL's own protocol. */
export interface Embedded {
	/** A new connection for the `pg` driver. The database has one session, so only one may be in use at a time. */
	connect: () => EmbeddedSocket
	/** The whole database as bytes that `startEmbedded` begins from. */
	dump: () => Promise<ArrayBuffer>
	/** Finishes what is running, writes everything down and ends the worker. */
	close: () => Promise<void>
}

/**
 * Starts the embedded database on a folder, in memory, or in memory from a dump. Throws `FolderInUse` when another
 * process has the folder open: two would destroy each other's writes.
 */
export async function startEmbedded(
	from: { folder: string } | { dump?: ArrayBuffer },
	onCrash: (error: Error) => void,
): Promise<Embedded> {
	let release = async () => {}
	const start: EmbeddedStart = { folder: undefined, dump: undefined }
	if ('folder' in from) {
		protectDataFolder(from.folder)
		release = await lockFolder(from.folder)
		start.folder = path.join(from.folder, 'postgres')
	} else start.dump = from.dump

	const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: start })
	let isClosing = false
	// Rejects with what the worker threw, or else when it ends
	const ended = once(worker, 'exit').then(([code]) => {
		throw new Error(`its thread ended with code ${code}`)
	})
	try {
		await Promise.race([once(worker, 'message'), ended])
		// What it has made for a new database is open to everyone
		if ('folder' in from) protectDataFolder(from.folder)
	} catch (error) {
		await worker.terminate()
		await release()
		throw error
	}
	ended.catch((error: Error) => {
		if (!isClosing) onCrash(error)
	})
	const ask = (request: EmbeddedRequest, ports: MessageChannel['port1'][] = []) => worker.postMessage(request, ports)

	return {
		connect() {
			const { port1, port2 } = new MessageChannel()
			ask({ connect: port2 }, [port2])
			return new EmbeddedSocket(port1)
		},
		async dump() {
			const { port1, port2 } = new MessageChannel()
			ask({ dump: port2 }, [port2])
			const [bytes] = (await once(port1, 'message')) as [ArrayBuffer]
			port1.close()
			return bytes
		},
		async close() {
			isClosing = true
			ask({ close: true })
			await ended.catch(() => {})
			await release()
		},
	}
}
