import { inTransaction } from '#server/db/transaction.ts'
import { deleteOrphanPictures } from '#server/features/media/orphan-pictures.ts'
import { publish } from '#server/features/moderation/publish.ts'
import type { Services } from '#server/services.ts'
import type { ProfileForm } from './profile-form.ts'
import { updateProfileFields } from './queries.ts'

/**
 * Changes the fields of a profile that the form contains and deletes the files of a replaced picture. Throws an
 * `AppError` for an unusable picture, without changing anything.
 */
export async function applyProfileForm(
	services: Services,
	userId: string,
	{ name, bio, picture }: ProfileForm,
): Promise<void> {
	const address = picture ? await services.pictureUploads.store(userId, picture) : picture
	await inTransaction(services.db, async (transaction) => {
		await updateProfileFields(transaction, userId, {
			...(name === undefined ? {} : { name: name || null }),
			...(bio === undefined ? {} : { bio: bio || null }),
			...(address === undefined ? {} : { picture: address }),
		})
		await publish(services, transaction, 'user', userId, [bio])
	})
	// The background job retries what fails here
	if (address !== undefined) await deleteOrphanPictures(services).catch(() => {})
}
