import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

const OTHERS = 0o077
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** All that Savepoint keeps in its data folder. */
const ENTRIES = new Set(['postgres', 'lock', 'secret', 'pictures', 'art', 'images', 'mail', 'demonstration.json'])

/**
 * Keeps the data folder for this process's user alone: what the process writes from now on, and what is there already.
 * Makes the folder. One that holds other things too keeps its own mode, and so do they.
 */
export function protectDataFolder(dataDir: string): void {
	process.umask(OTHERS)
	mkdirSync(dataDir, { recursive: true })
	const names = readdirSync(dataDir)
	for (const name of names.filter((name) => ENTRIES.has(name))) protect(path.join(dataDir, name))
	if (names.every((name) => ENTRIES.has(name))) restrict(dataDir, FOLDER_MODE)
}

function protect(file: string): void {
	const stats = lstatSync(file, { throwIfNoEntry: false })
	if (!stats || stats.isSymbolicLink()) return
	if ((stats.mode & OTHERS) !== 0) restrict(file, stats.isDirectory() ? FOLDER_MODE : FILE_MODE)
	if (stats.isDirectory()) for (const name of readdirSync(file)) protect(path.join(file, name))
}

function restrict(file: string, mode: number): void {
	try {
		chmodSync(file, mode)
	} catch (error) {
		// Of another owner, who decides; or deleted by another process meanwhile
		if (!['EPERM', 'ENOENT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
	}
}
