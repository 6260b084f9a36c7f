import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/**
 * Takes down the imported images of a game, so that it has a drawn cover, or restores them; imports do not change this.
 * Returns the game's name, or undefined if it does not exist. The id of a merged game means the game it was merged into.
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
