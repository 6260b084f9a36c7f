import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import { toStars } from '#server/db/half-stars.ts'
import { readWhole } from '#server/db/stored-text.ts'
import type { Db } from '#server/db/tables.ts'
import { type ActionRow, APPEAL } from '#server/features/moderation/queries-actions.ts'
import { REVIEW_DAY } from '#server/features/reviews/queries-rows.ts'

// How many rows are held in memory at a time: a few megabytes of the longest reviews, lists and notes allowed.
const TEXT_BATCH_SIZE = 100
const LIST_BATCH_SIZE = 10
const SHORT_BATCH_SIZE = 500

/**
 * Reads the rows of a query in batches, ordered by columns that are unique together, each under the name that it has in a row.
 * Each batch starts after the last row of the previous one, so that no statement takes long, however much data an account has.
 */
async function* inBatches<DB, Table extends keyof DB, Row, Out = Row>(
	size: number,
	key: { readonly [Name in keyof Row]?: StringReference<DB, Table> },
	query: SelectQueryBuilder<DB, Table, Row>,
	convert?: (row: Row) => Out,
): AsyncGenerator<Out[]> {
	const names = Object.keys(key) as (keyof Row)[]
	const order = sql.join(names.map((name) => sql.ref(`${key[name]}`)))
	const ordered = query.orderBy(order).limit(size)
	let after: unknown[] | undefined
	do {
		const page = after ? ordered.where(sql<boolean>`(${order}) > (${sql.join(after)})`) : ordered
		const rows = (await page.execute()) as Row[]
		const last = rows.length < size ? undefined : rows.at(-1)
		after = last && names.map((name) => last[name])
		yield convert ? rows.map(convert) : (rows as unknown as Out[])
	} while (after)
}

/**
 * The parts of an export that are the rows of one query, in the order of the file: in batches, or at once where an account has
 * few. What a query selects is named and ordered as in the file.
 */
const FLAT_PARTS = {
	connectedAccounts: (db, userId) =>
		db
			.selectFrom('social_accounts')
			.select(['provider', 'subject as id', 'connected_at as connectedAt'])
			.where('user_id', '=', userId)
			.orderBy('connected_at')
			.execute(),
	sessions: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ id: 'id' },
			db
				.selectFrom('sessions')
				.select(['id', 'device', 'created_at as createdAt', 'rotated_at as lastUsedAt', 'proved_at as provedAt'])
				.select(['ended_at as endedAt', 'method', 'second_factor as secondFactor'])
				.where('user_id', '=', userId),
		),
	invites: (db, userId) =>
		db
			.selectFrom('invites')
			.select(['code', 'uses', 'used', 'created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
			.where('created_by', '=', userId)
			.orderBy('created_at')
			.orderBy('code')
			.execute(),
	mailedLinks: (db, userId) =>
		db
			.selectFrom('mail_tokens')
			.select('purpose')
			.select((links) => links.fn.coalesce('email', 'email_key').as('sentTo'))
			.select(['created_at as createdAt', 'expires_at as expiresAt'])
			.where('user_id', '=', userId)
			.orderBy('created_at')
			.execute(),
	pushDevices: (db, userId) =>
		db
			.selectFrom('push_subscriptions')
			.select(['session_id as sessionId', 'host as service', 'created_at as createdAt'])
			.where('user_id', '=', userId)
			.orderBy('created_at')
			.execute(),
	signInAddresses: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ hash: 'address_hash' },
			db
				.selectFrom('known_addresses')
				.select(['address_hash as hash', 'last_used_at as lastUsedAt'])
				.where('user_id', '=', userId),
		),
	following: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ since: 'f.created_at', userId: 'f.followed_id' },
			db
				.selectFrom('follows as f')
				.innerJoin('visible_users as u', 'u.id', 'f.followed_id')
				.select(['u.id as userId', 'u.username', 'f.created_at as since'])
				.where('f.follower_id', '=', userId),
		),
	followers: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ since: 'f.created_at', userId: 'f.follower_id' },
			db
				.selectFrom('follows as f')
				.innerJoin('visible_users as u', 'u.id', 'f.follower_id')
				.select(['u.id as userId', 'u.username', 'f.created_at as since'])
				.where('f.followed_id', '=', userId),
		),
	blockedUsers: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ userId: 'b.blocked_id' },
			db
				.selectFrom('blocks as b')
				.innerJoin('visible_users as u', 'u.id', 'b.blocked_id')
				.select(['u.id as userId', 'u.username', 'b.created_at as since'])
				.where('b.blocker_id', '=', userId),
		),
	mutedUsers: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ userId: 'm.muted_id' },
			db
				.selectFrom('mutes as m')
				.innerJoin('visible_users as u', 'u.id', 'm.muted_id')
				.select(['u.id as userId', 'u.username', 'm.created_at as since'])
				.where('m.muter_id', '=', userId),
		),
	reviews: (db, userId) =>
		inBatches(
			TEXT_BATCH_SIZE,
			{ createdAt: 'reviews.created_at', id: 'reviews.id' },
			db
				.selectFrom('reviews')
				.innerJoin('review_counts as c', 'c.id', 'reviews.id')
				.select(['reviews.id', 'reviews.game_id as gameId', 'game_name as gameName', 'half_stars as rating'])
				.select(['platform', 'time_played as timePlayed', 'description', 'contains_spoilers as containsSpoilers'])
				.select(['likes', 'comment_count as commentCount', 'views', 'impressions_total as impressions'])
				.select(sql<string>`${sql.raw(REVIEW_DAY)}::text`.as('day'))
				.select(['reviews.created_at as createdAt', 'updated_at as updatedAt'])
				.where('reviews.user_id', '=', userId),
			(row) => ({ ...row, rating: toStars(row.rating), description: readWhole(row.description) }),
		),
	reviewDrafts: (db, userId) =>
		inBatches(
			TEXT_BATCH_SIZE,
			{ gameId: 'd.game_id' },
			db
				.selectFrom('review_drafts as d')
				.innerJoin('games as g', 'g.id', 'd.game_id')
				.select(['d.game_id as gameId', 'g.name as gameName', 'half_stars as rating', 'd.platform'])
				.select(['time_played as timePlayed', 'd.description', 'contains_spoilers as containsSpoilers', 'device'])
				.select('d.updated_at as updatedAt')
				.where('d.user_id', '=', userId),
			(row) => ({ ...row, rating: toStars(row.rating) }),
		),
	likedReviews: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ reviewId: 'l.review_id' },
			db
				.selectFrom('review_likes as l')
				.innerJoin('reviews as r', 'r.id', 'l.review_id')
				.innerJoin('visible_users as u', 'u.id', 'r.user_id')
				.select(['l.review_id as reviewId', 'r.game_id as gameId', 'r.game_name as gameName', 'u.username as author'])
				.select('l.created_at as createdAt')
				.where('l.user_id', '=', userId),
		),
	comments: (db, userId) =>
		inBatches(
			TEXT_BATCH_SIZE,
			{ id: 'c.id' },
			selectComments(db, userId)
				.innerJoin('reviews as r', 'r.id', 'c.review_id')
				.select(['r.id as reviewId', 'r.game_id as gameId', 'r.game_name as gameName']),
			(row) => ({ ...row, content: readWhole(row.content) }),
		),
	listComments: (db, userId) =>
		inBatches(
			TEXT_BATCH_SIZE,
			{ id: 'c.id' },
			selectComments(db, userId).innerJoin('lists as t', 't.id', 'c.list_id').select('t.id as listId'),
			(row) => ({ ...row, content: readWhole(row.content) }),
		),
	likedComments: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ commentId: 'l.comment_id' },
			db
				.selectFrom('comment_likes as l')
				.innerJoin('comments as c', 'c.id', 'l.comment_id')
				.innerJoin('visible_users as u', 'u.id', 'c.user_id')
				.select(['l.comment_id as commentId', 'c.review_id as reviewId', 'c.list_id as listId', 'u.username as author'])
				.select('l.created_at as createdAt')
				.where('l.user_id', '=', userId),
		),
	lists: readLists,
	likedLists: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ listId: 'l.list_id' },
			db
				.selectFrom('list_likes as l')
				.innerJoin('lists as t', 't.id', 'l.list_id')
				.innerJoin('visible_users as u', 'u.id', 't.user_id')
				.select(['l.list_id as listId', 'u.username as author', 'l.created_at as createdAt'])
				.where('l.user_id', '=', userId),
		),
	library: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ gameId: 'e.game_id' },
			db
				.selectFrom('library_entries as e')
				.innerJoin('games as g', 'g.id', 'e.game_id')
				.select(['e.game_id as gameId', 'g.name as gameName', 'status', 'half_stars as rating'])
				.select(['is_wished as isWished', 'is_loved as isLoved', 'platform', 'minutes_played as minutesPlayed'])
				.select(['play_count as playCount', 'last_played_on as lastPlayedOn', 'review_id as reviewId'])
				.select(['e.created_at as createdAt', 'e.updated_at as updatedAt'])
				.where('e.user_id', '=', userId),
			(row) => ({ ...row, rating: toStars(row.rating) }),
		),
	plays: (db, userId) =>
		inBatches(
			TEXT_BATCH_SIZE,
			{ gameId: 'p.game_id', id: 'p.id' },
			db
				.selectFrom('plays as p')
				.innerJoin('games as g', 'g.id', 'p.game_id')
				.select(['p.id', 'p.game_id as gameId', 'g.name as gameName', 'platform', 'started_on as startedOn'])
				.select(['ended_on as endedOn', 'outcome', 'is_replay as isReplay', 'minutes', 'note'])
				.select(['p.created_at as createdAt', 'p.updated_at as updatedAt'])
				.where('p.user_id', '=', userId),
		),
	playSessions: (db, userId) =>
		inBatches(
			TEXT_BATCH_SIZE,
			{ gameId: 's.game_id', id: 's.id' },
			db
				.selectFrom('play_sessions as s')
				.innerJoin('games as g', 'g.id', 's.game_id')
				.select(['s.id', 's.game_id as gameId', 'g.name as gameName', 'play_id as playId'])
				.select([sql<string>`day::text`.as('day'), 'minutes', 'note', 's.source', 's.created_at as createdAt'])
				.where('s.user_id', '=', userId),
		),
	favorites: (db, userId) =>
		db
			.selectFrom('favorites as f')
			.innerJoin('games as g', 'g.id', 'f.game_id')
			.select(['f.game_id as gameId', 'g.name as gameName', 'f.position as order'])
			.where('f.user_id', '=', userId)
			.orderBy('f.position')
			.execute(),
	logs: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ gameId: 'l.game_id', day: 'l.day' },
			db
				.selectFrom('feed_logs as l')
				.innerJoin('games as g', 'g.id', 'l.game_id')
				.select(['g.id as gameId', 'g.name as gameName', sql<string>`day::text`.as('day'), 'status'])
				.select(['half_stars as rating', 'is_wished as isWished', 'is_loved as isLoved', 'l.created_at as createdAt'])
				.where('l.user_id', '=', userId),
			(row) => ({ ...row, rating: toStars(row.rating) }),
		),
	reports: (db, userId) =>
		inBatches(
			TEXT_BATCH_SIZE,
			{ id: 'r.id' },
			db
				.selectFrom('reports as r')
				.innerJoin('moderation_cases as c', 'c.subject_id', 'r.subject_id')
				.select(['r.id', 'c.subject', 'r.subject_id as subjectId', 'r.reason', 'r.text'])
				.select(['r.created_at as createdAt', 'r.closed_at as closedAt'])
				.where('r.reporter_id', '=', userId),
			({ id, ...row }) => row,
		),
	// Without the names of moderators
	decisions: (db, userId) =>
		inBatches(
			TEXT_BATCH_SIZE,
			{ id: 'a.id' },
			db
				.selectFrom('moderation_actions as a')
				.select(['a.id', 'a.action', 'a.subject', 'a.subject_id as subjectId', 'a.reason', 'a.note'])
				.select(['a.snapshot as text', 'a.created_at as createdAt', 'a.until', 'a.undone_at as undoneAt'])
				.select(sql<ActionRow['appeal']>`${sql.raw(APPEAL)}`.as('appeal'))
				.where('a.author_id', '=', userId)
				.where('a.action', '<>', 'dismiss'),
			({ id, ...row }) => row,
		),
	notifications: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ id: 'id' },
			db
				.selectFrom('notifications')
				.select(['id', 'kind', 'target as about', 'actor_count as actorCount', 'text', 'is_read as isRead'])
				.select('created_at as createdAt')
				.where('user_id', '=', userId),
			({ id, ...row }) => row,
		),
	readActivities: (db, userId) =>
		inBatches(
			SHORT_BATCH_SIZE,
			{ activityId: 'activity_id' },
			db
				.selectFrom('activity_reads')
				.select(['activity_id as activityId', 'user_id as userId'])
				.where('reader_id', '=', userId),
		),
	// They are deleted when the day is over
	seenReviews: (db, userId) =>
		db
			.selectFrom('review_seen')
			.select(['review_id as reviewId', 'day', 'opened'])
			.where('viewer', '=', userId)
			.where(sql<number>`length(viewer)`, '=', sql.lit(36))
			.orderBy('day')
			.orderBy('review_id')
			.execute(),
} satisfies Record<string, (db: Db, userId: string) => unknown>

type FlatParts = { [Name in keyof typeof FLAT_PARTS]: Awaited<ReturnType<(typeof FLAT_PARTS)[Name]>> }

/** Reads the parts of an account's export that are the rows of one query. Those in batches are read when they are iterated. */
export async function readFlatParts(db: Db, userId: string): Promise<FlatParts> {
	const parts: Record<string, unknown> = {}
	for (const [name, read] of Object.entries(FLAT_PARTS)) parts[name] = await read(db, userId)
	return parts as FlatParts
}

function selectComments(db: Db, userId: string) {
	return db
		.selectFrom('comments as c')
		.select(['c.id', 'c.parent_id as parentId', 'c.content', 'c.contains_spoilers as containsSpoilers', 'c.likes'])
		.select(['c.created_at as createdAt', 'c.edited_at as editedAt'])
		.where('c.user_id', '=', userId)
}

async function* readLists(db: Db, userId: string) {
	const batches = inBatches(
		LIST_BATCH_SIZE,
		{ createdAt: 't.created_at', id: 't.id' },
		db
			.selectFrom('lists as t')
			.leftJoin('list_counts as c', 'c.id', 't.id')
			.select(['t.id', 'title', 'description', 'visibility', 'is_ranked as isRanked', 'tags'])
			.select(['copied_from as copiedFrom', 'likes', 'comment_count as commentCount', 't.created_at as createdAt'])
			.select('updated_at as updatedAt')
			.where('t.user_id', '=', userId),
	)
	for await (const lists of batches) {
		const items = await readListItems(
			db,
			lists.map(({ id }) => id),
		)
		yield lists.map((list) => ({
			...list,
			description: list.description && readWhole(list.description),
			likes: list.likes ?? 0,
			commentCount: list.commentCount ?? 0,
			items: items
				.filter(({ listId }) => listId === list.id)
				.map(({ listId, ...item }) => ({ ...item, notes: readWhole(item.notes) })),
		}))
	}
}

/** Reads the games of lists, in list order. */
function readListItems(db: Db, listIds: readonly string[]) {
	return db
		.selectFrom('list_items as i')
		.innerJoin('games as g', 'g.id', 'i.game_id')
		.select(['i.list_id as listId', 'i.game_id as gameId', 'g.name as gameName', 'i.position as order', 'i.notes'])
		.where('i.list_id', '=', sql<string>`any(${listIds}::uuid[])`)
		.orderBy('i.list_id')
		.orderBy('i.position')
		.execute()
}

export function readAccount(db: Db, userId: string) {
	return db
		.selectFrom('users')
		.leftJoin('user_visits', 'user_visits.user_id', 'users.id')
		.select(['id', 'username', 'email', 'email_verified_at', 'name', 'bio', 'picture', 'created_at'])
		.select(['user_visits.seen_on', 'user_visits.seen_before'])
		.select(['rules_version', 'rules_accepted_at'])
		.where('id', '=', userId)
		.executeTakeFirst()
}

/** Counts the recovery codes of an account, with when they were made; undefined without any. */
export function readRecoveryCodes(db: Db, userId: string) {
	return db
		.selectFrom('recovery_codes')
		.select((codes) => [codes.fn.countAll<string>().as('left'), 'created_at'])
		.where('user_id', '=', userId)
		.groupBy('created_at')
		.executeTakeFirst()
}

/** Reads when an account last got mails about notifications. */
export function readMailTimes(db: Db, userId: string) {
	return db
		.selectFrom('notification_mails')
		.select(['mailed_at', 'digested_at'])
		.where('user_id', '=', userId)
		.executeTakeFirst()
}
