import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { toSearchForm } from '#server/features/search/search-key.ts'
import { getTypoKeys } from '#server/features/search/typos.ts'
import { type SourceRecord, type DisplayedFacts, resolveDisplayedFacts, omitEmptyFacts } from './displayed-facts.ts'
import { emptyBatch, type MatchedRecord, type MatchResult, matchRecords, hashContent } from './match-records.ts'
import { findFactsHashes } from './queries-records.ts'
import { lockCatalog } from './queries-locks.ts'
import {
	addExternalIds,
	addPairs,
	addWordTypos,
	disableSequentialScans,
	deleteExternalIds,
	reserveGameIds,
	addSeenRecords,
	unhideGames,
	writeGames,
	writeRecords,
} from './queries-write-games.ts'
import type { GameFacts } from './record.ts'

/** What became of the records of a batch. */
export interface BatchCounts {
	/** Games that were not there. */
	added: number
	/** Records that turned out to be of a game that another source has too. */
	joined: number
	changed: number
	unchanged: number
	/** Pairs of games that may be the same. */
	unsure: number
}

interface WriterOptions {
	/** Notes the records that were met, so that the others can be told at the end. */
	tracksSeenRecords?: boolean
}

/**
 * Returns a function that stores records of a source in one transaction: each in the game that it is of. A game whose shown
 * facts are as stored is not touched; counters never are. `last` is done in the same transaction.
 */
export function gameWriter(db: Db, source: string, clock: () => number, options: WriterOptions = {}) {
	const knownWords = new Set<string>()
	return async (games: readonly GameFacts[], last?: (transaction: Db) => Promise<void>): Promise<BatchCounts> => {
		const words = new Set<string>()
		const counts = await inTransaction(db, async (transaction) => {
			await lockCatalog(transaction)
			await disableSequentialScans(transaction)
			const placing = await matchRecords(transaction, source, games, emptyBatch())
			const placed = await assignIds(transaction, placing.matched)
			const written = await buildChangedRows(transaction, source, placed, placing.stored)
			for (const row of written)
				for (const word of row.words) if (isCorrectable(word) && !knownWords.has(word)) words.add(word)
			const at = new Date(clock()).toISOString()
			await addTypos(transaction, [...words])
			if (written.length > 0) await writeGames(transaction, written, at)
			const met = await storeRecords(transaction, source, placed)
			await storePairs(transaction, placed, at)
			const touched = placed.filter(({ isNewGame }) => !isNewGame).map(({ gameId }) => gameId)
			if (touched.length > 0) await unhideGames(transaction, touched)
			if (options.tracksSeenRecords) await addSeenRecords(transaction, [...placing.unchanged, ...met])
			await last?.(transaction)
			return countResults(placing)
		})
		for (const word of words) knownWords.add(word)
		return counts
	}
}

/** Returns a function that tells what storing records would do, taking those before them for stored, and stores nothing. */
export function dryRunWriter(db: Db, source: string) {
	const unstored = emptyBatch()
	return async (games: readonly GameFacts[]): Promise<BatchCounts> =>
		countResults(await matchRecords(db, source, games, unstored))
}

/** Shows of games what their records now say. */
export async function updateDisplayedGames(transaction: Db, rows: readonly { gameId: number; shown: DisplayedFacts }[], at: string) {
	const written = rows.map(({ gameId, shown }) => toRow(gameId, false, shown, hashContent(shown)))
	await addTypos(transaction, [...new Set(written.flatMap(({ words }) => words.filter(isCorrectable)))])
	await writeGames(transaction, written, at)
}

function countResults({ matched: placed, unchanged }: MatchResult): BatchCounts {
	return {
		added: placed.filter(({ isNewGame }) => isNewGame).length,
		joined: placed.filter(({ hasJoined }) => hasJoined).length,
		changed: placed.filter(({ recordId }) => recordId !== undefined).length,
		unchanged: unchanged.length,
		unsure: placed.reduce((sum, { unsure }) => sum + unsure.length, 0),
	}
}

/** Gives the new games their ids. */
async function assignIds(db: Db, placed: readonly MatchedRecord[]): Promise<MatchedRecord[]> {
	const provisional = placed.filter(({ isNewGame }) => isNewGame).map(({ gameId }) => gameId)
	if (provisional.length === 0) return [...placed]
	const newIds = await reserveGameIds(db, provisional.length)
	const ids = new Map(provisional.map((gameId, index) => [gameId, newIds[index] ?? gameId]))
	const idOf = (gameId: number) => ids.get(gameId) ?? gameId
	return placed.map((record) => ({
		...record,
		gameId: idOf(record.gameId),
		unsure: record.unsure.map(({ gameId, reason }) => ({ gameId: idOf(gameId), reason })),
	}))
}

/** The rows of the games that now show something else. */
async function buildChangedRows(db: Db, source: string, placed: readonly MatchedRecord[], stored: MatchResult['stored']) {
	const byGame = Map.groupBy(placed, ({ gameId }) => gameId)
	const isNew = new Set(placed.filter(({ isNewGame }) => isNewGame).map(({ gameId }) => gameId))
	const hashes = await findFactsHashes(
		db,
		[...byGame.keys()].filter((gameId) => !isNew.has(gameId)),
	)
	return [...byGame].flatMap(([gameId, given]) => {
		const replaced = new Set(given.map(({ given }) => given.sourceId))
		const others = (stored.get(gameId) ?? [])
			.filter((record) => record.source !== source || !replaced.has(record.source_id))
			.map((record): SourceRecord => ({ source: record.source, sourceId: record.source_id, facts: record.facts }))
		const own = given.map(
			({ given: { sourceId, externalIds, ...facts } }): SourceRecord => ({
				source,
				sourceId,
				facts: omitEmptyFacts(facts),
			}),
		)
		const shown = resolveDisplayedFacts([...others, ...own])
		const hash = hashContent(shown)
		return hashes.get(gameId) === hash ? [] : [toRow(gameId, isNew.has(gameId), shown, hash)]
	})
}

function toRow(id: number, isNew: boolean, { source, sourceId, sources, facts }: DisplayedFacts, hash: string) {
	const form = toSearchForm(facts.name)
	return {
		id,
		is_new: isNew,
		source,
		source_id: sourceId,
		sources,
		facts_hash: hash,
		name: facts.name,
		cover_source: facts.cover,
		release_date: facts.releaseDate,
		developers: facts.developers,
		publishers: facts.publishers,
		genres: facts.genres,
		platforms: facts.platforms,
		game_modes: facts.gameModes,
		summary: facts.summary,
		storyline: facts.storyline,
		description: facts.description,
		screenshot_sources: facts.screenshots,
		websites: facts.websites,
		prominence: facts.prominence ?? 0,
		key: form.key,
		joined: form.joined,
		words: form.words,
		word_count: form.wordCount,
	}
}

/** Stores the records and their ids elsewhere; returns the records' ids. */
async function storeRecords(db: Db, source: string, placed: readonly MatchedRecord[]): Promise<number[]> {
	if (placed.length === 0) return []
	const rows = placed.map(({ facts: { sourceId, externalIds, ...facts }, gameId, hash }) => ({
		source_id: sourceId,
		game_id: gameId,
		facts_hash: hash,
		facts: omitEmptyFacts(facts),
	}))
	const written = await writeRecords(db, source, rows)
	const recordIds = new Map(written.map(({ id, source_id }) => [source_id, id]))
	const known = placed.flatMap(({ recordId }) => recordId ?? [])
	if (known.length > 0) await deleteExternalIds(db, known)
	const ids = placed.flatMap(({ facts: given, ids }) => {
		const recordId = recordIds.get(given.sourceId)
		return recordId === undefined ? [] : ids.map((one) => ({ ...one, recordId }))
	})
	await addExternalIds(db, ids)
	return [...recordIds.values()]
}

async function storePairs(db: Db, placed: readonly MatchedRecord[], at: string): Promise<void> {
	const pairs = placed.flatMap(({ gameId, unsure }) =>
		unsure.map(({ gameId: other, reason }) => ({ one: gameId, other, reason })),
	)
	if (pairs.length > 0) await addPairs(db, pairs, at)
}

async function addTypos(db: Db, words: readonly string[]): Promise<void> {
	const slips = words.toSorted().flatMap((word) => getTypoKeys(word).map((slip) => ({ slip, word })))
	if (slips.length > 0) await addWordTypos(db, slips)
}

/** Joined words, initials and numbers are found as they stand: no slip leads to them. */
function isCorrectable(word: string): boolean {
	return !/^[+=\p{N}]/u.test(word)
}
