import { CompiledQuery } from 'kysely'
import type { Db } from '../db/tables.ts'
import { gameColumns, type GameRow } from './game-rows.ts'
import { type SearchQuery, searchQueryOf } from './search-key.ts'
import { isOneSlip, slipsOf } from './slips.ts'

/** Matches are counted, and can be paged through, up to here. */
const COUNTED = 1_000
/** With fewer matches than this, names that a slip could have meant follow them. */
const FEW = 10
/** When more match than are looked at, the most reviewed games are looked at in any case. */
const MOST_REVIEWED = 2_000
const SIMILAR = 100
const WORDS_USED = 10
const COMPLETIONS = 200
// sorts after everything that begins with what stands before it
const LAST = '\u{10ffff}'

export interface FoundGames {
	rows: GameRow[]
	/** How many match, at most 1,000. */
	total: number
}

/**
 * Games by name: the exact name first, then the same words in another order, names that begin with the query, names with all
 * its words, with words that begin like them or whose initials they are, and last names that a slip in a word could have
 * meant; each by reviews, ratings, name. When nothing matches, names with most of the words.
 */
export async function findGamesByName(db: Db, text: string, page: number, limit: number): Promise<FoundGames> {
	const offset = (page - 1) * limit
	const query = searchQueryOf(text)
	const words = usedWords(query.tokens)
	const meant = await completionsOf(db, query, words)
	const window = { limit: Math.max(0, Math.min(limit, COUNTED - offset)), offset }

	const found = await run(db, matching(query, meant, meant, window))
	if (found.total >= FEW) return found
	const corrected = await correctionsOf(db, words)
	const wider = meant.map((forms, index) => [...forms, ...(corrected[index] ?? [])])
	const withSlips = await run(db, matching(query, meant, wider, window))
	if (withSlips.total > 0 || words.length < 2) return withSlips
	return run(db, nearest(query, wider, window))
}

/** The longest words say most; in the order of the query. */
function usedWords(tokens: readonly string[]): string[] {
	if (tokens.length <= WORDS_USED) return [...tokens]
	const longest = new Set(tokens.toSorted((a, b) => b.length - a.length).slice(0, WORDS_USED))
	return tokens.filter((token) => longest.has(token))
}

const COMPLETE = `select w.word, t.token from unnest($1::text[]) as t (token)
	cross join lateral (
		select word from game_words where word >= t.token collate "C" and word < (t.token || '${LAST}') collate "C"
		order by length(word), word limit ${COMPLETIONS}
	) w`

/** For each word what may stand for it in a name: itself, its initials, joined with a neighbour, or a word it begins. */
async function completionsOf(db: Db, { tokens }: SearchQuery, words: readonly string[]): Promise<string[][]> {
	const begun = words.filter((word) => word.length > 1 && !/^\p{N}/u.test(word))
	const { rows } = begun.length === 0 ? { rows: [] } : await db.executeQuery<{ word: string; token: string }>(CompiledQuery.raw(COMPLETE, [begun]))
	return words.map((word) => {
		const place = tokens.indexOf(word)
		const [before, after] = [tokens[place - 1], tokens[place + 1]]
		return [
			word,
			`=${word}`,
			`+${word}`,
			...(before === undefined ? [] : [before + word]),
			...(after === undefined ? [] : [word + after]),
			...rows.flatMap((row) => (row.token === word && row.word !== word ? [row.word] : [])),
		]
	})
}

const CORRECT = 'select word from game_words where slips && $1::text[] limit 2000'

/** For each word the words that are one slip away. */
async function correctionsOf(db: Db, words: readonly string[]): Promise<string[][]> {
	const slips = words.flatMap(slipsOf)
	if (slips.length === 0) return []
	const { rows } = await db.executeQuery<{ word: string }>(CompiledQuery.raw(CORRECT, [slips]))
	return words.map((typed) => rows.flatMap(({ word }) => (isOneSlip(typed, word) ? [word] : [])))
}

interface Window {
	limit: number
	offset: number
}

const POPULAR_FIRST = 'g.reviews_total desc, g.rating_count desc, lower(g.name) collate "C", g.id'

/**
 * Names that are, begin with, or hold in any order the words of the query. `strict` and `wide` are what may stand for each
 * word; who needs `wide` comes last. Each way of matching is a materialised part, planned for all its rows, so that its
 * index is used whatever the planner expects of the limit, and read no further than `COUNTED`.
 */
function matching(query: SearchQuery, strict: string[][], wide: string[][], { limit, offset }: Window): CompiledQuery<Found> {
	const values: unknown[] = []
	const bind = (value: unknown) => `$${values.push(value)}`
	const [key, keyEnd, joined, joinedEnd] = [query.key, query.key + LAST, query.joined, query.joined + LAST].map(bind)
	const tokens = `${bind(query.tokens)}::text[]`
	const count = `${bind(query.tokens.length)}::int`
	const within = (forms: string[][]) => allOf(needed(forms).map((any) => `s.words && ${bind(any)}::text[]`))
	const [named, run, worded] = [`s.key >= ${key} and s.key < ${keyEnd}`, `s.joined >= ${joined} and s.joined < ${joinedEnd}`, within(wide)]
	const text = `with
		named as materialized (select s.game_id from game_search s where ${named}),
		run as materialized (select s.game_id from game_search s where ${run}),
		worded as materialized (select s.game_id from game_search s where ${worded}),
		first as materialized (
			(select game_id from named limit ${COUNTED}) union (select game_id from run limit ${COUNTED}) union (select game_id from worded limit ${COUNTED})
		),
		reviewed as (
			select s.game_id
			from (select g.id from games g where g.reviews_total > 0 order by ${POPULAR_FIRST} limit ${MOST_REVIEWED}) g
			join game_search s on s.game_id = g.id
			where (select count(*) from first) >= ${COUNTED} and ((${named}) or (${run}) or (${worded}))
		),
		found as materialized (select game_id from first union select game_id from reviewed),
		ranked as (
			select s.game_id, case
				when s.key = ${key} or s.joined = ${joined} then 0
				when s.words @> ${tokens} and s.word_count = ${count} then 1
				when (${named}) or (${run}) then 2
				when s.words @> ${tokens} then 3
				when ${within(strict)} then 4
				when s.word_count = ${count} then 5
				else 6 end as rank
			from found join game_search s using (game_id)
		)
		${pageOf('least(count(*), ' + COUNTED + ')', 'r.rank', bind(limit), bind(offset))}`
	return CompiledQuery.raw(text, values) as CompiledQuery<Found>
}

/** Names with all words but one, or with one of the longer words; those with the most words first. */
function nearest(query: SearchQuery, wide: string[][], { limit, offset }: Window): CompiledQuery<Found> {
	const values: unknown[] = []
	const bind = (value: unknown) => `$${values.push(value)}`
	const conditions = wide.map((any) => `s.words && ${bind(any)}::text[]`)
	const parts = [
		...conditions.map((_, index) => allOf(conditions.toSpliced(index, 1))),
		...conditions.filter((_, index) => (wide[index]?.[0]?.length ?? 0) > 3),
	]
	const text = `with
		${parts.map((part, index) => `part${index} as materialized (select s.game_id from game_search s where ${part})`).join(',\n\t\t')},
		found as materialized (${parts.map((_, index) => `(select game_id from part${index} limit ${SIMILAR})`).join(' union ')}),
		ranked as (
			select s.game_id, -(${conditions.map((condition) => `(${condition})::int`).join(' + ')}) * 100 + least(99, abs(s.word_count - ${bind(query.tokens.length)}::int)) as rank
			from found join game_search s using (game_id)
		)
		${pageOf(`least(count(*), ${SIMILAR})`, 'r.rank', bind(limit), bind(offset))}`
	return CompiledQuery.raw(text, values) as CompiledQuery<Found>
}

function pageOf(total: string, rank: string, limit: string, offset: string): string {
	return `select counted.total, page.* from (select (${total})::int as total from found) counted
		left join lateral (
			select ${gameColumns} from ranked r join games g on g.id = r.game_id order by ${rank}, ${POPULAR_FIRST} limit ${limit} offset ${offset}
		) page on true`
}

function allOf(conditions: readonly string[]): string {
	return conditions.join(' and ')
}

/** A single last letter is still being typed: it ranks, but it need not be there when other words are. */
function needed(forms: string[][]): string[][] {
	const last = forms.at(-1)?.[0] ?? ''
	return forms.length > 1 && last.length === 1 ? forms.slice(0, -1) : forms
}

type Found = GameRow & { total: number }

async function run(db: Db, query: CompiledQuery<Found>): Promise<FoundGames> {
	const { rows } = await db.executeQuery(query)
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
