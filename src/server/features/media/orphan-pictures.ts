import { now } from '#server/clock.ts'
import { isBackupRunning } from '#server/db/backup-lock.ts'
import type { Services } from '#server/services.ts'
import { getPictureFiles } from './picture-names.ts'
import { deleteOrphanRecord, findOrphanPictures } from './queries-orphan-pictures.ts'

/**
 * Deletes the files of orphan pictures: replaced, removed, deleted with their account, or never claimed. A backup that
 * runs may still need them, so then they stay until the next call.
 */
export async function deleteOrphanPictures(services: Services): Promise<void> {
	if (await isBackupRunning(services.db)) return
	for (const picture of await findOrphanPictures(services.db, now(services))) {
		const files = getPictureFiles(picture)
		// An external address has no files in our storage
		if (files) await Promise.all([services.pictures.remove(files.small), services.pictures.remove(files.large)])
		await deleteOrphanRecord(services.db, picture)
	}
}
