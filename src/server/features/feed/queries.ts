import { type RawBuilder, sql } from 'kysely'
import type { FEED_KINDS, FeedItem } from '#contract/feed.ts'
import type { GameRef } from '#contract/game-ref.ts'
import type { LibraryStatus } from '#contract/library-entry.ts'
import { toStars } from '#server/db/half-stars.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import {
	LIST_JOINS,
	type ListRow,
	listColumns,
	toList,
	toListSpoilerSubject,
} from '#server/features/lists/queries-rows.ts'
import {
	REVIEW_JOINS,
	type ReviewRow,
	reviewColumns,
	toReview,
	toReviewSpoilerSubject,
} from '#server/features/reviews/queries-rows.ts'
import { loadTextReader } from '#server/features/texts/queries.ts'

export type FeedKind = (typeof FEED_KINDS)[number]

/** An item's position in the feed: newest first, ties by id. */
export interface FeedKey {
	id: string
	kind: FeedKind
	user_id: string
	created_at: string
}

interface FeedWindow {
	limit: number
	after: readonly (string | number)[] | undefined
	kinds: readonly FeedKind[]
}

// More than a page has items: usually the users with the latest news fill it.
const FIRST_USERS = 64
const MORE_USERS_FACTOR = 8
// Only a few rows per followed user are read first: most have none or one that is new enough.
const FIRST_ROWS_PER_USER = 3

/** Finds what the users whom a reader follows did, newest first, after the key `after`: up to `limit` rows. */
export async function findFeedKeys(db: Db, readerId: string, window: FeedWindow): Promise<FeedKey[]> {
	for (let count = FIRST_USERS; ; count *= MORE_USERS_FACTOR) {
		const followed = await findFollowedByNews(db, readerId, count + 1)
		const next = followed[count]
		const keys = await findLatest(
			db,
			followed.slice(0, count).map(({ id }) => id),
			window,
		)
		const last = keys[window.limit - 1]
		if (!next || (last && next.fed_at !== null && last.created_at > next.fed_at)) return keys
	}
}

interface FollowedUser {
	id: string
	/** Not earlier than anything that the user did; null if unknown. */
	fed_at: string | null
}

/** Finds up to `count` users whom a reader follows and has not muted: those whose news may be the latest first. */
async function findFollowedByNews(db: Db, readerId: string, count: number): Promise<FollowedUser[]> {
	const { rows } = await sql<FollowedUser>`
		select c.id, c.fed_at from feed_follows(${readerId}) f join user_counts c on c.id = f.followed_id
		order by c.fed_at desc nulls first limit ${sql.lit(count)}`.execute(db)
	return rows
}

async function findLatest(db: Db, userIds: readonly string[], window: FeedWindow): Promise<FeedKey[]> {
	const first = await findLatestPerUser(db, userIds, FIRST_ROWS_PER_USER, window)
	// Users with the full number of rows on this page may have more that belong there
	const byUser = Map.groupBy(first, (row) => row.user_id)
	const deeper = [...byUser].flatMap(([userId, rows]) => (rows.length === FIRST_ROWS_PER_USER ? [userId] : []))
	if (deeper.length === 0 || window.limit <= FIRST_ROWS_PER_USER) return first
	const rest = await findLatestPerUser(db, deeper, roundUpLimit(window.limit), window)
	const reread = new Set(deeper)
	return [...first.filter((row) => !reread.has(row.user_id)), ...rest].sort(compareNewestFirst).slice(0, window.limit)
}

// The reader follows those users, so none is hidden, and no block is between them
const SOURCES: Readonly<Record<FeedKind, RawBuilder<unknown>>> = {
	review: sql`from reviews s where s.user_id = u.id and s.state = 'published' and not s.is_quiet`,
	list: sql`from lists s where s.user_id = u.id and s.visibility = 'public' and s.state = 'published' and not s.is_quiet`,
	// A burst stands for its members
	log: sql`from feed_logs s where s.user_id = u.id and s.burst_id is null`,
}

async function findLatestPerUser(
	db: Db,
	userIds: readonly string[],
	each: number,
	{ limit, after, kinds }: FeedWindow,
): Promise<FeedKey[]> {
	const isNext = after ? sql`and (s.created_at, s.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
	const order = sql`created_at desc, id desc`
	const latest = kinds.map(
		(kind) => sql`(
			select ${sql.lit(kind)} as kind, s.id, s.user_id, s.created_at ${SOURCES[kind]} ${isNext}
			order by s.created_at desc, s.id desc limit ${sql.lit(each)}
		)`,
	)
	const { rows } = await sql<FeedKey>`
		select latest.* from unnest(${userIds}::uuid[]) as u (id) cross join lateral (
			select * from (${sql.join(latest, sql` union all `)}) of_user order by ${order} limit ${sql.lit(each)}
		) latest
		order by ${order} limit ${sql.lit(roundUpLimit(limit))}`.execute(db)
	return rows.slice(0, limit)
}

function compareNewestFirst(one: FeedKey, other: FeedKey): number {
	if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1
	return one.id < other.id ? 1 : -1
}

/** Loads the items with the given keys in their order, as the reader sees them; leaves out those that have just gone. */
export async function loadFeedItems(db: Db, keys: readonly FeedKey[], readerId: string): Promise<FeedItem[]> {
	const idsOf = (kind: FeedKind) => keys.filter((key) => key.kind === kind).map(({ id }) => id)
	const [reviews, lists, logs] = await Promise.all([
		findReviews(db, idsOf('review'), readerId),
		findLists(db, idsOf('list'), readerId),
		findLogs(db, idsOf('log'), readerId),
	])
	const subjects = [...reviews.map(toReviewSpoilerSubject), ...lists.map((row) => toListSpoilerSubject(row))]
	const reader = await loadTextReader(db, readerId, subjects)
	const items = new Map<string, FeedItem>()
	const nothing = { review: null, log: null, list: null, games: [], count: 1 }
	for (const row of reviews) {
		const review = toReview(row, reader)
		items.set(review.id, {
			...nothing,
			id: review.id,
			kind: 'review',
			user: review.user,
			createdAt: review.createdAt,
			review,
		})
	}
	for (const row of lists) {
		const list = toList(row, reader)
		items.set(list.id, { ...nothing, id: list.id, kind: 'list', user: list.user, createdAt: list.createdAt, list })
	}
	for (const row of logs) items.set(row.id, { ...nothing, ...toLogItem(row) })
	return keys.flatMap(({ id }) => items.get(id) ?? [])
}

async function findReviews(db: Db, ids: readonly string[], readerId: string): Promise<ReviewRow[]> {
	if (ids.length === 0) return []
	const { rows } = await sql<ReviewRow>`
		select ${reviewColumns(readerId)} from visible_reviews(${readerId}) r ${REVIEW_JOINS} where r.id = any(${ids}::uuid[])`.execute(
		db,
	)
	return rows
}

async function findLists(db: Db, ids: readonly string[], readerId: string): Promise<ListRow[]> {
	if (ids.length === 0) return []
	const { rows } = await sql<ListRow>`
		select ${listColumns(readerId)} from visible_lists(${readerId}) t ${LIST_JOINS} where t.id = any(${ids}::uuid[]) and t.visibility = 'public'`.execute(
		db,
	)
	return rows
}

interface LogRow {
	id: string
	user_id: string
	username: string
	picture: string | null
	created_at: string
	/** Null for a burst. */
	game: GameRef | null
	status: LibraryStatus | null
	half_stars: number | null
	is_wished: boolean
	is_loved: boolean
	/** Of a burst: the games logged last, and how many there are. */
	games: GameRef[]
	count: number
}

const MAX_GAMES = 12

async function findLogs(db: Db, ids: readonly string[], readerId: string): Promise<LogRow[]> {
	if (ids.length === 0) return []
	const game = sql.raw(GAME_REF)
	const { rows } = await sql<LogRow>`
		select l.id, l.user_id, u.username, u.picture, l.created_at, case when g.id is not null then ${game} end as game,
			l.status, l.half_stars, l.is_wished, l.is_loved,
			case when l.game_id is null then array(
				select ${game} from (
					select m.game_id, m.created_at from feed_logs m where m.burst_id = l.id order by m.created_at desc, m.game_id desc limit ${sql.lit(MAX_GAMES)}
				) m
				join games g on g.id = m.game_id order by m.created_at desc, m.game_id desc
			) else array[]::json[] end as games,
			case when l.game_id is null then (select count(*)::int from feed_logs m where m.burst_id = l.id) else 1 end as count
		from feed_logs l join visible_users(${readerId}) u on u.id = l.user_id left join games g on g.id = l.game_id
		where l.id = any(${ids}::uuid[])`.execute(db)
	return rows
}

function toLogItem(row: LogRow): Pick<FeedItem, 'id' | 'kind' | 'user' | 'createdAt' | 'log' | 'games' | 'count'> {
	return {
		id: row.id,
		kind: row.game ? 'log' : 'logs',
		user: { id: row.user_id, username: row.username, profilePicture: row.picture },
		createdAt: row.created_at,
		log: row.game && {
			game: row.game,
			status: row.status,
			rating: toStars(row.half_stars),
			isWished: row.is_wished,
			isLoved: row.is_loved,
		},
		games: row.games,
		count: row.count,
	}
}
