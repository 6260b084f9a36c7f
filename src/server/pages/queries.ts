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

/** Returns the genres and platforms that have games, as games spell them. */
export async function listKindsOfGames(db: Db): Promise<{ facet: 'genre' | 'platform'; label: string }[]> {
	const { rows } = await sql<{ facet: 'genre' | 'platform'; label: string }>`
		select facet, min(label) as label from game_bits where facet in ('genre', 'platform')
		group by facet, value having sum(bit_count(bits)) > 0 order by facet, value`.execute(db)
	return rows
}

/** A studio has a page in the sitemap from so many games on. */
const MIN_STUDIO_GAMES = 3

/** Returns the studios whose first game is among the `limit` games after an id, if they have made some. */
export async function listStudiosAfter(db: Db, id: number, limit: number): Promise<{ studio: string }[]> {
	const { rows } = await sql<{ studio: string }>`
		select s.studio from (
			select lower(name) as key, min(name) as studio
			from (select developers from games where id > ${id} order by id limit ${limit}) g cross join unnest(g.developers) name group by 1
		) s cross join lateral (
			select count(*) as games, min(id) as first from games where folded_names(developers) && array[s.key] and not hidden
		) made
		where made.games >= ${sql.lit(MIN_STUDIO_GAMES)} and made.first > ${id} order by s.key`.execute(db)
	return rows
}

/** A series has a page in the sitemap from so many games on. */
const MIN_SERIES_GAMES = 2

/** Returns the addresses of the series whose first visible game is among the `limit` games after an id, if they have several. */
export async function listSeriesAfter(db: Db, id: number, limit: number): Promise<{ slug: string }[]> {
	const { rows } = await sql<{ slug: string }>`
		select s.slug from (
			select distinct series_slug as slug
			from (select series_slug from games where id > ${id} order by id limit ${limit}) g where series_slug is not null
		) s cross join lateral (
			select count(*) as games, min(id) as first from games where series_slug = s.slug and not hidden
		) made
		where made.games >= ${sql.lit(MIN_SERIES_GAMES)} and made.first > ${id} order by s.slug`.execute(db)
	return rows
}

/** Returns the reviews after an id, ordered by id, which is chronological. */
export async function listReviewsAfter(db: Db, id: string, limit: number): Promise<SitemapEntry<string>[]> {
	const { rows } = await sql<SitemapEntry<string>>`
		select id, updated_at from visible_reviews(null) where id > ${id} order by id limit ${limit}`.execute(db)
	return rows
}

/** Returns the public lists after an id, ordered by id, which is chronological. */
export async function listListsAfter(db: Db, id: string, limit: number): Promise<SitemapEntry<string>[]> {
	const { rows } = await sql<SitemapEntry<string>>`
		select id, updated_at from visible_lists(null) where id > ${id} and visibility = 'public' order by id limit ${limit}`.execute(
		db,
	)
	return rows
}

/**
 * Returns the usernames after an id, ordered by id, which is chronological, without users who have not chosen one yet, and
 * whether they have a game in their library.
 */
export async function listUsersAfter(
	db: Db,
	id: string,
	limit: number,
): Promise<{ username: string; has_library: boolean }[]> {
	const { rows } = await sql<{ username: string; has_library: boolean }>`
		select username, exists (select from library_entries e where e.user_id = u.id) as has_library
		from visible_users(null) u where id > ${id} and not needs_username order by id limit ${limit}`.execute(db)
	return rows
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

/**
 * Returns the id of the review, public list or user `count` rows after an id; undefined if there are fewer. Counts hidden ones,
 * so that it reads nothing but an index.
 */
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
