import { type RawBuilder, sql } from 'kysely'
import type { AccountExport } from '#contract/export.ts'
import { toStars } from '#server/db/half-stars.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { readWhole, type StoredText } from '#server/db/stored-text.ts'
import type { Db, Row } from '#server/db/tables.ts'
import { APPEAL } from '#server/features/moderation/queries-actions.ts'
import { REVIEW_DAY } from '#server/features/reviews/queries-rows.ts'

// How many rows are held in memory at a time: a few megabytes of the longest reviews, lists and notes allowed.
const TEXT_BATCH_SIZE = 100
const LIST_BATCH_SIZE = 10
const SHORT_BATCH_SIZE = 500

/** A row of a part of an export. */
export type Exported<Part extends keyof AccountExport> = AccountExport[Part] extends readonly (infer Each)[]
	? Each
	: never

/** The same as it is stored. */
type Stored<Part extends keyof AccountExport, Columns> = Omit<Exported<Part>, keyof Columns> & Columns

/**
 * Reads the rows of a query in batches, ordered by columns that are unique together, each under the name that it has in a row.
 * Each batch starts after the last row of the previous one, so that no statement takes long, however much data an account has.
 * The query ends with its conditions.
 */
export async function* inBatches<Row, Out = Row>(
	db: Db,
	size: number,
	key: { readonly [Name in keyof Row]?: string },
	query: RawBuilder<Row>,
	convert?: (row: Row) => Out,
): AsyncGenerator<Out[]> {
	const names = Object.keys(key) as (keyof Row)[]
	const order = sql.join(names.map((name) => sql.ref(`${key[name]}`)))
	let after: unknown[] | undefined
	do {
		const isNext = after ? sql`and (${order}) > (${sql.join(after)})` : sql``
		const { rows } =
			await sql<Row>`${sql.raw(UNPREPARED)}${query} ${isNext} order by ${order} limit ${sql.lit(size)}`.execute(db)
		const last = rows.length < size ? undefined : rows.at(-1)
		after = last && names.map((name) => last[name])
		yield convert ? rows.map(convert) : (rows as unknown as Out[])
	} while (after)
}

async function readAll<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
	return (await query.execute(db)).rows
}

const COMMENT_COLUMNS = sql`
	c.id, c.parent_id as "parentId", c.content, c.contains_spoilers as "containsSpoilers", c.likes, c.created_at as "createdAt",
	c.edited_at as "editedAt"`

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
			db,
			SHORT_BATCH_SIZE,
			{ id: 'id' },
			sql<Exported<'sessions'>>`
				select id, device, created_at as "createdAt", rotated_at as "lastUsedAt", proved_at as "provedAt", ended_at as "endedAt",
					method, second_factor as "secondFactor"
				from sessions where user_id = ${userId}`,
		),
	apiTokens: (db, userId) =>
		db
			.selectFrom('tokens')
			.select([
				...(['id', 'name', 'scopes'] as const),
				...(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'] as const),
			])
			.where('user_id', '=', userId)
			.orderBy('created_at')
			.orderBy('id')
			.execute(),
	imports: (db, userId) =>
		db
			.selectFrom('imports')
			.select([
				...(['id', 'source', 'file_name as fileName', 'state'] as const),
				...(['created_at as createdAt', 'applied_at as appliedAt', 'undo_until as undoUntil'] as const),
			])
			.where('user_id', '=', userId)
			.orderBy('created_at')
			.orderBy('id')
			.execute(),
	invites: (db, userId) =>
		db
			.selectFrom('invites')
			.select(['code', 'uses', 'used', 'created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
			.where('created_by', '=', userId)
			.orderBy('created_at')
			.orderBy('code')
			.execute(),
	mailedLinks: (db, userId) =>
		readAll(
			db,
			sql<Exported<'mailedLinks'>>`
				select purpose, coalesce(email, email_key) as "sentTo", created_at as "createdAt", expires_at as "expiresAt"
				from mail_tokens where user_id = ${userId} order by created_at`,
		),
	pushDevices: (db, userId) =>
		db
			.selectFrom('push_subscriptions')
			.select(['session_id as sessionId', 'host as service', 'created_at as createdAt'])
			.where('user_id', '=', userId)
			.orderBy('created_at')
			.execute(),
	signInAddresses: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ hash: 'address_hash' },
			sql<Exported<'signInAddresses'>>`
				select address_hash as hash, last_used_at as "lastUsedAt" from known_addresses where user_id = ${userId}`,
		),
	following: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ since: 'f.created_at', userId: 'f.followed_id' },
			sql<Exported<'following'>>`
				select u.id as "userId", u.username, f.created_at as since
				from follows f join visible_users u on u.id = f.followed_id where f.follower_id = ${userId}`,
		),
	followers: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ since: 'f.created_at', userId: 'f.follower_id' },
			sql<Exported<'followers'>>`
				select u.id as "userId", u.username, f.created_at as since
				from follows f join visible_users u on u.id = f.follower_id where f.followed_id = ${userId}`,
		),
	blockedUsers: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ userId: 'b.blocked_id' },
			sql<Exported<'blockedUsers'>>`
				select u.id as "userId", u.username, b.created_at as since
				from blocks b join visible_users u on u.id = b.blocked_id where b.blocker_id = ${userId}`,
		),
	mutedUsers: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ userId: 'm.muted_id' },
			sql<Exported<'mutedUsers'>>`
				select u.id as "userId", u.username, m.created_at as since
				from mutes m join visible_users u on u.id = m.muted_id where m.muter_id = ${userId}`,
		),
	reviews: (db, userId) =>
		inBatches(
			db,
			TEXT_BATCH_SIZE,
			{ createdAt: 'reviews.created_at', id: 'reviews.id' },
			sql<Stored<'reviews', { rating: number; description: StoredText }>>`
				select reviews.id, reviews.game_id as "gameId", game_name as "gameName", half_stars as rating, platform,
					time_played as "timePlayed", description, contains_spoilers as "containsSpoilers", likes, comment_count as "commentCount",
					views, impressions_total as impressions, ${sql.raw(REVIEW_DAY)}::text as day, reviews.created_at as "createdAt",
					updated_at as "updatedAt"
				from reviews join review_counts c on c.id = reviews.id where reviews.user_id = ${userId} and reviews.state = 'published'`,
			(row) => ({ ...row, rating: toStars(row.rating), description: readWhole(row.description) }),
		),
	reviewDrafts: (db, userId) =>
		inBatches(
			db,
			TEXT_BATCH_SIZE,
			{ gameId: 'd.game_id' },
			sql<Exported<'reviewDrafts'>>`
				select d.game_id as "gameId", g.name as "gameName", half_stars as rating, d.platform, time_played as "timePlayed", d.description,
					contains_spoilers as "containsSpoilers", device, d.updated_at as "updatedAt"
				from review_drafts d join games g on g.id = d.game_id where d.user_id = ${userId}`,
			(row) => ({ ...row, rating: toStars(row.rating) }),
		),
	likedReviews: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ reviewId: 'l.review_id' },
			sql<Exported<'likedReviews'>>`
				select l.review_id as "reviewId", r.game_id as "gameId", r.game_name as "gameName", u.username as author, l.created_at as "createdAt"
				from review_likes l join visible_reviews(null) r on r.id = l.review_id join visible_users u on u.id = r.user_id
				where l.user_id = ${userId}`,
		),
	comments: (db, userId) =>
		inBatches(
			db,
			TEXT_BATCH_SIZE,
			{ id: 'c.id' },
			sql<Stored<'comments', { content: StoredText }>>`
				select ${COMMENT_COLUMNS}, r.id as "reviewId", r.game_id as "gameId", r.game_name as "gameName"
				from comments c join reviews r on r.id = c.review_id where c.user_id = ${userId} and c.state = 'published'`,
			(row) => ({ ...row, content: readWhole(row.content) }),
		),
	listComments: (db, userId) =>
		inBatches(
			db,
			TEXT_BATCH_SIZE,
			{ id: 'c.id' },
			sql<Stored<'listComments', { content: StoredText }>>`
				select ${COMMENT_COLUMNS}, c.list_id as "listId" from comments c where c.user_id = ${userId} and c.list_id is not null and c.state = 'published'`,
			(row) => ({ ...row, content: readWhole(row.content) }),
		),
	likedComments: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ commentId: 'l.comment_id' },
			sql<Exported<'likedComments'>>`
				select l.comment_id as "commentId", c.review_id as "reviewId", c.list_id as "listId", u.username as author, l.created_at as "createdAt"
				from comment_likes l join visible_comments(null) c on c.id = l.comment_id join visible_users u on u.id = c.user_id
				where l.user_id = ${userId}`,
		),
	lists: readLists,
	// Those that became private later too
	likedLists: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ listId: 'l.list_id' },
			sql<Exported<'likedLists'>>`
				select l.list_id as "listId", u.username as author, l.created_at as "createdAt"
				from list_likes l join lists t on t.id = l.list_id and t.state = 'published' join visible_users u on u.id = t.user_id where l.user_id = ${userId}`,
		),
	library: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ gameId: 'e.game_id' },
			sql<Exported<'library'>>`
				select e.game_id as "gameId", g.name as "gameName", status, half_stars as rating, is_wished as "isWished", is_loved as "isLoved",
					platform, minutes_played as "minutesPlayed", play_count as "playCount", last_played_on as "lastPlayedOn",
					review_id as "reviewId", e.created_at as "createdAt", e.updated_at as "updatedAt"
				from library_entries e join games g on g.id = e.game_id where e.user_id = ${userId}`,
			(row) => ({ ...row, rating: toStars(row.rating) }),
		),
	plays: (db, userId) =>
		inBatches(
			db,
			TEXT_BATCH_SIZE,
			{ gameId: 'p.game_id', id: 'p.id' },
			sql<Exported<'plays'>>`
				select p.id, p.game_id as "gameId", g.name as "gameName", platform, started_on as "startedOn", ended_on as "endedOn", outcome,
					is_replay as "isReplay", minutes, note, p.created_at as "createdAt", p.updated_at as "updatedAt"
				from plays p join games g on g.id = p.game_id where p.user_id = ${userId}`,
		),
	playSessions: (db, userId) =>
		inBatches(
			db,
			TEXT_BATCH_SIZE,
			{ gameId: 's.game_id', id: 's.id' },
			sql<Exported<'playSessions'>>`
				select s.id, s.game_id as "gameId", g.name as "gameName", play_id as "playId", day::text as day, minutes, note, s.source,
					s.started_at as "startedAt", s.created_at as "createdAt"
				from play_sessions s join games g on g.id = s.game_id where s.user_id = ${userId}`,
		),
	playClients: (db, userId) =>
		readAll(
			db,
			sql<Exported<'playClients'>>`
				select client, last_report_at as "lastReportAt", last_key as "lastKey" from play_clients where user_id = ${userId} order by client`,
		),
	clientGames: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ client: 'client', key: 'key' },
			sql<Exported<'clientGames'> & { key: string }>`
				select id, client, key, named_as as game, game_id as "gameId", is_ignored as "isIgnored", total_seconds as "totalSeconds",
					reported_at as "reportedAt"
				from client_games where user_id = ${userId}`,
			({ key, ...row }) => row,
		),
	playReports: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ client: 'client', key: 'key' },
			sql<Exported<'playReports'>>`
				select client, key, session_id as "sessionId" from play_reports where user_id = ${userId}`,
		),
	unmatchedReports: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ client: 'g.client', gameKey: 'g.key', id: 'r.id' },
			sql<Exported<'unmatchedReports'> & { client: string; gameKey: string; id: string }>`
				select g.client, g.key as "gameKey", r.id, client_game_id as "clientGameId", r.key, platform, time ->> 'day' as day,
					(time -> 'seconds')::float8 as seconds, time ->> 'startedAt' as "startedAt", time ->> 'endedAt' as "endedAt",
					time ->> 'kind' = 'total' as "isTotal"
				from client_games g join unmatched_reports r on r.client_game_id = g.id where g.user_id = ${userId}`,
			({ client, gameKey, id, ...row }) => row,
		),
	playingNow: (db, userId) =>
		readAll(
			db,
			sql<Exported<'playingNow'>>`
				select p.game_id as "gameId", g.name as "gameName", client, since, until
				from playing_now p join games g on g.id = p.game_id where p.user_id = ${userId}`,
		),
	favorites: (db, userId) =>
		readAll(
			db,
			sql<Exported<'favorites'>>`
				select f.game_id as "gameId", g.name as "gameName", f.position as order
				from favorites f join games g on g.id = f.game_id where f.user_id = ${userId} order by f.position`,
		),
	dismissals: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ gameId: 'd.game_id' },
			sql<Exported<'dismissals'>>`
				select d.game_id as "gameId", g.name as "gameName", d.created_at as "createdAt"
				from dismissals d join games g on g.id = d.game_id where d.user_id = ${userId}`,
		),
	postponements: (db, userId) =>
		readAll(
			db,
			sql<Exported<'postponements'>>`
				select p.game_id as "gameId", g.name as "gameName", p.created_at as "createdAt"
				from postponements p join games g on g.id = p.game_id where p.user_id = ${userId} order by p.game_id`,
		),
	games: readGames,
	logs: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ gameId: 'l.game_id', day: 'l.day' },
			sql<Exported<'logs'>>`
				select g.id as "gameId", g.name as "gameName", day::text as day, status, half_stars as rating, is_wished as "isWished",
					is_loved as "isLoved", l.created_at as "createdAt"
				from feed_logs l join games g on g.id = l.game_id where l.user_id = ${userId}`,
			(row) => ({ ...row, rating: toStars(row.rating) }),
		),
	reports: (db, userId) =>
		inBatches(
			db,
			TEXT_BATCH_SIZE,
			{ id: 'r.id' },
			sql<Exported<'reports'> & { id: string }>`
				select r.id, c.subject, r.subject_id as "subjectId", r.reason, r.text, r.created_at as "createdAt", r.closed_at as "closedAt"
				from reports r join moderation_cases c on c.subject_id = r.subject_id where r.reporter_id = ${userId}`,
			({ id, ...row }) => row,
		),
	gameSuggestions: (db, userId) =>
		inBatches(
			db,
			TEXT_BATCH_SIZE,
			{ id: 's.id' },
			sql<Exported<'gameSuggestions'> & { id: string }>`
				select s.id, s.name, s.release_year as "releaseYear", s.platforms, s.developers, s.url, s.note, s.created_at as "createdAt",
					s.decision, s.game_id as "gameId", s.decided_at as "decidedAt"
				from game_suggestions s where s.user_id = ${userId}`,
			({ id, ...row }) => row,
		),
	// Without the names of moderators
	decisions: (db, userId) =>
		inBatches(
			db,
			TEXT_BATCH_SIZE,
			{ id: 'a.id' },
			sql<Exported<'decisions'> & { id: string }>`
				select a.id, a.action, a.subject, a.subject_id as "subjectId", a.reason, a.note, a.snapshot as text, a.created_at as "createdAt",
					a.until, a.undone_at as "undoneAt", ${sql.raw(APPEAL)} as appeal
				from moderation_actions a where a.author_id = ${userId} and a.action <> 'dismiss'`,
			({ id, ...row }) => row,
		),
	notifications: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ id: 'id' },
			sql<Exported<'notifications'> & { id: string }>`
				select id, kind, target as about, actor_count as "actorCount", text, is_read as "isRead", created_at as "createdAt"
				from notifications where user_id = ${userId}`,
			({ id, ...row }) => row,
		),
	readActivities: (db, userId) =>
		inBatches(
			db,
			SHORT_BATCH_SIZE,
			{ activityId: 'activity_id' },
			sql<Exported<'readActivities'>>`
				select activity_id as "activityId", user_id as "userId" from activity_reads where reader_id = ${userId}`,
		),
	// They are deleted when the day is over
	seenReviews: (db, userId) =>
		readAll(
			db,
			sql<Exported<'seenReviews'>>`
				select review_id as "reviewId", day, opened from review_seen where viewer = ${userId} and length(viewer) = 36
				order by day, review_id`,
		),
} satisfies Record<string, (db: Db, userId: string) => unknown>

type FlatParts = { [Name in keyof typeof FLAT_PARTS]: Awaited<ReturnType<(typeof FLAT_PARTS)[Name]>> }

/** Reads the parts of an account's export that are the rows of one query. Those in batches are read when they are iterated. */
export async function readFlatParts(db: Db, userId: string): Promise<FlatParts> {
	const parts: Record<string, unknown> = {}
	for (const [name, read] of Object.entries(FLAT_PARTS)) parts[name] = await read(db, userId)
	return parts as FlatParts
}

/** Reads one of these parts by itself. */
export function readFlatPart<Name extends keyof typeof FLAT_PARTS>(
	db: Db,
	userId: string,
	name: Name,
): ReturnType<(typeof FLAT_PARTS)[Name]> {
	return FLAT_PARTS[name](db, userId) as ReturnType<(typeof FLAT_PARTS)[Name]>
}

async function* readLists(db: Db, userId: string) {
	const batches = inBatches(
		db,
		LIST_BATCH_SIZE,
		{ createdAt: 't.created_at', id: 't.id' },
		sql<Omit<Stored<'lists', { description: StoredText | null }>, 'items'>>`
			select t.id, title, description, visibility, is_ranked as "isRanked", tags, copied_from as "copiedFrom",
				coalesce(likes, 0) as likes, coalesce(comment_count, 0) as "commentCount", t.created_at as "createdAt", updated_at as "updatedAt"
			from lists t left join list_counts c on c.id = t.id where t.user_id = ${userId} and t.state = 'published'`,
	)
	for await (const lists of batches) {
		const items = await readListItems(
			db,
			lists.map(({ id }) => id),
		)
		yield lists.map((list) => ({
			...list,
			description: list.description && readWhole(list.description),
			items: items
				.filter(({ listId }) => listId === list.id)
				.map(({ listId, ...item }) => ({ ...item, notes: readWhole(item.notes) })),
		}))
	}
}

type StoredItem = Omit<Exported<'lists'>['items'][number], 'notes'> & { listId: string; notes: StoredText }

/** Reads the games of lists, in list order. */
function readListItems(db: Db, listIds: readonly string[]): Promise<StoredItem[]> {
	return readAll(
		db,
		sql<StoredItem>`
			select i.list_id as "listId", i.game_id as "gameId", g.name as "gameName", i.position as order, i.notes
			from list_items i join games g on g.id = i.game_id where i.list_id = any(${listIds}::uuid[]) order by i.list_id, i.position`,
	)
}

export type ExportedGame = Exported<'games'>

async function* readGames(db: Db, userId: string): AsyncGenerator<ExportedGame[]> {
	const ids = await readGameIds(db, userId)
	for (let at = 0; at < ids.length; at += SHORT_BATCH_SIZE)
		yield await findExportedGames(db, ids.slice(at, at + SHORT_BATCH_SIZE))
}

/** Reads the ids of the games that an account has anything to do with, in ascending order: at most those of all its lists. */
async function readGameIds(db: Db, userId: string): Promise<number[]> {
	const [row] = await readAll(
		db,
		sql<{ ids: number[] }>`
			select array(
				select game_id from library_entries where user_id = ${userId}
				union select i.game_id from lists t join list_items i on i.list_id = t.id where t.user_id = ${userId} and t.state = 'published'
				union select game_id from favorites where user_id = ${userId}
				union select game_id from review_drafts where user_id = ${userId}
				order by game_id
			) as ids`,
	)
	return row?.ids ?? []
}

/** Finds games by id, in ascending order, with the ids that mean the same game everywhere: a file's own mean nothing elsewhere. */
export function findExportedGames(db: Db, ids: readonly number[]): Promise<ExportedGame[]> {
	return readAll(
		db,
		sql<ExportedGame>`
			select g.id as "gameId", g.name as "gameName", substring(g.release_date from '^\\d{4}')::int as "releaseYear",
				coalesce((
					select jsonb_agg(jsonb_build_object('source', source, 'id', id) order by source, id) from (
						select distinct e.source, e.id from game_records r join game_external_ids e on e.record_id = r.id
						where r.game_id = g.id and (e.source <> r.source or r.source in ('savepoint', 'igdb', 'wikidata'))
					) known
				), '[]') as "externalIds"
			from games g where g.id = any(${ids}::int[]) order by g.id`,
	)
}

interface AccountRow
	extends Pick<
		Row<'users'>,
		| 'id'
		| 'username'
		| 'email'
		| 'email_verified_at'
		| 'name'
		| 'bio'
		| 'picture'
		| 'created_at'
		| 'rules_version'
		| 'rules_accepted_at'
	> {
	seen_on: string | null
	seen_before: string | null
}

export async function readAccount(db: Db, userId: string): Promise<AccountRow | undefined> {
	const [row] = await readAll(
		db,
		sql<AccountRow>`
			select id, username, email, email_verified_at, name, bio, picture, created_at, seen_on, seen_before, rules_version, rules_accepted_at
			from users left join user_visits v on v.user_id = users.id where id = ${userId}`,
	)
	return row
}

/** Counts the recovery codes of an account, with when they were made; undefined without any. */
export async function readRecoveryCodes(
	db: Db,
	userId: string,
): Promise<{ left: number; created_at: string } | undefined> {
	const [row] = await readAll(
		db,
		sql<{ left: number; created_at: string }>`
			select count(*)::int as left, created_at from recovery_codes where user_id = ${userId} group by created_at`,
	)
	return row
}

/** Reads when an account last got mails about notifications. */
export function readMailTimes(db: Db, userId: string) {
	return db
		.selectFrom('notification_mails')
		.select(['mailed_at', 'digested_at'])
		.where('user_id', '=', userId)
		.executeTakeFirst()
}
