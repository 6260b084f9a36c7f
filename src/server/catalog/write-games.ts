import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { searchFormOf } from '#server/features/search/search-key.ts'
import { slipsOf } from '#server/features/search/typos.ts'
import { type KnownRecord, type Shown, shownFacts, storedFacts } from './displayed-facts.ts'
import { noneUnstored, type PlacedRecord, type Placing, placeRecords, shortHash } from './match-records.ts'
import type { GameFacts } from './record.ts'
import { shownHashes } from './stored-games.ts'

// any number that nothing else on the server takes
const LOCK = 5_091_158

const ADD_SLIPS =
	'insert into game_word_slips (slip, word) select slip, word from unnest($1::text[], $2::text[]) as s (slip, word) on conflict do nothing'

const WRITE_GAMES = `with
	given as materialized (
		select * from json_to_recordset($1) as g (
			id integer, is_new boolean, source text, source_id text, sources text[], facts_hash text,
			name text, cover_source text, release_date text, developers text[], publishers text[], genres text[],
			platforms text[], game_modes text[], summary text, storyline text, description text, screenshot_sources text[], websites jsonb, prominence smallint,
			key text, joined text, words text[], word_count smallint
		)
	),
	written as (
		insert into games (
			id, source, source_id, sources, facts_hash, name, cover_source, release_date, developers, publishers, genres,
			platforms, game_modes, summary, storyline, description, screenshot_sources, websites, prominence, created_at, updated_at
		)
		select id, source, source_id, sources, facts_hash, name, cover_source, release_date, developers, publishers, genres,
			platforms, game_modes, summary, storyline, description, screenshot_sources, websites, prominence, $2, $2
		from given
		on conflict (id) do update set
			source = excluded.source, source_id = excluded.source_id, sources = excluded.sources, facts_hash = excluded.facts_hash,
			name = excluded.name, cover_source = excluded.cover_source, release_date = excluded.release_date,
			developers = excluded.developers, publishers = excluded.publishers, genres = excluded.genres, platforms = excluded.platforms,
			game_modes = excluded.game_modes, summary = excluded.summary, storyline = excluded.storyline,
			description = excluded.description, screenshot_sources = excluded.screenshot_sources, websites = excluded.websites, prominence = excluded.prominence, updated_at = excluded.updated_at
	),
	searchable as (
		insert into game_search (game_id, key, joined, words, word_count)
		select id, key, joined, array_to_tsvector(words), word_count from given
		on conflict (game_id) do update set key = excluded.key, joined = excluded.joined, words = excluded.words, word_count = excluded.word_count
			where (game_search.key, game_search.words) is distinct from (excluded.key, excluded.words)
	)
	update reviews r set game_name = given.name from given
	where not given.is_new and r.game_id = given.id and r.game_name <> given.name`

const WRITE_RECORDS = `insert into game_records (source, source_id, game_id, facts_hash, facts)
	select $2, source_id, game_id, facts_hash, facts
	from json_to_recordset($1) as g (source_id text, game_id integer, facts_hash text, facts jsonb)
	on conflict (source, source_id) do update set facts_hash = excluded.facts_hash, facts = excluded.facts, withdrawn = false
	returning id, source_id`

const FORGET_IDS = 'delete from game_external_ids where record_id = any($1)'
const WRITE_IDS = `insert into game_external_ids (source, id, record_id)
	select source, id, record_id from unnest($1::text[], $2::text[], $3::int[]) as e (source, id, record_id)`
const WRITE_PAIRS = `insert into game_pairs (one, other, reason, noted_at)
	select least(a, b), greatest(a, b), reason, $4 from unnest($1::int[], $2::int[], $3::text[]) as p (a, b, reason) where a <> b
	on conflict do nothing`
const SHOW_AGAIN = 'update games set hidden = false where hidden and id = any($1::int[])'
const NOTE_MET = 'insert into catalogue_met (record_id) select unnest($1::int[]) on conflict do nothing'

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
export function gameWriter(db: Kysely<Tables>, source: string, clock: () => number, options: WriterOptions = {}) {
	const knownWords = new Set<string>()
	return async (games: readonly GameFacts[], last?: (transaction: Db) => Promise<void>): Promise<BatchCounts> => {
		const words = new Set<string>()
		const counts = await inTransaction(db, async (transaction) => {
			await lockCatalogue(transaction)
			// plans are kept, and those made for tables that were empty would read them whole when they are full
			await sql`set local enable_seqscan = off`.execute(transaction)
			const placing = await placeRecords(transaction, source, games, noneUnstored())
			const placed = await withIds(transaction, placing.placed)
			const written = await shownRows(transaction, source, placed, placing.stored)
			for (const row of written)
				for (const word of row.words) if (isWord(word) && !knownWords.has(word)) words.add(word)
			const at = new Date(clock()).toISOString()
			await addSlips(transaction, [...words])
			if (written.length > 0) await run(transaction, WRITE_GAMES, [JSON.stringify(written), at])
			const met = await writeRecords(transaction, source, placed)
			await writePairs(transaction, placed, at)
			const touched = placed.filter(({ isNewGame }) => !isNewGame).map(({ gameId }) => gameId)
			if (touched.length > 0) await run(transaction, SHOW_AGAIN, [touched])
			if (options.notesMet) await run(transaction, NOTE_MET, [[...placing.unchanged, ...met]])
			await last?.(transaction)
			return countsOf(placing)
		})
		for (const word of words) knownWords.add(word)
		return counts
	}
}

/** Returns a function that tells what storing records would do, taking those before them for stored, and stores nothing. */
export function gameRehearser(db: Kysely<Tables>, source: string) {
	const unstored = noneUnstored()
	return async (games: readonly GameFacts[]): Promise<BatchCounts> =>
		countsOf(await placeRecords(db, source, games, unstored))
}

/** Holds back all others who change which games there are, until the transaction ends. */
export async function lockCatalogue(transaction: Db): Promise<void> {
	await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
}

/** Shows of games what their records now say. */
export async function showAnew(transaction: Db, rows: readonly { gameId: number; shown: Shown }[], at: string) {
	const written = rows.map(({ gameId, shown }) => rowOf(gameId, false, shown, shortHash(shown)))
	await addSlips(transaction, [...new Set(written.flatMap(({ words }) => words.filter(isWord)))])
	await run(transaction, WRITE_GAMES, [JSON.stringify(written), at])
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
	const { rows } = await sql<{ id: number }>`
		select nextval(pg_get_serial_sequence('games', 'id'))::int as id from generate_series(1, ${provisional.length})`.execute(
		db,
	)
	const ids = new Map(provisional.map((gameId, index) => [gameId, rows[index]?.id ?? gameId]))
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
async function writeRecords(db: Db, source: string, placed: readonly PlacedRecord[]): Promise<number[]> {
	if (placed.length === 0) return []
	const rows = placed.map(({ given: { sourceId, externalIds, ...facts }, gameId, hash }) => ({
		source_id: sourceId,
		game_id: gameId,
		facts_hash: hash,
		facts: storedFacts(facts),
	}))
	const written = (await run<{ id: number; source_id: string }>(db, WRITE_RECORDS, [JSON.stringify(rows), source])).rows
	const recordIds = new Map(written.map(({ id, source_id }) => [source_id, id]))
	const known = placed.flatMap(({ recordId }) => recordId ?? [])
	if (known.length > 0) await run(db, FORGET_IDS, [known])
	const ids = placed.flatMap(({ given, ids }) => {
		const recordId = recordIds.get(given.sourceId)
		return recordId === undefined ? [] : ids.map((one) => ({ ...one, recordId }))
	})
	await run(db, WRITE_IDS, [
		ids.map(({ source }) => source),
		ids.map(({ id }) => id),
		ids.map(({ recordId }) => recordId),
	])
	return [...recordIds.values()]
}

async function writePairs(db: Db, placed: readonly PlacedRecord[], at: string): Promise<void> {
	const pairs = placed.flatMap(({ gameId, unsure }) => unsure.map((other) => ({ ...other, one: gameId })))
	if (pairs.length === 0) return
	await run(db, WRITE_PAIRS, [
		pairs.map(({ one }) => one),
		pairs.map(({ gameId }) => gameId),
		pairs.map(({ reason }) => reason),
		at,
	])
}

async function addSlips(db: Db, words: readonly string[]): Promise<void> {
	const slips = words.toSorted().flatMap((word) => slipsOf(word).map((slip) => ({ slip, word })))
	if (slips.length > 0) await run(db, ADD_SLIPS, [slips.map(({ slip }) => slip), slips.map(({ word }) => word)])
}

/** Joined words, initials and numbers are found as they stand: no slip leads to them. */
function isWord(word: string): boolean {
	return !/^[+=\p{N}]/u.test(word)
}

function run<Row>(db: Db, text: string, values: unknown[]) {
	return db.executeQuery<Row>(CompiledQuery.raw(text, values) as CompiledQuery<Row>)
}
