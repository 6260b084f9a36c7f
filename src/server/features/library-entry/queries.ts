import { sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import type { LibraryEntry, LibraryStatus } from '#contract/library-entry.ts'
import { toStars } from '#server/db/half-stars.ts'
import type { Db } from '#server/db/tables.ts'

/** SQL for the `GameRef` of a game `g`. */
export const GAME_REF = `json_build_object('id', g.id, 'name', g.name, 'cover', g.cover, 'releaseDate', g.release_date, 'developers', g.developers)`

/** The columns of a library entry, for `library_entries e`, `games g` and `users u`. */
export const ENTRY_COLUMNS = sql`
	e.user_id, u.username, e.game_id, ${sql.raw(GAME_REF)} as game, e.status, e.half_stars, e.is_wished, e.is_loved, e.platform, e.minutes_played,
	e.play_count, e.last_played_on, e.review_id, e.created_at, e.updated_at`

export interface EntryRow {
	user_id: string
	username: string
	game_id: number
	game: GameRef
	status: LibraryStatus | null
	half_stars: number | null
	is_wished: boolean
	is_loved: boolean
	platform: string | null
	minutes_played: number | null
	play_count: number
	last_played_on: string | null
	review_id: string | null
	created_at: string
	updated_at: string
}

/** Converts a row to the library entry of the API. */
export function toLibraryEntry(row: EntryRow): LibraryEntry {
	return {
		gameId: row.game_id,
		game: row.game,
		userId: row.user_id,
		username: row.username,
		status: row.status,
		rating: toStars(row.half_stars),
		isWished: row.is_wished,
		isLoved: row.is_loved,
		platform: row.platform,
		minutesPlayed: row.minutes_played,
		playCount: row.play_count,
		lastPlayedOn: row.last_played_on,
		reviewId: row.review_id,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}
}

/** Finds a user's library entry of a game. */
export async function findLibraryEntry(db: Db, userId: string, gameId: number): Promise<LibraryEntry | undefined> {
	const { rows } = await sql<EntryRow>`
		select ${ENTRY_COLUMNS} from library_entries e join games g on g.id = e.game_id join users u on u.id = e.user_id
		where e.user_id = ${userId} and e.game_id = ${gameId}`.execute(db)
	return rows[0] && toLibraryEntry(rows[0])
}
