import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** The number of games that count as popular, whatever the size of the catalog. */
export const MAX_POPULAR = 10_000
/** The order of popularity, for `game_rankings r`. */
export const BY_POPULARITY = sql`r.reviews_total desc, r.rating_count desc, r.prominence desc`
export const BY_NAME = sql`r.name_key, r.id`

/** Marks the most popular games for searches. Writes only those that have become popular or no longer are; leaves those that another transaction changes to the next call. */
export async function markPopularGames(db: Db, most = MAX_POPULAR): Promise<void> {
	await sql`
		with popular as materialized (
			select r.id from game_rankings r order by ${BY_POPULARITY}, ${BY_NAME} limit ${sql.lit(most)}
		),
		marked as materialized (select game_id from game_search where is_popular),
		changed as (
			(select id as game_id from popular except select game_id from marked) union all
			(select game_id from marked except select id from popular)
		),
		free as materialized (
			select game_id from game_search where game_id in (select game_id from changed) order by game_id for no key update skip locked
		)
		update game_search s set is_popular = not s.is_popular from free where s.game_id = free.game_id`.execute(db)
}
