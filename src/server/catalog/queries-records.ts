import { type RawBuilder, sql } from 'kysely'
import type { ExternalId } from '#contract/external-ids.ts'
import type { StoredFacts } from '#server/db/column-types.ts'
import type { Db } from '#server/db/tables.ts'

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
async function lookUpEach<Found>(db: Db, wanted: RawBuilder<unknown>, found: RawBuilder<unknown>): Promise<Found[]> {
	const { rows } = await sql<Found>`
		select found.* from ${wanted} cross join lateral (${found} offset 0) found`.execute(db)
	return rows
}

/** The number of games considered for a name that very many games share. */
const MAX_NAMESAKES = sql.lit(100)

/** Finds the states of a source's records by their ids. */
export function findRecordStates(db: Db, source: string, sourceIds: readonly string[]): Promise<RecordState[]> {
	return lookUpEach(
		db,
		sql`unnest(${sourceIds}::text[]) w (source_id)`,
		sql`select id, source_id, game_id, facts_hash, withdrawn from game_records r
			where r.source = ${source} and r.source_id = w.source_id`,
	)
}

/** Finds games by their external ids. */
export async function findGamesByExternalIds(
	db: Db,
	ids: readonly ExternalId[],
): Promise<(ExternalId & { game_id: number })[]> {
	if (ids.length === 0) return []
	const { rows } = await sql<ExternalId & { game_id: number }>`
		select w.source, w.id, found.game_id
		from unnest(${ids.map(({ source }) => source)}::text[], ${ids.map(({ id }) => id)}::text[]) w (source, id)
		cross join lateral (select record_id from game_external_ids e where e.source = w.source and e.id = w.id offset 0) e
		cross join lateral (select game_id from game_records r where r.id = e.record_id offset 0) found`.execute(db)
	return rows
}

/** Finds games by their names in joined search form. */
export async function findGamesByNames(
	db: Db,
	joined: readonly string[],
): Promise<{ joined: string; game_id: number }[]> {
	if (joined.length === 0) return []
	const { rows } = await sql<{ joined: string; game_id: number }>`
		select w.joined, found.game_id from unnest(${joined}::text[]) w (joined) cross join lateral (
			select game_id from game_search s where s.joined = w.joined order by s.game_id limit ${MAX_NAMESAKES}
		) found`.execute(db)
	return rows
}

/** Finds all records of games. */
export async function findRecordsOfGames(db: Db, gameIds: readonly number[]): Promise<StoredRecord[]> {
	if (gameIds.length === 0) return []
	return lookUpEach(
		db,
		sql`unnest(${gameIds}::int[]) w (game_id)`,
		sql`select id, game_id, source, source_id, facts from game_records r where r.game_id = w.game_id`,
	)
}

/** Finds the pairs that are already stored, resolved or not. The keys of the set contain both orders. */
export async function findStoredPairs(db: Db, pairs: readonly (readonly [number, number])[]): Promise<Set<string>> {
	if (pairs.length === 0) return new Set()
	const rows = await lookUpEach<{ one: number; other: number }>(
		db,
		sql`unnest(${pairs.map(([one]) => one)}::int[], ${pairs.map(([, other]) => other)}::int[]) w (one, other)`,
		sql`select one, other from game_pairs p where p.one = least(w.one, w.other) and p.other = greatest(w.one, w.other)`,
	)
	return new Set(rows.flatMap(({ one, other }) => [`${one} ${other}`, `${other} ${one}`]))
}

/** Finds the hashes of the games' displayed facts. */
export async function findFactsHashes(db: Db, gameIds: readonly number[]): Promise<Map<number, string>> {
	if (gameIds.length === 0) return new Map()
	const rows = await lookUpEach<{ id: number; facts_hash: string }>(
		db,
		sql`unnest(${gameIds}::int[]) w (game_id)`,
		sql`select id, facts_hash from games g where g.id = w.game_id`,
	)
	return new Map(rows.map(({ id, facts_hash }) => [id, facts_hash]))
}
