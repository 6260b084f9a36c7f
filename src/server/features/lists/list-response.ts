import { type GameList, type GameListDetail, LIST_NOT_FOUND, type ListItem } from '#contract/lists.ts'
import type { Db } from '#server/db/tables.ts'
import { loadTextReader } from '#server/features/texts/queries.ts'
import { notFound } from '#server/http/errors.ts'
import { countPlayedGames, findList, findListItem, findListItems, findRemovedList } from './queries.ts'
import {
	type ListRow,
	toList,
	toListDetail,
	toListItem,
	toListSpoilerSubject,
	toNoteSpoilerSubject,
} from './queries-rows.ts'

interface Reading {
	/** Null for a visitor. */
	viewerId: string | null
	/** Whether the viewer asked for the spoilers. */
	reveal?: boolean | undefined
}

/** Converts rows to the lists that a viewer gets. */
export async function toLists(db: Db, rows: readonly ListRow[], { viewerId, reveal }: Reading): Promise<GameList[]> {
	const subjects = rows.map((row) => toListSpoilerSubject(row))
	const reader = await loadTextReader(db, viewerId, subjects, { reveal })
	return rows.map((row) => toList(row, reader))
}

/** Loads a list with its games as the viewer sees it. Throws 404 if it does not exist for them. */
export async function loadList(db: Db, id: string, { viewerId, reveal }: Reading): Promise<GameListDetail> {
	const list =
		(await findList(db, id, viewerId)) ?? (viewerId === null ? undefined : await findRemovedList(db, id, viewerId))
	if (!list) throw notFound(LIST_NOT_FOUND)
	const items = await findListItems(db, id)
	const subjects = [toListSpoilerSubject(list), ...items.map((item) => toNoteSpoilerSubject(list, item))]
	const reader = await loadTextReader(db, viewerId, subjects, { reveal })
	const progress = viewerId === null ? null : { done: await countPlayedGames(db, id, viewerId), total: items.length }
	return { ...toListDetail(list, items, reader), progress }
}

/** Loads an item of the viewer's own list. Throws 404 if it does not exist. */
export async function loadListItem(db: Db, listId: string, id: string, viewerId: string): Promise<ListItem> {
	const list = (await findList(db, listId, viewerId)) ?? (await findRemovedList(db, listId, viewerId))
	const item = await findListItem(db, id)
	if (!list || !item) throw notFound(LIST_NOT_FOUND)
	const subject = toNoteSpoilerSubject(list, item)
	const reader = await loadTextReader(db, viewerId, [subject])
	return toListItem(item, reader.read(subject, item.notes).text)
}
