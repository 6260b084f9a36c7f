import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

const OTHERS_MODE_BITS = 0o077
const FOLDER_MODE = 0o700
/** Root runs the database as another user, which has to pass. */
const DATA_FOLDER_MODE = process.getuid?.() === 0 ? 0o711 : FOLDER_MODE
const FILE_MODE = 0o600

/** The entries that Savepoint creates in its data folder. */
const ENTRIES = new Set([
	'postgres',
	'lock',
	'secret',
	'pictures',
	'art',
	'images',
	'mail',
	'demonstration.json',
	'restoring',
])

/**
 * Creates the data folder and restricts it to the current user: existing entries as well as files written later. A
 * folder that also contains other entries keeps its mode, and so do those entries.
 */
export function protectDataFolder(dataDir: string): void {
	process.umask(OTHERS_MODE_BITS)
	mkdirSync(dataDir, { recursive: true })
	const names = readdirSync(dataDir)
	for (const name of names.filter((name) => ENTRIES.has(name))) protect(path.join(dataDir, name))
	if (names.every((name) => ENTRIES.has(name))) restrict(dataDir, DATA_FOLDER_MODE)
}

function protect(file: string): void {
	const stats = lstatSync(file, { throwIfNoEntry: false })
	if (!stats || stats.isSymbolicLink()) return
	if ((stats.mode & OTHERS_MODE_BITS) !== 0) restrict(file, stats.isDirectory() ? FOLDER_MODE : FILE_MODE)
	if (stats.isDirectory()) for (const name of readdirSync(file)) protect(path.join(file, name))
}

function restrict(file: string, mode: number): void {
	try {
		chmodSync(file, mode)
	} catch (error) {
		// Owned by another user, deleted by another process in the meantime, or on a read-only file system
		if (!['EPERM', 'ENOENT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
	}
}
