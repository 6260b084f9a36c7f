import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { LIMITS } from './limits.ts'
import { AS_OF_REFUSALS, asOf } from './popularity.ts'
import { NewReview, ReviewUpdate } from './review-input.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import {
	cursorPaging,
	GameId,
	LikeTakenBack,
	moderation,
	nullable,
	oneOf,
	PeriodWord,
	pageInfo,
	reveal,
	SuccessResponse,
	success,
	TAKE_BACK_FAILED,
	Time,
	Uuid,
} from './shapes.ts'
import { USER_NOT_FOUND, UserRef } from './users.ts'

const Count = Type.Object({ count: Type.Integer() })

export const Review = Type.Object({
	id: Uuid(),
	gameId: GameId(),
	game: GameRef,
	userId: Uuid(),
	username: Type.String(),
	user: UserRef,
	/** Stars, 0.5 to 5 in half steps. */
	rating: Type.Number(),
	platform: Type.String(),
	/** Whole hours. */
	timePlayed: nullable(Type.Integer()),
	/** Empty, or with `▮▮▮` for each hidden span, if `isHidden`. */
	description: Type.String(),
	/** Whether the author says that all of the text may spoil the game. */
	containsSpoilers: Type.Boolean(),
	/** Whether the viewer gets the text without its spoilers. */
	isHidden: Type.Boolean(),
	moderation,
	/** The users whom the text mentions, as sent. */
	mentions: Type.Array(UserRef),
	likes: Type.Integer(),
	/** The same as `hasLiked`. */
	liked: Type.Boolean(),
	hasLiked: Type.Boolean(),
	views: Type.Integer(),
	impressions: Type.Integer(),
	weeklyImpressions: Type.Integer(),
	monthlyImpressions: Type.Integer(),
	yearlyImpressions: Type.Integer(),
	/** Likes and comments received in the last 7 days. */
	weeklyStats: Count,
	monthlyStats: Count,
	yearlyStats: Count,
	commentCount: Type.Integer(),
	createdAt: Time(),
	updatedAt: Time(),
})
export type Review = Static<typeof Review>

export const REVIEW_NOT_FOUND = { code: 'review_not_found', error: 'Review Not Found' } as const
export const REVIEW_EXISTS = { code: 'review_exists', error: 'You have already reviewed this game' } as const
export const NOT_YOUR_REVIEW = { code: 'not_yours', error: 'You do not have permission to edit this review' } as const
export const NOT_YOUR_REVIEW_TO_DELETE = {
	code: 'not_yours',
	error: 'You do not have permission to delete this review',
} as const
export const REVIEW_ALREADY_LIKED = { code: 'already_liked', error: 'You have already liked this review' } as const
export const NOT_YOUR_FEED = { code: 'not_yours', error: 'You can only see your own feed' } as const
export const CANNOT_CHANGE_GAME = 'The game of a review cannot be changed'
export const UNKNOWN_PLATFORM = 'Please select one of the platforms of this game'

const IMPRESSIONS_FAILED = 'Failed to fetch impression stats'
export const USER_REVIEWS_FAILED = 'Failed to fetch user reviews'

export const REVIEW_SORTS = ['createdAt', 'likes', 'rating', 'views'] as const

export const createReview = endpoint({
	method: 'POST',
	url: '/api/reviews',
	config: {
		summary: 'Review a game; each user can review it once',
		auth: 'user',
		failure: 'Failed to create review',
		refusals: { 404: [GAME_NOT_FOUND], 409: [{ ...REVIEW_EXISTS, extra: { reviewId: nullable(Uuid()) } }] },
		limit: 'write',
		isIdempotentByKey: true,
	},
	schema: { body: NewReview, response: { 201: Review } },
})

export const updateReview = endpoint({
	method: 'PUT',
	url: '/api/reviews/:id',
	config: {
		summary: 'Replace the content of your review',
		auth: 'user',
		failure: 'Failed to update review',
		missing: REVIEW_NOT_FOUND,
		refusals: { 403: [NOT_YOUR_REVIEW] },
		limit: 'write',
	},
	schema: { params: Type.Object({ id: Uuid() }), body: ReviewUpdate, response: { 200: Review } },
})

export const deleteReview = endpoint({
	method: 'DELETE',
	url: '/api/reviews/:id',
	config: {
		summary: 'Delete your review and its rating',
		auth: 'user',
		failure: 'Failed to delete review',
		missing: REVIEW_NOT_FOUND,
		refusals: { 403: [NOT_YOUR_REVIEW_TO_DELETE] },
		limit: 'write',
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		querystring: Type.Object({
			/** Whether the rating stays in your library. */
			keepRating: Type.Optional(Type.Boolean()),
		}),
		response: { 200: SuccessResponse },
	},
})

export const listReviews = endpoint({
	method: 'GET',
	url: '/api/reviews',
	config: {
		summary: 'List reviews with filters, paginated by page number or cursor',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to fetch reviews',
		refusals: { 401: [LOGIN_NEEDED], 403: [NOT_YOUR_FEED], 404: [GAME_NOT_FOUND, USER_NOT_FOUND] },
	},
	schema: {
		querystring: Type.Object({
			gameId: Type.Optional(GameId()),
			userId: Type.Optional(Uuid()),
			username: Type.Optional(Type.String({ maxLength: LIMITS.usernameMax })),
			/** The viewer's own id: restricts the list to reviews by users they follow. */
			followedBy: Type.Optional(Uuid()),
			sortBy: Type.Optional(oneOf(REVIEW_SORTS, { default: 'createdAt' })),
			order: Type.Optional(oneOf(['ASC', 'DESC'], { default: 'DESC' })),
			...cursorPaging(10),
			platform: Type.Optional(Type.String({ maxLength: LIMITS.platformMax })),
			minRating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
			maxRating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
			search: Type.Optional(Type.String({ maxLength: LIMITS.searchMax })),
			since: Type.Optional(Time()),
			/** Leaves out what was imported, as feeds do. */
			isNews: Type.Optional(Type.Boolean()),
		}),
		response: { 200: Type.Object({ reviews: Type.Array(Review), ...pageInfo }) },
	},
})
export type ReviewsPage = Static<(typeof listReviews)['schema']['response'][200]>
export type ReviewFilters = Static<(typeof listReviews)['schema']['querystring']>

export const getReview = endpoint({
	method: 'GET',
	url: '/api/reviews/:id',
	config: {
		summary: 'Get a review',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to fetch review',
		missing: REVIEW_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		querystring: Type.Object({ reveal }),
		response: { 200: Review },
	},
})

export const getPopularReviews = endpoint({
	method: 'GET',
	url: '/api/reviews/popular-reviews',
	config: {
		summary: 'List the reviews with the most likes and comments in a period',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to fetch popular reviews',
		refusals: AS_OF_REFUSALS,
	},
	schema: {
		querystring: Type.Object({ limit: cursorPaging(5).limit, period: PeriodWord('week'), asOf }),
		response: { 200: Type.Object({ reviews: Type.Array(Review) }) },
	},
})

export const likeReview = endpoint({
	method: 'POST',
	url: '/api/reviews/:id/like',
	config: {
		summary: 'Like a review; each user can like it once',
		auth: 'user',
		failure: 'Failed to like review',
		missing: REVIEW_NOT_FOUND,
		refusals: { 409: [{ ...REVIEW_ALREADY_LIKED, extra: { likes: Type.Integer(), impressions: Type.Integer() } }] },
		limit: 'write',
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		response: {
			200: Type.Object({
				success,
				likes: Type.Integer(),
				hasLiked: Type.Boolean(),
				impressions: Type.Integer(),
				weeklyImpressions: Type.Integer(),
				monthlyImpressions: Type.Integer(),
				yearlyImpressions: Type.Integer(),
			}),
		},
	},
})

export const unlikeReview = endpoint({
	method: 'DELETE',
	url: '/api/reviews/:id/like',
	config: {
		summary: 'Remove your like from a review, if there is one',
		auth: 'user',
		failure: TAKE_BACK_FAILED,
		missing: REVIEW_NOT_FOUND,
		limit: 'write',
	},
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: LikeTakenBack } },
})

/** Ids of reviews whose cards were seen (`impressions`) or whose pages were opened (`views`). */
const SeenIds = Type.Array(Uuid(), { maxItems: LIMITS.maxSeenPerReport })

export const reportSeen = endpoint({
	method: 'POST',
	url: '/api/reviews/seen',
	config: {
		summary: 'Report reviews as seen; each counts once per viewer and UTC day',
		auth: 'anyone',
		failure: IMPRESSIONS_FAILED,
		limit: 'seen',
	},
	schema: {
		body: Type.Object({ impressions: Type.Optional(SeenIds), views: Type.Optional(SeenIds) }),
		response: { 202: SuccessResponse },
	},
})

export const getUserImpressions = endpoint({
	method: 'GET',
	url: '/api/reviews/users/:id/impressions',
	config: {
		summary: "Count the impressions of a user's reviews",
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: IMPRESSIONS_FAILED,
		missing: USER_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		querystring: Type.Object({ period: PeriodWord('all') }),
		response: {
			200: Type.Object({
				success,
				impressions: Type.Object({
					weekly: Type.Integer(),
					monthly: Type.Integer(),
					yearly: Type.Integer(),
					total: Type.Integer(),
				}),
			}),
		},
	},
})
