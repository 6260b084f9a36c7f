import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { shownFacts, storedFacts, TRUST } from './displayed-facts.ts'
import { recordsOf } from './stored-games.ts'

const PAGE = 500

/** All games that are shown, a line of JSON each, as an import takes them again; nothing that people wrote is in them. */
export async function* exportedGames(db: Db): AsyncGenerator<string> {
	const named = new Set<string>()
	for (let after = 0; ; ) {
		const games = await db
			.selectFrom('games')
			.select('id')
			.where('id', '>', after)
			.where('hidden', '=', false)
			.orderBy('id')
			.limit(PAGE)
			.execute()
		if (games.length === 0) return
		const ids = games.map(({ id }) => id)
		const records = Map.groupBy(await recordsOf(db, ids), ({ game_id }) => game_id)
		const elsewhere = Map.groupBy(await externalIdsOf(db, ids), ({ game_id }) => game_id)
		for (const id of ids) {
			const known = records.get(id) ?? []
			if (known.length === 0) continue
			const { source, sourceId, facts } = shownFacts(
				known.map(({ source, source_id, facts }) => ({ source, sourceId: source_id, facts })),
			)
			// two sources may use the same one
			const unique = named.has(sourceId) ? `${source}:${sourceId}` : sourceId
			named.add(unique)
			const externalIds = (elsewhere.get(id) ?? []).map(({ source, id }) => ({ source, id }))
			yield JSON.stringify({ sourceId: unique, ...storedFacts(facts), externalIds })
		}
		after = ids.at(-1) ?? after
	}
}

/** Ids that mean the same to everyone: what only a file calls a game is left out. */
async function externalIdsOf(db: Db, gameIds: readonly number[]) {
	const { rows } = await sql<{ game_id: number; source: string; id: string }>`
		select distinct r.game_id, e.source, e.id from game_records r join game_external_ids e on e.record_id = r.id
		where r.game_id = any(${gameIds}::int[]) and (e.source <> r.source or r.source = any(${TRUST}::text[])) order by r.game_id, e.source, e.id`.execute(
		db,
	)
	return rows
}
