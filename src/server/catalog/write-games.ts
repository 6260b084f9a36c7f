import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { searchFormOf } from '#server/features/search/search-key.ts'
import { slipsOf } from '#server/features/search/typos.ts'
import { type KnownRecord, type Shown, shownFacts, storedFacts } from './displayed-facts.ts'
import { noneUnstored, type PlacedRecord, type Placing, placeRecords, shortHash } from './match-records.ts'
import { shownHashes } from './queries-known-games.ts'
import { lockCatalog } from './queries-locks.ts'
import {
	addExternalIds,
	addPairs,
	addWordSlips,
	avoidWholeReads,
	forgetExternalIds,
	newGameIds,
	noteMet,
	showGamesAgain,
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
	notesMet?: boolean
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
			await avoidWholeReads(transaction)
			const placing = await placeRecords(transaction, source, games, noneUnstored())
			const placed = await withIds(transaction, placing.placed)
			const written = await shownRows(transaction, source, placed, placing.stored)
			for (const row of written)
				for (const word of row.words) if (isWord(word) && !knownWords.has(word)) words.add(word)
			const at = new Date(clock()).toISOString()
			await addSlips(transaction, [...words])
			if (written.length > 0) await writeGames(transaction, written, at)
			const met = await storeRecords(transaction, source, placed)
			await storePairs(transaction, placed, at)
			const touched = placed.filter(({ isNewGame }) => !isNewGame).map(({ gameId }) => gameId)
			if (touched.length > 0) await showGamesAgain(transaction, touched)
			if (options.notesMet) await noteMet(transaction, [...placing.unchanged, ...met])
			await last?.(transaction)
			return countsOf(placing)
		})
		for (const word of words) knownWords.add(word)
		return counts
	}
}

/** Returns a function that tells what storing records would do, taking those before them for stored, and stores nothing. */
export function gameRehearser(db: Db, source: string) {
	const unstored = noneUnstored()
	return async (games: readonly GameFacts[]): Promise<BatchCounts> =>
		countsOf(await placeRecords(db, source, games, unstored))
}

/** Shows of games what their records now say. */
export async function showAnew(transaction: Db, rows: readonly { gameId: number; shown: Shown }[], at: string) {
	const written = rows.map(({ gameId, shown }) => rowOf(gameId, false, shown, shortHash(shown)))
	await addSlips(transaction, [...new Set(written.flatMap(({ words }) => words.filter(isWord)))])
	await writeGames(transaction, written, at)
}

function countsOf({ placed, unchanged }: Placing): BatchCounts {
	return {
		added: placed.filter(({ isNewGame }) => isNewGame).length,
		joined: placed.filter(({ hasJoined }) => hasJoined).length,
		changed: placed.filter(({ recordId }) => recordId !== undefined).length,
		unchanged: unchanged.length,
		unsure: placed.reduce((sum, { unsure }) => sum + unsure.length, 0),
	}
}

/** Gives the new games their ids. */
async function withIds(db: Db, placed: readonly PlacedRecord[]): Promise<PlacedRecord[]> {
	const provisional = placed.filter(({ isNewGame }) => isNewGame).map(({ gameId }) => gameId)
	if (provisional.length === 0) return [...placed]
	const newIds = await newGameIds(db, provisional.length)
	const ids = new Map(provisional.map((gameId, index) => [gameId, newIds[index] ?? gameId]))
	const idOf = (gameId: number) => ids.get(gameId) ?? gameId
	return placed.map((record) => ({
		...record,
		gameId: idOf(record.gameId),
		unsure: record.unsure.map(({ gameId, reason }) => ({ gameId: idOf(gameId), reason })),
	}))
}

/** The rows of the games that now show something else. */
async function shownRows(db: Db, source: string, placed: readonly PlacedRecord[], stored: Placing['stored']) {
	const byGame = Map.groupBy(placed, ({ gameId }) => gameId)
	const isNew = new Set(placed.filter(({ isNewGame }) => isNewGame).map(({ gameId }) => gameId))
	const hashes = await shownHashes(
		db,
		[...byGame.keys()].filter((gameId) => !isNew.has(gameId)),
	)
	return [...byGame].flatMap(([gameId, given]) => {
		const replaced = new Set(given.map(({ given }) => given.sourceId))
		const others = (stored.get(gameId) ?? [])
			.filter((record) => record.source !== source || !replaced.has(record.source_id))
			.map((record): KnownRecord => ({ source: record.source, sourceId: record.source_id, facts: record.facts }))
		const own = given.map(
			({ given: { sourceId, externalIds, ...facts } }): KnownRecord => ({
				source,
				sourceId,
				facts: storedFacts(facts),
			}),
		)
		const shown = shownFacts([...others, ...own])
		const hash = shortHash(shown)
		return hashes.get(gameId) === hash ? [] : [rowOf(gameId, isNew.has(gameId), shown, hash)]
	})
}

function rowOf(id: number, isNew: boolean, { source, sourceId, sources, facts }: Shown, hash: string) {
	const form = searchFormOf(facts.name)
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
async function storeRecords(db: Db, source: string, placed: readonly PlacedRecord[]): Promise<number[]> {
	if (placed.length === 0) return []
	const rows = placed.map(({ given: { sourceId, externalIds, ...facts }, gameId, hash }) => ({
		source_id: sourceId,
		game_id: gameId,
		facts_hash: hash,
		facts: storedFacts(facts),
	}))
	const written = await writeRecords(db, source, rows)
	const recordIds = new Map(written.map(({ id, source_id }) => [source_id, id]))
	const known = placed.flatMap(({ recordId }) => recordId ?? [])
	if (known.length > 0) await forgetExternalIds(db, known)
	const ids = placed.flatMap(({ given, ids }) => {
		const recordId = recordIds.get(given.sourceId)
		return recordId === undefined ? [] : ids.map((one) => ({ ...one, recordId }))
	})
	await addExternalIds(db, ids)
	return [...recordIds.values()]
}

async function storePairs(db: Db, placed: readonly PlacedRecord[], at: string): Promise<void> {
	const pairs = placed.flatMap(({ gameId, unsure }) =>
		unsure.map(({ gameId: other, reason }) => ({ one: gameId, other, reason })),
	)
	if (pairs.length > 0) await addPairs(db, pairs, at)
}

async function addSlips(db: Db, words: readonly string[]): Promise<void> {
	const slips = words.toSorted().flatMap((word) => slipsOf(word).map((slip) => ({ slip, word })))
	if (slips.length > 0) await addWordSlips(db, slips)
}

/** Joined words, initials and numbers are found as they stand: no slip leads to them. */
function isWord(word: string): boolean {
	return !/^[+=\p{N}]/u.test(word)
}
