import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

/** A socket for the `pg` driver that is connected to the worker of the embedded database. */
export class EmbeddedSocket extends Duplex {
	readonly #port: MessagePort
	#startup = true
	#pending: Buffer[] = []

	constructor(port: MessagePort) {
		super()
		this.#port = port
		port.on('message', (answer: Uint8Array | { failure: string }) => {
			if ('failure' in answer) this.destroy(new Error(answer.failure))
			else if (answer.byteLength > 0) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
		})
		port.on('close', () => this.destroy(new Error('The embedded database has ended')))
	}

	connect(): void {
		process.nextTick(() => this.emit('connect'))
	}

	setNoDelay(): void {}
	setKeepAlive(): void {}

	ref(): void {
		this.#port.ref()
	}

	unref(): void {
		this.#port.unref()
	}

	override _read(): void {}

	/**
	 * Buffers protocol messages and sends a whole exchange at once. A message to the worker costs far more than its bytes,
	 * and the driver writes parse, bind, describe, execute and sync one by one. Only a sync, a flush, a simple query or the
	 * end of copy data requests an answer.
	 */
	override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
		const type = chunk[0]
		if (!this.#startup && type === TERMINATE) {
			done()
			return
		}
		this.#pending.push(chunk)
		if (this.#startup || endsExchange(chunk)) {
			this.#startup = false
			const whole = new Uint8Array(Buffer.concat(this.#pending))
			this.#pending = []
			this.#port.postMessage(whole, [whole.buffer])
		}
		done()
	}

	override _final(done: (error?: Error | null) => void): void {
		this.push(null)
		done()
	}

	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		this.#port.close()
		done(error)
	}
}

const TERMINATE = 0x58
const EXCHANGE_ENDS = new Set([
	0x51 /* Query */, 0x53 /* Sync */, 0x48 /* Flush */, 0x63 /* CopyDone */, 0x66 /* CopyFail */,
])

/** Whether the last protocol message in the chunk (a type byte and a length that includes itself) requests an answer. */
function endsExchange(chunk: Buffer): boolean {
	let at = 0
	let last = 0
	while (at + 5 <= chunk.length) {
		last = chunk[at] ?? 0
		at += 1 + chunk.readUInt32BE(at + 1)
	}
	return EXCHANGE_ENDS.has(last)
}
