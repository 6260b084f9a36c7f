import { LIMITS } from '#contract/limits.ts'
import { rawQuery } from '#server/db/raw-query.ts'
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

const CORRECT = 'select distinct word from game_word_slips where slip = any($1::text[])'

/** Finds words of game names that share one of these typo keys. */
export async function findWordsByTypos(db: Db, typos: readonly string[]): Promise<string[]> {
	if (typos.length === 0) return []
	return (await rawQuery<{ word: string }>(db, CORRECT, [typos])).map(({ word }) => word)
}

interface Window {
	limit: number
	offset: number
}

const BY_POPULARITY = 'gc.reviews_total desc, gc.rating_count desc, gc.prominence desc'
const BY_NAME = 'gc.name_key, gc.id'

// Names that equal, begin with, or contain the words of the query in any order. $7 has the alternatives for each word; names
// that match only $8 come last. Each kind of match is a materialized CTE, planned for all its rows, so that the planner uses
// its index regardless of the limit, but reads no further than the limit. Ranks past 2 are skipped if those before reach
// the maximum count.
const BEGINS = '(s.key >= $1 and s.key < $2) or (s.joined >= $3 and s.joined < $4)'
const RANK = `case
	when s.key = $1 or s.joined = $3 then 0
	when s.word_count = $6 and s.words @@ $5::tsquery then 1
	when ${BEGINS} or s.words @@ $5::tsquery then 2
	when s.words @@ $7::tsquery then 3
	when s.word_count = $6 then 4
	else 5 end`
// With a year: the name with the year ($11), this name in that year ($13), names with the year as a word ($12), games of
// that year, and then the others
const RANK_WITH_YEAR = `case
	when s.key = $11 then 0
	when s.rank = 0 and s.words @@ $13::tsquery then 1
	when s.words @@ $12::tsquery then 2 + s.rank
	when s.words @@ $13::tsquery then 8 + s.rank
	else 14 + s.rank end`

function buildMatch(hasYear: boolean): string {
	const ranked = (condition: string) => {
		const found = `select s.game_id, ${RANK} as rank, not (${BEGINS}) as is_later${hasYear ? ', s.key, s.words' : ''} from game_search s where ${condition}`
		return hasYear ? `select s.game_id, ${RANK_WITH_YEAR} as rank, s.is_later from (${found}) s` : found
	}
	return `with
	named as materialized (${ranked('s.key >= $1 and s.key < $2 and not s.hidden')}),
	joined as materialized (${ranked('s.joined >= $3 and s.joined < $4 and not s.hidden')}),
	begun as materialized ((select * from named limit ${MAX_COUNTED}) union (select * from joined limit ${MAX_COUNTED})),
	worded as materialized (${ranked(`s.words @@ $8::tsquery and not s.hidden and (select count(*) from begun) < ${MAX_COUNTED}`)}),
	${hasYear ? `dated as materialized (${ranked('s.words @@ ($8::tsquery && ($12::tsquery || $13::tsquery)) and not s.hidden')}),` : ''}
	first as materialized (select * from begun union (select * from worded limit ${MAX_COUNTED}) ${hasYear ? `union (select * from dated limit ${MAX_COUNTED})` : ''}),
	reviewed as (
		select r.* from (select gc.id from game_counts gc where gc.reviews_total > 0 order by ${BY_POPULARITY}, ${BY_NAME} limit ${MAX_REVIEWED}) g
		cross join lateral (
			${ranked(`s.game_id = g.id and (${BEGINS} or s.words @@ $8::tsquery)`)}
		) r
		where (select count(*) from first) >= ${MAX_COUNTED}
	),
	found as materialized (select * from first union select * from reviewed)
	${buildPage(MAX_COUNTED, '$9', '$10')}`
}
const MATCH = buildMatch(false)
const MATCH_WITH_YEAR = buildMatch(true)

/**
 * Finds names that equal, begin with, or contain all words of a query, those of the year that it wishes for before the others.
 * `strict` and `wide` have a `tsquery` for each word without that year.
 */
export function findMatchingGames(
	db: Db,
	query: SearchQuery,
	strict: string[],
	wide: string[],
	{ limit, offset }: Window,
): Promise<GameMatches> {
	const { wish } = query
	const { key, joined, tokens } = wish?.rest ?? query
	const values = [
		key,
		key + LAST_CODE_POINT,
		joined,
		joined + LAST_CODE_POINT,
		joinWithAnd(tokens.map(quoteTerm)),
		tokens.length,
		joinWithAnd(strict),
		joinWithAnd(wide),
		limit,
		offset,
	]
	if (!wish) return runSearch(db, MATCH, values)
	return runSearch(db, MATCH_WITH_YEAR, [...values, query.key, quoteTerm(wish.year), quoteTerm(yearWord(wish.year))])
}

/** Finds names with all words but one, unless that one is more than half of the query, or with one word of more than three letters. Names with the most matching words come first. */
export function findNearestGames(
	db: Db,
	tokens: readonly string[],
	words: string[],
	strict: string[],
	wide: string[],
	{ limit, offset }: Window,
): Promise<GameMatches> {
	const letters = words.join('').length
	const parts = [
		...wide.flatMap((_, index) => {
			const length = words[index]?.length ?? 0
			return 2 * length > letters ? [] : [joinWithAnd(wide.toSpliced(index, 1))]
		}),
		...wide.filter((_, index) => (words[index]?.length ?? 0) > 3),
	]
	return runSearch(db, NEAREST_MATCH, [parts, [...strict, ...wide], tokens.length, limit, offset])
}

const NEAREST_MATCH = `with
	found as materialized (
		select distinct s.game_id, -50 * (select count(*) from unnest($2::tsquery[]) as w (form) where s.words @@ w.form) + least(49, abs(s.word_count - $3)) as rank, false as is_later
		from unnest($1::tsquery[]) as p (form)
		cross join lateral (select * from (select * from game_search s where s.words @@ p.form and not s.hidden offset 0) s limit ${MAX_NEAREST_SCANNED}) s
	)
	${buildPage(MAX_NEAREST, '$4', '$5')}`

// `offset 0` forces an id lookup per match, where a join might scan the whole table
function buildPage(counted: number, limit: string, offset: string): string {
	return `select counted.total, page.* from (select least(count(*), ${counted})::int as total from found) counted
		left join lateral (
			select ${GAME_COLUMNS}
			from (
				select gc.id, f.rank, f.is_later from found f cross join lateral (select * from game_counts where id = f.game_id offset 0) gc order by f.rank, ${BY_POPULARITY}, f.is_later, ${BY_NAME} limit ${limit} offset ${offset}
			) f
			join games g on g.id = f.id join game_counts gc on gc.id = f.id order by f.rank, ${BY_POPULARITY}, f.is_later, ${BY_NAME}
		) page on true`
}

type MatchRow = GameRow & { total: number }

async function runSearch(db: Db, text: string, values: unknown[]): Promise<GameMatches> {
	const rows = await rawQuery<MatchRow>(db, text, values)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
