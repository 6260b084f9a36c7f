import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileCache } from './file-cache.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function newFolder(): string {
	const folder = path.join(tmpdir(), `savepoint-test-${randomUUID()}`)
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	return folder
}

test('a file is cached until it is too old', async () => {
	const time = { now: Date.UTC(2026, 10, 21) }
	const folder = newFolder()
	const cache = fileCache(folder, { maxBytes: 1_000_000, maxAgeMs: DAY_MS, clock: () => time.now })
	expect(await cache.get('a')).toBeUndefined()
	await cache.put('a', Buffer.from('one'))
	time.now += DAY_MS / 2
	await cache.put('b', Buffer.from('two'))
	expect([String(await cache.get('a')), String(await cache.get('b'))]).toEqual(['one', 'two'])
	time.now += DAY_MS * 0.6
	expect([await cache.get('a'), String(await cache.get('b'))]).toEqual([undefined, 'two'])
	await cache.trim()
	expect(await readdir(folder)).toEqual(['b'])
})

test('over the size limit the oldest files are deleted, also during writes', async () => {
	const time = { now: Date.UTC(2026, 10, 21) }
	const folder = newFolder()
	const cache = fileCache(folder, { maxBytes: 1_000_000, clock: () => time.now })
	for (let number = 100; number < 200; number++) {
		time.now += 1_000
		await cache.put(`${number}`, Buffer.alloc(30_000))
	}
	const names = await readdir(folder)
	expect(names.length).toBeGreaterThan(15)
	expect(names.length * 30_000).toBeLessThan(1_000_000)
	expect(names.sort().at(-1)).toBe('199')
	await cache.trim()
	expect((await readdir(folder)).length * 34_096).toBeLessThanOrEqual(900_000)
	expect(await cache.get('199')).toHaveLength(30_000)
})

test('processes that share a folder keep its limit together, though each knows only its own files', async () => {
	const folder = newFolder()
	const writers = 8
	const caches = Array.from({ length: writers }, () =>
		fileCache(folder, { maxBytes: 1_000_000, writers, clock: Date.now }),
	)
	for (let n = 0; n < 160; n++) await caches[n % writers]?.put(String(n), Buffer.alloc(30_000))
	expect((await readdir(folder)).length * 34_096).toBeLessThan(1_100_000)
})

test('read and write errors are ignored', async () => {
	const folder = newFolder()
	await writeFile(folder, 'a file where the folder should be')
	const cache = fileCache(folder, { maxBytes: 1_000_000, clock: Date.now })
	await cache.put('a', Buffer.from('one'))
	expect(await cache.get('a')).toBeUndefined()
	await rm(folder)
	await mkdir(path.join(folder, 'a'), { recursive: true })
	expect(await cache.get('a')).toBeUndefined()
})
