import path from 'node:path'
import type { Config } from '#server/config.ts'
import { bucketStorage } from './bucket.ts'
import { folderStorage, type PictureStorage } from './storage.ts'

/** The folder of users' pictures in the data folder. */
export const PICTURE_FOLDER = 'pictures'

/** Returns the storage of users' pictures: the configured bucket, or a folder in the data folder. */
export function createPictureStorage({
	pictureBucket,
	dataDir,
}: Pick<Config, 'pictureBucket' | 'dataDir'>): PictureStorage {
	return pictureBucket ? bucketStorage(pictureBucket) : folderStorage(path.join(dataDir, PICTURE_FOLDER))
}
