import type { GameSuggestion } from '#contract/game-suggestions.ts'
import type { SuggestionRow } from './queries-suggestions.ts'

/** Converts a row to the suggestion as moderators see it. */
export function toSuggestion(row: SuggestionRow): GameSuggestion {
	return {
		id: row.id,
		name: row.name,
		releaseYear: row.release_year,
		platforms: row.platforms,
		developers: row.developers,
		url: row.url,
		note: row.note,
		user: row.user,
		createdAt: row.created_at,
		alike: row.alike,
		decision: row.decision,
		game: row.game,
		decidedBy: row.decided_by,
		decidedAt: row.decided_at,
	}
}
