import { sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'

/** Finds the games that a user has pinned, in order. */
export async function findFavorites(db: Db, userId: string): Promise<GameRef[]> {
	const { rows } = await sql<{ game: GameRef }>`
		select ${sql.raw(GAME_REF)} as game from favorites f join games g on g.id = f.game_id
		where f.user_id = ${userId} order by f.position`.execute(db)
	return rows.map(({ game }) => game)
}

/** Replaces a user's favorites; the transaction has locked the games. */
export async function replaceFavorites(db: Db, userId: string, gameIds: readonly number[]): Promise<void> {
	// Two requests at once would insert the same rows
	await sql`select from user_counts where id = ${userId} for no key update`.execute(db)
	await db.deleteFrom('favorites').where('user_id', '=', userId).execute()
	if (gameIds.length === 0) return
	await db
		.insertInto('favorites')
		.values(gameIds.map((game_id, position) => ({ user_id: userId, game_id, position })))
		.execute()
}
