import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

type Database = Kysely<Tables>

// Dead row versions are not removed within a transaction: updating a counter thousands of times takes quadratic time
const BATCH_SIZE = 100

/** Runs a statement for each batch of 100 values, without a statement timeout. */
function inBatches<T>(
	db: Database,
	values: readonly T[],
	run: (connection: Database, lot: T[]) => Promise<unknown>,
): Promise<void> {
	return withoutStatementTimeout(db, async (connection) => {
		for (let from = 0; from < values.length; from += BATCH_SIZE)
			await run(connection, values.slice(from, from + BATCH_SIZE))
	})
}

/** Adds `people` accounts without credentials, and returns their IDs. */
export async function addCrowd(db: Database, people: number, at: string): Promise<string[]> {
	const ids: string[] = []
	await inBatches(db, [...Array(people).keys()], async (connection, numbers) => {
		const { rows } = await sql<{ id: string }>`
			insert into users (id, username, email, email_key, created_at)
			select gen_random_uuid(), name, name || '@crowd.example', name || '@crowd.example', ${at}::timestamptz
			from unnest(${numbers}::int[]) n, lateral (select 'crowd_' || n as name) named
			returning id`.execute(connection)
		ids.push(...rows.map(({ id }) => id))
	})
	return ids
}

/** Adds comments by one user to a review, and returns their IDs. */
export async function addComments(
	db: Database,
	comment: { reviewId: string; userId: string; count: number; at: string },
): Promise<string[]> {
	const ids: string[] = []
	await inBatches(db, [...Array(comment.count).keys()], async (connection, { length }) => {
		const { rows } = await sql<{ id: string }>`
			insert into comments (id, review_id, user_id, content, created_at)
			select gen_random_uuid(), ${comment.reviewId}::uuid, ${comment.userId}::uuid, 'So it is.', ${comment.at}::timestamptz
			from generate_series(1, ${length}::int) returning id`.execute(connection)
		ids.push(...rows.map(({ id }) => id))
	})
	return ids
}

/** Makes each of these users like a review or a comment. */
export function addLikes(
	db: Database,
	like: { of: { review: string } | { comment: string }; people: readonly string[]; at: string },
): Promise<void> {
	return inBatches(db, like.people, (connection, lot) =>
		'review' in like.of
			? sql`insert into review_likes (review_id, user_id, created_at)
				select ${like.of.review}::uuid, person, ${like.at}::timestamptz from unnest(${lot}::uuid[]) person`.execute(
					connection,
				)
			: sql`insert into comment_likes (comment_id, user_id, created_at)
				select ${like.of.comment}::uuid, person, ${like.at}::timestamptz from unnest(${lot}::uuid[]) person`.execute(
					connection,
				),
	)
}

/** Makes each of these users follow a user. */
export function addFollowers(
	db: Database,
	follow: { followedId: string; people: readonly string[]; at: string },
): Promise<void> {
	return inBatches(db, follow.people, (connection, lot) =>
		sql`insert into follows (follower_id, followed_id, created_at)
			select person, ${follow.followedId}::uuid, ${follow.at}::timestamptz from unnest(${lot}::uuid[]) person`.execute(
			connection,
		),
	)
}

/** Marks a user's activities as read by each of these users. */
export function addReads(
	db: Database,
	read: { userId: string; activities: readonly string[]; people: readonly string[] },
): Promise<void> {
	return inBatches(db, read.people, (connection, lot) =>
		sql`insert into activity_reads (reader_id, activity_id, user_id)
			select person, activity, ${read.userId}::uuid
			from unnest(${lot}::uuid[]) person, unnest(${[...read.activities]}::uuid[]) activity`.execute(connection),
	)
}

/** Adds new games to a user's library, each with a rating, a play and a session, and returns the IDs of the games. */
export async function addLibrary(
	db: Database,
	{ userId, count, at }: { userId: string; count: number; at: string },
): Promise<number[]> {
	const ids: number[] = []
	await inBatches(db, [...Array(count).keys()], async (connection, numbers) => {
		const { rows } = await sql<{ id: number }>`
			insert into games (source, source_id, facts_hash, name, created_at, updated_at)
			select 'crowd', 'library_' || n, '', 'Game ' || n, ${at}::timestamptz, ${at}::timestamptz from unnest(${numbers}::int[]) n
			returning id`.execute(connection)
		const games = rows.map(({ id }) => id)
		ids.push(...games)
		await sql`insert into library_entries (user_id, game_id, status, half_stars, created_at, updated_at)
			select ${userId}::uuid, id, 'played', 8, ${at}::timestamptz, ${at}::timestamptz from unnest(${games}::int[]) id`.execute(
			connection,
		)
		await sql`insert into plays (id, user_id, game_id, ended_on, outcome, is_replay, created_at, updated_at)
			select gen_random_uuid(), ${userId}::uuid, id, '2026-03-09', 'finished', false, ${at}::timestamptz, ${at}::timestamptz
			from unnest(${games}::int[]) id`.execute(connection)
		await sql`insert into play_sessions (id, user_id, game_id, day, minutes, created_at)
			select gen_random_uuid(), ${userId}::uuid, id, '2026-03-08', 45, ${at}::timestamptz from unnest(${games}::int[]) id`.execute(
			connection,
		)
	})
	return ids
}
