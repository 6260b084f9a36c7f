import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_COLUMNS, type GameRow } from '#server/features/games/queries-rows.ts'
import { type SearchQuery, yearWord } from './search-key.ts'
import { joinWithAnd, quoteTerm } from './word-queries.ts'

/** The maximum number of matches that are counted and can be paged through. */
export const MAX_COUNTED = LIMITS.maxCountedMatches
/** With too many matches to rank all, this many of the most reviewed games are always included. */
const MAX_REVIEWED = 2_000
const MAX_NEAREST = 50
const MAX_NEAREST_SCANNED = 300
// Appended to a prefix, sorts after every string with that prefix
const LAST_CODE_POINT = '\u{10ffff}'

export interface GameMatches {
	rows: GameRow[]
	/** The number of matches, at most 1,000. */
	total: number
}

/** Finds words of game names that share one of these typo keys. */
export async function findWordsByTypos(db: Db, typos: readonly string[]): Promise<string[]> {
	if (typos.length === 0) return []
	const { rows } = await sql<{ word: string }>`
		select distinct word from game_word_slips where slip = any(${typos}::text[])`.execute(db)
	return rows.map(({ word }) => word)
}

interface Window {
	limit: number
	offset: number
}

const BY_POPULARITY = sql`r.reviews_total desc, r.rating_count desc, r.prominence desc`
const BY_NAME = sql`r.name_key, r.id`
const MOST = sql.lit(MAX_COUNTED)

/**
 * Finds names that equal, begin with, or contain all words of a query in any order, those of the year that it wishes for before
 * the others. `strict` and `wide` have a `tsquery` for each word without that year, with its alternatives; names that match only
 * `wide` come last.
 */
export function findMatchingGames(
	db: Db,
	query: SearchQuery,
	strict: string[],
	wide: string[],
	window: Window,
): Promise<GameMatches> {
	const { wish } = query
	const { key, joined, tokens } = wish?.rest ?? query
	const exact = sql`${joinWithAnd(tokens.map(quoteTerm))}::tsquery`
	const anyForm = sql`${joinWithAnd(wide)}::tsquery`
	const isNamed = sql`s.key >= ${key} and s.key < ${key + LAST_CODE_POINT}`
	const isJoined = sql`s.joined >= ${joined} and s.joined < ${joined + LAST_CODE_POINT}`
	const begins = sql`((${isNamed}) or (${isJoined}))`
	const rank = sql`case
		when s.key = ${key} or s.joined = ${joined} then 0
		when s.word_count = ${tokens.length} and s.words @@ ${exact} then 1
		when ${begins} or s.words @@ ${exact} then 2
		when s.words @@ ${joinWithAnd(strict)}::tsquery then 3
		when s.word_count = ${tokens.length} then 4
		else 5 end`
	const year = wish && {
		name: query.key,
		word: sql`${quoteTerm(wish.year)}::tsquery`,
		released: sql`${quoteTerm(yearWord(wish.year))}::tsquery`,
	}
	const ranked = (condition: RawBuilder<unknown>) => {
		const found = sql`
			select s.game_id, ${rank} as rank, not ${begins} as is_later${year ? sql`, s.key, s.words` : sql``} from game_search s where ${condition}`
		if (!year) return found
		// The name with the year, this name in that year, names with the year as a word, games of that year, and then the others
		return sql`
			select s.game_id, case
				when s.key = ${year.name} then 0
				when s.rank = 0 and s.words @@ ${year.released} then 1
				when s.words @@ ${year.word} then 2 + s.rank
				when s.words @@ ${year.released} then 8 + s.rank
				else 14 + s.rank end as rank, s.is_later from (${found}) s`
	}
	const dated = year && ranked(sql`s.words @@ (${anyForm} && (${year.word} || ${year.released})) and not s.hidden`)
	// Each kind of match is a materialized CTE, planned for all its rows, so that the planner uses its index regardless of the
	// limit, but reads no further than the limit. Ranks past 2 are skipped if those before reach the maximum count.
	const match = sql`
		named as materialized (${ranked(sql`${isNamed} and not s.hidden`)}),
		joined as materialized (${ranked(sql`${isJoined} and not s.hidden`)}),
		begun as materialized ((select * from named limit ${MOST}) union (select * from joined limit ${MOST})),
		worded as materialized (${ranked(sql`s.words @@ ${anyForm} and not s.hidden and (select count(*) from begun) < ${MOST}`)}),
		${dated ? sql`dated as materialized (${dated}),` : sql``}
		first as materialized (select * from begun union (select * from worded limit ${MOST}) ${dated ? sql`union (select * from dated limit ${MOST})` : sql``}),
		reviewed as (
			select found.* from (
				select r.id from game_rankings r where r.reviews_total > 0 order by ${BY_POPULARITY}, ${BY_NAME} limit ${sql.lit(MAX_REVIEWED)}
			) g
			cross join lateral (${ranked(sql`s.game_id = g.id and (${begins} or s.words @@ ${anyForm})`)}) found
			where (select count(*) from first) >= ${MOST}
		),
		found as materialized (select * from first union select * from reviewed)`
	return findPage(db, match, MOST, window)
}

/** Finds names with all words but one, unless that one is more than half of the query, or with one word of more than three letters. Names with the most matching words come first. */
export function findNearestGames(
	db: Db,
	tokens: readonly string[],
	words: string[],
	strict: string[],
	wide: string[],
	window: Window,
): Promise<GameMatches> {
	const letters = words.join('').length
	const parts = [
		...wide.flatMap((_, index) => {
			const length = words[index]?.length ?? 0
			return 2 * length > letters ? [] : [joinWithAnd(wide.toSpliced(index, 1))]
		}),
		...wide.filter((_, index) => (words[index]?.length ?? 0) > 3),
	]
	const forms = sql`${[...strict, ...wide]}::tsquery[]`
	const match = sql`
		found as materialized (
			select distinct s.game_id, -50 * (select count(*) from unnest(${forms}) as w (form) where s.words @@ w.form) + least(49, abs(s.word_count - ${tokens.length})) as rank, false as is_later
			from unnest(${parts}::tsquery[]) as p (form)
			cross join lateral (
				select * from (select * from game_search s where s.words @@ p.form and not s.hidden offset 0) s limit ${sql.lit(MAX_NEAREST_SCANNED)}
			) s
		)`
	return findPage(db, match, sql.lit(MAX_NEAREST), window)
}

type MatchRow = GameRow & { total: number }

/** Finds a page of the matches, a CTE `found` that ends `match`, and counts them up to a number. */
async function findPage(
	db: Db,
	match: RawBuilder<unknown>,
	most: RawBuilder<unknown>,
	{ limit, offset }: Window,
): Promise<GameMatches> {
	// `offset 0` forces an id lookup per match, where a join might scan the whole table
	const { rows } = await sql<MatchRow>`with ${match}
		select counted.total, page.* from (select least(count(*), ${most})::int as total from found) counted
		left join lateral (
			select ${sql.raw(GAME_COLUMNS)}
			from (
				select r.*, f.rank, f.is_later from found f cross join lateral (select * from game_rankings where id = f.game_id offset 0) r
				order by f.rank, ${BY_POPULARITY}, f.is_later, ${BY_NAME} limit ${limit} offset ${offset}
			) r
			join games g on g.id = r.id join game_counts gc on gc.id = r.id order by r.rank, ${BY_POPULARITY}, r.is_later, ${BY_NAME}
		) page on true`.execute(db)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
