import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unzip } from '#kit/unzip.ts'
import { type ArchiveFile, streamZip } from './zip-stream.ts'

const MTIME = new Date('2026-11-21T12:00:00Z')

/** Files of a megabyte that does not shrink, with what has been read of them. */
function createFiles(count: number) {
	const state = { read: 0, isOver: false }
	async function* content() {
		for (let n = 0; n < 16; n++) {
			state.read++
			yield randomBytes(32_768).toString('hex')
		}
	}
	async function* files(): AsyncGenerator<ArchiveFile> {
		try {
			for (let n = 0; n < count; n++) yield { path: `${n}.txt`, content: content() }
		} finally {
			state.isOver = true
		}
	}
	return { state, files: files() }
}

test('an archive has its files in order, with names in any script and one time', async () => {
	async function* files(): AsyncGenerator<ArchiveFile> {
		yield { path: 'a.txt', content: [Buffer.from('first')], isCompressed: true }
		yield { path: 'é/日本.txt', content: [Buffer.from('second')] }
		yield { path: 'empty.txt', content: [] }
	}
	const unzipped = await unzip(await buffer(streamZip(files(), MTIME)))
	expect([...unzipped].map(([path, { bytes, isUtf8 }]) => [path, bytes.toString(), isUtf8])).toEqual([
		['a.txt', 'first', true],
		['é/日本.txt', 'second', true],
		['empty.txt', '', true],
	])
	for (const { mtime } of unzipped.values()) expect(mtime).toEqual(MTIME)
})

test('an archive that is not read is not written, and one that is closed ends the work', async () => {
	const { state, files } = createFiles(100)
	const zip = streamZip(files, MTIME)
	await once(zip, 'readable')
	let before = -1
	await expect
		.poll(() => {
			const isStill = state.read === before
			before = state.read
			return isStill
		})
		.toBe(true)
	// What the buffers of the streams hold
	expect(state.read).toBeLessThan(16)
	zip.destroy()
	await expect.poll(() => state.isOver).toBe(true)
	expect(state.read).toBeLessThan(20)
})

test('an archive ends in an error if a file does', async () => {
	async function* failing(): AsyncGenerator<string> {
		yield 'begin'
		throw new Error('The database is gone')
	}
	async function* files(): AsyncGenerator<ArchiveFile> {
		yield { path: 'a.txt', content: failing() }
	}
	await expect(buffer(streamZip(files(), MTIME))).rejects.toThrow('The database is gone')
	async function* none(): AsyncGenerator<ArchiveFile> {
		yield* []
		throw new Error('The next file is missing')
	}
	await expect(buffer(streamZip(none(), MTIME))).rejects.toThrow('The next file is missing')
})
