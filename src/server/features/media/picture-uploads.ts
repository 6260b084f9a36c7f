import { PICTURE_IN_PROGRESS } from '#contract/profile.ts'
import type { Db } from '#server/db/tables.ts'
import { tooMany } from '#server/http/errors.ts'
import { newPictureAddress, pictureFiles } from './picture-names.ts'
import { announcePicture } from './queries-pictures.ts'
import { createSquareCutter, type Squares } from './squares.ts'
import type { PictureStorage } from './storage.ts'

const TO_BE_TAKEN_MS = 60 * 60 * 1000

const RETRY_SECONDS = 5

/** Takes the pictures that accounts send. */
export interface PictureUploads {
	/**
	 * Stores a picture as it was sent and returns its address; an account has to take it, or it is deleted again. Throws
	 * 429 while another picture of the account is in progress.
	 */
	store: (userId: string, bytes: readonly Buffer[]) => Promise<string>
}

export function createPictureUploads({
	db,
	pictures,
	clock,
}: {
	db: Db
	pictures: PictureStorage
	clock: () => number
}): PictureUploads {
	const cutSquares = createSquareCutter()
	// Accounts whose picture waits for the decoder or is in it, so that none fills the queue
	const accountsInProgress = new Set<string>()

	async function storeSquares({ small, large }: Squares): Promise<string> {
		const picture = newPictureAddress()
		const files = pictureFiles(picture)
		await announcePicture(db, picture, new Date(clock() + TO_BE_TAKEN_MS).toISOString())
		if (files) await Promise.all([pictures.put(files.small, small), pictures.put(files.large, large)])
		return picture
	}

	return {
		async store(userId, bytes) {
			if (accountsInProgress.has(userId)) throw tooMany(PICTURE_IN_PROGRESS, RETRY_SECONDS)
			accountsInProgress.add(userId)
			try {
				return await storeSquares(await cutSquares(bytes))
			} finally {
				accountsInProgress.delete(userId)
			}
		},
	}
}
