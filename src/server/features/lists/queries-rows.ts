import type { GameRef } from '#contract/game-ref.ts'
import type { GameList, ListItem } from '#contract/lists.ts'

/** The columns of a list with its author and its first five games, for `lists t` and `users u`. */
export const LIST_COLUMNS = `
	t.id, t.user_id, t.title, t.description, t.game_count, t.created_at, t.updated_at, u.username, u.picture,
	(select coalesce(json_agg(json_build_object(
		'id', g.id, 'name', g.name, 'cover', g.cover, 'releaseDate', g.release_date, 'developers', g.developers) order by i.position), '[]')
		from (select * from list_items i where i.list_id = t.id order by i.position limit 5) i join games g on g.id = i.game_id) as games`

export interface ListRow {
	id: string
	user_id: string
	title: string
	description: string | null
	game_count: number
	created_at: string
	updated_at: string
	username: string
	picture: string | null
	games: GameRef[]
}

/** Converts a row to the list of the API, with its first five games. */
export function toList(row: ListRow): GameList {
	return {
		id: row.id,
		title: row.title,
		description: row.description,
		userId: row.user_id,
		user: { id: row.user_id, username: row.username, profilePicture: row.picture },
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		gameCount: row.game_count,
		itemCount: row.game_count,
		games: row.games,
	}
}

export interface ListItemRow {
	id: string
	game_id: number
	position: number
	notes: string
	name: string
	cover: string | null
	release_date: string | null
	developers: string[]
}

/** Converts a row to the list item of the API. */
export function toListItem(row: ListItemRow): ListItem {
	return {
		id: row.id,
		gameId: row.game_id,
		game: {
			id: row.game_id,
			name: row.name,
			cover: row.cover,
			releaseDate: row.release_date,
			developers: row.developers,
		},
		order: row.position,
		notes: row.notes,
	}
}
