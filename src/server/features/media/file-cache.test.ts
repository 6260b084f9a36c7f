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

test('what is kept is there until it is too old', async () => {
	const time = { now: Date.UTC(2026, 10, 21) }
	const folder = newFolder()
	const kept = fileCache(folder, { maxBytes: 1_000_000, maxAgeMs: DAY_MS, clock: () => time.now })
	expect(await kept.get('a')).toBeUndefined()
	await kept.put('a', Buffer.from('one'))
	time.now += DAY_MS / 2
	await kept.put('b', Buffer.from('two'))
	expect([String(await kept.get('a')), String(await kept.get('b'))]).toEqual(['one', 'two'])
	time.now += DAY_MS * 0.6
	expect([await kept.get('a'), String(await kept.get('b'))]).toEqual([undefined, 'two'])
	await kept.trim()
	expect(await readdir(folder)).toEqual(['b'])
})

test('past its bound the oldest files go, also while it is being written to', async () => {
	const time = { now: Date.UTC(2026, 10, 21) }
	const folder = newFolder()
	const kept = fileCache(folder, { maxBytes: 1_000_000, clock: () => time.now })
	for (let number = 100; number < 200; number++) {
		time.now += 1_000
		await kept.put(`${number}`, Buffer.alloc(30_000))
	}
	const left = await readdir(folder)
	expect(left.length).toBeGreaterThan(15)
	expect(left.length * 30_000).toBeLessThan(1_000_000)
	expect(left.sort().at(-1)).toBe('199')
	await kept.trim()
	expect((await readdir(folder)).length * 34_096).toBeLessThanOrEqual(900_000)
	expect(await kept.get('199')).toHaveLength(30_000)
})

test('where nothing can be written or read, nothing is kept and nothing fails', async () => {
	const folder = newFolder()
	await writeFile(folder, 'a file where the folder should be')
	const kept = fileCache(folder, { maxBytes: 1_000_000, clock: Date.now })
	await kept.put('a', Buffer.from('one'))
	expect(await kept.get('a')).toBeUndefined()
	await rm(folder)
	await mkdir(path.join(folder, 'a'), { recursive: true })
	expect(await kept.get('a')).toBeUndefined()
})
