import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts'
import type { Db } from '#server/db/tables.ts'
import type { FittedBatch } from './fit.ts'
import { LIKED } from './queries.ts'

/** When the model was fitted, and to how many likes; undefined if it never was. */
export function findModel(db: Db): Promise<{ fitted_at: string; likes: number } | undefined> {
	return db.selectFrom('recommendation_models').select(['fitted_at', 'likes']).executeTakeFirst()
}

/** Counts the ratings of the site. Reads the counts of all games. */
export async function countRatings(db: Db): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select least(coalesce(sum(rating_count), 0), 2147483647)::int as n from game_counts`.execute(db)
	return rows[0]?.n ?? 0
}

export interface PersonRow {
	id: string
	/** The ids of the games that the person likes, the newest first, separated by commas; empty without any. */
	games: string
}

/** Lists people who are not banned or being deleted, in the order of their ids, each with the newest of their likes. */
export async function listLikes(
	db: Db,
	{ after, people, likes }: { after: string; people: number; likes: number },
): Promise<PersonRow[]> {
	const { rows } = await sql<PersonRow>`
		select u.id, array_to_string(array(
			select e.game_id from library_entries e where e.user_id = u.id and ${LIKED}
			order by e.updated_at desc, e.game_id desc limit ${sql.lit(likes)}), ',') as games
		from visible_users u where u.id > ${after}::uuid
		order by u.id limit ${sql.lit(people)}`.execute(db)
	return rows
}

/** Locks the tables of the model for a transaction that replaces them; false if another one has them. */
export async function tryLockModel(transaction: Db): Promise<boolean> {
	const { rows } = await sql<{ locked: boolean }>`
		select pg_try_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS.recommendations)}) as locked`.execute(transaction)
	return rows[0]?.locked === true
}

/** Deletes the rows of the model, and records the one that follows. */
export async function beginModel(
	transaction: Db,
	model: { fittedAt: string; people: number; likes: number },
): Promise<void> {
	await sql`delete from game_weights`.execute(transaction)
	await sql`delete from game_neighbors`.execute(transaction)
	await sql`
		insert into recommendation_models (fitted_at, people, likes)
		values (${model.fittedAt}::timestamptz, ${model.people}::int, ${model.likes}::int)
		on conflict (id) do update set fitted_at = excluded.fitted_at, people = excluded.people, likes = excluded.likes`.execute(
		transaction,
	)
}

/** Writes rows of the model. */
export async function addRows(transaction: Db, batch: FittedBatch): Promise<void> {
	if (batch.table === 'game_weights')
		await sql`
			insert into game_weights (game_id, games, weights)
			select id, games::int[], weights::real[]
			from unnest(${batch.ids}::int[], ${batch.games}::text[], ${batch.weights}::text[]) as row (id, games, weights)`.execute(
			transaction,
		)
	else
		await sql`
			insert into game_neighbors (game_id, neighbors, similarities, people)
			select id, neighbors::int[], similarities::real[], people::int[]
			from unnest(${batch.ids}::int[], ${batch.neighbors}::text[], ${batch.similarities}::text[], ${batch.people}::text[])
				as row (id, neighbors, similarities, people)`.execute(transaction)
}
