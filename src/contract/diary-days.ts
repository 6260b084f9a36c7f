import type { Static } from 'typebox'
import * as Type from 'typebox'
import { DIARY_FAILED, DiaryYear } from './diary.ts'
import { endpoint } from './endpoint.ts'
import { libraryOwner } from './library.ts'
import { LOG_IN_TO_KEEP_TRACK } from './library-entry.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import { nullable } from './shapes.ts'
import { USER_NOT_FOUND } from './users.ts'

// Separate from diary.ts: only the page of the diary draws its calendar.

/** A day with anything in the diary. */
export const DiaryDay = Type.Object({
	day: Type.String(),
	/** Minutes of its sessions; 0 without any. */
	minutes: Type.Integer(),
	/** Whether a game was finished or completed. */
	isFinish: Type.Boolean(),
})
export type DiaryDay = Static<typeof DiaryDay>

export const getDiaryDays = endpoint({
	method: 'GET',
	url: '/api/library/diary/days',
	config: {
		summary: "List the days of a year that have anything in a user's diary, your own and its last year by default",
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: DIARY_FAILED,
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		refusals: { 401: [{ ...LOGIN_NEEDED, error: LOG_IN_TO_KEEP_TRACK }], 404: [USER_NOT_FOUND] },
	},
	schema: {
		querystring: Type.Object({ ...libraryOwner(), year: Type.Optional(DiaryYear()) }),
		response: {
			200: Type.Object({
				/** Null for a diary with nothing in it. */
				year: nullable(Type.Integer()),
				days: Type.Array(DiaryDay, { maxItems: 366 }),
			}),
		},
	},
})
export type DiaryDays = Static<(typeof getDiaryDays)['schema']['response'][200]>
