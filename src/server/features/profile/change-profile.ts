import { dropUnusedPictures } from '#server/features/media/stored-picture.ts'
import type { Services } from '#server/services.ts'
import { changeProfile } from './queries.ts'
import type { ProfileForm } from './read-form.ts'

/**
 * Changes what a form names of an account's profile; the files of a picture that it no longer has are removed. Throws an
 * `AppError` for a picture that cannot be one, and then nothing has changed.
 */
export async function applyProfileForm(
	services: Services,
	userId: string,
	{ name, bio, picture }: ProfileForm,
): Promise<void> {
	const kept = picture ? await services.pictureUploads.store(userId, picture) : picture
	await changeProfile(services.db, userId, {
		...(name === undefined ? {} : { name: name || null }),
		...(bio === undefined ? {} : { bio: bio || null }),
		...(kept === undefined ? {} : { picture: kept }),
	})
	// What fails here is the job's next time
	if (kept !== undefined) await dropUnusedPictures(services).catch(() => {})
}
