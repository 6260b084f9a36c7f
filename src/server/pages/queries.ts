import type { Db } from '#server/db/tables.ts'

/** A row of a sitemap: the id of a game or review and when it last changed. */
export interface SitemapEntry<Id> {
	id: Id
	updated_at: string
}

/** The games after an id, in the order of ids. */
export function listGamesAfter(db: Db, id: number, limit: number): Promise<SitemapEntry<number>[]> {
	return db.selectFrom('games').select(['id', 'updated_at']).where('id', '>', id).orderBy('id').limit(limit).execute()
}

/** The reviews after an id, in the order of ids, which is that of time. */
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

/** The names of users after an id, in the order of ids, which is that of joining; those who chose none yet are left out. */
export function listUsersAfter(db: Db, id: string, limit: number) {
	return db
		.selectFrom('visible_users')
		.select('username')
		.where('id', '>', id)
		.where('needs_username', '=', false)
		.orderBy('id')
		.limit(limit)
		.execute()
}

/** The id of the game `count` rows after another one; undefined if there are fewer. */
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

/** Like `gameIdPlaces`, for reviews and users. */
export async function findIdAfter(
	db: Db,
	table: 'reviews' | 'users',
	after: string,
	count: number,
): Promise<string | undefined> {
	const row = await db
		.selectFrom(table)
		.select('id')
		.where('id', '>', after)
		.orderBy('id')
		.offset(count - 1)
		.limit(1)
		.executeTakeFirst()
	return row?.id
}
