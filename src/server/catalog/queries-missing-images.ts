import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/**
 * Takes the imported pictures of a game down, so that a drawn cover stands in their place, or puts them up again; imports
 * leave it so. Returns the game's name, undefined where there is no such game. An id that has become part of another game means that one.
 */
export async function setImagesHidden(db: Db, gameId: number, isHidden: boolean): Promise<string | undefined> {
	const game = await db
		.updateTable('games')
		.set({ no_image: isHidden })
		.where('id', '=', sql<number>`coalesce((select game_id from merged_games where id = ${gameId}), ${gameId})`)
		.returning('name')
		.executeTakeFirst()
	return game?.name
}
