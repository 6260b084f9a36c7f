import { sql } from 'kysely'
import type { Period } from '#contract/shapes.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { resolveMergedGame } from '#server/features/games/queries-merged-games.ts'
import { MODERATION_STATE, removedTextOf } from '#server/features/moderation/queries-states.ts'
import {
	andForViewer,
	isAuthorVisible,
	isNotBlocked,
	isNotQuiet,
	isVisibleTo,
} from '#server/features/users/queries-rows.ts'
import { REVIEW_JOINS, type ReviewRow, reviewColumns } from './queries-rows.ts'

const FIND = `select ${reviewColumns('$2')} from reviews r ${REVIEW_JOINS} where r.id = $1`

/** Finds a review as the viewer (null: a visitor) sees it. */
export async function findReview(db: Db, id: string, viewerId: string | null): Promise<ReviewRow | undefined> {
	const text = FIND + andForViewer(viewerId, isNotBlocked('r.user_id', '$2'))
	return (await rawQuery<ReviewRow>(db, text, [id, viewerId]))[0]
}

/** Finds a removed review for its author or a moderator. */
export async function findRemovedReview(db: Db, id: string, viewerId: string): Promise<ReviewRow | undefined> {
	const text = `select ${reviewColumns('$2')}, ${MODERATION_STATE} as moderation from reviews r ${removedTextOf('r.id', '$2')}
		join review_counts rc on rc.id = r.id join games g on g.id = r.game_id join users u on u.id = m.author_id where r.id = $1`
	return (await rawQuery<ReviewRow>(db, text, [id, viewerId]))[0]
}

const PERIOD_SUFFIX = { week: 'week', month: 'month', year: 'year', all: 'total' } as const

/** Finds the reviews with the most likes and comments in a period, then impressions, then the newest; reviews without any are left out. */
export async function findPopularReviews(
	db: Db,
	period: Period,
	limit: number,
	viewerId: string | null,
): Promise<ReviewRow[]> {
	const window = PERIOD_SUFFIX[period]
	const order = (table: string) =>
		`${table}.engagements_${window} desc, ${table}.impressions_${window} desc, ${table}.created_at desc`
	const text = `select ${reviewColumns('$1')}
		from (select id from review_counts p where p.engagements_${window} > 0 and ${isAuthorVisible('p')}${andForViewer(viewerId, isNotQuiet('p.user_id', '$1'))} order by ${order('p')} limit ${roundUpLimit(limit)}) popular
		join reviews r on r.id = popular.id ${REVIEW_JOINS} order by ${order('rc')}`
	return (await rawQuery<ReviewRow>(db, text, [viewerId])).slice(0, limit)
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
export function findReviewOwner(db: Db, id: string, viewerId: string) {
	return db
		.selectFrom('reviews')
		.innerJoin('visible_users', 'visible_users.id', 'reviews.user_id')
		.select(['reviews.user_id', 'reviews.game_id', 'reviews.platform'])
		.where('reviews.id', '=', id)
		.where(isVisibleTo(viewerId, 'reviews.user_id'))
		.executeTakeFirst()
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
	const added = await db
		.insertInto('reviews')
		.columns([
			'id',
			'game_id',
			'user_id',
			'half_stars',
			'platform',
			'time_played',
			'description',
			'contains_spoilers',
			'mentioned',
			'game_name',
			'day',
			'created_at',
			'updated_at',
		])
		// The lock waits for a concurrent merge of the game
		.expression((from) =>
			from
				.selectFrom('games')
				.select([
					sql<string>`${review.id}::uuid`.as('id'),
					'games.id as game_id',
					sql<string>`${review.userId}::uuid`.as('user_id'),
					sql<number>`${review.rating * 2}::smallint`.as('half_stars'),
					sql<string>`${review.platform}::text`.as('platform'),
					sql<number | null>`${review.timePlayed}::integer`.as('time_played'),
					sql<string>`${review.description}::text`.as('description'),
					sql<boolean>`${review.containsSpoilers}::boolean`.as('contains_spoilers'),
					sql<string[]>`${review.mentioned}::text[]`.as('mentioned'),
					'games.name as game_name',
					sql<string | null>`${review.day}::date`.as('day'),
					sql<string>`${review.at}::timestamptz`.as('created_at'),
					sql<string>`${review.at}::timestamptz`.as('updated_at'),
				])
				.where('games.id', '=', review.gameId)
				.forKeyShare(),
		)
		.onConflict((conflict) => conflict.columns(['user_id', 'game_id']).doNothing())
		.returning('id')
		.executeTakeFirst()
	return added !== undefined
}

export async function findReviewId(db: Db, userId: string, gameId: number): Promise<string | undefined> {
	const row = await db
		.selectFrom('reviews')
		.select('id')
		.where('user_id', '=', userId)
		.where('game_id', '=', gameId)
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
		.returning('id')
		.executeTakeFirst()
	return changed !== undefined
}

/** Likes a review. Returns false if the user has already liked it or it does not exist for them. */
export async function addReviewLike(db: Db, like: { reviewId: string; userId: string; at: string }): Promise<boolean> {
	const liked = await db
		.insertInto('review_likes')
		.columns(['review_id', 'user_id', 'created_at'])
		.expression((from) =>
			from
				.selectFrom('reviews')
				.innerJoin('visible_users', 'visible_users.id', 'reviews.user_id')
				.select([
					'reviews.id',
					sql<string>`${like.userId}::uuid`.as('user_id'),
					sql<string>`${like.at}::timestamptz`.as('at'),
				])
				.where('reviews.id', '=', like.reviewId)
				.where(isVisibleTo(like.userId, 'reviews.user_id')),
		)
		.onConflict((conflict) => conflict.doNothing())
		.returning('review_id')
		.executeTakeFirst()
	return liked !== undefined
}

/** Takes back a like, if there is one. */
export async function deleteReviewLike(db: Db, reviewId: string, userId: string): Promise<void> {
	await db.deleteFrom('review_likes').where('review_id', '=', reviewId).where('user_id', '=', userId).execute()
}

/** Finds the likes and impressions of a review that exists for the viewer. */
export function findReviewCounts(db: Db, id: string, viewerId: string) {
	return db
		.selectFrom('review_counts')
		.innerJoin('visible_users', 'visible_users.id', 'review_counts.user_id')
		.select([
			'review_counts.likes',
			'review_counts.impressions_week',
			'review_counts.impressions_month',
			'review_counts.impressions_year',
			'review_counts.impressions_total',
		])
		.where('review_counts.id', '=', id)
		.where(isVisibleTo(viewerId, 'review_counts.user_id'))
		.executeTakeFirst()
}

/** Finds the impressions of a user's reviews, if the user exists for the viewer (null: a visitor). */
export function findUserImpressions(db: Db, userId: string, viewerId: string | null) {
	return db
		.selectFrom('visible_users')
		.select([
			'impressions_week as weekly',
			'impressions_month as monthly',
			'impressions_year as yearly',
			'impressions_total as total',
		])
		.where('id', '=', userId)
		.where(isVisibleTo(viewerId, 'id'))
		.executeTakeFirst()
}
