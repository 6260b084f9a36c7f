import { createPersistedState, parseStoredValue } from '#web/app/persisted-state.ts'
import type { ReviewDraft } from './review-draft.ts'

/**
 * Returns the storage of a user's review draft for a game. It survives reloads, leaving the page and an expired
 * session. A user has one review per game, so writing and editing share the draft.
 */
export function storedReviewDraft(userId: string, gameId: number) {
	return createPersistedState(`reviewDraft:${userId}:${gameId}`, isReviewDraft)
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
