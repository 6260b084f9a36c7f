import { countWords } from '#contract/word-count.ts'
import { safeLocalStorage } from '#web/app/local-storage.ts'
import { createPersistedState, parseStoredValue } from '#web/app/persisted-state.ts'
import type { ReviewDraft } from './review-draft.ts'

/** A draft as this browser stores it, with what it knows of the server's. */
export interface StoredReviewDraft extends ReviewDraft {
	/** The server's version that this one began from; null if there was none. */
	version: number | null
	/** Whether the server has this content as that version. */
	isSaved: boolean
	/** What was last sent, until the response arrives: the server may have it. */
	sent: ReviewDraft | null
}

/**
 * Returns the storage of a user's review draft for a game. It survives reloads, leaving the page and an expired
 * session, and waits for the server. A user has one review per game, so writing and editing share the draft.
 */
export function storedReviewDraft(userId: string, gameId: number) {
	const storage = createPersistedState(`${keyPrefix(userId)}${gameId}`, isReviewDraft)
	return {
		...storage,
		get: (): StoredReviewDraft | null => {
			const stored = storage.get()
			return stored && { ...ABSENT_BEFORE_SYNC, ...stored }
		},
	}
}

/** What drafts lack that an earlier version of the site stored. */
const ABSENT_BEFORE_SYNC = { containsSpoilers: false, version: null, isSaved: false, sent: null }

const keyPrefix = (userId: string) => `reviewDraft:${userId}:`

/** Returns the drafts of a user's reviews in this browser that have words, the longest first. */
export function listStoredReviewDrafts(userId: string): { gameId: number; words: number; isSaved: boolean }[] {
	const prefix = keyPrefix(userId)
	return safeLocalStorage
		.keys()
		.filter((key) => key.startsWith(prefix))
		.map((key) => Number(key.slice(prefix.length)))
		.map((gameId) => {
			const draft = storedReviewDraft(userId, gameId).get()
			return { gameId, words: countWords(draft?.description ?? ''), isSaved: draft?.isSaved ?? false }
		})
		.filter(({ words }) => words > 0)
		.toSorted((a, b) => b.words - a.words)
}

/** Parses a stored draft; null if the text is not one. */
export function parseReviewDraft(text: string | null) {
	return parseStoredValue(text, isReviewDraft)
}

function isReviewDraft(value: unknown): value is Partial<StoredReviewDraft> & Omit<ReviewDraft, 'containsSpoilers'> {
	if (value === null || typeof value !== 'object') return false
	const { rating, platform, timePlayed, description } = value as Partial<Record<keyof ReviewDraft, unknown>>
	return (
		typeof rating === 'number' &&
		typeof platform === 'string' &&
		typeof timePlayed === 'string' &&
		typeof description === 'string'
	)
}
