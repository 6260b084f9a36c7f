import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Stores pictures by file name, in a folder or in a bucket. */
export interface PictureStorage {
	/** Stores the bytes under a name atomically. */
	put: (name: string, bytes: Buffer) => Promise<void>
	/** Returns the bytes stored under a name; undefined if there are none. */
	get: (name: string) => Promise<Buffer | undefined>
	/** Deletes the bytes stored under a name, if any. */
	remove: (name: string) => Promise<void>
}

/** Returns why a storage cannot be used right now; undefined if it works. */
export async function findStorageProblem(storage: PictureStorage): Promise<string | undefined> {
	try {
		await storage.get('is-anybody-there.webp')
		return undefined
	} catch (error) {
		const { cause = error } = error as Error
		const { message, cause: rootCause } = cause as Error
		return rootCause instanceof Error && rootCause.message ? `${message}: ${rootCause.message}` : message
	}
}

/** Returns a storage that keeps pictures as files in a folder, which is created with the first one. */
export function folderStorage(folder: string): PictureStorage {
	const getPath = (name: string) => path.join(folder, name)
	return {
		async put(name, bytes) {
			await mkdir(folder, { recursive: true })
			// Machines that share the folder may have processes with the same id
			const unfinished = getPath(`${name}.${randomUUID()}`)
			try {
				await writeFile(unfinished, bytes)
				await rename(unfinished, getPath(name))
			} catch (error) {
				await rm(unfinished, { force: true })
				throw error
			}
		},
		async get(name) {
			try {
				return await readFile(getPath(name))
			} catch (error) {
				if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
				throw error
			}
		},
		remove: (name) => rm(getPath(name), { force: true }),
	}
}
