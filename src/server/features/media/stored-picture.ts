import { now, type Services } from '#server/services.ts'
import { pictureFiles } from './picture-names.ts'
import { forgetPicture, unusedPictures } from './queries-pictures.ts'

/** Removes the files of pictures that nobody has any more: replaced, taken out, or gone with their account. */
export async function dropUnusedPictures(services: Services): Promise<void> {
	for (const picture of await unusedPictures(services.db, now(services))) {
		const files = pictureFiles(picture)
		// An address elsewhere has no files here
		if (files) await Promise.all([services.pictures.remove(files.small), services.pictures.remove(files.large)])
		await forgetPicture(services.db, picture)
	}
}
