import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { LIMITS } from './limits.ts'
import type { Sentences } from './problems.ts'

/** The schema or null: the wire never leaves an absent value out. */
export function nullable<S extends TSchema & { type: string }>(schema: S) {
	return Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] })
}

/** One of the given words. */
export function oneOf<const W extends readonly string[]>(
	words: W,
	options: { default?: W[number]; sentences?: Sentences } = {},
) {
	return Type.Unsafe<W[number]>({ type: 'string', enum: words, ...options })
}

/** A UUID in its usual form; the server makes version 7. */
export const Uuid = () =>
	Type.String({ pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$' })

/** The id of a game: a positive 32-bit integer. */
export const GameId = () => Type.Integer({ minimum: 1, maximum: LIMITS.gameIdMax })

/** ISO 8601 in UTC with milliseconds. */
export const Time = () => Type.String({ format: 'date-time' })

export const Texts = () => Type.Array(Type.String())

/** `page` and `limit` of a list call. */
export const paging = (defaultLimit: number) => ({
	page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: defaultLimit })),
})

/** `paging` and the cursor that goes on where the page before ended. */
export const cursorPaging = (defaultLimit: number) => ({
	...paging(defaultLimit),
	cursor: Type.Optional(Type.String({ maxLength: 500 })),
})

/** What every list by pages answers beside its rows. */
export const pageInfo = {
	totalCount: Type.Integer(),
	totalPages: Type.Integer(),
	currentPage: nullable(Type.Integer()),
	nextCursor: nullable(Type.String()),
}

export const PERIODS = ['week', 'month', 'year', 'all'] as const
export type Period = (typeof PERIODS)[number]
export const PeriodWord = (word: Period) => Type.Optional(oneOf(PERIODS, { default: word }))

/** Answer of a call that has nothing else to say. */
export const SuccessResponse = Type.Object({ success: Type.Unsafe<true>({ type: 'boolean' }) })
export const success = Type.Unsafe<true>({ type: 'boolean' })

/** Every error of the API. `details` names each wrong field of a refused input. */
export const Failure = Type.Object({
	success: Type.Unsafe<false>({ type: 'boolean' }),
	error: Type.String(),
	code: Type.String(),
	details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
	requestId: Type.Optional(Type.String()),
})
export type Failure = Static<typeof Failure>

/** The codes of failures of the server's own. Their sentences give no reason: a screen has a better one. */
export const SERVER_ERROR_CODES: readonly string[] = ['internal', 'unavailable']
