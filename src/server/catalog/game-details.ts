import type { Db } from '#server/db/tables.ts'
import { presentGames } from '#server/features/games/queries-merged-games.ts'
import { findGamesByName } from '#server/features/search/game-search.ts'
import { gamesToTell, type ToldGame } from './queries-game-details.ts'

const NAMED = 5

/** The games that an id or a name means: the one, or the first five that a search finds. */
export async function toldGames(db: Db, idOrName: string): Promise<ToldGame[]> {
	const ids = /^\d{1,9}$/.test(idOrName)
		? await presentGames(db, [Number(idOrName)])
		: (await findGamesByName(db, idOrName, 1, NAMED)).rows.map(({ id }) => id)
	return gamesToTell(
		db,
		ids.filter((id) => id !== undefined),
	)
}
