import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type CatalogSource, type SourceEntry, SourceError } from './source.ts'

/** Longer lines are refused without buffering them. */
const MAX_LINE_BYTES = 512 * 1024
const LINE_FEED = 10
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** Creates a source that reads a JSON Lines file, plain or compressed with gzip. */
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

/** Parses a stream of JSON Lines. Reports an invalid line by its number, and continues with the next. */
export async function* parseJsonLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<SourceEntry> {
	const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
	let number = 0
	for await (const line of splitLines(decompress(bytes))) {
		number++
		const position = `line ${number}`
		if (line === LINE_TOO_LONG) {
			yield { position, reason: `The line is longer than ${MAX_LINE_BYTES / 1024} kB` }
			continue
		}
		let text: string
		try {
			text = decoder.decode(line).trim()
		} catch {
			yield { position, reason: 'The line is not UTF-8 text' }
			continue
		}
		if (text === '') continue
		try {
			yield { position, record: JSON.parse(text) }
		} catch {
			yield { position, reason: 'The line is not JSON' }
		}
	}
}

/** Decompresses gzip; passes other data through. Removes a byte order mark. */
async function* decompress(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	const source = bytes[Symbol.asyncIterator]()
	let head = Buffer.alloc(0)
	while (head.length < BYTE_ORDER_MARK.length) {
		const next = await source.next()
		if (next.done) break
		head = Buffer.concat([head, next.value])
	}
	async function* withoutMark() {
		const isMarked = BYTE_ORDER_MARK.every((byte, index) => head[index] === byte)
		yield isMarked ? head.subarray(BYTE_ORDER_MARK.length) : head
		yield* { [Symbol.asyncIterator]: () => source }
	}
	if (head[0] !== 0x1f || head[1] !== 0x8b) {
		yield* withoutMark()
		return
	}
	const file = Readable.from(withoutMark())
	// Small chunks, because a truncated file loses the last incomplete chunk
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
			throw new SourceError('The compressed file is damaged or truncated')
		throw error
	} finally {
		file.destroy()
	}
}

const LINE_TOO_LONG = Symbol('line too long')

/** Splits a stream into lines without line feeds. If the stream fails, the incomplete line is dropped. */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer | typeof LINE_TOO_LONG> {
	let parts: Buffer[] = []
	let lineBytes = 0
	let isTooLong = false
	const append = (part: Buffer) => {
		lineBytes += part.length
		if (lineBytes > MAX_LINE_BYTES) {
			isTooLong = true
			parts = []
		} else parts.push(part)
	}
	const takeLine = () => {
		const line = isTooLong ? LINE_TOO_LONG : parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
		parts = []
		lineBytes = 0
		isTooLong = false
		return line
	}
	for await (const chunk of bytes) {
		let from = 0
		for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
			append(chunk.subarray(from, end))
			yield takeLine()
			from = end + 1
		}
		if (from < chunk.length) append(chunk.subarray(from))
	}
	if (lineBytes > 0) yield takeLine()
}
