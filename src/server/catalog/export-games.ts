import type { Db } from '#server/db/tables.ts'
import { shownFacts, storedFacts, TRUST } from './displayed-facts.ts'
import { externalIdsOf, shownGameIds } from './queries-export.ts'
import { recordsOf } from './queries-known-games.ts'

const PAGE = 500

/** All games that are shown, a line of JSON each, as an import takes them again; nothing that people wrote is in them. */
export async function* exportedGames(db: Db): AsyncGenerator<string> {
	const named = new Set<string>()
	for (let after = 0; ; ) {
		const ids = await shownGameIds(db, after, PAGE)
		if (ids.length === 0) return
		const records = Map.groupBy(await recordsOf(db, ids), ({ game_id }) => game_id)
		// What only a file calls a game is left out
		const elsewhere = Map.groupBy(await externalIdsOf(db, ids, TRUST), ({ game_id }) => game_id)
		for (const id of ids) {
			const known = records.get(id) ?? []
			if (known.length === 0) continue
			const { source, sourceId, facts } = shownFacts(
				known.map(({ source, source_id, facts }) => ({ source, sourceId: source_id, facts })),
			)
			// Two sources may use the same one
			const unique = named.has(sourceId) ? `${source}:${sourceId}` : sourceId
			named.add(unique)
			const externalIds = (elsewhere.get(id) ?? []).map(({ source, id }) => ({ source, id }))
			yield JSON.stringify({ sourceId: unique, ...storedFacts(facts), externalIds })
		}
		after = ids.at(-1) ?? after
	}
}
