import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parseJsonLines } from './json-lines.ts'
import type { SourceEntry } from './source.ts'

/** Reads a text in chunks of the given size in bytes. The last entry is the error, if any. */
async function read(content: string | Buffer, chunkBytes = 65_536): Promise<(SourceEntry | { thrown: string })[]> {
	const bytes = Buffer.from(content as string)
	async function* chunks() {
		for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
	}
	const entries: (SourceEntry | { thrown: string })[] = []
	try {
		for await (const entry of parseJsonLines(chunks())) entries.push(entry)
	} catch (error) {
		entries.push({ thrown: error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error) })
	}
	return entries
}

test('a byte order mark, CR LF, blank lines and a missing final line feed are accepted', async () => {
	const entries = [
		{ position: 'line 1', record: { a: 1 } },
		{ position: 'line 4', record: { b: 'ü' } },
	]
	const file = '\ufeff{"a":1}\r\n\r\n   \n{"b":"ü"}'
	for (const chunkBytes of [1, 2, 3, 7, 1_000]) {
		expect(await read(file, chunkBytes)).toEqual(entries)
		expect(await read(gzipSync(file), chunkBytes)).toEqual(entries)
	}
})

test('an invalid line is reported with its number, and the rest is read', async () => {
	const file = Buffer.concat([
		Buffer.from('{"a":1}\n{"a":\nnull\n'),
		Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 10]),
		Buffer.from('{"a":2}\n'),
	])
	expect(await read(file)).toEqual([
		{ position: 'line 1', record: { a: 1 } },
		{ position: 'line 2', reason: 'The line is not JSON' },
		{ position: 'line 3', record: null },
		{ position: 'line 4', reason: 'The line is not UTF-8 text' },
		{ position: 'line 5', record: { a: 2 } },
	])
})

test('a line of 100 MB is refused without buffering it', async () => {
	const chunk = Buffer.alloc(1024 * 1024, 'x')
	async function* bytes() {
		yield Buffer.from('{"a":1}\n')
		for (let megabyte = 0; megabyte < 100; megabyte++) yield chunk
		yield Buffer.from('\n{"a":2}\n')
	}
	const before = process.memoryUsage().rss
	const entries: SourceEntry[] = []
	for await (const entry of parseJsonLines(bytes())) entries.push(entry)
	expect(entries).toEqual([
		{ position: 'line 1', record: { a: 1 } },
		{ position: 'line 2', reason: 'The line is longer than 512 kB' },
		{ position: 'line 3', record: { a: 2 } },
	])
	expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024)
})

test('a truncated compressed file yields its complete lines, then fails', async () => {
	const lines = Array.from({ length: 5_000 }, (_, index) => JSON.stringify({ index, filling: Math.sin(index) }))
	const whole = gzipSync(`${lines.join('\n')}\n`)
	const entries = await read(whole.subarray(0, Math.floor(whole.length / 2)))
	expect(entries.at(-1)).toEqual({ thrown: 'SourceError: The compressed file is damaged or truncated' })
	expect(entries.length).toBeGreaterThan(1_000)
	expect(entries.slice(0, -1)).toEqual(
		lines
			.slice(0, entries.length - 1)
			.map((line, index) => ({ position: `line ${index + 1}`, record: JSON.parse(line) })),
	)
})

test('damaged compressed data causes a SourceError', async () => {
	const bytes = gzipSync(Array.from({ length: 1_000 }, (_, index) => `{"a":${Math.sin(index)}}\n`).join(''))
	bytes.fill(0x55, 200, 400)
	expect((await read(bytes)).at(-1)).toEqual({ thrown: 'SourceError: The compressed file is damaged or truncated' })
})

test('an empty file yields nothing', async () => {
	expect(await read('')).toEqual([])
	expect(await read('\ufeff')).toEqual([])
})
