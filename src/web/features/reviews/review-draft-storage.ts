import { createPersistedState, parseStoredValue } from '#web/app/persisted-state.ts'
import type { ReviewDraft } from './review-draft.ts'

/**
 * What a player has typed about a game, kept until it is published: it outlives reloads, leaving the page and an
 * expired sign-in. A player has one review per game, so writing and editing share it.
 */
export function storedReviewDraft(userId: string, gameId: number) {
	return createPersistedState(`reviewDraft:${userId}:${gameId}`, isReviewDraft)
}

/** The draft in a stored text, null where it holds none. */
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
