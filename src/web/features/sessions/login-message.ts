import { LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'

export const LOG_IN_TO_REVIEW = 'Please log in to write a review'
const LOG_IN_TO_LIKE = 'Please log in to like reviews'
const LOG_IN_TO_LIKE_COMMENTS = 'Please log in to like comments'
const LOG_IN_TO_LIKE_LISTS = 'Please log in to like lists'
const LOG_IN_TO_COPY_LISTS = 'Please log in to copy lists'
export const LOG_IN_TO_CREATE_LIST = 'Please log in to create a list'
export const LOG_IN_TO_EDIT_LIST = 'Please log in to edit this list'

// A URL contains the key of a message, never its text, so that a crafted link cannot show its own message.
const MESSAGES: ReadonlyMap<string, string> = new Map([
	['write-review', LOG_IN_TO_REVIEW],
	['like-review', LOG_IN_TO_LIKE],
	['like-comment', LOG_IN_TO_LIKE_COMMENTS],
	['like-list', LOG_IN_TO_LIKE_LISTS],
	['copy-list', LOG_IN_TO_COPY_LISTS],
	['create-list', LOG_IN_TO_CREATE_LIST],
	['edit-list', LOG_IN_TO_EDIT_LIST],
	['keep-track', LOG_IN_TO_KEEP_TRACK],
])

const FOR_NEWCOMERS: readonly (string | null)[] = [
	LOG_IN_TO_REVIEW,
	LOG_IN_TO_LIKE,
	LOG_IN_TO_LIKE_COMMENTS,
	LOG_IN_TO_LIKE_LISTS,
	LOG_IN_TO_COPY_LISTS,
	LOG_IN_TO_CREATE_LIST,
	LOG_IN_TO_KEEP_TRACK,
]

/** Whether a message of the login page also invites people who have no account: they get the sign-up. */
export function isForNewcomers(message: string | null): boolean {
	return FOR_NEWCOMERS.includes(message)
}

/** Returns what a visitor was about to do, for the key in the URL of the login page; null for any other key. */
export function getLoginMessage(key: string | null): string | null {
	return MESSAGES.get(key ?? '') ?? null
}
