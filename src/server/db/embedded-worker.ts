import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** The worker's start data: a folder (none for a database in memory), or a dump to load. */
export interface EmbeddedStart {
	folder: string | undefined
	dump: ArrayBuffer | undefined
}

/** A request to the worker. Protocol bytes go through the port of each connection instead. */
export type EmbeddedRequest = { connect: MessagePort } | { close: true } | { dump: MessagePort }

if (!parentPort) throw new Error('The embedded database runs in a worker thread')
const parent = parentPort
const { folder, dump } = workerData as EmbeddedStart
/** The free memory that a new connection requires. */
const MIN_FREE_BYTES = 8 * 1024 * 1024

const database = await PGlite.create({
	...(folder === undefined ? {} : { dataDir: folder }),
	...(dump === undefined ? {} : { loadDataDir: new Blob([dump]) }),
	extensions: { pg_trgm },
})

// One message at a time, in order of arrival: all connections share the database's single session
let queue: Promise<unknown> = Promise.resolve()
function enqueue(work: () => Promise<unknown>): Promise<unknown> {
	queue = queue.then(work, work)
	return queue
}

parent.on('message', (request: EmbeddedRequest) => {
	if ('connect' in request) serve(request.connect)
	else if ('dump' in request)
		void enqueue(async () => {
			const bytes = await (await database.dumpDataDir('none')).arrayBuffer()
			request.dump.postMessage(bytes, [bytes])
		})
	else
		void enqueue(async () => {
			await database.close()
			parent.postMessage('closed')
			parent.close()
		})
})
parent.postMessage('ready')

function serve(port: MessagePort): void {
	// Clears the session state of an interrupted connection
	void enqueue(async () => {
		await database.exec('rollback')
		await database.exec('discard all')
		// Out of memory, the database can no longer answer; this throws and ends the worker
		await database.exec(`select length(repeat(' ', ${MIN_FREE_BYTES}))`)
	})
	port.on('message', (bytes: Uint8Array) => {
		void enqueue(async () => {
			const parts: Uint8Array[] = []
			// Not `execProtocolRaw`, which parses each answer and never frees the result
			await database.execProtocolRawStream(bytes, { onRawData: (part) => parts.push(part.slice()) })
			const answer = concatenate(parts)
			port.postMessage(answer, [answer.buffer])
		}).catch((error: unknown) => {
			port.postMessage({ failure: error instanceof Error ? error.message : String(error) })
		})
	})
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
	let at = 0
	for (const part of parts) {
		whole.set(part, at)
		at += part.length
	}
	return whole
}
