import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Returns the id of a game, or of the game that it was merged into; undefined if unknown. */
export async function resolveGameId(db: Db, id: number): Promise<number | undefined> {
	const { rows } = await sql<{ id: number }>`
		select g.id from games g where g.id = coalesce((select game_id from merged_games where id = ${id}), ${id})`.execute(
		db,
	)
	return rows[0]?.id
}

// A game that gets reviews and entries all the time is merged all the same
const MAX_LOCK_ROUNDS = 5

/**
 * Locks everything that a merge changes, in the global lock order: windows, lists, reviews, library entries, games, with their counts, and those of the
 * users who lose their older review. Drafts come last. If reviews or entries were added before the games were locked, it lets go and starts again.
 */
export async function lockForMerge(db: Db, target: number, duplicate: number): Promise<void> {
	const lists = sql`select from lists where id in (select list_id from list_items where game_id = ${duplicate}) order by id for update`
	const both = sql`game_id in (${target}, ${duplicate})`
	await sql`select from windows for share`.execute(db)
	await sql`savepoint unlocked`.execute(db)
	for (let round = 1; ; round++) {
		await lists.execute(db)
		const reviews = await sql`select from reviews where ${both} order by id for update`.execute(db)
		await sql`select from review_counts where ${both} order by id for update`.execute(db)
		const entries = await sql`select from library_entries where ${both} order by user_id, game_id for update`.execute(
			db,
		)
		await sql`select from games where id in (${target}, ${duplicate}) order by id for update`.execute(db)
		const all = await countRows(
			db,
			sql`select (select count(*) from reviews where ${both})::int + (select count(*) from library_entries where ${both})::int as n`,
		)
		if (round === MAX_LOCK_ROUNDS || all === reviews.rows.length + entries.rows.length) break
		await sql`rollback to savepoint unlocked`.execute(db)
	}
	await sql`select from game_counts where id in (${target}, ${duplicate}) order by id for update`.execute(db)
	// With rows written while this waited for the games
	await lists.execute(db)
	await sql`
		select from user_counts where id in (
			select k.user_id from reviews k join reviews o on o.user_id = k.user_id and o.game_id = ${duplicate} and is_kept(o.state)
			where k.game_id = ${target} and is_kept(k.state)
		) order by id for no key update`.execute(db)
	await sql`select from review_drafts where game_id in (${target}, ${duplicate}) order by user_id, game_id for update`.execute(
		db,
	)
}

/** One user's reviews of both games. */
export interface ReviewPair {
	older: string
	newer: string
}

/** Finds the reviews of users who have reviewed both games. */
export async function findReviewsOfBoth(db: Db, target: number, duplicate: number): Promise<ReviewPair[]> {
	const { rows } = await sql<ReviewPair>`
		select case when k.updated_at >= o.updated_at then o.id else k.id end as older,
			case when k.updated_at >= o.updated_at then k.id else o.id end as newer
		from reviews k join reviews o on o.user_id = k.user_id and o.game_id = ${duplicate} and is_kept(o.state)
			where k.game_id = ${target} and is_kept(k.state)`.execute(db)
	return rows
}

/** Deletes the older review of each pair; its likes and comments move to the newer one. */
export async function deleteOlderReviews(db: Db, pairs: readonly ReviewPair[]): Promise<void> {
	const older = pairs.map((pair) => pair.older)
	const newer = pairs.map((pair) => pair.newer)
	const rows = sql`unnest(${older}::uuid[], ${newer}::uuid[]) as p (older, newer)`
	await sql`
		update review_likes l set review_id = p.newer from ${rows} where l.review_id = p.older
			and not exists (select from review_likes n where n.review_id = p.newer and n.user_id = l.user_id)`.execute(db)
	await sql`update comments c set review_id = p.newer from ${rows} where c.review_id = p.older`.execute(db)
	await sql`delete from reviews where id = any(${older}::uuid[])`.execute(db)
}

/** Moves the reviews and the library entries of a game to another one; returns the number of reviews. */
export async function moveReviews(db: Db, duplicate: number, target: number): Promise<number> {
	const reviews = await countRows(db, sql`select count(*)::int as n from reviews where game_id = ${duplicate}`)
	await sql`select move_reviews(${duplicate}, ${target})`.execute(db)
	return reviews
}

/**
 * Moves the drafts of reviews of a game to another one. Of a person's drafts of both, one remains with both texts, the
 * newer first, so that nothing typed is lost.
 */
export async function moveDrafts(db: Db, duplicate: number, target: number): Promise<void> {
	await sql`
		with joined as (
			select user_id, max(version) + 1 as version, max(updated_at) as updated_at, bool_or(contains_spoilers) as contains_spoilers,
				(array_agg(device order by updated_at desc))[1] as device,
				(array_agg(half_stars order by updated_at desc) filter (where half_stars is not null))[1] as half_stars,
				(array_agg(platform order by updated_at desc) filter (where platform is not null))[1] as platform,
				(array_agg(time_played order by updated_at desc) filter (where time_played is not null))[1] as time_played,
				case count(distinct description) when 1 then min(description)
					else string_agg(description, E'\n\n' order by updated_at desc) filter (where description <> '') end as description
			from review_drafts where game_id in (${duplicate}, ${target}) group by user_id having count(*) = 2
		), gone as (
			delete from review_drafts d using joined j where d.user_id = j.user_id and d.game_id = ${duplicate}
		)
		update review_drafts d set version = j.version, updated_at = j.updated_at, contains_spoilers = j.contains_spoilers, device = j.device,
			half_stars = j.half_stars, platform = j.platform, time_played = j.time_played, description = j.description
		from joined j where d.user_id = j.user_id and d.game_id = ${target}`.execute(db)
	await db.updateTable('review_drafts').set({ game_id: target }).where('game_id', '=', duplicate).execute()
}

/** Moves the dismissals of a game to another one; those who dismissed both have one. */
export async function moveDismissals(db: Db, duplicate: number, target: number): Promise<void> {
	await sql`
		insert into dismissals (user_id, game_id, created_at)
		select user_id, ${target}::int, created_at from dismissals where game_id = ${duplicate} order by user_id
		on conflict do nothing`.execute(db)
	await db.deleteFrom('dismissals').where('game_id', '=', duplicate).execute()
}

/** Moves the postponements of a game to another one; those who postponed both have the later one. */
export async function movePostponements(db: Db, duplicate: number, target: number): Promise<void> {
	await sql`
		insert into postponements (user_id, game_id, created_at)
		select user_id, ${target}::int, created_at from postponements where game_id = ${duplicate} order by user_id
		on conflict (user_id, game_id) do update set created_at = greatest(postponements.created_at, excluded.created_at)`.execute(
		db,
	)
	await db.deleteFrom('postponements').where('game_id', '=', duplicate).execute()
}

export function countListItems(db: Db, gameId: number): Promise<number> {
	return countRows(db, sql`select count(*)::int as n from list_items where game_id = ${gameId}`)
}

/** The two items of a list that contains both games: `id` comes first and stays, `gone` is deleted. */
interface ListItemPair {
	list_id: string
	id: string
	gone: string
	gone_position: number
	/** The notes of both, in list order. */
	notes: string[]
	/** Whether notes of one of them are somebody else's. */
	is_copied: boolean
}

export async function findListItemsOfBoth(db: Db, target: number, duplicate: number): Promise<ListItemPair[]> {
	const { rows } = await sql<ListItemPair>`
		select k.list_id, case when k.position < o.position then k.id else o.id end as id,
			case when k.position < o.position then o.id else k.id end as gone, greatest(k.position, o.position) as gone_position,
			case when k.position < o.position then array[k.notes, o.notes] else array[o.notes, k.notes] end as notes,
			k.is_copied or o.is_copied as is_copied
		from list_items k join list_items o on o.list_id = k.list_id and o.game_id = ${duplicate} where k.game_id = ${target}`.execute(
		db,
	)
	return rows
}

/** Merges two items of a list into one, and closes the gap. */
export async function mergeListItems(
	db: Db,
	{ list_id, id, gone, gone_position, is_copied }: ListItemPair,
	joined: { gameId: number; notes: string },
): Promise<void> {
	await db.deleteFrom('list_items').where('id', '=', gone).execute()
	await db
		.updateTable('list_items')
		.set({ game_id: joined.gameId, notes: joined.notes, is_copied })
		.where('id', '=', id)
		.execute()
	await sql`update list_items set position = position - 1 where list_id = ${list_id} and position > ${gone_position}`.execute(
		db,
	)
}

/** Replaces a game with another one in all lists. */
export async function replaceInLists(db: Db, duplicate: number, target: number): Promise<void> {
	await db.updateTable('list_items').set({ game_id: target }).where('game_id', '=', duplicate).execute()
}

/** Moves the records, pairs and merged ids of `duplicate` to `target`, deletes it, and redirects its id. */
export async function absorbGame(db: Db, duplicate: number, target: number): Promise<void> {
	await db.updateTable('game_records').set({ game_id: target }).where('game_id', '=', duplicate).execute()
	await sql`
			insert into game_pairs (one, other, reason, kept_apart, noted_at)
			select least(x, ${target}::int), greatest(x, ${target}::int), reason, kept_apart, noted_at
			from (select case one when ${duplicate} then other else one end as x, reason, kept_apart, noted_at from game_pairs where ${duplicate} in (one, other)) p
			where x <> ${target}
			on conflict (one, other) do update set kept_apart = game_pairs.kept_apart or excluded.kept_apart`.execute(db)
	await db.updateTable('merged_games').set({ game_id: target }).where('game_id', '=', duplicate).execute()
	await db.insertInto('merged_games').values({ id: duplicate, game_id: target }).execute()
	// Images that the operator has taken down stay down
	await sql`update game_suggestions set game_id = ${target} where game_id = ${duplicate}`.execute(db)
	await sql`update games set no_image = true where id = ${target} and (select no_image from games where id = ${duplicate})`.execute(
		db,
	)
	await movePastRankings(db, duplicate, target)
	await db.deleteFrom('games').where('id', '=', duplicate).execute()
}

/** Moves the recorded places of a game. Where the target has one as well, the better one remains. */
async function movePastRankings(db: Db, duplicate: number, target: number): Promise<void> {
	await sql`update past_game_rankings set game_id = ${target} where game_id = ${duplicate}`.execute(db)
	await sql`
		delete from past_game_rankings r using past_game_rankings better where r.game_id = ${target} and better.game_id = ${target}
			and better.day = r.day and better.period = r.period and better.place < r.place`.execute(db)
}

/** Stores the operator's decision that two games are not the same. */
export async function saveDistinctPair(db: Db, one: number, other: number, at: string): Promise<void> {
	await db
		.insertInto('game_pairs')
		.values({
			one: Math.min(one, other),
			other: Math.max(one, other),
			reason: 'A person keeps them apart',
			kept_apart: true,
			noted_at: at,
		})
		.onConflict((conflict) => conflict.columns(['one', 'other']).doUpdateSet({ kept_apart: true }))
		.execute()
}

async function countRows(db: Db, query: RawBuilder<unknown>): Promise<number> {
	const { rows } = await (query as RawBuilder<{ n: number }>).execute(db)
	return rows[0]?.n ?? 0
}
