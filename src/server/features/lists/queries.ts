import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { ListFilters } from '#contract/lists.ts'
import { usernameKey } from '#contract/users.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { buildSearchConditions } from '#server/db/text-search.ts'
import { toDatabaseTimestamp } from '#server/db/timestamps.ts'
import { isAuthorVisible } from '#server/features/users/queries-rows.ts'
import { LIST_COLUMNS, type ListItemRow, type ListRow } from './queries-rows.ts'

const WORDS = `t.title || E'\\n' || coalesce(t.description, '')`
const SEARCH_COLUMNS = { folded: `searched_text(${WORDS})`, text: WORDS }

export async function findList(db: Db, id: string): Promise<ListRow | undefined> {
	const text = `select ${LIST_COLUMNS} from lists t join visible_users u on u.id = t.user_id where t.id = $1`
	return (await rawQuery<ListRow>(db, text, [id]))[0]
}

const ITEMS = `select i.id, i.game_id, i.position, i.notes, g.name, g.cover, g.release_date, g.developers
	from list_items i join games g on g.id = i.game_id`

/** Finds a list's games in order. */
export function findListItems(db: Db, listId: string): Promise<ListItemRow[]> {
	return rawQuery(db, `${ITEMS} where i.list_id = $1 order by i.position`, [listId])
}

export async function findListItem(db: Db, id: string): Promise<ListItemRow | undefined> {
	return (await rawQuery<ListItemRow>(db, `${ITEMS} where i.id = $1`, [id]))[0]
}

/**
 * Finds a page of the lists that match the filters, newest first: one more than `limit` if there are more. `total` counts
 * the matches (combinations up to `LIMITS.maxCountedRows`, searches up to `LIMITS.maxCountedMatches`); `userExists` is false if
 * the filter names a user that does not exist.
 */
export async function listListRows(
	db: Db,
	filters: ListFilters,
	window: { page: number; limit: number; after: readonly (string | number)[] | undefined },
): Promise<{ rows: ListRow[]; total: number; userExists: boolean }> {
	const values: unknown[] = []
	const bind = (value: unknown) => `$${values.push(value)}`
	const user =
		filters.userId !== undefined
			? `(select id from visible_users where id = ${bind(filters.userId)})`
			: filters.username !== undefined
				? `(select id from users where lower(username) = ${bind(usernameKey(filters.username))})`
				: undefined
	const conditions: string[] = []
	if (user) conditions.push(`t.user_id = ${user}`)
	if (filters.since !== undefined) conditions.push(`t.created_at >= ${bind(toDatabaseTimestamp(filters.since))}`)
	conditions.push(...buildSearchConditions(SEARCH_COLUMNS, filters.search ?? '', bind))
	const where = (all: readonly string[]) => (all.length > 0 ? `where ${all.join(' and ')}` : '')
	const total =
		conditions.length === 0
			? `(select sum(n)::int from site_counts where subject = 'lists')`
			: conditions.length === 1 && user
				? `(select list_count from user_counts where id = ${user})`
				: `(select count(*)::int from (select from lists t ${where(conditions)} limit ${filters.search === undefined ? LIMITS.maxCountedRows : LIMITS.maxCountedMatches}) matching)`
	const visible = [...conditions, isAuthorVisible('t')]
	const paged = window.after
		? [...visible, `(t.created_at, t.id) < (${bind(window.after[0])}, ${bind(window.after[1])})`]
		: visible
	const offset = window.after || window.page === 1 ? '' : `offset ${bind((window.page - 1) * window.limit)}`
	const order = 'order by t.created_at desc, t.id desc'
	const text = `${filters.search === undefined ? '' : UNPREPARED}select counted.total, ${user ? `${user} is not null` : 'true'} as known, page.*
		from (select ${total} as total) counted left join lateral (
			select ${LIST_COLUMNS} from (select * from lists t ${where(paged)} ${order} limit ${roundUpLimit(window.limit + 1)} ${offset}) t
			join visible_users u on u.id = t.user_id ${order}
		) page on true`
	const rows = await rawQuery<ListRow & { total: number | null; known: boolean }>(db, text, values)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0, userExists: rows[0]?.known ?? true }
}

export async function addList(
	db: Db,
	list: { id: string; userId: string; title: string; description: string | null; at: string },
): Promise<void> {
	await db
		.insertInto('lists')
		.values({
			id: list.id,
			user_id: list.userId,
			title: list.title,
			description: list.description,
			created_at: list.at,
			updated_at: list.at,
		})
		.execute()
}

/** Locks a list until the transaction ends and returns its owner and game count; undefined if it does not exist. */
export async function lockList(db: Db, id: string): Promise<{ user_id: string; game_count: number } | undefined> {
	return db
		.selectFrom('lists')
		.innerJoin('visible_users', 'visible_users.id', 'lists.user_id')
		.select(['lists.user_id', 'lists.game_count'])
		.where('lists.id', '=', id)
		.forUpdate('lists')
		.executeTakeFirst()
}

/** Returns how many lists a user has, and locks that number until the transaction ends. */
export async function lockListCount(db: Db, userId: string): Promise<number> {
	const row = await db
		.selectFrom('user_counts')
		.select('list_count')
		.where('id', '=', userId)
		.forNoKeyUpdate()
		.executeTakeFirst()
	return row?.list_count ?? 0
}

/** Unhides games that are now in a list. */
export async function unhideGames(db: Db, items: readonly { gameId: number }[]): Promise<void> {
	await sql`
		update games set hidden = false where id in (
			select id from games where hidden and id = any(${items.map(({ gameId }) => gameId)}::int[]) order by id for no key update
		)`.execute(db)
}

export async function updateListText(
	db: Db,
	list: { id: string; title: string; description: string | null; at: string },
): Promise<void> {
	await db
		.updateTable('lists')
		.set({ title: list.title, description: list.description, updated_at: list.at })
		.where('id', '=', list.id)
		.execute()
}

export async function touchList(db: Db, id: string, at: string): Promise<void> {
	await db.updateTable('lists').set({ updated_at: at }).where('id', '=', id).execute()
}

/** Replaces the games of a list, in the given order. A game that stays in the list keeps its item id. */
export async function replaceListItems(
	db: Db,
	listId: string,
	items: readonly { id: string; gameId: number; notes: string }[],
): Promise<void> {
	const removed = await db.deleteFrom('list_items').where('list_id', '=', listId).returning(['id', 'game_id']).execute()
	if (items.length === 0) return
	const previousIds = new Map(removed.map((item) => [item.game_id, item.id]))
	await sql`
		insert into list_items (id, list_id, game_id, position, notes)
		select id, ${listId}::uuid, game_id, place - 1, notes
		from unnest(
			${items.map(({ id, gameId }) => previousIds.get(gameId) ?? id)}::uuid[],
			${items.map(({ gameId }) => gameId)}::int[],
			${items.map(({ notes }) => notes)}::text[]
		) with ordinality as item (id, game_id, notes, place)`.execute(db)
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
