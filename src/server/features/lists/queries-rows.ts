import { sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import type { GameList, GameListDetail, ListItem } from '#contract/lists.ts'
import type { ModerationState } from '#contract/shapes.ts'
import type { Row } from '#server/db/tables.ts'
import { type SpoilerSubject, type TextReader, uniqueUsers } from '#server/features/texts/queries-text-reader.ts'

/**
 * Returns the columns of a list with its counts, its author, its first five games, the viewer's like, and what it was copied from,
 * for the lists `t` and `LIST_JOINS`.
 */
export const listColumns = (viewerId: string | null) => sql`
	t.id, u.id as user_id, t.title, t.description, t.is_description_copied, t.mentioned <> '{}' as has_mentions, t.game_count, t.visibility, t.is_ranked, t.tags, t.created_at, t.updated_at, u.username, u.picture,
	coalesce(lc.likes, 0) as likes, coalesce(lc.comment_count, 0) as comment_count,
	exists (select from list_likes l where l.list_id = t.id and l.user_id = ${viewerId}::uuid) as liked,
	case when t.copied_from is not null then source_of_copy(t.copied_from, t.user_id, ${viewerId}::uuid) end as copied_from,
	(select coalesce(json_agg(json_build_object(
		'id', g.id, 'name', g.name, 'cover', g.cover, 'releaseDate', g.release_date, 'developers', g.developers) order by i.position), '[]')
		from (select * from list_items i where i.list_id = t.id order by i.position limit 5) i join games g on g.id = i.game_id) as games`

/** Joins the lists `t` with their authors and counts. */
export const LIST_JOINS = sql`join visible_users u on u.id = t.user_id left join list_counts lc on lc.id = t.id`

export interface ListRow
	extends Omit<Row<'lists'>, 'mentioned' | 'tag_keys' | 'copied_from' | 'state' | 'words'>,
		Pick<Row<'list_counts'>, 'likes' | 'comment_count'>,
		Pick<Row<'visible_users'>, 'username' | 'picture'> {
	has_mentions: boolean
	liked: boolean
	copied_from: GameList['copiedFrom']
	games: GameRef[]
	/** Of a list that only its author and moderators get. */
	moderation?: ModerationState
}

type SpoilerSubjectRow = Pick<ListRow, 'id' | 'user_id' | 'has_mentions' | 'description' | 'is_description_copied'>

/** Returns what decides who may read a list's description. No game opens its spoilers, and those of a copy are not its owner's. */
export function toListSpoilerSubject(row: SpoilerSubjectRow): SpoilerSubject {
	return {
		id: row.id,
		authorId: row.is_description_copied ? null : row.user_id,
		about: null,
		containsSpoilers: false,
		hasMentions: row.has_mentions,
		texts: [row.description],
	}
}

/** Returns what decides who may read an item's notes: they belong to its game. What they mention is the list's. */
export function toNoteSpoilerSubject(
	list: Pick<ListRow, 'id' | 'user_id' | 'has_mentions'>,
	item: ListItemRow,
): SpoilerSubject {
	const subject = toListSpoilerSubject({ ...list, description: item.notes, is_description_copied: item.is_copied })
	return { ...subject, about: { gameId: item.game_id } }
}

/** Converts a row to the list of the API, with its first five games. */
export function toList(row: ListRow, reader: TextReader): GameList {
	const description = row.description === null ? undefined : reader.read(toListSpoilerSubject(row), row.description)
	return {
		id: row.id,
		title: row.title,
		description: description?.text ?? null,
		isHidden: description?.isHidden ?? false,
		...(row.moderation ? { moderation: row.moderation } : {}),
		mentions: description?.mentions ?? [],
		userId: row.user_id,
		user: { id: row.user_id, username: row.username, profilePicture: row.picture },
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		gameCount: row.game_count,
		itemCount: row.game_count,
		likes: row.likes,
		hasLiked: row.liked,
		commentCount: row.comment_count,
		visibility: row.visibility,
		isRanked: row.is_ranked,
		tags: row.tags,
		copiedFrom: row.copied_from,
		games: row.games,
	}
}

export interface ListItemRow
	extends Omit<Row<'list_items'>, 'list_id'>,
		Pick<Row<'games'>, 'name' | 'cover' | 'release_date' | 'developers'> {}

/** Converts a list and its items to the list of the API with all its games, apart from the viewer's progress. */
export function toListDetail(
	row: ListRow,
	items: readonly ListItemRow[],
	reader: TextReader,
): Omit<GameListDetail, 'progress'> {
	const list = toList(row, reader)
	const notes = items.map((item) => reader.read(toNoteSpoilerSubject(row, item), item.notes))
	return {
		...list,
		isHidden: list.isHidden || notes.some(({ isHidden }) => isHidden),
		mentions: uniqueUsers([list, ...notes].flatMap(({ mentions }) => mentions)),
		items: items.map((item, index) => toListItem(item, notes[index]?.text ?? '')),
	}
}

/** Converts a row to the list item of the API, with its notes as the viewer gets them. */
export function toListItem(row: ListItemRow, notes: string): ListItem {
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
		notes,
	}
}
