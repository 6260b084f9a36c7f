import type { Db } from '#server/db/tables.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import { findGamesByName } from '#server/features/search/game-search.ts'
import { findGameDetailsByIds, type GameDetails } from './queries-game-details.ts'

const MAX_SEARCH_RESULTS = 5

/** Finds the game with an id, or the first five search results for a name. */
export async function findGameDetails(db: Db, idOrName: string): Promise<GameDetails[]> {
	const ids = /^\d{1,9}$/.test(idOrName)
		? await resolveMergedGames(db, [Number(idOrName)])
		: (await findGamesByName(db, idOrName, 1, MAX_SEARCH_RESULTS)).rows.map(({ id }) => id)
	return findGameDetailsByIds(
		db,
		ids.filter((id) => id !== undefined),
	)
}
