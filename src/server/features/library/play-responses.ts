import type { Play, PlaySession } from '#contract/play.ts'
import type { PlayRow, PlaySessionRow } from './queries-plays.ts'

export function toPlay(row: PlayRow): Play {
	return {
		id: row.id,
		gameId: row.game_id,
		platform: row.platform,
		startedOn: row.started_on,
		endedOn: row.ended_on,
		outcome: row.outcome,
		isReplay: row.is_replay,
		minutes: row.minutes,
		note: row.note,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}
}

export function toPlaySession(row: PlaySessionRow): PlaySession {
	return {
		id: row.id,
		gameId: row.game_id,
		playId: row.play_id,
		day: row.day,
		minutes: row.minutes,
		note: row.note,
		source: row.source,
		createdAt: row.created_at,
	}
}
