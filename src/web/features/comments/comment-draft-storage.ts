import { safeLocalStorage } from '#web/app/local-storage.ts'

/** Returns the storage of a user's comment draft on a review. The draft survives reloads and an expired session. */
export function storedCommentDraft(userId: string, reviewId: string) {
	const key = `commentDraft:${userId}:${reviewId}`
	return {
		get: () => safeLocalStorage.get(key) ?? '',
		set: (text: string) => safeLocalStorage.set(key, text === '' ? null : text),
	}
}
