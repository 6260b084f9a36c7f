import type { Static } from 'typebox'
import * as Type from 'typebox'
import { formatLimit, LIMITS } from './limits.ts'
import { GameId, nullable, wholeDay } from './shapes.ts'

const SELECT_RATING = 'Please select a rating'
const SELECT_PLATFORM = 'Please select a platform'
const INVALID_RATING = 'Rating must be from 0.5 to 5 stars in half steps'
const ENTER_REVIEW = 'Please enter a review'
const INVALID_TIME_PLAYED = 'Time played must be a positive number'
const WHOLE_HOURS = 'Time played must be in whole hours'

/** Stars, 0.5 to 5 in half steps. */
export const ratingField = Type.Number({
	minimum: 0.5,
	maximum: 5,
	multipleOf: 0.5,
	sentences: {
		required: SELECT_RATING,
		type: SELECT_RATING,
		minimum: SELECT_RATING,
		maximum: INVALID_RATING,
		multipleOf: INVALID_RATING,
	},
})

export const platformField = Type.String({
	minLength: 1,
	maxLength: LIMITS.platformMax,
	sentences: {
		required: SELECT_PLATFORM,
		type: SELECT_PLATFORM,
		maxLength: `Platform must be ${LIMITS.platformMax} characters or less`,
	},
})

const reviewFields = {
	rating: ratingField,
	platform: platformField,
	timePlayed: Type.Optional(
		nullable(
			Type.Number({
				minimum: 0,
				maximum: LIMITS.timePlayedMax,
				multipleOf: 1,
				sentences: {
					type: INVALID_TIME_PLAYED,
					minimum: INVALID_TIME_PLAYED,
					multipleOf: WHOLE_HOURS,
					maximum: `Time played must be ${formatLimit(LIMITS.timePlayedMax)} hours or less`,
				},
			}),
		),
	),
	/** False if absent. */
	containsSpoilers: Type.Optional(Type.Boolean()),
	description: Type.String({
		minLength: LIMITS.reviewMin,
		maxLength: LIMITS.reviewMax,
		sentences: {
			required: ENTER_REVIEW,
			type: ENTER_REVIEW,
			minLength: `Review must be at least ${LIMITS.reviewMin} characters`,
			maxLength: `Review must be ${formatLimit(LIMITS.reviewMax)} characters or less`,
		},
	}),
}

/** The body of a new review. */
export const NewReview = Type.Object({
	gameId: GameId(),
	...reviewFields,
	/** The day where its writer is, for the diary, streaks and the year. The day in UTC if absent, or more than a day from it. */
	day: Type.Optional(nullable(wholeDay())),
})
export type NewReview = Static<typeof NewReview>

/** The fields of the review form: the body of a review, with at least one star. */
export const ReviewDraft = Type.Object({ ...reviewFields, rating: Type.Number({ ...reviewFields.rating, minimum: 1 }) })
export type ReviewDraft = Static<typeof ReviewDraft>

/** What its author has typed of a review so far: everything but the text may be missing, and the text may be short. */
export const UnfinishedReview = Type.Object({
	...reviewFields,
	rating: Type.Optional(nullable(ratingField)),
	platform: Type.Optional(nullable(platformField)),
	description: Type.String({ ...reviewFields.description, minLength: 0 }),
})

/** The body of an edited review. It replaces the content, so an absent `timePlayed` is cleared. */
export const ReviewUpdate = Type.Object({ gameId: Type.Optional(GameId()), ...reviewFields })
