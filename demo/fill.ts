import { type Insertable, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { tagKey } from '#contract/lists.ts'
import { RECORDED_PLACES, WINDOW_DAYS } from '#contract/popularity.ts'
import type { Tables } from '#server/db/tables.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { countDays } from '#server/features/admin/count-days.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { listMentionedNames } from '#server/features/texts/mentioned-names.ts'
import type { Services } from '#server/services.ts'
import { type Content, HIDDEN_BY_MEMBER, MEMBER, PASSWORD } from './content.ts'
import { buildLibraries, type CatalogGame } from './libraries.ts'
import { savePortrait } from './portraits/portrait.ts'
import { buildTimeline, type CommentStory, DAY_MS, type Timeline } from './timeline.ts'

type Db = Transaction<Tables>

/** What feeds show reaches this far back. */
const LOGGED_DAYS = 60
/** The past days whose rankings can be read. */
const PAST_RANKING_DAYS = 60

/**
 * Fills an empty site with invented users and their activity of the past two years. If it throws, it leaves nothing but
 * orphaned pictures. Writes the rows that the API would have written, counted by the same triggers.
 */
export async function fillWithPeople(services: Services, content: Content): Promise<void> {
	const nowMs = services.clock()
	const pictures = new Map<string, string>()
	for (const { username, picture } of content.people)
		if (picture) pictures.set(username, await savePortrait(services.pictures, username, picture))
	const passwordHash = await services.passwords.hash(PASSWORD)
	const timeline = buildTimeline(content, nowMs)
	await withoutStatementTimeout(services.db, async (connection) => {
		await advanceWindows(connection, nowMs)
		await connection.transaction().execute(async (db) => {
			const idOf = await addPeople(db, content, timeline, pictures, passwordHash)
			const gameOf = await gamesByName(db)
			await addRows(
				db,
				'follows',
				timeline.follows.map(({ by, followed, at }) => ({
					follower_id: idOf(by),
					followed_id: idOf(followed),
					created_at: moment(at),
				})),
			)
			await addReviews(db, timeline, idOf, gameOf)
			await addLists(db, timeline, idOf, gameOf)
			await addLibraries(db, timeline, idOf, gameOf, nowMs)
			await markOldAsRead(db, idOf(MEMBER), nowMs)
			await hidePeople(db, content, idOf, nowMs)
			await addPastRankings(db, nowMs)
		})
	})
	// What ran before the people came found empty days
	await services.db.deleteFrom('site_days').execute()
	await countDays(services.db, nowMs)
}

async function addPeople(
	db: Db,
	{ people }: Content,
	{ joined }: Timeline,
	pictures: ReadonlyMap<string, string>,
	passwordHash: string,
): Promise<(username: string) => string> {
	const rows = people.map(({ username, bio }) => {
		const at = joined.get(username) ?? 0
		const email = `${username}@example.org`
		return {
			id: uuidv7({ msecs: at }),
			username,
			email,
			email_key: toEmailKey(email),
			name: null,
			bio: bio || null,
			picture: pictures.get(username) ?? null,
			password_hash: passwordHash,
			created_at: moment(at),
		}
	})
	await addRows(db, 'users', rows)
	await sql`update users set email_verified_at = created_at`.execute(db)
	const ids = new Map(rows.map(({ id, username }) => [username, id]))
	return (username) => {
		const id = ids.get(username)
		if (id === undefined) throw new Error(`Nobody is called ${username}`)
		return id
	}
}

async function addLibraries(
	db: Db,
	timeline: Timeline,
	idOf: (username: string) => string,
	gameOf: FindGame,
	nowMs: number,
): Promise<void> {
	const games: CatalogGame[] = await db
		.selectFrom('games')
		.select(['id', 'name', 'platforms', 'release_date as releaseDate'])
		.orderBy('id')
		.execute()
	const { entries, favorites } = buildLibraries(timeline, games, gameOf, nowMs)
	const rows = entries.map((entry) => ({
		user_id: idOf(entry.by),
		game_id: entry.gameId,
		status: entry.status,
		half_stars: entry.halfStars,
		is_wished: entry.isWished,
		is_loved: entry.isLoved,
		platform: entry.platform,
		created_at: moment(entry.at),
		updated_at: moment(entry.changedAt),
	}))
	const isReviewed = (_: unknown, index: number) => entries[index]?.isReviewed === true
	// The reviews have made theirs
	await sql`
		update library_entries e set status = s.status, is_loved = s.is_loved
		from jsonb_to_recordset(${JSON.stringify(rows.filter(isReviewed))}::jsonb) s (user_id uuid, game_id integer, status text, is_loved boolean)
		where e.user_id = s.user_id and e.game_id = s.game_id`.execute(db)
	await addRows(
		db,
		'library_entries',
		rows.filter((row, index) => !isReviewed(row, index)),
	)
	const plays = entries.flatMap(({ by, gameId, platform, changedAt, play }) =>
		play === null ? [] : [{ ...play, by, gameId, platform, at: changedAt, id: uuidv7({ msecs: changedAt }) }],
	)
	const playOf = new Map(plays.map(({ by, gameId, id }) => [`${by} ${gameId}`, id]))
	await addRows(
		db,
		'plays',
		plays.map((play) => ({
			id: play.id,
			user_id: idOf(play.by),
			game_id: play.gameId,
			platform: play.platform,
			started_on: play.startedOn,
			ended_on: play.endedOn,
			outcome: play.outcome,
			is_replay: play.isReplay,
			minutes: play.minutes,
			note: play.note,
			created_at: moment(play.at),
			updated_at: moment(play.at),
		})),
	)
	await addRows(
		db,
		'play_sessions',
		entries.flatMap(({ by, gameId, sessions }) =>
			sessions.map(({ day, minutes }) => ({
				id: uuidv7({ msecs: Date.parse(day) }),
				user_id: idOf(by),
				game_id: gameId,
				play_id: playOf.get(`${by} ${gameId}`) ?? null,
				day,
				minutes,
				note: null,
				source: null,
				created_at: moment(Date.parse(day)),
			})),
		),
	)
	await addRows(
		db,
		'favorites',
		favorites.map(({ by, gameId, position }) => ({ user_id: idOf(by), game_id: gameId, position })),
	)
	const logs = rows
		.filter((row, index) => !isReviewed(row, index) && Date.parse(row.updated_at) > nowMs - LOGGED_DAYS * DAY_MS)
		.sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1))
	for (const { user_id, game_id, updated_at } of logs)
		await sql`select log_entry(${user_id}::uuid, ${game_id}::integer, ${updated_at}::timestamptz)`.execute(db)
}

/** Finds a game by its name or, if two share it, by a platform that only one of them was released on. */
type FindGame = (name: string, platform?: string) => number

async function gamesByName(db: Db): Promise<FindGame> {
	const games = Map.groupBy(
		await db.selectFrom('games').select(['id', 'name', 'platforms']).execute(),
		({ name }) => name,
	)
	return (name, platform) => {
		const found = games.get(name)?.filter(({ platforms }) => platform === undefined || platforms.includes(platform))
		if (found?.length === 1 && found[0]) return found[0].id
		throw new Error(`The catalog has ${found?.length ?? 0} games called ${name}${platform ? ` for ${platform}` : ''}`)
	}
}

async function addReviews(
	db: Db,
	{ reviews }: Timeline,
	idOf: (username: string) => string,
	gameOf: FindGame,
): Promise<void> {
	const told = reviews.map((story) => ({
		...story,
		id: uuidv7({ msecs: story.at }),
		comments: story.comments.map(withIds),
	}))
	await addRows(
		db,
		'reviews',
		told.map(({ id, at, review: { by, game, rating, platform, hours, text, spoilers = false } }) => ({
			id,
			game_id: gameOf(game, platform),
			user_id: idOf(by),
			half_stars: rating * 2,
			platform,
			time_played: hours,
			description: text,
			contains_spoilers: spoilers,
			mentioned: listMentionedNames(text),
			game_name: game,
			created_at: moment(at),
			updated_at: moment(at),
		})),
	)
	await addComments(db, told, 'review_id', idOf)
	await addRows(
		db,
		'review_likes',
		told.flatMap(({ id, likes }) =>
			likes.map(({ by, at }) => ({ review_id: id, user_id: idOf(by), created_at: moment(at) })),
		),
	)
	await addRows(
		db,
		'comment_likes',
		told.flatMap(({ comments }) =>
			comments.flatMap(({ id, likes }) =>
				likes.map(({ by, at }) => ({ comment_id: id, user_id: idOf(by), created_at: moment(at) })),
			),
		),
	)
	const seen = told.flatMap(({ id, seen }) => seen.map((day) => ({ review: id, ...day })))
	await sql`
		select count_review_seen(review, day, impressions, views)
		from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as seen (review uuid, day date, impressions integer, views integer)`.execute(
		db,
	)
}

/** Gives a comment and its replies their IDs. */
function withIds(comment: CommentStory) {
	return {
		...comment,
		id: uuidv7({ msecs: comment.at }),
		replies: comment.replies.map((reply) => ({ ...reply, id: uuidv7({ msecs: reply.at }) })),
	}
}

/** Adds the comments on reviews or lists, and then their replies. */
async function addComments(
	db: Db,
	subjects: readonly { id: string; comments: readonly ReturnType<typeof withIds>[] }[],
	subjectColumn: 'review_id' | 'list_id',
	idOf: (username: string) => string,
): Promise<void> {
	const toRow = (
		subjectId: string,
		{ id, by, content, at }: { id: string; by: string; content: string; at: number },
	) => ({
		id,
		[subjectColumn]: subjectId,
		user_id: idOf(by),
		content,
		mentioned: listMentionedNames(content),
		created_at: moment(at),
	})
	await addRows(
		db,
		'comments',
		subjects.flatMap(({ id, comments }) =>
			comments.map((comment) => ({ ...toRow(id, comment), contains_spoilers: comment.containsSpoilers })),
		),
	)
	await addRows(
		db,
		'comments',
		subjects.flatMap(({ id, comments }) =>
			comments.flatMap((comment) => comment.replies.map((reply) => ({ ...toRow(id, reply), parent_id: comment.id }))),
		),
	)
}

async function addLists(
	db: Db,
	timeline: Timeline,
	idOf: (username: string) => string,
	gameOf: FindGame,
): Promise<void> {
	const lists = timeline.lists.map(({ list, at, likes, comments }) => ({
		...list,
		at,
		id: uuidv7({ msecs: at }),
		likes,
		comments: comments.map(withIds),
	}))
	await addRows(
		db,
		'lists',
		lists.map(({ id, by, title, description, at, visibility = 'public', isRanked = true, tags = [] }) => ({
			id,
			user_id: idOf(by),
			title,
			description: description || null,
			visibility,
			is_ranked: isRanked,
			tags: [...tags],
			tag_keys: tags.map(tagKey),
			created_at: moment(at),
			updated_at: moment(at),
		})),
	)
	await addRows(
		db,
		'list_items',
		lists.flatMap(({ id, at, games }) =>
			games.map(([name, notes = ''], position) => ({
				id: uuidv7({ msecs: at }),
				list_id: id,
				game_id: gameOf(name),
				position,
				notes,
			})),
		),
	)
	await addComments(db, lists, 'list_id', idOf)
	await addRows(
		db,
		'list_likes',
		lists.flatMap(({ id, likes }) =>
			likes.map(({ by, at }) => ({ list_id: id, user_id: idOf(by), created_at: moment(at) })),
		),
	)
}

/** Marks a user's notifications as read, except those of the last two days. */
async function markOldAsRead(db: Db, readerId: string, nowMs: number): Promise<void> {
	await sql`
		insert into activity_reads (reader_id, activity_id, user_id)
		select f.follower_id, a.id, a.user_id from follows f join activities a on a.user_id = f.followed_id and a.created_at >= f.created_at
		where f.follower_id = ${readerId} and a.created_at < ${moment(nowMs - 2 * DAY_MS)}::timestamptz`.execute(db)
}

/** Records rankings of the last two months, from the buckets of days: a site records each when it ends. */
async function addPastRankings(db: Db, nowMs: number): Promise<void> {
	const days = sql`generate_series(${moment(nowMs)}::date - ${sql.lit(PAST_RANKING_DAYS)}, ${moment(nowMs)}::date - 1, interval '1 day') past`
	const periods = sql`(values ('week', ${sql.lit(WINDOW_DAYS.week)}), ('month', ${sql.lit(WINDOW_DAYS.month)}), ('year', ${sql.lit(WINDOW_DAYS.year)}), ('all', 100000)) p (period, days)`
	await sql`insert into past_days select past::date from ${days}`.execute(db)
	for (const [into, id, from, count] of [
		['past_review_rankings', 'review_id', 'review_days', 'engagements'],
		['past_game_rankings', 'game_id', 'game_days', 'reviews'],
		['past_user_rankings', 'user_id', 'user_days', 'impressions'],
	] as const)
		await sql`
			insert into ${sql.table(into)} (day, period, place, ${sql.ref(id)}, count)
			select past::date, period, place, id, n from (
				select past, p.period, d.${sql.ref(id)} as id, sum(d.${sql.ref(count)})::int as n,
					row_number() over (partition by past, p.period order by sum(d.${sql.ref(count)}) desc, d.${sql.ref(id)}) as place
				from ${days} cross join ${periods} join ${sql.table(from)} d on d.day > past::date - p.days and d.day <= past::date
				group by past, p.period, d.${sql.ref(id)} having sum(d.${sql.ref(count)}) > 0
			) ranked where place <= ${sql.lit(RECORDED_PLACES)} order by id`.execute(db)
}

/** Blocks one person and mutes another for the member, if they are among the people. */
async function hidePeople(
	db: Db,
	{ people }: Content,
	idOf: (username: string) => string,
	nowMs: number,
): Promise<void> {
	const { blocked, muted } = HIDDEN_BY_MEMBER
	const created_at = moment(nowMs - 3 * DAY_MS)
	const isHere = (username: string) => people.some((person) => person.username === username)
	if (isHere(blocked))
		await addRows(db, 'blocks', [{ blocker_id: idOf(MEMBER), blocked_id: idOf(blocked), created_at }])
	if (isHere(muted)) await addRows(db, 'mutes', [{ muter_id: idOf(MEMBER), muted_id: idOf(muted), created_at }])
}

/** Inserts rows in one statement, in their order; all have the same columns. */
async function addRows<T extends keyof Tables & string>(
	db: Db,
	table: T,
	rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
	if (!rows[0]) return
	const columns = sql.join(Object.keys(rows[0]).map((column) => sql.ref(column)))
	await sql`
		insert into ${sql.table(table)} (${columns})
		select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
		db,
	)
}

function moment(at: number): string {
	return new Date(at).toISOString()
}
