import type { Static } from 'typebox'
import * as Type from 'typebox'
import { DiaryYear } from './diary.ts'
import { endpoint } from './endpoint.ts'
import { GameRef } from './game-ref.ts'
import { RATING_STEPS } from './games.ts'
import { libraryOwner } from './library.ts'
import { LOG_IN_TO_KEEP_TRACK } from './library-entry.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import { nullable, Uuid } from './shapes.ts'
import { USER_NOT_FOUND } from './users.ts'

const RatingCounts = () => Type.Array(Type.Integer(), { minItems: RATING_STEPS, maxItems: RATING_STEPS })
const OnDay = Type.Object({ game: GameRef, day: Type.String() })
const Timed = Type.Object({ game: GameRef, minutes: Type.Integer() })

/** What a user played in a year, as the plates of its review show it. */
export const YearInReview = Type.Object({
	/** True until December of that year begins, in UTC. */
	isSoFar: Type.Boolean(),
	games: Type.Integer(),
	minutesPlayed: Type.Integer(),
	/** The five rated highest, and of equal ones the most played. */
	covers: Type.Array(GameRef),
	/** The first and the last game with a whole day. */
	first: nullable(OnDay),
	last: nullable(OnDay),
	/** The twelve months, each with up to eight of the games that were finished or completed in it. */
	months: Type.Array(Type.Object({ month: Type.String(), count: Type.Integer(), games: Type.Array(GameRef) })),
	/** Number of ratings, from half a star to five stars in half steps: of the year's games, and of all games. */
	ratingCounts: RatingCounts(),
	allRatingCounts: RatingCounts(),
	/** The game rated highest, and of those the most played. */
	best: nullable(
		Type.Object({
			game: GameRef,
			rating: nullable(Type.Number()),
			minutes: nullable(Type.Integer()),
			reviewId: nullable(Uuid()),
			/** The first sentence of the user's review. */
			excerpt: nullable(Type.String()),
		}),
	),
	longest: nullable(Timed),
	/** Of the games that were finished or completed; null if it is the longest. */
	shortest: nullable(Timed),
	/** By date of release. */
	oldest: nullable(GameRef),
	/** Up to five games, the last first. */
	abandoned: Type.Array(GameRef),
})
export type YearInReview = Static<typeof YearInReview>

export const getYearInReview = endpoint({
	method: 'GET',
	url: '/api/library/year',
	config: {
		summary: "Get the review of a year in a user's library, your own by default",
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to fetch the year in review',
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		refusals: { 401: [{ ...LOGIN_NEEDED, error: LOG_IN_TO_KEEP_TRACK }], 404: [USER_NOT_FOUND] },
	},
	schema: {
		querystring: Type.Object({ ...libraryOwner(), year: DiaryYear() }),
		response: { 200: YearInReview },
	},
})
