import { type RawBuilder, sql } from 'kysely'
import type { GameSort } from '#contract/browse.ts'
import type { Period } from '#contract/shapes.ts'

/** A place in an order: the part of the order that it is in, and its sort key there. */
export interface SortPlace {
	part: number
	key: readonly (string | number)[]
}

/** Rows of a table in the order of an index. */
export interface RankedRange {
	table: 'game_rankings' | 'browsed_games'
	/** The part of the order that this is of. */
	part: number
	/** On `r`. */
	conditions: RawBuilder<unknown>[]
	order: RawBuilder<unknown>
	/** What a cursor has of a row. */
	key: RawBuilder<unknown>
}

interface Key {
	column: string
	isDescending?: true
	type?: 'text'
}

/** A part of an order that is read by one index. */
interface Part {
	table: RankedRange['table']
	conditions: RawBuilder<unknown>[]
	/** The last one is the id. */
	keys: readonly Key[]
}

const ID = { column: 'id' } as const
const NAME = { column: 'name_key', type: 'text' } as const
const PROMINENCE = { column: 'by_prominence' } as const
const DATE = { column: 'release_date', type: 'text' } as const

const REVIEW_COUNTS = {
	week: 'reviews_week',
	month: 'reviews_month',
	year: 'reviews_year',
	all: 'reviews_total',
} as const

const browsed = (keys: readonly Key[], ...conditions: RawBuilder<unknown>[]): Part => ({
	table: 'browsed_games',
	conditions,
	keys,
})
const UNDATED = browsed([PROMINENCE, NAME, ID], sql`r.release_date is null`)
const soonest = (today: string) => browsed([DATE, ID], sql`r.release_date > ${today}`)
const latest = (today: string) =>
	browsed(
		[
			{ ...DATE, isDescending: true },
			{ ...ID, isDescending: true },
		],
		sql`r.release_date <= ${today}`,
	)

interface Order {
	sortBy: GameSort
	period: Period
	today: string
}

/** The parts of each order, one after the other. No order leaves a game out. */
const PARTS: Readonly<Record<GameSort, (order: Order) => Part[]>> = {
	popular: ({ period }) => [
		{
			table: 'game_rankings',
			conditions: [],
			keys: [
				{ column: REVIEW_COUNTS[period], isDescending: true },
				{ column: 'rating_count', isDescending: true },
				{ column: 'prominence', isDescending: true },
				NAME,
				ID,
			],
		},
	],
	rating: () => [
		browsed([{ column: 'by_score' }, PROMINENCE, NAME, ID], sql`r.by_score is not null`),
		browsed([PROMINENCE, NAME, ID], sql`r.by_score is null`),
	],
	newest: ({ today }) => [latest(today), soonest(today), UNDATED],
	oldest: () => [browsed([DATE, ID], sql`r.release_date is not null`), UNDATED],
	name: () => [browsed([NAME, ID])],
	mostPlayed: () => [browsed([{ column: 'by_players' }, PROMINENCE, NAME, ID])],
	shortest: () => [
		browsed([{ column: 'by_minutes' }, PROMINENCE, NAME, ID], sql`r.by_minutes is not null`),
		browsed([PROMINENCE, NAME, ID], sql`r.by_minutes is null`),
	],
	upcoming: ({ today }) => [soonest(today), UNDATED, latest(today)],
}

/** Returns the ranges of an order that come after a place, or all of them, one after the other. */
export function listRanges(order: Order, after: SortPlace | undefined): RankedRange[] {
	const parts = PARTS[order.sortBy](order)
	return parts.flatMap((part, index) => {
		if (!after || index > after.part) return [toRange(part, index, [])]
		return index < after.part ? [] : listRangesAfter(part, index, after.key)
	})
}

/**
 * Returns what comes after a sort key: the rows that are equal in all but the last column, then in all but the last two, and so
 * on. An index finds each at once, whatever the directions of its columns.
 */
function listRangesAfter(part: Part, index: number, key: SortPlace['key']): RankedRange[] {
	const isAt = (place: number, sign: RawBuilder<unknown>) => {
		const { column, type } = part.keys[place] as Key
		const value = type === 'text' ? sql`${key[place]}::text collate "C"` : sql`${key[place]}::integer`
		return sql`${sql.ref(`r.${column}`)} ${sign} ${value}`
	}
	return part.keys
		.map((_, place) => {
			const sign = part.keys[place]?.isDescending ? sql`<` : sql`>`
			const equal = Array.from({ length: place }, (_, earlier) => isAt(earlier, sql`=`))
			return toRange(part, index, [...equal, isAt(place, sign)])
		})
		.reverse()
}

function toRange({ table, conditions, keys }: Part, part: number, further: RawBuilder<unknown>[]): RankedRange {
	return {
		table,
		part,
		conditions: [...conditions, ...further],
		order: sql.join(
			keys.map(({ column, isDescending }) => sql`${sql.ref(`r.${column}`)} ${sql.raw(isDescending ? 'desc' : 'asc')}`),
		),
		key: sql.join(keys.map(({ column }) => sql.ref(`r.${column}`))),
	}
}
