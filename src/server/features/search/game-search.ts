import { CompiledQuery } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Db } from '#server/db/tables.ts'
import { type GameRow, gameColumns } from '#server/features/games/game-rows.ts'
import { type SearchQuery, searchQueryOf } from './search-key.ts'
import { isOneSlip, slipsOf } from './typos.ts'

/** Matches are counted, and can be paged through, up to here. */
const COUNTED = LIMITS.countedMatches
/** With fewer matches than this, names that a slip could have meant follow them. */
const FEW = 10
/** When more match than are looked at, the most reviewed games are looked at in any case. */
const MOST_REVIEWED = 2_000
const NEAREST = 50
const NEAREST_LOOKED_AT = 300
const WORDS_USED = 10
const CORRECTIONS = 100
// sorts after everything that begins with what stands before it
const LAST = '\u{10ffff}'

export interface FoundGames {
	rows: GameRow[]
	/** How many match, at most 1,000. */
	total: number
}

/**
 * Games by name: the exact name first, then the same words in another order, names that begin with the query or have all
 * its words, names with words that begin like them or whose initials they are, and last names that a slip in a word could
 * have meant; each by reviews, ratings, prominence, whether they begin so, name. When nothing matches, names with most of the words.
 */
export async function findGamesByName(db: Db, text: string, page: number, limit: number): Promise<FoundGames> {
	const offset = (page - 1) * limit
	const window = { limit: Math.max(0, Math.min(limit, COUNTED - offset)), offset }
	const query = searchQueryOf(text)
	const words = usedWords(query.tokens)
	const forms = words.map((word) => formsOf(word, query.tokens))

	const found = await run(db, matching(query, forms, forms, window))
	if (found.total >= FEW) return found
	const corrections = await correctionsOf(db, words)
	const wide = forms.map((form, index) => [form, ...(corrections[index] ?? []).map(quoted)].join(' | '))
	const similar = corrections.some((words) => words.length > 0)
		? await run(db, matching(query, forms, wide, window))
		: found
	return similar.total > 0 || words.length < 2 ? similar : run(db, nearest(query, words, forms, wide, window))
}

/** The longest words say most; in the order of the query. */
function usedWords(tokens: readonly string[]): string[] {
	if (tokens.length <= WORDS_USED) return [...tokens]
	const longest = new Set(tokens.toSorted((a, b) => b.length - a.length).slice(0, WORDS_USED))
	return tokens.filter((token) => longest.has(token))
}

/** What may stand in a name for a word, as a `tsquery`: a word that begins with it, initials, the word joined with a neighbour. */
function formsOf(word: string, tokens: readonly string[]): string {
	const place = tokens.indexOf(word)
	const [before, after] = [tokens[place - 1], tokens[place + 1]]
	const isWholeNumber = /^\p{N}/u.test(word) && after !== undefined
	return [
		isWholeNumber ? quoted(word) : `${quoted(word)}:*`,
		quoted(`=${word}`),
		quoted(`+${word}`),
		...(before === undefined ? [] : [quoted(before + word)]),
		...(after === undefined ? [] : [quoted(word + after)]),
	].join(' | ')
}

function quoted(word: string): string {
	return `'${word.replace(/['\\]/g, '$&$&')}'`
}

const CORRECT = 'select distinct word from game_word_slips where slip = any($1::text[])'

/** For each word the words that are one slip away. */
async function correctionsOf(db: Db, words: readonly string[]): Promise<string[][]> {
	const slips = words.flatMap(slipsOf)
	if (slips.length === 0) return []
	const { rows } = await db.executeQuery<{ word: string }>(CompiledQuery.raw(CORRECT, [slips]))
	return words.map((typed) => rows.flatMap(({ word }) => (isOneSlip(typed, word) ? [word] : [])).slice(0, CORRECTIONS))
}

interface Window {
	limit: number
	offset: number
}

const KNOWN_FIRST = 'g.reviews_total desc, g.rating_count desc, g.prominence desc'
const BY_NAME = 'lower(g.name) collate "C", g.id'

// Names that are, begin with, or hold in any order the words of the query; $7 says what may stand for each word, and who
// needs $8 instead comes last. Each way of matching is a materialised part, planned for all its rows, so that its index is
// used whatever the planner expects of a limit, and then read no further than the limit. Ranks past 2 are not asked for
// when those before fill all that is counted.
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
	begun as materialized ((select * from named limit ${COUNTED}) union (select * from joined limit ${COUNTED})),
	worded as materialized (${RANKED} from game_search s where s.words @@ $8::tsquery and not s.hidden and (select count(*) from begun) < ${COUNTED}),
	first as materialized (select * from begun union (select * from worded limit ${COUNTED})),
	reviewed as (
		select r.* from (select g.id from games g where g.reviews_total > 0 order by ${KNOWN_FIRST}, ${BY_NAME} limit ${MOST_REVIEWED}) g
		cross join lateral (
			${RANKED} from game_search s
			where s.game_id = g.id and (${BEGINS} or s.words @@ $8::tsquery)
		) r
		where (select count(*) from first) >= ${COUNTED}
	),
	found as materialized (select * from first union select * from reviewed)
	${pageOf(COUNTED, '$9', '$10')}`

function matching(
	{ key, joined, tokens }: SearchQuery,
	strict: string[],
	wide: string[],
	{ limit, offset }: Window,
): CompiledQuery<Found> {
	const values = [
		key,
		key + LAST,
		joined,
		joined + LAST,
		allOf(tokens.map(quoted)),
		tokens.length,
		allOf(strict),
		allOf(wide),
		limit,
		offset,
	]
	return CompiledQuery.raw(MATCH, values) as CompiledQuery<Found>
}

/** Names with all words but one, unless that one is the longer part, or with one of the longer words; those with the most words first. */
function nearest(
	{ tokens }: SearchQuery,
	words: string[],
	strict: string[],
	wide: string[],
	{ limit, offset }: Window,
): CompiledQuery<Found> {
	const letters = words.join('').length
	const parts = [
		...wide.flatMap((_, index) => {
			const left = words[index]?.length ?? 0
			return 2 * left > letters ? [] : [allOf(wide.toSpliced(index, 1))]
		}),
		...wide.filter((_, index) => (words[index]?.length ?? 0) > 3),
	]
	return CompiledQuery.raw(NEAREST_MATCH, [
		parts,
		[...strict, ...wide],
		tokens.length,
		limit,
		offset,
	]) as CompiledQuery<Found>
}

const NEAREST_MATCH = `with
	found as materialized (
		select distinct s.game_id, -50 * (select count(*) from unnest($2::tsquery[]) as w (form) where s.words @@ w.form) + least(49, abs(s.word_count - $3)) as rank, false as is_later
		from unnest($1::tsquery[]) as p (form)
		cross join lateral (select * from (select * from game_search s where s.words @@ p.form and not s.hidden offset 0) s limit ${NEAREST_LOOKED_AT}) s
	)
	${pageOf(NEAREST, '$4', '$5')}`

// offset 0: each match is looked up by its id, where a join may read the whole table
function pageOf(counted: number, limit: string, offset: string): string {
	return `select counted.total, page.* from (select least(count(*), ${counted})::int as total from found) counted
		left join lateral (
			select ${gameColumns}
			from (
				select g.id, f.rank, f.is_later from found f cross join lateral (select * from games where id = f.game_id offset 0) g order by f.rank, ${KNOWN_FIRST}, f.is_later, ${BY_NAME} limit ${limit} offset ${offset}
			) f
			join games g on g.id = f.id order by f.rank, ${KNOWN_FIRST}, f.is_later, ${BY_NAME}
		) page on true`
}

function allOf(conditions: readonly string[]): string {
	return conditions.map((condition) => `(${condition})`).join(' & ')
}

type Found = GameRow & { total: number }

async function run(db: Db, query: CompiledQuery<Found>): Promise<FoundGames> {
	const { rows } = await db.executeQuery(query)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
