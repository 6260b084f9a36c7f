import { safeLocalStorage } from '#web/app/local-storage.ts'

/** The content of a comment form. */
export interface CommentDraft {
	content: string
	containsSpoilers: boolean
}

/** Returns the storage of a user's comment draft on a review or list, or of a reply to a comment. The draft survives reloads and an expired session. */
export function storedCommentDraft(userId: string, subjectId: string) {
	const key = `commentDraft:${userId}:${subjectId}`
	const flagKey = `${key}:spoilers`
	return {
		get: () => ({ content: safeLocalStorage.get(key) ?? '', containsSpoilers: safeLocalStorage.get(flagKey) !== null }),
		set: ({ content, containsSpoilers }: CommentDraft) => {
			safeLocalStorage.set(key, content === '' ? null : content)
			safeLocalStorage.set(flagKey, containsSpoilers && content !== '' ? '1' : null)
		},
	}
}
