import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { LIMITS } from './limits.ts'
import type { Sentences } from './problems.ts'
import { MODERATION_REASONS } from './report-reasons.ts'

/** The schema or null: responses contain null for an absent value instead of leaving it out. */
export function nullable<S extends TSchema & { type?: string; enum?: readonly unknown[] }>(schema: S) {
	const words = schema.enum && { enum: [...schema.enum, null] }
	return Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'], ...words })
}

/** A string enum of the given words. */
export function oneOf<const W extends readonly string[]>(
	words: W,
	options: { default?: W[number]; sentences?: Sentences } = {},
) {
	return Type.Unsafe<W[number]>({ type: 'string', enum: words, ...options })
}

/** A UUID in its canonical form; the server generates version 7. */
export const Uuid = () =>
	Type.String({ pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$' })

/** The id of a game: a positive 32-bit integer. */
export const GameId = () => Type.Integer({ minimum: 1, maximum: LIMITS.gameIdMax })

/** ISO 8601 in UTC with milliseconds. */
export const Time = () => Type.String({ format: 'date-time' })

export const INVALID_DAY = 'Please enter a day like 2026-11-21'
/** A whole date of somebody's calendar. */
export const wholeDay = () =>
	Type.String({
		pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
		sentences: { required: 'Please select a day', pattern: INVALID_DAY, type: INVALID_DAY },
	})

export const Texts = () => Type.Array(Type.String())

/** The `page` and `limit` parameters of a list endpoint. */
export const paging = (defaultLimit: number) => ({
	page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: defaultLimit })),
})

/** `paging` plus the cursor that continues after the previous page. */
export const cursorPaging = (defaultLimit: number) => ({
	...paging(defaultLimit),
	cursor: Type.Optional(Type.String({ maxLength: 500 })),
})

/** The pagination fields of every paged list response. */
export const pageInfo = {
	totalCount: Type.Integer(),
	totalPages: Type.Integer(),
	currentPage: nullable(Type.Integer()),
	nextCursor: nullable(Type.String()),
}

export const PERIODS = ['week', 'month', 'year', 'all'] as const
export type Period = (typeof PERIODS)[number]
export const PeriodWord = (word: Period) => Type.Optional(oneOf(PERIODS, { default: word }))

/** Whether texts come with their spoilers, whatever the viewer's setting and progress. */
export const reveal = Type.Optional(Type.Boolean({ default: false }))

/** The response of a call that returns no data. */
export const SuccessResponse = Type.Object({ success: Type.Unsafe<true>({ type: 'boolean' }) })
export const success = Type.Unsafe<true>({ type: 'boolean' })
export const TAKE_BACK_FAILED = 'Couldn’t remove your like'
/** The answer to taking back a like. */
export const LikeTakenBack = Type.Object({ success, likes: Type.Integer(), hasLiked: Type.Boolean() })

/** The body of every API error. `details` lists each invalid field of a rejected input. */
export const Failure = Type.Object({
	success: Type.Unsafe<false>({ type: 'boolean' }),
	error: Type.String(),
	code: Type.String(),
	details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
	requestId: Type.Optional(Type.String()),
})
export type Failure = Static<typeof Failure>

/** Codes of server-side failures. Their messages give no reason, so screens show their own. */
export const SERVER_ERROR_CODES: readonly string[] = ['internal', 'unavailable']

/** The one-time token of a mailed link or a social login. */
export const SecretToken = Type.String({ exact: true, minLength: 1, maxLength: 200 })

/**
 * Why others do not see a text: a moderator removed it, or it waits for one because it has a blocked word. Only its author
 * and moderators get this; it is absent from everything that others see.
 */
export const ModerationState = Type.Object({
	state: oneOf(['removed', 'held'] as const),
	/** The action, which `/appeal/{actionId}` shows to the author. */
	actionId: Uuid(),
	reason: nullable(oneOf(MODERATION_REASONS)),
	/** What the moderator wrote to the author. */
	note: nullable(Type.String()),
})
export type ModerationState = Static<typeof ModerationState>

/** The field of reviews, comments, lists and accounts (their bio and picture). */
export const moderation = Type.Optional(ModerationState)
