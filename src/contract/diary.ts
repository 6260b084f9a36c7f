import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GameRef } from './game-ref.ts'
import { libraryOwner } from './library.ts'
import { LOG_IN_TO_KEEP_TRACK } from './library-entry.ts'
import { LIMITS } from './limits.ts'
import { PLAY_OUTCOMES } from './play.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import { nullable, oneOf, Uuid } from './shapes.ts'
import { USER_NOT_FOUND } from './users.ts'

export const DIARY_KINDS = ['started', 'ended', 'played', 'reviewed'] as const

/** What a person did with a game on a day. The sessions of a game and day are one item. */
export const DiaryItem = Type.Object({
	day: Type.String(),
	kind: oneOf(DIARY_KINDS),
	game: GameRef,
	playId: nullable(Uuid()),
	outcome: nullable(oneOf(PLAY_OUTCOMES)),
	isReplay: Type.Boolean(),
	minutes: nullable(Type.Integer()),
	/** The person's present rating of the game. */
	rating: nullable(Type.Number()),
	reviewId: nullable(Uuid()),
})
export type DiaryItem = Static<typeof DiaryItem>

export const MONTH_NEEDS_YEAR = 'Please select the year of the month'

/** Years of diaries and statistics. */
export const DiaryYear = () => Type.Integer({ minimum: 1900, maximum: 9999 })

export const DIARY_FAILED = 'Failed to fetch the diary'

export const getDiary = endpoint({
	method: 'GET',
	url: '/api/library/diary',
	config: {
		summary:
			'List the diary of a user by day, newest first, your own by default; items without a whole day are left out',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: DIARY_FAILED,
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		refusals: { 401: [{ ...LOGIN_NEEDED, error: LOG_IN_TO_KEEP_TRACK }], 404: [USER_NOT_FOUND] },
	},
	schema: {
		querystring: Type.Object({
			...libraryOwner(),
			year: Type.Optional(DiaryYear()),
			/** 1 to 12, of the year. */
			month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
		}),
		response: { 200: Type.Object({ items: Type.Array(DiaryItem), nextCursor: nullable(Type.String()) }) },
	},
})
export type DiaryPage = Static<(typeof getDiary)['schema']['response'][200]>
export type DiaryFilters = Static<(typeof getDiary)['schema']['querystring']>
