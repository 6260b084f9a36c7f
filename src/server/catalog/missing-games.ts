import type { ExternalId } from '#contract/external-ids.ts'
import type { Db } from '#server/db/tables.ts'
import { storeRecord } from './add-game.ts'
import { type GameLookup, LookupFailed } from './lookup.ts'
import { findGamesByExternalIds } from './queries-records.ts'

/** Games that the catalog lacks, added by their ids elsewhere. */
export interface MissingGames {
	/** The kinds of ids that a source of this site can be asked for. */
	idKinds: ReadonlySet<string>
	/** Returns the game with one of these ids, which a source may have to add first; null if none knows it. */
	add: (ids: readonly ExternalId[]) => Promise<number | null | 'unreachable'>
}

/** Creates what adds missing games as `POST /games` does, for those who bring many at once. */
export function createMissingGames(db: Db, lookup: GameLookup, clock: () => number): MissingGames {
	return {
		idKinds: lookup.idKinds,
		async add(ids) {
			const [known] = await findGamesByExternalIds(db, ids)
			if (known) return known.game_id
			try {
				const found = await lookup.fetchByIds(ids)
				return found ? (await storeRecord(db, found.source, found.facts, clock)).gameId : null
			} catch (error) {
				if (error instanceof LookupFailed) return 'unreachable'
				throw error
			}
		},
	}
}
