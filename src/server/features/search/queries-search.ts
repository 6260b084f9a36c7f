import { LIMITS } from '#contract/limits.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_COLUMNS, type GameRow } from '#server/features/games/queries-rows.ts'
import type { SearchQuery } from './search-key.ts'

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

/** Quotes a word as a `tsquery` term. */
export function quoteTerm(word: string): string {
	return `'${word.replace(/['\\]/g, '$&$&')}'`
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
const RANKED = `select s.game_id, case
	when s.key = $1 or s.joined = $3 then 0
	when s.word_count = $6 and s.words @@ $5::tsquery then 1
	when ${BEGINS} or s.words @@ $5::tsquery then 2
	when s.words @@ $7::tsquery then 3
	when s.word_count = $6 then 4
	else 5 end as rank, not (${BEGINS}) as is_later`
const MATCH = `with
	named as materialized (${RANKED} from game_search s where s.key >= $1 and s.key < $2 and not s.hidden),
	joined as materialized (${RANKED} from game_search s where s.joined >= $3 and s.joined < $4 and not s.hidden),
	begun as materialized ((select * from named limit ${MAX_COUNTED}) union (select * from joined limit ${MAX_COUNTED})),
	worded as materialized (${RANKED} from game_search s where s.words @@ $8::tsquery and not s.hidden and (select count(*) from begun) < ${MAX_COUNTED}),
	first as materialized (select * from begun union (select * from worded limit ${MAX_COUNTED})),
	reviewed as (
		select r.* from (select gc.id from game_counts gc where gc.reviews_total > 0 order by ${BY_POPULARITY}, ${BY_NAME} limit ${MAX_REVIEWED}) g
		cross join lateral (
			${RANKED} from game_search s
			where s.game_id = g.id and (${BEGINS} or s.words @@ $8::tsquery)
		) r
		where (select count(*) from first) >= ${MAX_COUNTED}
	),
	found as materialized (select * from first union select * from reviewed)
	${buildPage(MAX_COUNTED, '$9', '$10')}`

/** Finds names that equal, begin with, or contain all words of a query. `strict` and `wide` have a `tsquery` for each word. */
export function findMatchingGames(
	db: Db,
	{ key, joined, tokens }: SearchQuery,
	strict: string[],
	wide: string[],
	{ limit, offset }: Window,
): Promise<GameMatches> {
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
	return runSearch(db, MATCH, values)
}

/** Finds names with all words but one, unless that one is more than half of the query, or with one word of more than three letters. Names with the most matching words come first. */
export function findNearestGames(
	db: Db,
	{ tokens }: SearchQuery,
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

function joinWithAnd(conditions: readonly string[]): string {
	return conditions.map((condition) => `(${condition})`).join(' & ')
}

type MatchRow = GameRow & { total: number }

async function runSearch(db: Db, text: string, values: unknown[]): Promise<GameMatches> {
	const rows = await rawQuery<MatchRow>(db, text, values)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
