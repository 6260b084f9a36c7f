import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openArchive, writeArchive } from './archive.ts'
import { addManifest, checkManifest } from './checksums.ts'
import type { Entry, ManifestFacts } from './entries.ts'

const PASSPHRASE = 'a passphrase for tests'
// Deriving keys takes a second otherwise
const FAST_SCRYPT = 4
// Node ends compression with an empty frame, which nobody misses
const EMPTY_FRAME_BYTES = 13
const FACTS: ManifestFacts = { sequences: [], missingPictures: 0 }

// Random bytes, so that the file is longer than the streams' buffers
const ENTRIES: readonly Entry[] = [
	{ path: 'format.json', bytes: Buffer.from('{}') },
	{ path: 'tables/users/000000.copy', bytes: Buffer.from('1\tAda\n2\tBob\\n\n') },
	{ path: 'tables/users/000001.copy', bytes: Buffer.from('3\t\\N\n') },
	{ path: `pictures/${'a'.repeat(22)}-400.webp`, bytes: randomBytes(300_000) },
]

test.each([
	['plain', undefined],
	['encrypted', PASSPHRASE],
])('a backup that is %s is read as it was written, with a manifest', async (_, passphrase) => {
	const file = await writeBackup(passphrase)
	const entries = await readBackup(file, passphrase)
	expect(entries.slice(0, -1)).toEqual(ENTRIES)
	expect(entries.at(-1)?.path).toBe('manifest.json')
	expect(JSON.parse(entries.at(-1)?.bytes.toString() ?? '')).toMatchObject({
		rows: { users: 3 },
		sections: { 'tables/users': { files: 2, bytes: 19 }, pictures: { files: 1, bytes: 300_000 } },
	})
})

test.each([
	['plain', undefined],
	['encrypted', PASSPHRASE],
])('a backup that is %s and truncated or changed is refused', async (_, passphrase) => {
	const file = await writeBackup(passphrase)
	const bytes = await readFile(file)
	for (const length of [bytes.length - EMPTY_FRAME_BYTES - 1, bytes.length - 600, bytes.length / 2, 100].map(
		Math.floor,
	)) {
		await writeFile(file, bytes.subarray(0, length))
		await expect(checkBackup(file, passphrase), `${length} bytes`).rejects.toThrow(/incomplete|damaged/)
	}
	for (const at of [bytes.length - EMPTY_FRAME_BYTES - 1, Math.floor(bytes.length / 2), 250]) {
		const changed = Buffer.from(bytes)
		changed[at] = (changed[at] ?? 0) ^ 1
		await writeFile(file, changed)
		await expect(checkBackup(file, passphrase), `byte ${at}`).rejects.toThrow(/damaged/)
	}
})

test('an encrypted backup needs its passphrase', async () => {
	const file = await writeBackup(PASSPHRASE)
	await expect(readBackup(file, undefined)).rejects.toThrow('Set BACKUP_PASSPHRASE')
	await expect(readBackup(file, 'another passphrase')).rejects.toThrow('The passphrase is wrong')
	// The contents are not readable in any other way. A picture is stored as it is, so a part of it shows them.
	const part = ENTRIES.at(-1)?.bytes.subarray(1_000, 1_032) ?? ''
	expect((await readFile(file)).includes(part)).toBe(false)
	expect((await readFile(await writeBackup(undefined))).includes(part)).toBe(true)
})

test('a file of another program is no backup', async () => {
	const file = await createPath()
	for (const content of ['', 'PGDMP', '{"some": "json"}']) {
		await writeFile(file, content)
		await expect(readBackup(file, undefined)).rejects.toThrow('is not a backup of Savepoint')
	}
})

test('a checksum that does not fit the rows is found even where the archive is intact', async () => {
	const file = await createPath()
	const whole = await collect(addManifest(generate(ENTRIES)))
	const changed = whole.map((entry) =>
		entry.path.startsWith('tables/users/000001') ? { ...entry, bytes: Buffer.from('3\tEve\n') } : entry,
	)
	await writeArchive(iterate(changed), file, undefined)
	await expect(readBackup(file, undefined)).rejects.toThrow('the checksum of tables/users is wrong')

	const lacking = whole.filter(({ path: name }) => !name.startsWith('pictures/'))
	await expect(collect(checkManifest(iterate(lacking)))).rejects.toThrow('the checksum of pictures is wrong')
	await expect(collect(checkManifest(iterate(whole.slice(0, -1))))).rejects.toThrow('incomplete')
	await expect(collect(checkManifest(iterate([...whole, ...whole])))).rejects.toThrow('goes on after its end')
})

test('a backup never replaces a file, and leaves nothing behind when it fails', async () => {
	const file = await writeBackup(undefined)
	const before = await readFile(file)
	await expect(writeArchive(iterate(ENTRIES), file, undefined)).rejects.toThrow('exists already')
	expect(await readFile(file)).toEqual(before)

	const other = path.join(path.dirname(file), 'other')
	await expect(writeArchive(failAfter(ENTRIES), other, PASSPHRASE, FAST_SCRYPT)).rejects.toThrow('the database is gone')
	expect(await readdir(path.dirname(file))).toEqual([path.basename(file)])
})

async function createPath(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	return path.join(folder, 'backup')
}

async function writeBackup(passphrase: string | undefined): Promise<string> {
	const file = await createPath()
	await writeArchive(addManifest(generate(ENTRIES)), file, passphrase, FAST_SCRYPT)
	return file
}

async function readBackup(file: string, passphrase: string | undefined): Promise<Entry[]> {
	return collect(checkManifest(await openArchive(file, passphrase)))
}

async function* generate(entries: readonly Entry[]): AsyncGenerator<Entry, ManifestFacts> {
	yield* entries
	return FACTS
}

async function* iterate(entries: readonly Entry[]): AsyncGenerator<Entry> {
	yield* entries
}

async function* failAfter(entries: readonly Entry[]): AsyncGenerator<Entry> {
	yield* entries
	throw new Error('the database is gone')
}

async function collect(entries: AsyncIterable<Entry>): Promise<Entry[]> {
	const all: Entry[] = []
	for await (const entry of entries) all.push(entry)
	return all
}

/** Reads a backup and returns how many entries it has, which print shorter than their bytes. */
async function checkBackup(file: string, passphrase: string | undefined): Promise<number> {
	return (await readBackup(file, passphrase)).length
}
