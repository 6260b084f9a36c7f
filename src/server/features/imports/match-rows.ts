import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { joinWithAnd, quoteTerm } from '#server/features/search/word-queries.ts'
import type { Services } from '#server/services.ts'
import { type FoundGames, type MatchCandidate, matchGame, WHY } from './match-games.ts'
import { lockImport, refreshCounts, updateImport } from './queries.ts'
import {
	doubtDuplicates,
	findGamesOfIds,
	findGamesOfNames,
	findGamesOfPrefixes,
	findGamesOfSite,
	findGamesOfWords,
	saveMatches,
} from './queries-matching.ts'
import { markFindable } from './queries-missing-games.ts'
import { findReadRows } from './queries-rows.ts'
import type { ImportedGame, ImportedId } from './sources/source.ts'
import { type TitleQuery, toTitleQuery } from './titles.ts'

const ROWS_PER_BATCH = 200
const MIN_PREFIX_LENGTH = 4
const MAX_GAME_ID = 2_147_483_647

interface Row {
	row: number
	item: ImportedGame
	query: TitleQuery
}

/** Matches the next rows of an import with games. Returns false if all are. */
export async function matchNextRows(
	{ db, toSitePlatform, missingGames }: Services,
	{ id, position }: { id: string; position: number },
): Promise<boolean> {
	const read = await findReadRows(db, id, { after: position, limit: ROWS_PER_BATCH })
	const rows = read.map(({ row, item }) => ({ row, item, query: toTitleQuery(item.title) }))
	const matches = rows.length === 0 ? [] : await matchRows(db, rows, toSitePlatform)
	return inTransaction(db, async (tx: Tx) => {
		if (!(await lockImport(tx, id, 'matching', position))) return true
		const last = rows.at(-1)
		if (last) {
			await saveMatches(tx, id, matches)
			await updateImport(tx, id, { position: last.row, failures: 0 })
			return true
		}
		await doubtDuplicates(tx, id)
		await markFindable(tx, id, [...missingGames.idKinds])
		await refreshCounts(tx, id)
		await updateImport(tx, id, { position: 0, isMatched: true })
		return false
	})
}

async function matchRows(db: Db, rows: readonly Row[], toSitePlatform: Services['toSitePlatform']) {
	const byIds = await findByIds(db, rows)
	const unknown = rows.filter((row) => (byIds.get(row)?.length ?? 0) === 0)
	const named = await findByNames(db, unknown)
	const byName = (key: string) => named.get(key) ?? []
	const unnamed = unknown.filter(({ query }) => query.forms[0]?.keys.every((key) => byName(key).length === 0))
	const similar = await findSimilar(db, unnamed)
	return rows.map((row) => {
		const found: FoundGames = { byIds: byIds.get(row) ?? [], byName, similar: similar.get(row) ?? [] }
		return { row: row.row, ...matchGame(row.item, row.query, found, toSitePlatform) }
	})
}

/** Finds the games that rows name by ids. An id of the site that a file is from counts only with the same name. */
async function findByIds(db: Db, rows: readonly Row[]): Promise<Map<Row, MatchCandidate[]>> {
	const isOfSite = ({ source, id }: ImportedId) =>
		source === 'savepoint' && /^\d{1,10}$/.test(id) && Number(id) <= MAX_GAME_ID
	const ids = rows.flatMap(({ item }) => item.ids.map(normalizeId))
	const elsewhere = ids.filter(({ source }) => source !== 'savepoint')
	const games = elsewhere.length === 0 ? [] : await findGamesOfIds(db, elsewhere)
	const here = ids.filter(isOfSite).map(({ id }) => Number(id))
	const ofSite = here.length === 0 ? [] : await findGamesOfSite(db, here)
	const byId = Map.groupBy(games, ({ source, id }) => `${source} ${id}`)
	const bySiteId = Map.groupBy(ofSite, ({ asked }) => String(asked))
	return new Map(
		rows.map((row) => {
			const names = new Set(row.query.forms[0]?.keys)
			const found = row.item.ids
				.map(normalizeId)
				.flatMap((id): MatchCandidate[] =>
					isOfSite(id)
						? (bySiteId.get(String(Number(id.id))) ?? []).filter(({ joined }) => names.has(joined))
						: (byId.get(`${id.source} ${id.id}`) ?? []),
				)
			return [row, found]
		}),
	)
}

/** Returns an id as the catalog spells it. */
export function normalizeId({ source, id }: ImportedId): ImportedId {
	const trimmed = id.trim()
	return { source, id: source === 'wikidata' ? trimmed.toUpperCase() : trimmed.toLowerCase() }
}

async function findByNames(db: Db, rows: readonly Row[]): Promise<Map<string, MatchCandidate[]>> {
	const keys = new Set(
		rows.flatMap(({ query }) => query.forms.flatMap(({ keys, numeralKeys }) => [...keys, ...numeralKeys])),
	)
	if (keys.size === 0) return new Map()
	return Map.groupBy(await findGamesOfNames(db, [...keys]), ({ joined }) => joined)
}

/** Finds games for rows whose own name no game has. */
async function findSimilar(db: Db, rows: readonly Row[]): Promise<Map<Row, FoundGames['similar']>> {
	const prefixes = [
		...new Set(rows.map(({ query }) => query.prefix).filter((prefix) => prefix.length >= MIN_PREFIX_LENGTH)),
	]
	const byPrefix = Map.groupBy(
		prefixes.length === 0 ? [] : await findGamesOfPrefixes(db, prefixes),
		({ asked }) => asked,
	)
	const queries = [...new Set(rows.flatMap(({ query }) => toWordQuery(query) ?? []))]
	const byWords = Map.groupBy(queries.length === 0 ? [] : await findGamesOfWords(db, queries), ({ asked }) => asked)
	return new Map(
		rows.map((row) => [
			row,
			[
				...(byPrefix.get(row.query.prefix) ?? []).map((game) => ({ game, why: WHY.prefix })),
				...(byWords.get(toWordQuery(row.query) ?? '') ?? []).map((game) => ({ game, why: WHY.words })),
			],
		]),
	)
}

const MAX_WORDS = 12

/** Builds a `tsquery` for names with all words of a title; undefined for a single short word, which too many names have. */
function toWordQuery({ tokens }: TitleQuery): string | undefined {
	if (tokens.length === 0 || tokens.length > MAX_WORDS) return undefined
	if (tokens.length === 1 && (tokens[0]?.length ?? 0) < MIN_PREFIX_LENGTH) return undefined
	return joinWithAnd(tokens.map(quoteTerm))
}
