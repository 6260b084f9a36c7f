import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** The worker's start: a folder for the data (none: in memory) or a dump to begin with. */
export interface EmbeddedStart {
	folder: string | undefined
	dump: ArrayBuffer | undefined
}

/** What the server asks of the worker; protocol bytes go through the port of each connection. */
export type EmbeddedRequest = { connect: MessagePort } | { close: true } | { dump: MessagePort }

if (!parentPort) throw new Error('The embedded database runs in a worker thread')
const parent = parentPort
const { folder, dump } = workerData as EmbeddedStart
/** What a new connection must find free. */
const SPARE_BYTES = 8 * 1024 * 1024

const database = await PGlite.create({
	...(folder === undefined ? {} : { dataDir: folder }),
	...(dump === undefined ? {} : { loadDataDir: new Blob([dump]) }),
	extensions: { pg_trgm },
})

// One message at a time, in the order of arrival: the database has one session, whoever speaks to it.
let turn: Promise<unknown> = Promise.resolve()
function inTurn(work: () => Promise<unknown>): Promise<unknown> {
	turn = turn.then(work, work)
	return turn
}

parent.on('message', (request: EmbeddedRequest) => {
	if ('connect' in request) serve(request.connect)
	else if ('dump' in request)
		void inTurn(async () => {
			const bytes = await (await database.dumpDataDir('none')).arrayBuffer()
			request.dump.postMessage(bytes, [bytes])
		})
	else
		void inTurn(async () => {
			await database.close()
			parent.postMessage('closed')
			parent.close()
		})
})
parent.postMessage('ready')

function serve(port: MessagePort): void {
	// What a connection that was cut off left open must not reach the next one
	void inTurn(async () => {
		await database.exec('rollback')
		await database.exec('discard all')
		// A database whose memory is used up can answer nothing more: this throws, and ends the worker
		await database.exec(`select length(repeat(' ', ${SPARE_BYTES}))`)
	})
	port.on('message', (bytes: Uint8Array) => {
		void inTurn(async () => {
			const parts: Uint8Array[] = []
			// Not `execProtocolRaw`, which parses each answer and keeps what it parsed for good
			await database.execProtocolRawStream(bytes, { onRawData: (part) => parts.push(part.slice()) })
			const answer = joined(parts)
			port.postMessage(answer, [answer.buffer])
		}).catch((error: unknown) => {
			port.postMessage({ failure: error instanceof Error ? error.message : String(error) })
		})
	})
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
	let at = 0
	for (const part of parts) {
		whole.set(part, at)
		at += part.length
	}
	return whole
}
