import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** A game's details for an operator. */
export interface GameDetails {
	id: number
	name: string
	release_date: string | null
	developers: string[]
	publishers: string[]
	genres: string[]
	platforms: string[]
	game_modes: string[]
	reviews_total: number
	list_items: number
	hidden: boolean
	sources: string[]
	records: { source: string; source_id: string; withdrawn: boolean }[]
	external_ids: { source: string; id: string }[]
	pairs: { other: number; reason: string; kept_apart: boolean }[]
	merged: number[]
}

/** Two games that may be the same. */
export interface UnsurePair {
	one: number
	other: number
	reason: string
}

/** Returns the details of games, in the order of the ids. Skips unknown ids. */
export async function findGameDetailsByIds(db: Db, ids: readonly number[]): Promise<GameDetails[]> {
	const { rows } = await sql<GameDetails>`
		select g.id, g.name, g.release_date, g.developers, g.publishers, g.genres, g.platforms, g.game_modes, c.reviews_total, g.hidden, g.sources,
			(select count(*)::int from list_items i where i.game_id = g.id) as list_items,
			(select coalesce(json_agg(json_build_object('source', r.source, 'source_id', r.source_id, 'withdrawn', r.withdrawn) order by r.id), '[]')
				from game_records r where r.game_id = g.id) as records,
			(select coalesce(json_agg(distinct jsonb_build_object('source', e.source, 'id', e.id)), '[]')
				from game_records r join game_external_ids e on e.record_id = r.id where r.game_id = g.id) as external_ids,
			(select coalesce(json_agg(json_build_object('other', case p.one when g.id then p.other else p.one end, 'reason', p.reason, 'kept_apart', p.kept_apart)), '[]')
				from game_pairs p where g.id in (p.one, p.other)) as pairs,
			array(select m.id from merged_games m where m.game_id = g.id order by m.id) as merged
		from unnest(${ids}::int[]) with ordinality a (id, place) join games g on g.id = a.id join game_counts c on c.id = a.id order by a.place`.execute(
		db,
	)
	return rows
}

/** Returns up to `limit` unresolved pairs, the oldest first, and their total number. */
export async function listUnsurePairs(db: Db, limit: number): Promise<{ pairs: UnsurePair[]; total: number }> {
	const pairs = await db
		.selectFrom('game_pairs')
		.select(['one', 'other', 'reason'])
		.where('kept_apart', '=', false)
		.orderBy('noted_at')
		.orderBy('one')
		.orderBy('other')
		.limit(limit)
		.execute()
	const { total } = await db
		.selectFrom('game_pairs')
		.select(sql<number>`count(*)::int`.as('total'))
		.where('kept_apart', '=', false)
		.executeTakeFirstOrThrow()
	return { pairs, total }
}
