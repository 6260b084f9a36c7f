import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** A sitemap entry: the id of a game or review and the time of its last change. */
export interface SitemapEntry<Id> {
	id: Id
	updated_at: string
}

/** Returns the games after an id, ordered by id. */
export function listGamesAfter(db: Db, id: number, limit: number): Promise<SitemapEntry<number>[]> {
	return db.selectFrom('games').select(['id', 'updated_at']).where('id', '>', id).orderBy('id').limit(limit).execute()
}

/** Returns the reviews after an id, ordered by id, which is chronological. */
export function listReviewsAfter(db: Db, id: string, limit: number): Promise<SitemapEntry<string>[]> {
	return db
		.selectFrom('reviews')
		.innerJoin('visible_users', 'visible_users.id', 'reviews.user_id')
		.select(['reviews.id', 'reviews.updated_at'])
		.where('reviews.id', '>', id)
		.orderBy('reviews.id')
		.limit(limit)
		.execute()
}

/** Returns the public lists after an id, ordered by id, which is chronological. */
export function listListsAfter(db: Db, id: string, limit: number): Promise<SitemapEntry<string>[]> {
	return db
		.selectFrom('lists')
		.innerJoin('visible_users', 'visible_users.id', 'lists.user_id')
		.select(['lists.id', 'lists.updated_at'])
		.where('lists.id', '>', id)
		.where('lists.visibility', '=', sql.lit('public'))
		.orderBy('lists.id')
		.limit(limit)
		.execute()
}

/**
 * Returns the usernames after an id, ordered by id, which is chronological, without users who have not chosen one yet, and
 * whether they have a game in their library.
 */
export function listUsersAfter(db: Db, id: string, limit: number) {
	return db
		.selectFrom('visible_users')
		.select((user) => [
			'username',
			user
				.exists(user.selectFrom('library_entries').whereRef('library_entries.user_id', '=', 'visible_users.id'))
				.$castTo<boolean>()
				.as('has_library'),
		])
		.where('id', '>', id)
		.where('needs_username', '=', false)
		.orderBy('id')
		.limit(limit)
		.execute()
}

/** Returns the id of the game `count` rows after an id; undefined if there are fewer. */
export async function findGameIdAfter(db: Db, after: number, count: number): Promise<number | undefined> {
	const row = await db
		.selectFrom('games')
		.select('id')
		.where('id', '>', after)
		.orderBy('id')
		.offset(count - 1)
		.limit(1)
		.executeTakeFirst()
	return row?.id
}

/** Returns the id of the review, public list or user `count` rows after an id; undefined if there are fewer. */
export async function findIdAfter(
	db: Db,
	table: 'reviews' | 'lists' | 'users',
	after: string,
	count: number,
): Promise<string | undefined> {
	const isListed = table === 'lists' ? sql<boolean>`visibility = 'public'` : sql<boolean>`true`
	const row = await db
		.selectFrom(table)
		.select('id')
		.where('id', '>', after)
		.where(isListed)
		.orderBy('id')
		.offset(count - 1)
		.limit(1)
		.executeTakeFirst()
	return row?.id
}
