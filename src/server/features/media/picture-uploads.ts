import { PICTURE_IN_PROGRESS } from '#contract/profile.ts'
import type { Db } from '#server/db/tables.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import type { QueueState } from '#server/http/limiter.ts'
import { createPictureAddress, getPictureFiles } from './picture-names.ts'
import { addOrphanPicture } from './queries-orphan-pictures.ts'
import { createSquareCropper, type Squares } from './square-cropper.ts'
import type { PictureStorage } from './storage.ts'

const CLAIM_TIMEOUT_MS = 60 * 60 * 1000

const RETRY_SECONDS = 5

/** Stores uploaded profile pictures. */
export interface PictureUploads {
	/**
	 * Stores an uploaded picture and returns its address. It stays an orphan, and is deleted after an hour, unless an
	 * account starts to use it. Throws 429 while another upload of the account is in progress.
	 */
	store: (userId: string, bytes: readonly Buffer[]) => Promise<string>
	/** The pictures that wait to be decoded. */
	queueState: () => QueueState
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
	const { cropSquares, queueState } = createSquareCropper()
	// Accounts with a picture waiting or being decoded: one each, so that no account fills the queue
	const accountsInProgress = new Set<string>()

	async function storeSquares({ small, large }: Squares): Promise<string> {
		const picture = createPictureAddress()
		const files = getPictureFiles(picture)
		await addOrphanPicture(db, picture, new Date(clock() + CLAIM_TIMEOUT_MS).toISOString())
		if (files) await putBoth({ [files.small]: small, [files.large]: large })
		return picture
	}

	/** Leaves neither file behind if one of them fails. */
	async function putBoth(files: Readonly<Record<string, Buffer>>): Promise<void> {
		const results = await Promise.allSettled(Object.entries(files).map(([name, bytes]) => pictures.put(name, bytes)))
		const failed = results.find((result) => result.status === 'rejected')
		if (!failed) return
		// What cannot be removed now, the job for orphans removes
		await Promise.allSettled(Object.keys(files).map((name) => pictures.remove(name)))
		throw failed.reason
	}

	return {
		queueState,
		async store(userId, bytes) {
			if (accountsInProgress.has(userId)) throw tooManyRequests(PICTURE_IN_PROGRESS, RETRY_SECONDS)
			accountsInProgress.add(userId)
			try {
				return await storeSquares(await cropSquares(bytes))
			} finally {
				accountsInProgress.delete(userId)
			}
		},
	}
}
