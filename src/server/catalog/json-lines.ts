import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type CatalogSource, SourceError, type SourceEntry } from './source.ts'

/** A longer line is refused; no more than this is held of it. */
const MAX_LINE_BYTES = 512 * 1024
const LINE_FEED = 10
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** Games from a file with one JSON object a line, plain or compressed with gzip. */
export function createFileSource(path: string, name: string): CatalogSource {
	const fileBytes = statSync(path).size
	let getBytesRead = () => 0
	return {
		name,
		entries() {
			const file = createReadStream(path, { highWaterMark: 256 * 1024 })
			getBytesRead = () => file.bytesRead
			return parseJsonLines(file)
		},
		getProgress: () => (fileBytes === 0 ? 1 : Math.min(1, getBytesRead() / fileBytes)),
	}
}

/** The objects of a stream of JSON Lines; a line that is none is told with its number, and the rest goes on. */
export async function* parseJsonLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<SourceEntry> {
	const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
	let number = 0
	for await (const line of splitLines(decompress(bytes))) {
		number++
		const place = `line ${number}`
		if (line === LINE_TOO_LONG) {
			yield { place, reason: `The line is longer than ${MAX_LINE_BYTES / 1024} kB` }
			continue
		}
		let text: string
		try {
			text = decoder.decode(line).trim()
		} catch {
			yield { place, reason: 'The line is not UTF-8 text' }
			continue
		}
		if (text === '') continue
		try {
			yield { place, record: JSON.parse(text) }
		} catch {
			yield { place, reason: 'The line is not JSON' }
		}
	}
}

/** The bytes as they were before gzip; what is not compressed passes. */
async function* decompress(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	const source = bytes[Symbol.asyncIterator]()
	let head = Buffer.alloc(0)
	while (head.length < BYTE_ORDER_MARK.length) {
		const next = await source.next()
		if (next.done) break
		head = Buffer.concat([head, next.value])
	}
	async function* whole() {
		const isMarked = BYTE_ORDER_MARK.every((byte, index) => head[index] === byte)
		yield isMarked ? head.subarray(BYTE_ORDER_MARK.length) : head
		yield* { [Symbol.asyncIterator]: () => source }
	}
	if (head[0] !== 0x1f || head[1] !== 0x8b) {
		yield* whole()
		return
	}
	const file = Readable.from(whole())
	// What fills no chunk is lost where the file is cut off
	const gunzip = createGunzip({ chunkSize: 32 * 1024 })
	file.on('error', (error) => gunzip.destroy(error))
	try {
		let isFirst = true
		for await (const chunk of file.pipe(gunzip)) {
			const part = chunk as Buffer
			const isMarked = isFirst && BYTE_ORDER_MARK.every((byte, index) => part[index] === byte)
			isFirst = false
			yield isMarked ? part.subarray(BYTE_ORDER_MARK.length) : part
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
			throw new SourceError('The compressed file is damaged or cut off')
		throw error
	} finally {
		file.destroy()
	}
}

const LINE_TOO_LONG = Symbol('a line longer than is held')

/** Lines without their ends. When the bytes break off with an error, the unfinished line is not given. */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer | typeof LINE_TOO_LONG> {
	let parts: Buffer[] = []
	let lineBytes = 0
	let isTooLong = false
	const add = (part: Buffer) => {
		lineBytes += part.length
		if (lineBytes > MAX_LINE_BYTES) {
			isTooLong = true
			parts = []
		} else parts.push(part)
	}
	const line = () => {
		const whole = isTooLong ? LINE_TOO_LONG : parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
		parts = []
		lineBytes = 0
		isTooLong = false
		return whole
	}
	for await (const chunk of bytes) {
		let from = 0
		for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
			add(chunk.subarray(from, end))
			yield line()
			from = end + 1
		}
		if (from < chunk.length) add(chunk.subarray(from))
	}
	if (lineBytes > 0) yield line()
}
