import { PICTURE_IN_PROGRESS } from '#contract/profile.ts'
import { tooMany } from '#server/http/errors.ts'
import { now, type Services } from '#server/services.ts'
import { newPictureAddress, pictureFiles } from './picture-names.ts'
import { announcePicture, forgetPicture, unusedPictures } from './queries-pictures.ts'
import { type Squares, squaresOf } from './squares.ts'

const TO_BE_TAKEN_MS = 60 * 60 * 1000

const RETRY_SECONDS = 5

/** The accounts whose picture waits for the decoder or is in it, so that none fills the queue. */
const accountsInProgress = new Set<string>()

/**
 * Keeps a picture as it was sent and returns its address; an account has to take it, or it is gone again. Throws 429
 * while another picture of the account is in progress.
 */
export async function keepPicture(services: Services, userId: string, bytes: readonly Buffer[]): Promise<string> {
	if (accountsInProgress.has(userId)) throw tooMany(PICTURE_IN_PROGRESS, RETRY_SECONDS)
	accountsInProgress.add(userId)
	try {
		return await storePicture(services, await squaresOf(bytes))
	} finally {
		accountsInProgress.delete(userId)
	}
}

async function storePicture(services: Services, { small, large }: Squares): Promise<string> {
	const picture = newPictureAddress()
	const files = pictureFiles(picture)
	await announcePicture(services.db, picture, new Date(services.clock() + TO_BE_TAKEN_MS).toISOString())
	if (files) await Promise.all([services.pictures.put(files.small, small), services.pictures.put(files.large, large)])
	return picture
}

/** Removes the files of pictures that nobody has any more: replaced, taken out, or gone with their account. */
export async function dropUnusedPictures(services: Services): Promise<void> {
	for (const picture of await unusedPictures(services.db, now(services))) {
		const files = pictureFiles(picture)
		// an address elsewhere has no files here
		if (files) await Promise.all([services.pictures.remove(files.small), services.pictures.remove(files.large)])
		await forgetPicture(services.db, picture)
	}
}
