import { kept, parseKept } from '#web/app/persisted-state.ts'
import type { ReviewDraft } from './review-draft.ts'

/**
 * What a player has typed about a game, kept until it is published: it outlives reloads, leaving the page and an
 * expired sign-in. A player has one review per game, so writing and editing share it.
 */
export function keptDraft(userId: string, gameId: number) {
	return kept(`reviewDraft:${userId}:${gameId}`, isDraft)
}

/** The draft in a stored text, null where it holds none. */
export function parseDraft(text: string | null): ReviewDraft | null {
	return parseKept(text, isDraft)
}

function isDraft(value: unknown): value is ReviewDraft {
	if (value === null || typeof value !== 'object') return false
	const { rating, platform, timePlayed, description } = value as Partial<Record<keyof ReviewDraft, unknown>>
	return (
		typeof rating === 'number' &&
		typeof platform === 'string' &&
		typeof timePlayed === 'string' &&
		typeof description === 'string'
	)
}
