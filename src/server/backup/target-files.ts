import { existsSync } from 'node:fs'
import { mkdir, opendir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { createPictureStorage, PICTURE_FOLDER } from '#server/features/media/picture-storage.ts'
import type { PictureStorage } from '#server/features/media/storage.ts'
import { SECRET_FILE } from '#server/lifecycle/secret-keys.ts'
import { BackupError } from './backup-error.ts'
import { mapInOrder } from './map-in-order.ts'

/** The secret and the pictures of a site that is being restored, set aside until its database is complete. */
export interface TargetFiles {
	/** Throws `BackupError` if the target has another secret. */
	addSecret: (secret: string) => Promise<void>
	addPicture: (name: string, bytes: Buffer) => Promise<void>
	/** Puts the files where the site reads them. Returns a function that takes them away again. */
	place: () => Promise<() => Promise<void>>
}

const UPLOAD_BATCH = 100
const CONCURRENT_UPLOADS = 16

/** Creates the files of a target in the folder `staging`, which is on the same disk as the data folder. */
export function createTargetFiles(config: Config, staging: string): TargetFiles {
	const stagedSecret = path.join(staging, SECRET_FILE)
	const stagedPictures = path.join(staging, PICTURE_FOLDER)
	const secretFile = path.join(config.dataDir, SECRET_FILE)
	const pictureFolder = path.join(config.dataDir, PICTURE_FOLDER)
	return {
		async addSecret(secret) {
			const current = config.secretKey ?? (await readIfPresent(secretFile))
			if (current === undefined) {
				await mkdir(staging, { recursive: true })
				await writeFile(stagedSecret, secret, { mode: 0o600 })
			} else if (current !== secret)
				throw new BackupError(
					config.secretKey
						? 'SECRET_KEY is not the secret of the backup, and everyone would be logged out. Unset it, or set the one that the site had.'
						: `The file ${secretFile} is not the secret of the backup, and everyone would be logged out. Move it away, or set DATA_DIR to an empty folder.`,
				)
		},
		async addPicture(name, bytes) {
			await mkdir(stagedPictures, { recursive: true })
			await writeFile(path.join(stagedPictures, name), bytes, { mode: 0o600 })
		},
		async place() {
			const removers: (() => Promise<unknown>)[] = []
			const remove = async () => {
				for (const undo of removers.toReversed()) await undo()
			}
			try {
				if (existsSync(stagedSecret)) {
					await rename(stagedSecret, secretFile)
					removers.push(() => rm(secretFile))
				}
				if (existsSync(stagedPictures)) {
					if (config.pictureBucket) await uploadPictures(stagedPictures, createPictureStorage(config), removers)
					else {
						await rename(stagedPictures, pictureFolder)
						removers.push(() => rm(pictureFolder, { recursive: true }))
					}
				}
			} catch (error) {
				await remove()
				throw error
			}
			return remove
		},
	}
}

/** Throws `BackupError` if the folder already has pictures, which must not mix with those of a backup. */
export async function assertNoPictures({ pictureBucket, dataDir }: Config): Promise<void> {
	const folder = path.join(dataDir, PICTURE_FOLDER)
	if (pictureBucket || !existsSync(folder)) return
	if ((await readdir(folder)).length > 0)
		throw new BackupError(`The folder ${folder} is not empty. Move it away, or set DATA_DIR to an empty folder.`)
}

/** Uploads the pictures of a folder. Those that the storage already has stay as they are. */
async function uploadPictures(
	folder: string,
	storage: PictureStorage,
	removers: (() => Promise<unknown>)[],
): Promise<void> {
	const upload = async (name: string) => {
		const bytes = await readFile(path.join(folder, name))
		if ((await storage.get(name))?.equals(bytes)) return
		removers.push(() => storage.remove(name))
		await storage.put(name, bytes)
	}
	let batch: string[] = []
	const flush = async () => {
		for await (const _ of mapInOrder(batch, CONCURRENT_UPLOADS, upload));
		batch = []
	}
	for await (const { name } of await opendir(folder)) if (batch.push(name) >= UPLOAD_BATCH) await flush()
	await flush()
}

async function readIfPresent(file: string): Promise<string | undefined> {
	try {
		return (await readFile(file, 'utf8')).trim()
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
		throw error
	}
}
