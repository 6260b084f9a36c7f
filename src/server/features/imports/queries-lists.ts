import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { insertChanges } from './queries-write-library.ts'

/** Finds the games of a list of the person, and locks it until the transaction ends. */
export async function lockListGames(
	db: Db,
	listId: string,
	userId: string,
): Promise<{ updatedAt: string; visibility: string; games: number[] } | undefined> {
	const { rows } = await sql<{ updated_at: string; visibility: string }>`
		select to_jsonb(t) ->> 'updated_at' as updated_at, visibility from lists t
		where id = ${listId} and user_id = ${userId} and state = 'published' for update`.execute(db)
	if (!rows[0]) return undefined
	const { rows: items } = await sql<{ game_id: number }>`
		select game_id from list_items where list_id = ${listId} order by position`.execute(db)
	const { updated_at: updatedAt, visibility } = rows[0]
	return { updatedAt, visibility, games: items.map(({ game_id }) => game_id) }
}

/** Adds games to the end of a list. */
export async function appendListGames(
	db: Db,
	listId: string,
	items: readonly { id: string; gameId: number; notes: string }[],
	{ from, at }: { from: number; at: string },
): Promise<void> {
	await sql`
		insert into list_items (id, list_id, game_id, position, notes)
		select i.id, ${listId}::uuid, i."gameId", ${from}::int + place::int - 1, i.notes
		from rows from (jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as (id uuid, "gameId" int, notes text)) with ordinality i (id, "gameId", notes, place)`.execute(
		db,
	)
	await sql`update lists set updated_at = ${at}::timestamptz where id = ${listId}`.execute(db)
}

interface Written {
	importId: string
	batch: number
}

/** Notes in the journal that a list was made. */
export function addListChange(db: Db, { importId, batch }: Written, listIds: readonly string[]): Promise<void> {
	return insertChanges(db, {
		...{ importId, batch },
		changes: listIds.map((ref) => ({ subject: 'list', ref, before: null })),
		after: sql`(
			select to_jsonb(t) || jsonb_build_object('items', (
				select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from list_items i where i.list_id = t.id
			)) from lists t where t.id = c.ref::uuid
		)`,
	})
}

/** Notes in the journal that games were added to a list. */
export function addListGamesChange(
	db: Db,
	{ importId, batch }: Written,
	changes: readonly { listId: string; ids: readonly string[]; updatedAt: string }[],
): Promise<void> {
	return insertChanges(db, {
		...{ importId, batch },
		changes: changes.map(({ listId, ids, updatedAt }) => ({
			subject: 'list_games',
			ref: listId,
			before: { ids, updated_at: updatedAt },
		})),
		after: sql`(
			select jsonb_build_object('list_id', t.id, 'ids', c.before -> 'ids', 'updated_at', t.updated_at) from lists t where t.id = c.ref::uuid
		)`,
	})
}

/** Pins games to a profile that has none, with the journal. */
export async function addFavorites(
	db: Db,
	{ importId, batch, userId, gameIds }: Written & { userId: string; gameIds: readonly number[] },
): Promise<void> {
	await sql`select from games where id = any(${gameIds}::int[]) order by id for key share`.execute(db)
	await sql`select from user_counts where id = ${userId} for no key update`.execute(db)
	const { numAffectedRows } = await sql`
		insert into favorites (user_id, game_id, position)
		select ${userId}::uuid, g.game_id, g.place - 1 from unnest(${gameIds}::int[]) with ordinality g (game_id, place)
		where not exists (select from favorites where user_id = ${userId})`.execute(db)
	if (Number(numAffectedRows) === 0) return
	await insertChanges(db, {
		...{ importId, batch },
		changes: [{ subject: 'favorites', ref: userId, before: null }],
		after: sql`${JSON.stringify({ games: gameIds })}::jsonb`,
	})
}
