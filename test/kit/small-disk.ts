import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A disk of its own that a test can fill, as a folder. */
export interface SmallDisk extends AsyncDisposable {
	folder: string
	/** Takes all free space. */
	fill: () => Promise<void>
	/** Gives it back. */
	empty: () => Promise<void>
}

const BLOCK_BYTES = 64 * 1024

/** Why tests that need a disk of their own are skipped; undefined if they are not. */
export const NO_SMALL_DISK = findObstacle()

/** Creates an empty disk of the given size, in memory. */
export async function createSmallDisk(bytes: number): Promise<SmallDisk> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-disk-'))
	mount(folder, bytes)
	const filler = path.join(folder, 'filler')
	// An aborted test must not leave a disk behind
	const unmountAtExit = () => unmount(folder)
	process.once('exit', unmountAtExit)
	return {
		folder,
		async fill() {
			// The site may write at the same time
			for (let isFull = false; !isFull; )
				await appendFile(filler, Buffer.alloc(BLOCK_BYTES)).catch((error: NodeJS.ErrnoException) => {
					if (error.code !== 'ENOSPC') throw error
					isFull = true
				})
		},
		empty: () => rm(filler, { force: true }),
		async [Symbol.asyncDispose]() {
			process.removeListener('exit', unmountAtExit)
			unmount(folder)
		},
	}
}

function findObstacle(): string | undefined {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Only root can mount a small disk, on Linux.'
	const folder = mkdtempSync(path.join(tmpdir(), 'savepoint-disk-'))
	try {
		mount(folder, 1024 * 1024)
	} catch {
		rmdirSync(folder)
		return 'This system does not let root mount a small disk, as in a container.'
	}
	unmount(folder)
	return undefined
}

function mount(folder: string, bytes: number): void {
	execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'savepoint-test', folder], { stdio: 'pipe' })
}

function unmount(folder: string): void {
	// Lazily, as a program may still have a file open
	execFileSync('umount', ['-l', folder], { stdio: 'pipe' })
	rmdirSync(folder)
}
