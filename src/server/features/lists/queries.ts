import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { type ListFilters, type ListVisibility, tagKey } from '#contract/lists.ts'
import { usernameKey } from '#contract/users.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import { readWhole } from '#server/db/stored-text.ts'
import type { Db } from '#server/db/tables.ts'
import { buildSearchConditions } from '#server/db/text-search.ts'
import { toDatabaseTimestamp } from '#server/db/timestamps.ts'
import { MODERATION_STATE, removedTextOf } from '#server/features/moderation/queries-states.ts'
import {
	andForViewer,
	isAuthorVisible,
	isNotBlocked,
	isNotQuiet,
	isVisibleTo,
	minusHidden,
} from '#server/features/users/queries-rows.ts'
import { isListVisible, LIST_JOINS, type ListItemRow, type ListRow, listColumns } from './queries-rows.ts'

const SEARCH_COLUMNS = {
	words: 't.words',
	text: `t.title || E'\\n' || text_without_spoilers(coalesce(t.description, ''))`,
}

/** Finds a list that the viewer (null: a visitor) may see at its address. */
export async function findList(db: Db, id: string, viewerId: string | null): Promise<ListRow | undefined> {
	const text = `select ${listColumns('$2')} from lists t ${LIST_JOINS} where t.id = $1 and ${isListVisible('t', '$2')}${andForViewer(viewerId, isNotBlocked('t.user_id', '$2'))}`
	return (await rawQuery<ListRow>(db, text, [id, viewerId]))[0]
}

/** Finds a removed list for its author or a moderator. */
export async function findRemovedList(db: Db, id: string, viewerId: string): Promise<ListRow | undefined> {
	const text = `select ${listColumns('$2')}, ${MODERATION_STATE} as moderation from lists t ${removedTextOf('t.id', '$2')}
		join users u on u.id = m.author_id left join list_counts lc on lc.id = t.id where t.id = $1`
	return (await rawQuery<ListRow>(db, text, [id, viewerId]))[0]
}

const ITEMS = `select i.id, i.game_id, i.position, i.notes, i.is_copied, g.name, g.cover, g.release_date, g.developers
	from list_items i join games g on g.id = i.game_id`

/** Finds a list's games in order. */
export function findListItems(db: Db, listId: string): Promise<ListItemRow[]> {
	return rawQuery(db, `${ITEMS} where i.list_id = $1 order by i.position`, [listId])
}

/** Counts the games of a list that a user has played, finished or completed. */
export async function countPlayedGames(db: Db, listId: string, userId: string): Promise<number> {
	const text = `select count(*)::int as n from list_items i join library_entries e on e.user_id = $2 and e.game_id = i.game_id
		where i.list_id = $1 and e.status in ('played', 'finished', 'completed')`
	return (await rawQuery<{ n: number }>(db, text, [listId, userId]))[0]?.n ?? 0
}

export async function findListItem(db: Db, id: string): Promise<ListItemRow | undefined> {
	return (await rawQuery<ListItemRow>(db, `${ITEMS} where i.id = $1`, [id]))[0]
}

const OF_AUTHOR = '(select list_count from visible_users u where u.id = hidden.id)'

/** A page of lists. */
export interface ListPage {
	/** One more than the limit if there are more. */
	rows: ListRow[]
	/** The matches: combinations of filters are counted up to `LIMITS.maxCountedRows`, searches up to `LIMITS.maxCountedMatches`. */
	total: number
	/** False if a filter names a user that does not exist. */
	userExists: boolean
}

export interface ListWindow {
	page: number
	limit: number
	after: readonly (string | number)[] | undefined
}

/** The SQL of filters: `conditions` on `lists t`, and `user`, the id that one of them names. */
export interface ListConditions {
	conditions: string[]
	user: string | undefined
	/** Whether the values decide which index is best. */
	isPlannedForValues: boolean
}

/** Builds the conditions of the filters, apart from who may see a list. The viewer's id is bound to `$1`. */
export function buildListConditions(
	filters: ListFilters,
	bind: (value: unknown) => string,
	viewerId: string | null,
): ListConditions {
	const named =
		filters.userId !== undefined
			? `id = ${bind(filters.userId)}`
			: filters.username !== undefined
				? `lower(username) = ${bind(usernameKey(filters.username))}`
				: undefined
	const user =
		named && `(select id from visible_users where ${named}${andForViewer(viewerId, isNotBlocked('id', '$1'))})`
	const conditions: string[] = []
	if (user) conditions.push(`t.user_id = ${user}`)
	if (filters.since !== undefined) conditions.push(`t.created_at >= ${bind(toDatabaseTimestamp(filters.since))}`)
	if (filters.tag) conditions.push(`t.tag_keys @> array[${bind(tagKey(filters.tag))}]`)
	conditions.push(...buildSearchConditions(SEARCH_COLUMNS, filters.search ?? '', bind))
	return { conditions, user, isPlannedForValues: filters.search !== undefined || !!filters.tag }
}

/** Finds a page of the lists that match the filters, newest first. */
export async function listListRows(
	db: Db,
	filters: ListFilters,
	window: ListWindow,
	viewerId: string | null,
): Promise<ListPage> {
	const values: unknown[] = [viewerId]
	const bind = (value: unknown) => `$${values.push(value)}`
	const { conditions, user, isPlannedForValues } = buildListConditions(filters, bind, viewerId)
	// A user has few lists, so that those of theirs which others do not see may be read and left out
	const isListed = user && viewerId ? `(t.visibility = 'public' or t.user_id = $1)` : `t.visibility = 'public'`
	// Whom a viewer has muted is found on their own page and by a search
	const isShown = user || filters.search !== undefined ? isNotBlocked : isNotQuiet
	const all = [isListed, ...conditions, isAuthorVisible('t') + andForViewer(viewerId, isShown('t.user_id', '$1'))]
	const where = (all: readonly string[]) => `where ${all.join(' and ')}`
	const total =
		conditions.length === 0
			? `(select sum(n)::int${minusHidden(viewerId, 'quiet_pairs', OF_AUTHOR)} from site_counts where subject = 'lists')`
			: conditions.length === 1 && user
				? `(select list_count + case when id = $1 then hidden_list_count else 0 end from user_counts where id = ${user})`
				: `(select count(*)::int from (select from lists t ${where(all)} limit ${filters.search === undefined ? LIMITS.maxCountedRows : LIMITS.maxCountedMatches}) matching)`
	const paged = window.after
		? [...all, `(t.created_at, t.id) < (${bind(window.after[0])}, ${bind(window.after[1])})`]
		: all
	const offset = window.after || window.page === 1 ? '' : `offset ${bind((window.page - 1) * window.limit)}`
	const order = 'order by t.created_at desc, t.id desc'
	const text = `${isPlannedForValues ? UNPREPARED : ''}select counted.total, ${user ? `${user} is not null` : 'true'} as known, page.*
		from (select ${total} as total) counted left join lateral (
			select ${listColumns('$1')} from (select * from lists t ${where(paged)} ${order} limit ${roundUpLimit(window.limit + 1)} ${offset}) t
			${LIST_JOINS} ${order}
		) page on true`
	const rows = await rawQuery<ListRow & { total: number | null; known: boolean }>(db, text, values)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0, userExists: rows[0]?.known ?? true }
}

/** What a list says about itself, apart from its games. */
export interface ListFacts {
	title: string
	description: string | null
	visibility: ListVisibility
	isRanked: boolean
	tags: readonly string[]
}

export async function addList(
	db: Db,
	list: ListFacts & { id: string; userId: string; copiedFrom: string | null; at: string },
): Promise<void> {
	await db
		.insertInto('lists')
		.values({
			id: list.id,
			user_id: list.userId,
			title: list.title,
			description: list.description,
			visibility: list.visibility,
			is_ranked: list.isRanked,
			tags: [...list.tags],
			tag_keys: list.tags.map(tagKey),
			copied_from: list.copiedFrom,
			is_description_copied: list.copiedFrom !== null,
			created_at: list.at,
			updated_at: list.at,
		})
		.execute()
}

export type LockedList = NonNullable<Awaited<ReturnType<typeof lockList>>>

/** Locks a list until the transaction ends; undefined if it does not exist for the viewer. */
export async function lockList(db: Db, id: string, viewerId: string) {
	return db
		.selectFrom('lists')
		.innerJoin('visible_users', 'visible_users.id', 'lists.user_id')
		.select(['lists.user_id', 'lists.game_count', 'lists.visibility', 'lists.mentioned'])
		.where('lists.id', '=', id)
		.where(isVisibleTo(viewerId, 'lists.user_id'))
		.forUpdate('lists')
		.executeTakeFirst()
}

/** Reads a list that the viewer may copy, and locks it against changes until the transaction ends. */
export async function lockCopiedList(db: Db, id: string, viewerId: string) {
	return db
		.selectFrom('lists')
		.innerJoin('visible_users', 'visible_users.id', 'lists.user_id')
		.select(['title', 'description', 'is_ranked', 'tags'])
		.where('lists.id', '=', id)
		.where((where) => where.or([where('visibility', '<>', 'private'), where('user_id', '=', viewerId)]))
		.where(isVisibleTo(viewerId, 'user_id'))
		.forShare('lists')
		.executeTakeFirst()
}

/** Returns how many lists a user has, and locks that number until the transaction ends. */
export async function lockListCount(db: Db, userId: string): Promise<number> {
	const row = await db
		.selectFrom('user_counts')
		.select(['list_count', 'hidden_list_count'])
		.where('id', '=', userId)
		.forNoKeyUpdate()
		.executeTakeFirst()
	return row ? row.list_count + row.hidden_list_count : 0
}

/** Unhides games that are now in a list. */
export async function unhideGames(db: Db, items: readonly { gameId: number }[]): Promise<void> {
	await sql`
		update games set hidden = false where id in (
			select id from games where hidden and id = any(${items.map(({ gameId }) => gameId)}::int[]) order by id for no key update
		)`.execute(db)
}

/** Replaces what a list says about itself; what is undefined stays. */
export async function updateListFacts(
	db: Db,
	list: Pick<ListFacts, 'title' | 'description'> & {
		id: string
		visibility: ListVisibility | undefined
		isRanked: boolean | undefined
		tags: readonly string[] | undefined
		at: string
	},
): Promise<void> {
	await db
		.updateTable('lists')
		.set({
			title: list.title,
			description: list.description,
			is_description_copied: sql<boolean>`is_description_copied and description is not distinct from ${list.description}`,
			...(list.visibility === undefined ? {} : { visibility: list.visibility }),
			...(list.isRanked === undefined ? {} : { is_ranked: list.isRanked }),
			...(list.tags === undefined ? {} : { tags: [...list.tags], tag_keys: list.tags.map(tagKey) }),
			updated_at: list.at,
		})
		.where('id', '=', list.id)
		.execute()
}

/** Finds the description of a list, and in order the notes that may mention somebody. */
export async function findListTexts(db: Db, id: string): Promise<{ description: string | null; notes: string[] }> {
	const { description } = await db
		.selectFrom('lists')
		.select('description')
		.where('id', '=', id)
		.executeTakeFirstOrThrow()
	const items = await db
		.selectFrom('list_items')
		.select('notes')
		.where('list_id', '=', id)
		.where(sql<boolean>`position('@' in notes) > 0`)
		.orderBy('position')
		.execute()
	return { description: description && readWhole(description), notes: items.map(({ notes }) => readWhole(notes)) }
}

/** Returns everything that is written in a list. */
export async function findAllListTexts(db: Db, id: string): Promise<string[]> {
	const text = `select array[t.title, coalesce(t.description, '')] || t.tags || array(select notes from list_items where list_id = t.id) as texts
		from lists t where t.id = $1`
	return (await rawQuery<{ texts: string[] }>(db, text, [id]))[0]?.texts ?? []
}

export async function saveListMentions(db: Db, id: string, mentioned: readonly string[]): Promise<void> {
	await db
		.updateTable('lists')
		.set({ mentioned: [...mentioned] })
		.where('id', '=', id)
		.execute()
}

export async function touchList(db: Db, id: string, at: string): Promise<void> {
	await db.updateTable('lists').set({ updated_at: at }).where('id', '=', id).execute()
}

/**
 * Replaces the games of a list, in the given order. A game that stays in the list keeps its item id, and copied notes that stay
 * as they were are still those of somebody else. `areCopied`: all notes are.
 */
export async function replaceListItems(
	db: Db,
	listId: string,
	items: readonly { id: string; gameId: number; notes: string }[],
	{ areCopied = false } = {},
): Promise<void> {
	const removed = await db
		.deleteFrom('list_items')
		.where('list_id', '=', listId)
		.returning(['id', 'game_id', 'notes', 'is_copied'])
		.execute()
	if (items.length === 0) return
	const previous = new Map(removed.map((item) => [item.game_id, item]))
	const isCopied = ({ gameId, notes }: { gameId: number; notes: string }) => {
		const before = previous.get(gameId)
		return areCopied || (before?.is_copied === true && readWhole(before.notes) === notes)
	}
	await sql`
		insert into list_items (id, list_id, game_id, position, notes, is_copied)
		select id, ${listId}::uuid, game_id, place - 1, notes, is_copied
		from unnest(
			${items.map(({ id, gameId }) => previous.get(gameId)?.id ?? id)}::uuid[],
			${items.map(({ gameId }) => gameId)}::int[],
			${items.map(({ notes }) => notes)}::text[],
			${items.map(isCopied)}::boolean[]
		) with ordinality as item (id, game_id, notes, is_copied, place)`.execute(db)
}

/** Inserts a game at `position`. Returns false if it is already in the list. */
export async function insertListItem(
	db: Db,
	item: { id: string; listId: string; gameId: number; position: number; notes: string },
): Promise<boolean> {
	const existing = await db
		.selectFrom('list_items')
		.select('id')
		.where('list_id', '=', item.listId)
		.where('game_id', '=', item.gameId)
		.executeTakeFirst()
	if (existing) return false
	await db
		.updateTable('list_items')
		.set({ position: sql<number>`position + 1` })
		.where('list_id', '=', item.listId)
		.where('position', '>=', item.position)
		.execute()
	await db
		.insertInto('list_items')
		.values({ id: item.id, list_id: item.listId, game_id: item.gameId, position: item.position, notes: item.notes })
		.execute()
	return true
}

/** Removes a game and closes the gap. Returns false if it is not in the list. */
export async function deleteListItem(db: Db, listId: string, gameId: number): Promise<boolean> {
	const deleted = await db
		.deleteFrom('list_items')
		.where('list_id', '=', listId)
		.where('game_id', '=', gameId)
		.returning('position')
		.executeTakeFirst()
	if (!deleted) return false
	await db
		.updateTable('list_items')
		.set({ position: sql<number>`position - 1` })
		.where('list_id', '=', listId)
		.where('position', '>', deleted.position)
		.execute()
	return true
}
