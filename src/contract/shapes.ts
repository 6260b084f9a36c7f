import {
	Integer,
	Array as List,
	Optional,
	Object as Shape,
	type Static,
	String as Text,
	type TSchema,
	Unsafe,
} from 'typebox'
import { LIMITS } from './limits.ts'
import type { Sentences } from './problems.ts'

/** The schema or null: the wire never leaves an absent value out. */
export function nullable<S extends TSchema & { type: string }>(schema: S) {
	return Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] })
}

/** One of the given words. */
export function oneOf<const W extends readonly string[]>(
	words: W,
	options: { default?: W[number]; sentences?: Sentences } = {},
) {
	return Unsafe<W[number]>({ type: 'string', enum: words, ...options })
}

/** A UUID in its usual form; the server makes version 7. */
export const Uuid = () =>
	Text({ pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$' })

/** The id of a game: a positive 32-bit integer. */
export const GameId = () => Integer({ minimum: 1, maximum: LIMITS.gameIdMax })

/** ISO 8601 in UTC with milliseconds. */
export const Time = () => Text({ format: 'date-time' })

export const Texts = () => List(Text())

/** `page` and `limit` of a list call. */
export const paging = (defaultLimit: number) => ({
	page: Optional(Integer({ minimum: 1, default: 1 })),
	limit: Optional(Integer({ minimum: 1, maximum: LIMITS.pageSize, default: defaultLimit })),
})

/** `paging` and the cursor that goes on where the page before ended. */
export const cursorPaging = (defaultLimit: number) => ({
	...paging(defaultLimit),
	cursor: Optional(Text({ maxLength: 500 })),
})

/** What every list by pages answers beside its rows. */
export const pageFacts = {
	totalCount: Integer(),
	totalPages: Integer(),
	currentPage: nullable(Integer()),
	nextCursor: nullable(Text()),
}

export const PERIODS = ['week', 'month', 'year', 'all'] as const
export type Period = (typeof PERIODS)[number]
export const PeriodWord = (word: Period) => Optional(oneOf(PERIODS, { default: word }))

/** Answer of a call that has nothing else to say. */
export const Done = Shape({ success: Unsafe<true>({ type: 'boolean' }) })
export const success = Unsafe<true>({ type: 'boolean' })

/** Every error of the API. `details` names each wrong field of a refused input. */
export const Failure = Shape({
	success: Unsafe<false>({ type: 'boolean' }),
	error: Text(),
	code: Text(),
	details: Optional(List(Shape({ path: Text(), message: Text() }))),
	requestId: Optional(Text()),
})
export type Failure = Static<typeof Failure>

/** The codes of failures of the server's own. Their sentences give no reason: a screen has a better one. */
export const FAULTS: readonly string[] = ['internal', 'unavailable']
