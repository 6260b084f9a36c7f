import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

/** A user with a large library. */
export interface Player {
	id: string
	/** A game in it. */
	game: number
}

const ID = '00000000-0000-7000-8000-00000000feed'
export const USERNAME = 'bench_player'
const GAMES = 5_000

/**
 * Adds a user with a library of 5,000 games (fewer if there are fewer), 4 plays for each 5 games and a session for each
 * game, of ten years; the same one in each run.
 */
export async function addPlayer(db: Db): Promise<Player> {
	await db
		.insertInto('users')
		.values({
			id: ID,
			username: USERNAME,
			email: `${USERNAME}@example.org`,
			email_key: `${USERNAME}@example.org`,
			created_at: new Date(0).toISOString(),
		})
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	await withoutStatementTimeout(db, async (connection) => {
		const { rows } =
			await sql`insert into library_entries (user_id, game_id, status, half_stars, is_loved, created_at, updated_at)
			select ${ID}::uuid, id, (array['played', 'finished', 'backlog', 'playing', 'completed'])[1 + n % 5],
				case when n % 3 > 0 then 1 + n % 10 end, n % 50 = 0, now() - n * interval '1 hour', now() - n * interval '1 hour'
			from (select id, row_number() over (order by id) as n from games order by id limit ${GAMES}) g
			on conflict do nothing returning game_id`.execute(connection)
		if (rows.length === 0) return
		await sql`insert into plays (id, user_id, game_id, started_on, ended_on, outcome, minutes, platform, is_replay, created_at, updated_at)
			select gen_random_uuid(), user_id, game_id, (date '2015-01-01' + game_id % 4000)::text, (date '2015-01-10' + game_id % 4000)::text,
				'finished', 600 + game_id % 1000, 'PC', false, now(), now()
			from library_entries where user_id = ${ID} and game_id % 5 > 0`.execute(connection)
		await sql`insert into play_sessions (id, user_id, game_id, day, minutes, created_at)
			select gen_random_uuid(), user_id, game_id, date '2015-01-01' + game_id * 7 % 4000, 30 + game_id % 90, now()
			from library_entries where user_id = ${ID}`.execute(connection)
		await sql`analyze library_entries, plays, play_sessions`.execute(connection)
	})
	const { game_id: game } = await db
		.selectFrom('plays')
		.select('game_id')
		.where('user_id', '=', ID)
		.limit(1)
		.executeTakeFirstOrThrow()
	return { id: ID, game }
}
