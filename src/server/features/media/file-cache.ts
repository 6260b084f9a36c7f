import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A cache of files in a folder. It may exceed its limits only briefly. */
export interface FileCache {
	/** Returns the bytes stored under a name; undefined if there are none or they are too old. */
	get: (name: string) => Promise<Buffer | undefined>
	/** Stores the bytes under a name atomically. Write errors, as on a full disk, are ignored. */
	put: (name: string, bytes: Buffer) => Promise<void>
	/** Deletes files that are too old and, over the size limit, the least recently used ones. */
	trim: () => Promise<void>
	/** Counts how often `get` found a file so far, and how often it did not. */
	countLookups: () => { hits: number; misses: number }
}

interface Limits {
	maxBytes: number
	/** Counted from when a file was stored; undefined: no limit. */
	maxAgeMs?: number
	/** How many processes of this machine write to the folder. */
	writers?: number
	clock: () => number
}

/** How much may be written before the folder is checked again, as a share of `maxBytes`. */
const UNCHECKED_SHARE = 0.1

/** Returns a cache in a folder, which is created with the first file. Several processes may share it. */
export function fileCache(
	folder: string,
	{ maxBytes, maxAgeMs = Number.POSITIVE_INFINITY, writers = 1, clock }: Limits,
): FileCache {
	const maxUncheckedBytes = (maxBytes * UNCHECKED_SHARE) / writers
	let uncheckedBytes = 0
	let hits = 0
	let misses = 0
	let trimming: Promise<void> | undefined
	const isTooOld = (storedAtMs: number) => clock() - storedAtMs > maxAgeMs

	async function evict(): Promise<void> {
		uncheckedBytes = 0
		const files = await listFiles(folder)
		const old = files.filter(({ storedAtMs }) => isTooOld(storedAtMs))
		const rest = files.filter(({ storedAtMs }) => !isTooOld(storedAtMs)).sort((a, b) => a.usedAtMs - b.usedAtMs)
		let bytes = rest.reduce((sum, file) => sum + file.bytes, 0)
		for (const { file } of old) await rm(file, { force: true })
		if (bytes <= maxBytes * (1 - UNCHECKED_SHARE)) return
		for (const { file, bytes: freed } of rest) {
			// Deletes a little more than necessary, so that the next file does not trigger it again
			if (bytes <= maxBytes * (1 - 2 * UNCHECKED_SHARE)) return
			await rm(file, { force: true })
			bytes -= freed
		}
	}
	function trim(): Promise<void> {
		trimming ??= evict().finally(() => {
			trimming = undefined
		})
		return trimming
	}

	async function read(name: string): Promise<Buffer | undefined> {
		try {
			await using file = await open(path.join(folder, name))
			if (isTooOld((await file.stat()).mtimeMs)) return undefined
			return await file.readFile()
		} catch {
			// An unreadable file is a cache miss
			return undefined
		}
	}

	return {
		trim,
		countLookups: () => ({ hits, misses }),
		async get(name) {
			const bytes = await read(name)
			if (bytes) hits++
			else misses++
			return bytes
		},
		async put(name, bytes) {
			const file = path.join(folder, name)
			const unfinished = `${file}.${randomUUID()}`
			try {
				await mkdir(folder, { recursive: true })
				await writeFile(unfinished, bytes)
				await utimes(unfinished, clock() / 1000, clock() / 1000)
				await rename(unfinished, file)
			} catch {
				await rm(unfinished, { force: true }).catch(() => {})
				return
			}
			uncheckedBytes += bytes.length
			if (uncheckedBytes > maxUncheckedBytes) await trim()
		},
	}
}

async function listFiles(folder: string) {
	const files: { file: string; bytes: number; storedAtMs: number; usedAtMs: number }[] = []
	for (const name of await listNames(folder)) {
		const file = path.join(folder, name)
		try {
			const { size, mtimeMs, atimeMs } = await stat(file)
			// A file occupies whole blocks, and its directory entry some bytes
			files.push({ file, bytes: size + 4096, storedAtMs: mtimeMs, usedAtMs: Math.max(mtimeMs, atimeMs) })
		} catch (error) {
			// Another process has already deleted it
			if (!isMissing(error)) throw error
		}
	}
	return files
}

async function listNames(folder: string): Promise<string[]> {
	try {
		return await readdir(folder)
	} catch (error) {
		if (isMissing(error)) return []
		throw error
	}
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
