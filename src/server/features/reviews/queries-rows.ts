import { sql } from 'kysely'
import type { Review } from '#contract/reviews.ts'
import type { ModerationState } from '#contract/shapes.ts'
import { toStars } from '#server/db/half-stars.ts'
import type { Row } from '#server/db/tables.ts'
import type { SpoilerSubject, TextReader } from '#server/features/texts/queries-text-reader.ts'

/** SQL for the day of a row of `reviews`, where its writer was. */
export const REVIEW_DAY = 'coalesce(reviews.day, utc_day(reviews.created_at))'

/**
 * Returns the columns of a review with its counts, its game, its author and the viewer's like, for the reviews `r` and
 * `REVIEW_JOINS`.
 */
export const reviewColumns = (viewerId: string | null) => sql`
	r.id, r.game_id, u.id as user_id, r.half_stars, r.platform, r.time_played, r.description, r.contains_spoilers, r.mentioned <> '{}' as has_mentions, r.created_at, r.updated_at,
	rc.likes, rc.comment_count, rc.views, rc.impressions_week, rc.impressions_month, rc.impressions_year, rc.impressions_total,
	rc.engagements_week, rc.engagements_month, rc.engagements_year,
	g.name as game, g.cover, g.release_date, g.developers, u.username, u.picture,
	exists (select from review_likes l where l.review_id = r.id and l.user_id = ${viewerId}::uuid) as liked`

/** Joins reviews `r` with their counts, games and authors; those of hidden accounts are left out. */
export const REVIEW_JOINS = sql`join review_counts rc on rc.id = r.id join games g on g.id = r.game_id join visible_users u on u.id = r.user_id`

export interface ReviewRow
	extends Omit<Row<'reviews'>, 'mentioned' | 'game_name' | 'day' | 'state' | 'spoiler_locked'>,
		Omit<Row<'review_counts'>, 'reply_count' | 'tombstone_count' | 'engagements_total' | 'counted_on' | 'is_published'>,
		Pick<Row<'games'>, 'cover' | 'release_date' | 'developers'>,
		Pick<Row<'visible_users'>, 'username' | 'picture'> {
	game: string
	has_mentions: boolean
	liked: boolean
	/** Of a review that only its author and moderators get. */
	moderation?: ModerationState
}

/** Returns what decides who may read a review. */
export function toReviewSpoilerSubject(row: ReviewRow): SpoilerSubject {
	return {
		id: row.id,
		authorId: row.user_id,
		about: { gameId: row.game_id },
		containsSpoilers: row.contains_spoilers,
		hasMentions: row.has_mentions,
		texts: [row.description],
	}
}

/** Converts a row to the review of the API. */
export function toReview(row: ReviewRow, reader: TextReader): Review {
	const { text, isHidden, mentions } = reader.read(toReviewSpoilerSubject(row), row.description)
	return {
		id: row.id,
		gameId: row.game_id,
		game: {
			id: row.game_id,
			name: row.game,
			cover: row.cover,
			releaseDate: row.release_date,
			developers: row.developers,
		},
		userId: row.user_id,
		username: row.username,
		user: { id: row.user_id, username: row.username, profilePicture: row.picture },
		rating: toStars(row.half_stars),
		platform: row.platform,
		timePlayed: row.time_played,
		description: text,
		containsSpoilers: row.contains_spoilers,
		isHidden,
		...(row.moderation ? { moderation: row.moderation } : {}),
		mentions,
		likes: row.likes,
		liked: row.liked,
		hasLiked: row.liked,
		views: row.views,
		impressions: row.impressions_total,
		weeklyImpressions: row.impressions_week,
		monthlyImpressions: row.impressions_month,
		yearlyImpressions: row.impressions_year,
		weeklyStats: { count: row.engagements_week },
		monthlyStats: { count: row.engagements_month },
		yearlyStats: { count: row.engagements_year },
		commentCount: row.comment_count,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}
}
