import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** The worker's start data: a folder (none for a database in memory), or a dump to load. */
export interface EmbeddedStart {
	folder: string | undefined
	dump: ArrayBuffer | undefined
}

/** What the worker tells: it is ready, it has closed, or its database has panicked and answers nothing more. */
export type EmbeddedEvent = 'ready' | 'closed' | 'panicked'

/** A request to the worker. Protocol bytes go through the port of each connection instead. */
export type EmbeddedRequest = { connect: MessagePort } | { close: true } | { dump: MessagePort }

if (!parentPort) throw new Error('The embedded database runs in a worker thread')
const parent = parentPort
const send = (event: EmbeddedEvent) => parent.postMessage(event)
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
			send('closed')
			parent.close()
		})
})
send('ready')

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
			const panic = findPanic(answer)
			if (panic === undefined) return port.postMessage(answer, [answer.buffer])
			port.postMessage({ failure: `The embedded database has ended: ${panic}` })
			send('panicked')
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

const ERROR_RESPONSE = 0x45
const PANIC = '\0VPANIC\0'

/**
 * Returns the message of a panic in the answer, as after a write to the log for which the disk has no room: PostgreSQL then
 * ends all its processes, but here the next statement would wait forever.
 */
function findPanic(answer: Uint8Array<ArrayBuffer>): string | undefined {
	const bytes = Buffer.from(answer.buffer)
	for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
		if (bytes[at] !== ERROR_RESPONSE) continue
		const fields = bytes.toString('utf8', at + 5, at + 1 + bytes.readUInt32BE(at + 1))
		if (fields.includes(PANIC)) return /\0M([^\0]*)/.exec(fields)?.[1] ?? 'panic'
	}
	return undefined
}
