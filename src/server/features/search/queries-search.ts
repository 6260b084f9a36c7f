import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_COLUMNS, type GameRow } from '#server/features/games/queries-rows.ts'
import { BY_NAME, BY_POPULARITY, MAX_POPULAR } from './queries-popular.ts'
import { type SearchQuery, yearWord } from './search-key.ts'
import { joinWithAnd, quoteTerm } from './word-queries.ts'

/** The maximum number of matches that are counted and can be paged through. */
export const MAX_COUNTED = LIMITS.maxCountedMatches
/** With so many matches among the popular games, the best of them are soon found by looking through these. */
const MANY_POPULAR = 300
/** So many matches are not all ranked if the popular ones among them fill the page. */
const MIN_BROAD = 100
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

const MOST = sql.lit(MAX_COUNTED)
const MANY = sql.lit(MANY_POPULAR)

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
	// Parsed once, where a prepared statement would parse a parameter for each row
	const exact = sql`(select exact from asked)`
	const strictForm = sql`(select strict from asked)`
	const anyForm = sql`(select wide from asked)`
	const isNamed = sql`s.key >= ${key} and s.key < ${key + LAST_CODE_POINT}`
	const isJoined = sql`s.joined >= ${joined} and s.joined < ${joined + LAST_CODE_POINT}`
	const begins = sql`((${isNamed}) or (${isJoined}))`
	const year = wish && {
		name: query.key,
		word: sql`(select year from asked)`,
		released: sql`(select released from asked)`,
		asked: sql`, ${quoteTerm(wish.year)}::tsquery as year, ${quoteTerm(yearWord(wish.year))}::tsquery as released`,
	}
	const isBroad = sql`(select is_broad from extent)`
	const isStrict = sql`(${begins} or s.words @@ ${exact})`
	const isReordered = sql`(s.word_count = ${tokens.length} and s.words @@ ${exact})`
	const rank = sql`case
		when s.key = ${key} or s.joined = ${joined} then 0
		when ${isReordered} then 1
		when ${isStrict} then 2
		when s.words @@ ${strictForm} then 3
		when s.word_count = ${tokens.length} then 4
		else 5 end`
	// The name with the year, this name in that year, names with the year as a word, games of that year, and then the others
	const rankByYear =
		year &&
		sql`case
			when s.key = ${year.name} then 0
			when s.rank = 0 and s.words @@ ${year.released} then 1
			when s.words @@ ${year.word} then 2 + s.rank
			when s.words @@ ${year.released} then 8 + s.rank
			else 14 + s.rank end`
	// An index has the beginnings of names in order, and so stops at the limit; of words, it first finds all names
	const isOneWord = tokens.length === 1
	const begun = (isNeeded: RawBuilder<unknown>) => sql`
		named as materialized (select s.game_id from game_search s where ${isNamed} and not s.hidden and ${isNeeded} order by s.key limit ${MOST}),
		joined as materialized (select s.game_id from game_search s where ${isJoined} and not s.hidden and ${isNeeded} and (select count(*) from named) < ${MOST} order by s.joined limit ${MOST}),
		begun as materialized (select * from named union select * from joined)`
	const worded = (isNeeded: RawBuilder<unknown>) => sql`
		all_worded as materialized (select s.game_id, ${isReordered} as is_reordered from game_search s where s.words @@ ${anyForm} and not s.hidden and ${isNeeded}),
		worded as materialized (select * from all_worded limit ${MOST})`
	const last = window.offset + window.limit
	const needsMore = sql`(select count(*) from foremost) < ${last}`
	// Each kind of match is a materialized CTE, planned for all its rows, so that the planner uses its index regardless of the
	// limit, but reads no further than the limit. The foremost come before all others: if they fill the page, no more are ranked. Where
	// popular matches are many too, it is faster to look through the popular games in their order.
	const match = sql`
		asked as materialized (
			select ${joinWithAnd(tokens.map(quoteTerm))}::tsquery as exact, ${joinWithAnd(strict)}::tsquery as strict, ${joinWithAnd(wide)}::tsquery as wide ${year?.asked ?? sql``}
		),
		${sql.join(isOneWord ? [begun(sql`true`), worded(sql`(select count(*) from begun) < ${MOST}`)] : [worded(sql`true`), begun(sql`(select count(*) from worded) < ${MOST}`)])},
		${year ? sql`dated as materialized (select s.game_id from game_search s where s.words @@ (${anyForm} && (${year.word} || ${year.released})) and not s.hidden),` : sql``}
		met as materialized (
			select * from begun union select game_id from worded ${year ? sql`union (select * from dated limit ${MOST})` : sql``}
		),
		extent as materialized (select count(*) as matches, count(*) >= ${sql.lit(MIN_BROAD)} as is_broad from met),
		same as materialized (
			select game_id from worded where is_reordered
			union (select s.game_id from game_search s where s.key = ${key} and not s.hidden limit ${MOST})
			union (select s.game_id from game_search s where s.joined = ${joined} and not s.hidden limit ${MOST})
		),
		popular_named as materialized (select s.game_id from game_search s where s.is_popular and ${isNamed} and not s.hidden and ${isBroad}),
		popular_joined as materialized (select s.game_id from game_search s where s.is_popular and ${isJoined} and not s.hidden and ${isBroad}),
		popular_worded as materialized (select s.game_id from game_search s where s.is_popular and s.words @@ ${exact} and not s.hidden and ${isBroad}),
		popular as materialized (
			(select * from popular_named limit ${MANY}) union (select * from popular_joined limit ${MANY}) union (select * from popular_worded limit ${MANY})
		),
		looked_through as materialized (
			select r.id as game_id from (
				select r.id from game_rankings r order by ${BY_POPULARITY}, ${BY_NAME} limit ${sql.lit(MAX_POPULAR)}
			) r
			cross join lateral (select from game_search s where s.game_id = r.id and ${isStrict} and not s.hidden offset 0) s
			where (select count(*) from popular) >= ${MANY}
		),
		foremost as materialized (${
			year
				? sql`select * from dated limit ${MOST}`
				: sql`select * from same union select * from popular where (select count(*) from popular) < ${MANY}
					union (select * from looked_through limit ${last})`
		}),
		popular_similar as materialized (
			select s.game_id from game_search s where s.is_popular and s.words @@ ${anyForm} and not s.hidden and ${isBroad} and ${needsMore}
		),
		candidates as (
			select * from foremost union select * from met where ${needsMore} union (select * from popular_similar limit ${MOST})
		),
		found as materialized (
			select s.game_id, ${rankByYear ?? sql`s.rank`} as rank, s.is_later from candidates c
			cross join lateral (
				select s.*, ${rank} as rank, not ${begins} as is_later from game_search s where s.game_id = c.game_id offset 0
			) s
		)`
	return findPage(db, match, sql`(select least(matches, ${MOST}) from extent)`, window)
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
	return findPage(db, match, sql`(select least(count(*), ${sql.lit(MAX_NEAREST)}) from found)`, window)
}

type MatchRow = GameRow & { total: number }

/** Finds a page of the matches, a CTE `found` that ends `match`, and counts them up to a number. */
async function findPage(
	db: Db,
	match: RawBuilder<unknown>,
	total: RawBuilder<unknown>,
	{ limit, offset }: Window,
): Promise<GameMatches> {
	// `offset 0` forces an id lookup per match, where a join might scan the whole table
	const { rows } = await sql<MatchRow>`with ${match}
		select counted.total, page.* from (select ${total}::int as total) counted
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
