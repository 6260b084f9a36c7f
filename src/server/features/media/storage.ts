import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where pictures are kept, by file name. Another kind of storage is another of these. */
export interface PictureStorage {
	/** Keeps the bytes under a name, whole or not at all. */
	put: (name: string, bytes: Buffer) => Promise<void>
	/** The bytes of a name; undefined where nothing has it. */
	get: (name: string) => Promise<Buffer | undefined>
	/** Removes what is kept under a name, if anything is. */
	remove: (name: string) => Promise<void>
}

/** Why a storage cannot be used right now, undefined where it can. */
export async function storageProblem(storage: PictureStorage): Promise<string | undefined> {
	try {
		await storage.get('is-anybody-there.webp')
		return undefined
	} catch (error) {
		const { cause = error } = error as Error
		const { message, cause: deeper } = cause as Error
		return deeper instanceof Error && deeper.message ? `${message}: ${deeper.message}` : message
	}
}

/** Pictures as files of a folder, which is made when the first is kept. */
export function folderStorage(folder: string): PictureStorage {
	const fileOf = (name: string) => path.join(folder, name)
	return {
		async put(name, bytes) {
			await mkdir(folder, { recursive: true })
			const unfinished = fileOf(`${name}.${process.pid}`)
			try {
				await writeFile(unfinished, bytes)
				await rename(unfinished, fileOf(name))
			} catch (error) {
				await rm(unfinished, { force: true })
				throw error
			}
		},
		async get(name) {
			try {
				return await readFile(fileOf(name))
			} catch (error) {
				if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
				throw error
			}
		},
		remove: (name) => rm(fileOf(name), { force: true }),
	}
}
