import { stored } from '#web/app/local-storage.ts'

/** What someone has typed under a review, kept until it is posted: it outlives reloads and an expired sign-in. */
export function keptComment(userId: string, reviewId: string) {
	const key = `commentDraft:${userId}:${reviewId}`
	return {
		get: () => stored.get(key) ?? '',
		set: (text: string) => stored.set(key, text === '' ? null : text),
	}
}
