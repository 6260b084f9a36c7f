import { type RawBuilder, sql } from 'kysely'
import { GAME_REF } from './queries.ts'

/** SQL for what the user with this id plays at a time, as JSON; null if nothing. */
export const playingNowOf = (userId: RawBuilder<unknown>, at: string) => sql`(
	select json_build_object('game', ${sql.raw(GAME_REF)}, 'since', to_char(p.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
	from playing_now p join games g on g.id = p.game_id where p.user_id = ${userId} and p.until > ${at}::timestamptz)`
