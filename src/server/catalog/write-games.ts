import type { ChangedFacts } from '#server/db/column-types.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { toSearchForm } from '#server/features/search/search-key.ts'
import { getTypoKeys } from '#server/features/search/typos.ts'
import { type DisplayedFacts, omitEmptyFacts, resolveDisplayedFacts, type SourceRecord } from './displayed-facts.ts'
import { compareFacts } from './fact-changes.ts'
import { emptyBatch, hashContent, type MatchedRecord, type MatchResult, matchRecords } from './match-records.ts'
import { addChanges } from './queries-game-changes.ts'
import { lockCatalog } from './queries-locks.ts'
import { findFactsHashes, type StoredRecord } from './queries-records.ts'
import {
	addExternalIds,
	addPairs,
	addSeenRecords,
	addWordTypos,
	deleteExternalIds,
	disableSequentialScans,
	reserveGameIds,
	unhideGames,
	writeGames,
	writeRecords,
} from './queries-write-games.ts'
import type { Facts, GameFacts } from './record.ts'
import { toSeriesSlug } from './series-slug.ts'

/** The results of a batch. */
export interface BatchCounts {
	/** New games. */
	added: number
	/** New records that matched a game of another source. */
	joined: number
	changed: number
	unchanged: number
	/** New pairs of games that may be the same. */
	unsure: number
}

interface WriterOptions {
	/** Marks records as seen, so that missing ones can be found at the end of the run. */
	tracksSeenRecords?: boolean
}

/**
 * Returns a function that matches and stores records of a source, and runs `last`, in one transaction. Does not write
 * games whose displayed facts are unchanged, and never changes counters.
 */
export function gameWriter(db: Db, source: string, clock: () => number, options: WriterOptions = {}) {
	const knownWords = new Set<string>()
	return async (games: readonly GameFacts[], last?: (transaction: Db) => Promise<void>): Promise<BatchCounts> => {
		const words = new Set<string>()
		const counts = await inTransaction(db, async (transaction) => {
			await lockCatalog(transaction)
			await disableSequentialScans(transaction)
			const matches = await matchRecords(transaction, source, games, emptyBatch())
			const matched = await assignIds(transaction, matches.matched)
			const written = await buildChangedRows(transaction, source, matched, matches.stored)
			for (const { row } of written)
				for (const word of row.words) if (isCorrectable(word) && !knownWords.has(word)) words.add(word)
			const at = new Date(clock()).toISOString()
			await addTypos(transaction, [...words])
			if (written.length > 0)
				await writeGames(
					transaction,
					written.map(({ row }) => row),
					at,
				)
			await addChanges(
				transaction,
				{ kind: 'import', source, at },
				written.flatMap(({ row, changed }) => (changed ? [{ gameId: row.id, facts: changed }] : [])),
			)
			const storedIds = await storeRecords(transaction, source, matched)
			await storePairs(transaction, matched, at)
			const existingGameIds = matched.filter(({ isNewGame }) => !isNewGame).map(({ gameId }) => gameId)
			if (existingGameIds.length > 0) await unhideGames(transaction, existingGameIds)
			if (options.tracksSeenRecords) await addSeenRecords(transaction, [...matches.unchanged, ...storedIds])
			await last?.(transaction)
			return countResults(matches)
		})
		for (const word of words) knownWords.add(word)
		return counts
	}
}

/** Returns a function that counts what storing records would do, as if earlier batches had been stored. Stores nothing. */
export function dryRunWriter(db: Db, source: string) {
	const pending = emptyBatch()
	return async (games: readonly GameFacts[]): Promise<BatchCounts> =>
		countResults(await matchRecords(db, source, games, pending))
}

/** Rewrites the displayed facts and search words of existing games. */
export async function updateDisplayedGames(
	transaction: Db,
	games: readonly { gameId: number; displayed: DisplayedFacts }[],
	at: string,
) {
	const rows = games.map(({ gameId, displayed }) => toRow(gameId, false, displayed, hashContent(displayed)))
	await addTypos(transaction, [...new Set(rows.flatMap(({ words }) => words.filter(isCorrectable)))])
	await writeGames(transaction, rows, at)
}

function countResults({ matched, unchanged }: MatchResult): BatchCounts {
	return {
		added: matched.filter(({ isNewGame }) => isNewGame).length,
		joined: matched.filter(({ hasJoined }) => hasJoined).length,
		changed: matched.filter(({ recordId }) => recordId !== undefined).length,
		unchanged: unchanged.length,
		unsure: matched.reduce((sum, { unsure }) => sum + unsure.length, 0),
	}
}

/** Replaces the provisional ids of new games. */
async function assignIds(db: Db, matched: readonly MatchedRecord[]): Promise<MatchedRecord[]> {
	const provisional = matched.filter(({ isNewGame }) => isNewGame).map(({ gameId }) => gameId)
	if (provisional.length === 0) return [...matched]
	const newIds = await reserveGameIds(db, provisional.length)
	const ids = new Map(provisional.map((gameId, index) => [gameId, newIds[index] ?? gameId]))
	const idOf = (gameId: number) => ids.get(gameId) ?? gameId
	return matched.map((record) => ({
		...record,
		gameId: idOf(record.gameId),
		unsure: record.unsure.map(({ gameId, reason }) => ({ gameId: idOf(gameId), reason })),
	}))
}

/** Builds the rows of games whose displayed facts have changed, with what a history shows of that; nothing for new games. */
async function buildChangedRows(
	db: Db,
	source: string,
	matched: readonly MatchedRecord[],
	stored: MatchResult['stored'],
) {
	const byGame = Map.groupBy(matched, ({ gameId }) => gameId)
	const isNew = new Set(matched.filter(({ isNewGame }) => isNewGame).map(({ gameId }) => gameId))
	const hashes = await findFactsHashes(
		db,
		[...byGame.keys()].filter((gameId) => !isNew.has(gameId)),
	)
	return [...byGame].flatMap(([gameId, changed]) => {
		const replaced = new Set(changed.map(({ facts }) => facts.sourceId))
		const others = (stored.get(gameId) ?? [])
			.filter((record) => record.source !== source || !replaced.has(record.source_id))
			.map((record): SourceRecord => ({ source: record.source, sourceId: record.source_id, facts: record.facts }))
		const own = changed.map(
			({ facts: { sourceId, externalIds, ...facts } }): SourceRecord => ({
				source,
				sourceId,
				facts: omitEmptyFacts(facts),
			}),
		)
		const displayed = resolveDisplayedFacts([...others, ...own])
		const hash = hashContent(displayed)
		if (hashes.get(gameId) === hash) return []
		return [
			{
				row: toRow(gameId, isNew.has(gameId), displayed, hash),
				changed: describeImport(stored.get(gameId) ?? [], displayed.facts),
			},
		]
	})
}

function describeImport(stored: readonly StoredRecord[], after: Facts): ChangedFacts | undefined {
	if (stored.length === 0) return undefined
	const before = resolveDisplayedFacts(
		stored.map(({ source, source_id, facts }) => ({ source, sourceId: source_id, facts })),
	)
	const changed = compareFacts(before.facts, after)
	return Object.keys(changed).length > 0 ? changed : undefined
}

function toRow(
	id: number,
	isNew: boolean,
	{ source, sourceId, sources, facts, editionOf, timeSource }: DisplayedFacts,
	hash: string,
) {
	const form = toSearchForm(facts.name, facts)
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
		motif: facts.motif ?? null,
		palette: facts.palette ?? null,
		series: facts.series ?? null,
		series_slug: facts.series ? toSeriesSlug(facts.series) : null,
		kind: facts.kind ?? 'game',
		edition_of_source: editionOf?.source ?? null,
		edition_of_source_id: editionOf?.sourceId ?? null,
		catalog_finished: facts.timeToBeat?.finished ?? null,
		catalog_completed: facts.timeToBeat?.completed ?? null,
		catalog_source: timeSource ?? null,
		key: form.key,
		joined: form.joined,
		words: form.words,
		word_count: form.wordCount,
	}
}

/** Stores records with their external ids; returns the ids of the records. */
async function storeRecords(db: Db, source: string, matched: readonly MatchedRecord[]): Promise<number[]> {
	if (matched.length === 0) return []
	const rows = matched.map(({ facts: { sourceId, externalIds, ...facts }, gameId, hash }) => ({
		source_id: sourceId,
		game_id: gameId,
		facts_hash: hash,
		facts: omitEmptyFacts(facts),
	}))
	const written = await writeRecords(db, source, rows)
	const recordIds = new Map(written.map(({ id, source_id }) => [source_id, id]))
	const existingIds = matched.flatMap(({ recordId }) => recordId ?? [])
	if (existingIds.length > 0) await deleteExternalIds(db, existingIds)
	const ids = matched.flatMap(({ facts, ids }) => {
		const recordId = recordIds.get(facts.sourceId)
		return recordId === undefined ? [] : ids.map((one) => ({ ...one, recordId }))
	})
	await addExternalIds(db, ids)
	return [...recordIds.values()]
}

async function storePairs(db: Db, matched: readonly MatchedRecord[], at: string): Promise<void> {
	const pairs = matched.flatMap(({ gameId, unsure }) =>
		unsure.map(({ gameId: other, reason }) => ({ one: gameId, other, reason })),
	)
	if (pairs.length > 0) await addPairs(db, pairs, at)
}

async function addTypos(db: Db, words: readonly string[]): Promise<void> {
	const typos = words.toSorted().flatMap((word) => getTypoKeys(word).map((slip) => ({ slip, word })))
	if (typos.length > 0) await addWordTypos(db, typos)
}

/** Returns false for joined words, initials, numbers and years, which are matched exactly. */
function isCorrectable(word: string): boolean {
	return !/^[+=@\p{N}]/u.test(word)
}
