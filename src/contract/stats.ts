import type { Static } from 'typebox'
import * as Type from 'typebox'
import { DiaryYear } from './diary.ts'
import { endpoint } from './endpoint.ts'
import { GameRef } from './game-ref.ts'
import { RATING_STEPS } from './games.ts'
import { libraryOwner } from './library.ts'
import { LOG_IN_TO_KEEP_TRACK } from './library-entry.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import { nullable } from './shapes.ts'
import { USER_NOT_FOUND } from './users.ts'

/** A group of games, with their mean rating; null if none is rated. */
const Group = Type.Object({ name: Type.String(), count: Type.Integer(), averageRating: nullable(Type.Number()) })

/** Statistics of a library, of all time or of one year by the days of plays, sessions and reviews. */
export const Stats = Type.Object({
	games: Type.Integer(),
	minutesPlayed: Type.Integer(),
	reviews: Type.Integer(),
	/** Games that were ever finished or completed. */
	finished: Type.Integer(),
	byStatus: Type.Object({
		backlog: Type.Integer(),
		playing: Type.Integer(),
		paused: Type.Integer(),
		played: Type.Integer(),
		finished: Type.Integer(),
		completed: Type.Integer(),
		abandoned: Type.Integer(),
	}),
	/** Number of ratings, from half a star to five stars in half steps. */
	ratingCounts: Type.Array(Type.Integer(), { minItems: RATING_STEPS, maxItems: RATING_STEPS }),
	averageRating: nullable(Type.Number()),
	byYearOfRelease: Type.Array(Type.Object({ year: Type.Integer(), count: Type.Integer() })),
	/** The twenty with the most games each. */
	genres: Type.Array(Group),
	platforms: Type.Array(Group),
	developers: Type.Array(Group),
	months: Type.Array(
		Type.Object({
			/** `2026-03` */
			month: Type.String(),
			finished: Type.Integer(),
			minutes: Type.Integer(),
			reviews: Type.Integer(),
		}),
	),
	topRated: Type.Array(GameRef),
	mostPlayed: Type.Array(Type.Object({ game: GameRef, minutes: Type.Integer() })),
	/** The longest run of days with a session, a start, an end or a review. */
	streakDays: Type.Integer(),
	firstPlayedOn: nullable(Type.String()),
	/** The years with anything in them, newest first. */
	years: Type.Array(Type.Integer()),
})
export type Stats = Static<typeof Stats>

export const getStats = endpoint({
	method: 'GET',
	url: '/api/library/stats',
	config: {
		summary: "Get statistics of a user's library, your own by default, of all time or of a year",
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to fetch statistics',
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		refusals: { 401: [{ ...LOGIN_NEEDED, error: LOG_IN_TO_KEEP_TRACK }], 404: [USER_NOT_FOUND] },
	},
	schema: {
		querystring: Type.Object({ ...libraryOwner(), year: Type.Optional(DiaryYear()) }),
		response: { 200: Stats },
	},
})
