import type { StoredFacts } from '#server/db/column-types.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import type { Db } from '#server/db/tables.ts'
import type { ExternalId } from './external-ids.ts'

/** A stored record. */
export interface StoredRecord {
	id: number
	game_id: number
	source: string
	source_id: string
	facts: StoredFacts
}

/** The stored state of a record. */
export interface RecordState {
	id: number
	source_id: string
	game_id: number
	facts_hash: string
	withdrawn: boolean
}

// `offset 0` forces an index lookup per row, where a join might scan the whole table for every batch
const lookUpEach = (wanted: string, found: string) =>
	`select found.* from ${wanted} cross join lateral (${found} offset 0) found`

const STATES = lookUpEach(
	'unnest($2::text[]) w (source_id)',
	'select id, source_id, game_id, facts_hash, withdrawn from game_records r where r.source = $1 and r.source_id = w.source_id',
)
const BY_IDS = `select w.source, w.id, found.game_id from unnest($1::text[], $2::text[]) w (source, id)
	cross join lateral (select record_id from game_external_ids e where e.source = w.source and e.id = w.id offset 0) e
	cross join lateral (select game_id from game_records r where r.id = e.record_id offset 0) found`
/** The number of games considered for a name that very many games share. */
const MAX_NAMESAKES = 100
const BY_NAMES = `select w.joined, found.game_id from unnest($1::text[]) w (joined)
	cross join lateral (select game_id from game_search s where s.joined = w.joined order by s.game_id limit ${MAX_NAMESAKES}) found`
const OF_GAMES = lookUpEach(
	'unnest($1::int[]) w (game_id)',
	'select id, game_id, source, source_id, facts from game_records r where r.game_id = w.game_id',
)
const HASHES = lookUpEach('unnest($1::int[]) w (game_id)', 'select id, facts_hash from games g where g.id = w.game_id')
const PAIRS = lookUpEach(
	'unnest($1::int[], $2::int[]) w (one, other)',
	'select one, other from game_pairs p where p.one = least(w.one, w.other) and p.other = greatest(w.one, w.other)',
)

/** Finds the states of a source's records by their ids. */
export function findRecordStates(db: Db, source: string, sourceIds: readonly string[]): Promise<RecordState[]> {
	return rawQuery(db, STATES, [source, sourceIds])
}

/** Finds games by their external ids. */
export function findGamesByExternalIds(
	db: Db,
	ids: readonly ExternalId[],
): Promise<(ExternalId & { game_id: number })[]> {
	return ids.length === 0
		? Promise.resolve([])
		: rawQuery(db, BY_IDS, [ids.map(({ source }) => source), ids.map(({ id }) => id)])
}

/** Finds games by their names in joined search form. */
export function findGamesByNames(db: Db, joined: readonly string[]): Promise<{ joined: string; game_id: number }[]> {
	return joined.length === 0 ? Promise.resolve([]) : rawQuery(db, BY_NAMES, [joined])
}

/** Finds all records of games. */
export function findRecordsOfGames(db: Db, gameIds: readonly number[]): Promise<StoredRecord[]> {
	return gameIds.length === 0 ? Promise.resolve([]) : rawQuery(db, OF_GAMES, [gameIds])
}

/** Finds the pairs that are already stored, resolved or not. The keys of the set contain both orders. */
export async function findStoredPairs(db: Db, pairs: readonly (readonly [number, number])[]): Promise<Set<string>> {
	if (pairs.length === 0) return new Set()
	const rows = await rawQuery<{ one: number; other: number }>(db, PAIRS, [
		pairs.map(([one]) => one),
		pairs.map(([, other]) => other),
	])
	return new Set(rows.flatMap(({ one, other }) => [`${one} ${other}`, `${other} ${one}`]))
}

/** Finds the hashes of the games' displayed facts. */
export async function findFactsHashes(db: Db, gameIds: readonly number[]): Promise<Map<number, string>> {
	if (gameIds.length === 0) return new Map()
	const rows = await rawQuery<{ id: number; facts_hash: string }>(db, HASHES, [gameIds])
	return new Map(rows.map(({ id, facts_hash }) => [id, facts_hash]))
}
