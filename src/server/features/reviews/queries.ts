import { sql } from 'kysely'
import type { Period } from '#contract/shapes.ts'
import type { PastRanking } from '#server/db/past-rankings.ts'
import { PERIOD_SUFFIX, rankingOrder } from '#server/db/ranking-order.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Row } from '#server/db/tables.ts'
import { resolveMergedGame } from '#server/features/games/queries-merged-games.ts'
import { hidingActionOf, isHiddenShown, MODERATION_STATE } from '#server/features/moderation/queries-states.ts'
import { REVIEW_JOINS, type ReviewRow, reviewColumns } from './queries-rows.ts'

/** Finds a review as the viewer (null: a visitor) sees it. */
export async function findReview(db: Db, id: string, viewerId: string | null): Promise<ReviewRow | undefined> {
	const { rows } = await sql<ReviewRow>`
		select ${reviewColumns(viewerId)} from visible_reviews(${viewerId}) r ${REVIEW_JOINS} where r.id = ${id}`.execute(
		db,
	)
	return rows[0]
}

/** Finds a removed review for its author or a moderator. */
export async function findRemovedReview(db: Db, id: string, viewerId: string): Promise<ReviewRow | undefined> {
	const { rows } = await sql<ReviewRow>`
		select ${reviewColumns(viewerId)}, ${MODERATION_STATE} as moderation
		from reviews r join review_counts rc on rc.id = r.id join games g on g.id = r.game_id join users u on u.id = r.user_id
		cross join ${hidingActionOf('r')} where r.id = ${id} and ${isHiddenShown('r', viewerId)}`.execute(db)
	return rows[0]
}

/** Finds the reviews with likes or comments in a period, in the order of `RANKING_ORDER`. */
export async function findPopularReviews(
	db: Db,
	period: Period,
	limit: number,
	viewerId: string | null,
): Promise<ReviewRow[]> {
	const window = PERIOD_SUFFIX[period]
	const order = rankingOrder('reviews', period, 'p')
	const { rows } = await sql<ReviewRow>`
		select ${reviewColumns(viewerId)} from (
			select * from quiet_review_counts(${viewerId}) p where p.engagements_${sql.raw(window)} > 0 ${order} limit ${sql.lit(roundUpLimit(limit))}
		) p join quiet_reviews(${viewerId}) r on r.id = p.id ${REVIEW_JOINS} ${order}`.execute(db)
	return rows.slice(0, limit)
}

/** Finds the reviews of a recorded ranking that the viewer may see; each has the likes and comments of the period that it had then. */
export async function findPastReviews(
	db: Db,
	{ day, period }: PastRanking,
	limit: number,
	viewerId: string | null,
): Promise<ReviewRow[]> {
	const { rows } = await sql<ReviewRow & { ranked: number }>`
		select ${reviewColumns(viewerId)}, p.count as ranked from past_review_rankings p
		cross join lateral (select * from quiet_reviews(${viewerId}) of_then where of_then.id = p.review_id offset 0) r ${REVIEW_JOINS}
		where p.day = ${day}::date and p.period = ${period} order by p.place limit ${sql.lit(roundUpLimit(limit))}`.execute(
		db,
	)
	return rows.slice(0, limit).map((row) => ({ ...row, [`engagements_${PERIOD_SUFFIX[period]}`]: row.ranked }))
}

/** Finds the name and platforms of a game to review, or of the game that it was merged into. */
export async function findReviewableGame(db: Db, gameId: number) {
	const find = (id: number) =>
		db.selectFrom('games').select(['id', 'name', 'platforms']).where('id', '=', id).executeTakeFirst()
	const game = await find(gameId)
	if (game) return game
	const mergedInto = await resolveMergedGame(db, gameId)
	return mergedInto === undefined ? undefined : find(mergedInto)
}

/** Finds the author and game of a review that exists for the viewer. */
export async function findReviewOwner(db: Db, id: string, viewerId: string) {
	const { rows } = await sql<Pick<Row<'reviews'>, 'user_id' | 'game_id' | 'platform'>>`
		select user_id, game_id, platform from visible_reviews(${viewerId}) where id = ${id}`.execute(db)
	return rows[0]
}

export interface WrittenReview {
	rating: number
	platform: string
	timePlayed: number | null
	description: string
	containsSpoilers: boolean
	/** The names that the text mentions, in lower case. */
	mentioned: readonly string[]
}

/** Adds the author's review of a game. Returns false if there already is one, or if the game has just been merged into another. */
export async function addReview(
	db: Db,
	review: WrittenReview & { id: string; userId: string; gameId: number; day: string | null; at: string },
): Promise<boolean> {
	// The author's entry comes before the game in the order of locks; that of the game waits for a concurrent merge
	const { rows } = await sql`
		with entry as materialized (select lock_library_entry(${review.userId}, ${review.gameId}))
		insert into reviews (id, game_id, user_id, half_stars, platform, time_played, description, contains_spoilers, mentioned, game_name, day, created_at, updated_at)
		select ${review.id}::uuid, g.id, ${review.userId}::uuid, ${review.rating * 2}::smallint, ${review.platform}, ${review.timePlayed}::integer,
			${review.description}, ${review.containsSpoilers}::boolean, ${review.mentioned}::text[], g.name, ${review.day}::date, ${review.at}::timestamptz, ${review.at}::timestamptz
		from entry, games g where g.id = ${review.gameId} for key share of g
		on conflict (user_id, game_id) where state in ('published', 'withdrawn') do nothing returning id`.execute(db)
	return rows.length > 0
}

export async function findReviewId(db: Db, userId: string, gameId: number): Promise<string | undefined> {
	const row = await db
		.selectFrom('reviews')
		.select('id')
		.where('user_id', '=', userId)
		.where('game_id', '=', gameId)
		.where('state', '=', 'published')
		.executeTakeFirst()
	return row?.id
}

/** Replaces the content of the author's own review. Returns false if it is not theirs or no longer exists. */
export async function replaceReview(
	db: Db,
	review: WrittenReview & { id: string; userId: string; at: string },
): Promise<boolean> {
	const changed = await db
		.updateTable('reviews')
		.set({
			half_stars: review.rating * 2,
			platform: review.platform,
			time_played: review.timePlayed,
			description: review.description,
			contains_spoilers: review.containsSpoilers,
			mentioned: [...review.mentioned],
			updated_at: review.at,
		})
		.where('id', '=', review.id)
		.where('user_id', '=', review.userId)
		.where('state', '=', 'published')
		.returning('id')
		.executeTakeFirst()
	return changed !== undefined
}

/** Likes a review. Returns false if the user has already liked it or it does not exist for them. */
export async function addReviewLike(db: Db, like: { reviewId: string; userId: string; at: string }): Promise<boolean> {
	const { rows } = await sql`
		insert into review_likes (review_id, user_id, created_at)
		select id, ${like.userId}::uuid, ${like.at}::timestamptz from visible_reviews(${like.userId}) where id = ${like.reviewId}
		on conflict do nothing returning review_id`.execute(db)
	return rows.length > 0
}

/** Takes back a like, if there is one. */
export async function deleteReviewLike(db: Db, reviewId: string, userId: string): Promise<void> {
	await db.deleteFrom('review_likes').where('review_id', '=', reviewId).where('user_id', '=', userId).execute()
}

type Counts = Row<'review_counts'>

/** Finds the likes and impressions of a review that exists for the viewer. */
export async function findReviewCounts(db: Db, id: string, viewerId: string) {
	const { rows } = await sql<
		Pick<Counts, 'likes' | 'impressions_week' | 'impressions_month' | 'impressions_year' | 'impressions_total'>
	>`select c.likes, c.impressions_week, c.impressions_month, c.impressions_year, c.impressions_total
		from visible_reviews(${viewerId}) r join review_counts c on c.id = r.id where r.id = ${id}`.execute(db)
	return rows[0]
}

/** Finds the impressions of a user's reviews, if the user exists for the viewer (null: a visitor). */
export async function findUserImpressions(db: Db, userId: string, viewerId: string | null) {
	const { rows } = await sql<Record<'weekly' | 'monthly' | 'yearly' | 'total', number>>`
		select impressions_week as weekly, impressions_month as monthly, impressions_year as yearly, impressions_total as total
		from visible_users(${viewerId}) where id = ${userId}`.execute(db)
	return rows[0]
}
