import type { Db } from '#server/db/tables.ts'
import { omitEmptyFacts, resolveDisplayedFacts, SOURCE_PRIORITY } from './displayed-facts.ts'
import { listEditions, listExternalIds, listVisibleGameIds } from './queries-export.ts'
import { findRecordsOfGames } from './queries-records.ts'

const PAGE_SIZE = 500

/** Yields each visible game as a line of JSON that an import can read. Contains no user content. */
export async function* exportGames(db: Db): AsyncGenerator<string> {
	const usedIds = new Set<string>()
	for (let after = 0; ; ) {
		const ids = await listVisibleGameIds(db, after, PAGE_SIZE)
		if (ids.length === 0) return
		const recordsByGame = Map.groupBy(await findRecordsOfGames(db, ids), ({ game_id }) => game_id)
		// Omit ids that have a meaning only within one file
		const externalIdsByGame = Map.groupBy(await listExternalIds(db, ids, SOURCE_PRIORITY), ({ game_id }) => game_id)
		const originals = new Map((await listEditions(db, ids)).map(({ game_id, original }) => [game_id, original]))
		for (const id of ids) {
			const records = recordsByGame.get(id) ?? []
			if (records.length === 0) continue
			const { source, sourceId, facts } = resolveDisplayedFacts(
				records.map(({ source, source_id, facts }) => ({ source, sourceId: source_id, facts })),
			)
			// Two sources may use the same id
			const uniqueId = usedIds.has(sourceId) ? `${source}:${sourceId}` : sourceId
			usedIds.add(uniqueId)
			const externalIds = (externalIdsByGame.get(id) ?? []).map(({ source, id }) => ({ source, id }))
			const { editionOf: _, ...others } = omitEmptyFacts(facts)
			const editionOf = originals.get(id)
			yield JSON.stringify({ sourceId: uniqueId, ...others, ...(editionOf && { editionOf }), externalIds })
		}
		after = ids.at(-1) ?? after
	}
}
