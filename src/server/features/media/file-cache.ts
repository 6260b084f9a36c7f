import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A folder of files that can be made again, which never grows past its bounds for long. */
export interface KeptFiles {
	/** The bytes of a name; undefined where nothing has it, or what has it is too old. */
	get: (name: string) => Promise<Buffer | undefined>
	/** Keeps the bytes under a name, whole or not at all. A disk that takes no more keeps nothing, and that is no failure. */
	put: (name: string, bytes: Buffer) => Promise<void>
	/** Removes what is too old and, past the bound, what has not been asked for the longest. */
	trim: () => Promise<void>
}

interface Bounds {
	mostBytes: number
	/** Counted from when a file was kept; undefined: for good. */
	mostAgeMs?: number
	clock: () => number
}

/** How much may be written between two looks at the folder, as a share of the bound. */
const UNSEEN_SHARE = 0.1

/** Files in a folder, which is made when the first is kept. Several processes may share it. */
export function keptFiles(
	folder: string,
	{ mostBytes, mostAgeMs = Number.POSITIVE_INFINITY, clock }: Bounds,
): KeptFiles {
	let unseenBytes = 0
	let trimming: Promise<void> | undefined
	const tooOld = (keptAtMs: number) => clock() - keptAtMs > mostAgeMs

	async function removeTooMuch(): Promise<void> {
		unseenBytes = 0
		const files = await filesIn(folder)
		const old = files.filter(({ keptAtMs }) => tooOld(keptAtMs))
		const rest = files.filter(({ keptAtMs }) => !tooOld(keptAtMs)).sort((a, b) => a.usedAtMs - b.usedAtMs)
		let bytes = rest.reduce((sum, file) => sum + file.bytes, 0)
		for (const { file } of old) await rm(file, { force: true })
		if (bytes <= mostBytes * (1 - UNSEEN_SHARE)) return
		for (const { file, bytes: freed } of rest) {
			// A little further than needed, so that it is not done for each file
			if (bytes <= mostBytes * (1 - 2 * UNSEEN_SHARE)) return
			await rm(file, { force: true })
			bytes -= freed
		}
	}
	function trim(): Promise<void> {
		trimming ??= removeTooMuch().finally(() => {
			trimming = undefined
		})
		return trimming
	}

	return {
		trim,
		async get(name) {
			try {
				await using file = await open(path.join(folder, name))
				if (tooOld((await file.stat()).mtimeMs)) return undefined
				return await file.readFile()
			} catch {
				// What cannot be read is made again
				return undefined
			}
		},
		async put(name, bytes) {
			const file = path.join(folder, name)
			const unfinished = `${file}.${process.pid}`
			try {
				await mkdir(folder, { recursive: true })
				await writeFile(unfinished, bytes)
				await utimes(unfinished, clock() / 1000, clock() / 1000)
				await rename(unfinished, file)
			} catch {
				await rm(unfinished, { force: true }).catch(() => {})
				return
			}
			unseenBytes += bytes.length
			if (unseenBytes > mostBytes * UNSEEN_SHARE) await trim()
		},
	}
}

async function filesIn(folder: string) {
	const found: { file: string; bytes: number; keptAtMs: number; usedAtMs: number }[] = []
	for (const name of await namesIn(folder)) {
		const file = path.join(folder, name)
		try {
			const { size, mtimeMs, atimeMs } = await stat(file)
			// A file takes whole blocks, and its entry some bytes
			found.push({ file, bytes: size + 4096, keptAtMs: mtimeMs, usedAtMs: Math.max(mtimeMs, atimeMs) })
		} catch (error) {
			// Another process was quicker
			if (!isMissing(error)) throw error
		}
	}
	return found
}

async function namesIn(folder: string): Promise<string[]> {
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
