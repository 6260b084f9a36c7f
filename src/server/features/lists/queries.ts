import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { type ListFilters, type ListVisibility, tagKey } from '#contract/lists.ts'
import { usernameKey } from '#contract/users.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import { readWhole } from '#server/db/stored-text.ts'
import type { Db, Row } from '#server/db/tables.ts'
import { searchConditions } from '#server/db/text-search.ts'
import { toDatabaseTimestamp } from '#server/db/timestamps.ts'
import { hidingActionOf, isHiddenShown, MODERATION_STATE } from '#server/features/moderation/queries-states.ts'
import { minusHidden } from '#server/features/users/queries-rows.ts'
import { LIST_JOINS, type ListItemRow, type ListRow, listColumns } from './queries-rows.ts'

type Fragment = RawBuilder<unknown>

const SEARCH_COLUMNS = {
	words: sql`t.words`,
	text: sql`t.title || E'\\n' || text_without_spoilers(coalesce(t.description, ''))`,
}

/** Finds a list that the viewer (null: a visitor) may see at its address. */
export async function findList(db: Db, id: string, viewerId: string | null): Promise<ListRow | undefined> {
	const { rows } = await sql<ListRow>`
		select ${listColumns(viewerId)} from visible_lists(${viewerId}) t ${LIST_JOINS} where t.id = ${id}`.execute(db)
	return rows[0]
}

/** Finds a removed list for its author or a moderator. */
export async function findRemovedList(db: Db, id: string, viewerId: string): Promise<ListRow | undefined> {
	const { rows } = await sql<ListRow>`
		select ${listColumns(viewerId)}, ${MODERATION_STATE} as moderation
		from lists t join users u on u.id = t.user_id left join list_counts lc on lc.id = t.id cross join ${hidingActionOf('t')}
		where t.id = ${id} and ${isHiddenShown('t', viewerId)}`.execute(db)
	return rows[0]
}

const ITEMS = sql`select i.id, i.game_id, i.position, i.notes, i.is_copied, g.name, g.cover, g.release_date, g.developers
	from list_items i join games g on g.id = i.game_id`

/** Finds a list's games in order. */
export async function findListItems(db: Db, listId: string): Promise<ListItemRow[]> {
	const { rows } = await sql<ListItemRow>`${ITEMS} where i.list_id = ${listId} order by i.position`.execute(db)
	return rows
}

/** Counts the games of a list that a user has played, finished or completed. */
export async function countPlayedGames(db: Db, listId: string, userId: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from list_items i join library_entries e on e.user_id = ${userId} and e.game_id = i.game_id
		where i.list_id = ${listId} and e.status in ('played', 'finished', 'completed')`.execute(db)
	return rows[0]?.n ?? 0
}

export async function findListItem(db: Db, id: string): Promise<ListItemRow | undefined> {
	const { rows } = await sql<ListItemRow>`${ITEMS} where i.id = ${id}`.execute(db)
	return rows[0]
}

const OF_AUTHOR = sql`(select list_count from visible_users u where u.id = hidden.id)`

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

/** The SQL of filters: `conditions` on lists `t`, and `user`, the id that one of them names. */
export interface ListConditions {
	conditions: Fragment[]
	user: Fragment | undefined
	/** Whether the values decide which index is best. */
	isPlannedForValues: boolean
}

/** Builds the conditions of the filters, apart from which lists are public. */
export function buildListConditions(filters: ListFilters, viewerId: string | null): ListConditions {
	const named =
		filters.userId !== undefined
			? sql`id = ${filters.userId}`
			: filters.username !== undefined
				? sql`lower(username) = ${usernameKey(filters.username)}`
				: undefined
	const user = named && sql`(select id from visible_users(${viewerId}) where ${named})`
	const conditions: Fragment[] = []
	if (user) conditions.push(sql`t.user_id = ${user}`)
	if (filters.since !== undefined) conditions.push(sql`t.created_at >= ${toDatabaseTimestamp(filters.since)}`)
	if (filters.tag) conditions.push(sql`t.tag_keys @> array[${tagKey(filters.tag)}]`)
	conditions.push(...searchConditions(SEARCH_COLUMNS, filters.search ?? ''))
	return { conditions, user, isPlannedForValues: filters.search !== undefined || !!filters.tag }
}

/** Finds a page of the lists that match the filters, newest first. */
export async function listListRows(
	db: Db,
	filters: ListFilters,
	window: ListWindow,
	viewerId: string | null,
): Promise<ListPage> {
	const { conditions, user, isPlannedForValues } = buildListConditions(filters, viewerId)
	// Whom a viewer has muted is found on their own page and by a search
	const isAsked = user || filters.search !== undefined
	const lists = isAsked ? sql`visible_lists(${viewerId})` : sql`quiet_lists(${viewerId})`
	// A user has few lists, so that those of theirs which others do not see may be read and left out
	const isListed =
		user && viewerId ? sql`(t.visibility = 'public' or t.user_id = ${viewerId})` : sql`t.visibility = 'public'`
	const all = sql.join([isListed, ...conditions], sql` and `)
	const maxCounted = filters.search === undefined ? LIMITS.maxCountedRows : LIMITS.maxCountedMatches
	const total =
		conditions.length === 0
			? sql`(select sum(n)::int${minusHidden(viewerId, 'quiet_pairs', OF_AUTHOR)} from site_counts where subject = 'lists')`
			: conditions.length === 1 && user
				? sql`(select list_count + case when id = ${viewerId}::uuid then hidden_list_count else 0 end from user_counts where id = ${user})`
				: sql`(select count(*)::int from (select from ${lists} t where ${all} limit ${sql.lit(maxCounted)}) matching)`
	const after = window.after ? sql`and (t.created_at, t.id) < (${window.after[0]}, ${window.after[1]})` : sql``
	const offset = window.after || window.page === 1 ? sql`` : sql`offset ${(window.page - 1) * window.limit}`
	const order = sql`order by t.created_at desc, t.id desc`
	const limit = sql.lit(roundUpLimit(window.limit + 1))
	const { rows } = await sql<
		ListRow & { total: number | null; known: boolean }
	>`${sql.raw(isPlannedForValues ? UNPREPARED : '')}
		select counted.total, ${isKnown(user)} as known, page.*
		from (select ${total} as total) counted left join lateral (
			select ${listColumns(viewerId)} from (select * from ${lists} t where ${all} ${after} ${order} limit ${limit} ${offset}) t
			${LIST_JOINS} ${order}
		) page on true`.execute(db)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0, userExists: rows[0]?.known ?? true }
}

/** SQL that is false if a filter names a user that does not exist. */
export const isKnown = (user: Fragment | undefined) => (user ? sql`${user} is not null` : sql`true`)

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
	list: ListFacts & { id: string; userId: string; copiedFrom: string | null; at: string; isQuiet?: boolean },
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
			is_quiet: list.isQuiet ?? false,
			created_at: list.at,
			updated_at: list.at,
		})
		.execute()
}

export type LockedList = NonNullable<Awaited<ReturnType<typeof lockOwnList>>>

/** Locks a list of the user until the transaction ends; undefined if it does not exist or is not theirs. */
export function lockOwnList(db: Db, id: string, userId: string) {
	return db
		.selectFrom('lists')
		.select(['game_count', 'visibility', 'mentioned'])
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.where('state', '=', 'published')
		.forUpdate()
		.executeTakeFirst()
}

/** Locks a list against changes until the transaction ends, and reads it if the viewer may copy it. */
export async function lockCopiedList(db: Db, id: string, viewerId: string) {
	await db.selectFrom('lists').select('id').where('id', '=', id).forShare().execute()
	const { rows } = await sql<Pick<Row<'lists'>, 'title' | 'description' | 'is_ranked' | 'tags'>>`
		select title, description, is_ranked, tags from visible_lists(${viewerId}) where id = ${id}`.execute(db)
	return rows[0]
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
	const { rows } = await sql<{ texts: string[] }>`
		select array[t.title, coalesce(t.description, '')] || t.tags || array(select notes from list_items where list_id = t.id) as texts
		from lists t where t.id = ${id}`.execute(db)
	return rows[0]?.texts ?? []
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
