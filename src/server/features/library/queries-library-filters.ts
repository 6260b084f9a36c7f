import { type RawBuilder, sql } from 'kysely'
import type { LibraryFacetFilters } from '#contract/library-facets.ts'
import { escapeLike } from '#server/db/text-search.ts'
import { MINUTES_TO_FINISH } from '#server/features/time-to-beat/queries.ts'

/** The filters of a library. `searchKey` and `searchWords` are the key and the `tsquery` of `search` for `game_search`. */
export interface LibraryConditions extends Omit<LibraryFacetFilters, 'userId' | 'username'> {
	searchKey: string
	searchWords: string
}

/** The filters whose values are offered with counts. */
export const FACETS = ['platform', 'genre', 'year', 'rating'] as const
export type Facet = (typeof FACETS)[number]

/** SQL for the time to finish the game of an entry `e`. */
export const TIME_OF_ENTRY = sql`(select ${sql.raw(MINUTES_TO_FINISH)} from times_to_beat t where t.game_id = e.game_id)`

interface Conditions {
	byFacet: Readonly<Record<Facet, RawBuilder<unknown>[]>>
	/** Those of all other filters. */
	others: RawBuilder<unknown>[]
	/** Whether any of them reads the game. */
	needsGames: boolean
}

/** Builds SQL conditions on entries `e` and, with `needsGames`, their games `g`. */
export function buildLibraryConditions(filters: LibraryConditions): Conditions {
	const { status, wished, loved, platform, genre, fromYear, toYear, minRating, maxRating, rated, maxHours } = filters
	const search = filters.search?.trim() ?? ''
	const when = (condition: RawBuilder<unknown>, value: unknown) => (value === undefined ? [] : [condition])
	return {
		byFacet: {
			platform: when(sql`lower(coalesce(e.platform, e.reviewed_platform)) = lower(${platform})`, platform),
			genre: when(sql`exists (select from unnest(g.genres) genre where lower(genre) = lower(${genre}))`, genre),
			year: [
				...when(sql`left(g.release_date, 4)::int >= ${fromYear}::int`, fromYear),
				...when(sql`left(g.release_date, 4)::int <= ${toYear}::int`, toYear),
			],
			rating: [
				...when(sql`e.half_stars >= ${Math.ceil((minRating ?? 0) * 2)}::int`, minRating),
				...when(sql`e.half_stars <= ${Math.floor((maxRating ?? 0) * 2)}::int`, maxRating),
			],
		},
		others: [
			...when(sql`e.status = any(${status?.split(',')}::text[])`, status),
			...when(sql`e.is_wished = ${wished}::boolean`, wished),
			...when(sql`e.is_loved = ${loved}::boolean`, loved),
			...when(sql`(e.half_stars is not null) = ${rated}::boolean`, rated),
			...when(sql`${TIME_OF_ENTRY} <= ${(maxHours ?? 0) * 60}::int`, maxHours),
			...(search === '' ? [] : [buildSearchCondition(search, filters)]),
		],
		needsGames: [genre, fromYear, toYear].some((value) => value !== undefined) || search !== '',
	}
}

/** Builds SQL that matches games `g` whose name contains the search in any spelling, or whose words the search of games would find. */
function buildSearchCondition(search: string, { searchKey, searchWords }: LibraryConditions): RawBuilder<unknown> {
	// Search forms have no punctuation, and these characters stand for themselves
	const isLiteral = /[%_\\]/.test(search)
	return sql`(lower(g.name) like lower(${`%${escapeLike(search)}%`}) or exists (
		select from (select key, words from game_search where game_id = e.game_id offset 0) s
		where s.key like ${isLiteral ? null : `%${escapeLike(searchKey)}%`} or s.words @@ ${isLiteral ? null : searchWords}::tsquery))`
}
