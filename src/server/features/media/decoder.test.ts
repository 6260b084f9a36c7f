/**
 * Each picture is decoded in a process of its own.
 *
 * @module-tag ci
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { PICTURE_LIMITS, PICTURES_BUSY } from '#contract/profile.ts'
import { hugePng, noisyPicture, plainPicture } from '#kit/pictures.ts'
import { getTexts, readSources } from '#kit/sources.ts'
import { decodeInChild } from './decode-in-child.ts'
import { decoderCommand } from './decoder-command.ts'

const settings = { program: new URL('./crop-squares.ts', import.meta.url), limits: PICTURE_LIMITS, fileCount: 2 }
const busy = { statusCode: 503, code: PICTURES_BUSY.code, message: PICTURES_BUSY.error }
const isLinux = process.platform === 'linux'

/** The files that load the library, and why none of them parses untrusted pictures in the server process. */
const IMPORTERS: Readonly<Record<string, string>> = {
	'src/art/share/render-jpeg.ts': 'imported by a separate program',
	'src/art/webp.ts': 'imported by the program that draws',
	'src/server/features/media/crop-squares.ts': 'a separate program',
	'src/server/features/media/decoder.ts': 'imported by the two programs',
	'src/server/features/media/resize-image.ts': 'a separate program',
	'src/server/features/share-pictures/render-picture.ts': 'a separate program',
}

test('only the decoder programs load the image library', { tags: ['trust-46'] }, () => {
	const sources = readSources('src')
	const naming = (pattern: RegExp) =>
		sources.filter((source) => getTexts(source).some((name) => pattern.test(name))).map(({ file }) => file)
	expect(naming(/^sharp$/)).toEqual(Object.keys(IMPORTERS))
	expect(naming(/\/decoder\.ts$/)).toEqual([
		'src/server/features/media/crop-squares.ts',
		'src/server/features/media/resize-image.ts',
	])
	expect(naming(/\/webp\.ts$/)).toEqual(['src/art/drawing-worker.ts'])
	// Started by path, never imported
	const imports = sources.flatMap(({ nodes }) =>
		nodes.flatMap(({ type, source }) =>
			type.startsWith('Import') && source ? [String((source as { value?: unknown }).value)] : [],
		),
	)
	expect(imports.filter((name) => /crop-squares|resize-image|render-picture\.ts/.test(name))).toEqual([])
	expect(naming(/\/render-jpeg\.ts$/)).toEqual(['src/server/features/share-pictures/render-picture.ts'])
})

test('a decoder that does not start or finish in time is a 503, not a rejection of the picture', async () => {
	const bytes = hugePng(7_000)
	for (const timeouts of [
		{ startMs: 1, decodeMs: 60_000 },
		{ startMs: 60_000, decodeMs: 1 },
	])
		await expect(decodeInChild([bytes], { ...settings, timeouts })).rejects.toMatchObject(busy)
	const missing = new URL('./no-such-program.ts', import.meta.url)
	await expect(decodeInChild([bytes], { ...settings, program: missing })).rejects.toMatchObject(busy)
})

test('the time that a decoder takes to start does not count', async () => {
	const bytes = await plainPicture('png')
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	try {
		const decoding = decodeInChild([bytes], settings)
		vi.advanceTimersByTime(29_000)
		expect(await decoding).toHaveLength(2)
	} finally {
		vi.useRealTimers()
	}
})

test('a picture is damaged only if the decoder fails', async () => {
	const photo = await noisyPicture(600, 400)
	expect(await decodeInChild([photo.subarray(0, photo.length / 2)], settings)).toBe('damaged')
	expect(await decodeInChild([Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')], settings)).toBe('damaged')
	expect(await decodeInChild([hugePng(8_000)], settings)).toBe('too_wide')
})

test('the largest accepted AVIF fits into the memory of the decoder', async () => {
	const picture = sharp({ create: { width: 4_096, height: 4_096, channels: 3, background: '#c03020' } })
	expect(await decodeInChild([await picture.avif({ effort: 0 }).toBuffer()], settings)).toHaveLength(2)
})

test('the decoder can read its own code and nothing else: no files, processes, threads or gigabytes', async () => {
	const attempts = {
		own: "fs.readFileSync('package.json')",
		secrets: "fs.readFileSync('.env.example')",
		system: "fs.readFileSync('/etc/passwd')",
		writing: "fs.writeFileSync('src/written.txt', '')",
		process: "require('node:child_process').execFileSync('true')",
		thread: "new (require('node:worker_threads').Worker)('', { eval: true })",
		...(isLinux ? { memory: 'Buffer.alloc(1.5 * 1024 ** 3)' } : {}),
	}
	const code = `const fs = require('node:fs'); const done = []
		for (const [name, attempt] of Object.entries(${JSON.stringify(attempts)})) try { eval(attempt); done.push(name) } catch {}
		console.log(done.join())`
	const [command, ...args] = decoderCommand(['--eval', code])
	const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
	expect((await text(child.stdout)).trim()).toBe('own')
})
