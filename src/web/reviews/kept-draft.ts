import { stored } from '../stored.ts'
import type { ReviewDraft } from './review-draft.ts'

/**
 * What a player has typed about a game, kept until it is published: it outlives reloads, leaving the page and an
 * expired sign-in. A player has one review per game, so writing and editing share it.
 */
export function keptDraft(userId: string, gameId: number) {
	const key = `reviewDraft:${userId}:${gameId}`
	return {
		get: (): ReviewDraft | null => parseDraft(stored.get(key)),
		set: (draft: ReviewDraft) => stored.set(key, JSON.stringify(draft)),
		remove: () => stored.set(key, null),
	}
}

/** The draft in a stored text, null where it holds none. */
export function parseDraft(text: string | null): ReviewDraft | null {
	try {
		const value: unknown = JSON.parse(text ?? 'null')
		return isDraft(value) ? value : null
	} catch {
		return null
	}
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
