import { toOwnId } from '#contract/external-ids.ts'
import type { GameCandidate, LookupSource } from '#contract/game-lookup.ts'
import type { Db } from '#server/db/tables.ts'
import { emptyBatch, matchRecords } from './match-records.ts'
import { findRecordStates } from './queries-records.ts'
import type { GameFacts } from './record.ts'
import { SITE_SOURCE } from './site-source.ts'
import { gameWriter } from './write-games.ts'

/** Finds the games of the catalog that these records of a source are, or would become part of, by `sourceId`. */
export async function findGamesOfRecords(
	db: Db,
	source: LookupSource,
	facts: readonly GameFacts[],
): Promise<Map<string, number>> {
	const states = await findRecordStates(
		db,
		source,
		facts.map(({ sourceId }) => sourceId),
	)
	const known = new Map(states.map(({ source_id, game_id }) => [source_id, game_id]))
	for (const one of facts) {
		if (known.has(one.sourceId)) continue
		// Each on its own: two candidates may be alike, but neither is in the catalog
		const { matched } = await matchRecords(db, source, [one], emptyBatch())
		const gameId = matched[0]?.gameId ?? 0
		if (gameId > 0) known.set(one.sourceId, gameId)
	}
	return known
}

/** Converts a record to a candidate. */
export function toCandidate(source: LookupSource, facts: GameFacts, gameId: number | undefined): GameCandidate {
	return {
		source,
		sourceId: toOwnId(source, facts.sourceId).id,
		name: facts.name,
		releaseDate: facts.releaseDate,
		platforms: facts.platforms,
		developers: facts.developers,
		gameId: gameId ?? null,
	}
}

/**
 * Stores a record of a source as an import does, and returns its game. It waits for the batch of a running import, not for
 * the import, which must not count the record as missing.
 */
export async function storeRecord(
	db: Db,
	source: string,
	facts: GameFacts,
	clock: () => number,
): Promise<{ gameId: number; isNew: boolean }> {
	const { added } = await gameWriter(db, source, clock, { tracksSeenRecords: source !== SITE_SOURCE })([facts])
	const [state] = await findRecordStates(db, source, [facts.sourceId])
	if (!state) throw new Error('A stored record is not there')
	return { gameId: state.game_id, isNew: added > 0 }
}
