import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Returns the id of the game that this one was merged into; undefined if it was not merged. */
export async function resolveMergedGame(db: Db, id: number): Promise<number | undefined> {
	const row = await db.selectFrom('merged_games').select('game_id').where('id', '=', id).executeTakeFirst()
	return row?.game_id
}

/**
 * Returns the current ids of games, in the same order; undefined for games that do not exist. Within a transaction, locks
 * the games against merges until it ends.
 */
export async function resolveMergedGames(db: Db, ids: readonly number[]): Promise<(number | undefined)[]> {
	const lockGames = async () => {
		const { rows } = await sql<{ asked: number; id: number }>`
			select a.id as asked, g.id from unnest(${ids}::int[]) a (id) left join merged_games m on m.id = a.id
			join games g on g.id = coalesce(m.game_id, a.id) order by g.id for key share of g`.execute(db)
		return new Map(rows.map((row) => [row.asked, row.id]))
	}
	const first = await lockGames()
	// Retry for games that were merged while this waited for their locks
	const resolved = ids.every((id) => first.has(id)) ? first : await lockGames()
	return ids.map((id) => resolved.get(id))
}
