import { safeLocalStorage } from '#web/app/local-storage.ts'
import { createPersistedState, parseStoredValue } from '#web/app/persisted-state.ts'
import { countWords } from './reading-time.ts'
import type { ReviewDraft } from './review-draft.ts'

/**
 * Returns the storage of a user's review draft for a game. It survives reloads, leaving the page and an expired
 * session. A user has one review per game, so writing and editing share the draft.
 */
export function storedReviewDraft(userId: string, gameId: number) {
	return createPersistedState(`${keyPrefix(userId)}${gameId}`, isReviewDraft)
}

const keyPrefix = (userId: string) => `reviewDraft:${userId}:`

/** Returns the drafts of a user's reviews in this browser that have words, the longest first. */
export function listReviewDrafts(userId: string): { gameId: number; words: number }[] {
	const prefix = keyPrefix(userId)
	return safeLocalStorage
		.keys()
		.filter((key) => key.startsWith(prefix))
		.map((key) => Number(key.slice(prefix.length)))
		.map((gameId) => ({ gameId, words: countWords(storedReviewDraft(userId, gameId).get()?.description ?? '') }))
		.filter(({ words }) => words > 0)
		.toSorted((a, b) => b.words - a.words)
}

/** Returns the storage of the platform of a user's last review, which the next one starts with. */
export function lastPlatform(userId: string) {
	return createPersistedState(`lastPlatform:${userId}`, (value): value is string => typeof value === 'string')
}

/** Parses a stored draft; null if the text is not one. */
export function parseReviewDraft(text: string | null): ReviewDraft | null {
	return parseStoredValue(text, isReviewDraft)
}

function isReviewDraft(value: unknown): value is ReviewDraft {
	if (value === null || typeof value !== 'object') return false
	const { rating, platform, timePlayed, description } = value as Partial<Record<keyof ReviewDraft, unknown>>
	return (
		typeof rating === 'number' &&
		typeof platform === 'string' &&
		typeof timePlayed === 'string' &&
		typeof description === 'string'
	)
}
