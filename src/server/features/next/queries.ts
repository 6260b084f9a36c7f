import { type RawBuilder, sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import { MAX_POSTPONED, MAX_WAITING } from '#contract/next.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { LIKED } from '#server/features/recommendations/queries.ts'
import { MINUTES_TO_FINISH } from '#server/features/time-to-beat/queries.ts'

/** How many of a person's newest ratings count. */
const RATINGS_OF_PERSON = 300
const MAX_FRIENDS = 50
const LOVES_EACH = 60
const NAMED_FRIENDS = 2

/** What is in a backlog, or on a wishlist and nothing else; each has an index by `created_at`. */
const IS_WAITING = { backlog: sql`status = 'backlog'`, wishlist: sql`is_wished and status is null` }
export type WaitingSource = keyof typeof IS_WAITING

/** What a game has to be to be suggested to a person. */
export interface NextFilters {
	userId: string
	/** In UTC. */
	day: string
	/** Games postponed after this are left out. */
	postponedSince: string
	platform: string | undefined
	/** Genres. */
	mood: readonly string[]
	/** Minutes to finish it: more than `min`, up to `max`. */
	minutes: { min: number; max: number } | undefined
}

/** A game that may be suggested. */
export interface Candidate {
	id: number
	genres: string[]
	/** When it was added to the backlog or wishlist; null if it is in neither. */
	since: string | null
	minutes: number | null
	/** How many of the people whom the person follows love it, and the names of two. */
	lovers: number
	lover_names: string[]
}

/** Lists the games of a backlog or wishlist that fit: of a large one, of those that were added first and last. */
export function listWaiting(db: Db, source: WaitingSource, filters: NextFilters): Promise<Candidate[]> {
	const half = (direction: 'asc' | 'desc') => sql`(
		select game_id, created_at, platform from library_entries where user_id = ${filters.userId}::uuid and ${IS_WAITING[source]}
		order by created_at ${sql.raw(direction)}, game_id ${sql.raw(direction)} limit ${sql.lit(MAX_WAITING / 2)})`
	return listFitting(db, sql`${half('asc')} union ${half('desc')}`, filters)
}

/** Lists those of some games that fit. */
export function listFittingOf(db: Db, ids: readonly number[], filters: NextFilters): Promise<Candidate[]> {
	return listFitting(
		db,
		sql`select id as game_id, null::timestamptz as created_at, null::text as platform from unnest(${ids}::int[]) id`,
		filters,
	)
}

// `exists … is not true` and `offset 0` look each game up, where a join would read a whole table
async function listFitting(db: Db, from: RawBuilder<unknown>, filters: NextFilters): Promise<Candidate[]> {
	const { userId, day, postponedSince, platform, mood, minutes } = filters
	const conditions = [
		sql`not g.hidden`,
		sql`(g.release_date is null or g.release_date collate "C" <= ${day})`,
		sql`exists (select from dismissals d where d.user_id = ${userId}::uuid and d.game_id = g.id) is not true`,
		sql`exists (select from postponements p where p.user_id = ${userId}::uuid and p.game_id = g.id
			and p.created_at > ${postponedSince}::timestamptz) is not true`,
		...(platform === undefined
			? []
			: [
					sql`folded_names(case when c.platform is null then g.platforms else array[c.platform] end) && folded_names(array[${platform}::text])`,
				]),
		...(mood.length === 0 ? [] : [sql`folded_names(g.genres) && folded_names(${mood}::text[])`]),
		...(minutes ? [sql`(t.minutes is null or t.minutes > ${minutes.min} and t.minutes <= ${minutes.max})`] : []),
	]
	const { rows } = await sql<Omit<Candidate, 'lovers' | 'lover_names'>>`
		select g.id, g.genres, c.created_at as since, t.minutes
		from (${from}) c
		cross join lateral (select id, genres, platforms, hidden, release_date from games where id = c.game_id offset 0) g
		left join lateral (
			select ${sql.raw(MINUTES_TO_FINISH)} as minutes from times_to_beat t where game_id = g.id offset 0
		) t on true
		where ${sql.join(conditions, sql` and `)}`.execute(db)
	const loves = await listLoves(
		db,
		userId,
		rows.map(({ id }) => id),
	)
	return rows.map((row) => ({ ...row, lovers: 0, lover_names: [], ...loves.get(row.id) }))
}

/** Lists who of the people whom a person follows loves which of some games. */
async function listLoves(db: Db, userId: string, ids: readonly number[]) {
	// In the same statement it would be read again for each game
	const { rows } = await sql<{ game_id: number } & Pick<Candidate, 'lovers' | 'lover_names'>>`
		select l.game_id, count(*)::int as lovers,
			(array_agg(u.username order by l.updated_at desc, u.id))[1:${sql.lit(NAMED_FRIENDS)}] as lover_names
		from (
			select followed_id from feed_follows(${userId}::uuid) order by created_at desc, followed_id limit ${sql.lit(MAX_FRIENDS)}
		) f join visible_users(${userId}::uuid) u on u.id = f.followed_id cross join lateral (
			select game_id, updated_at from library_entries where user_id = f.followed_id and ${LIKED}
			order by updated_at desc, game_id desc limit ${sql.lit(LOVES_EACH)}
		) l where l.game_id = any(${ids}::int[]) group by l.game_id`.execute(db)
	return new Map(rows.map(({ game_id, ...loved }) => [game_id, loved]))
}

/** Returns whether anything is in a backlog or on a wishlist, fitting or not. */
export async function hasWaiting(db: Db, source: WaitingSource, userId: string): Promise<boolean> {
	const { rows } = await sql`
		select from library_entries where user_id = ${userId}::uuid and ${IS_WAITING[source]} limit 1`.execute(db)
	return rows.length > 0
}

/** A game that a person has rated. */
export interface RatedGame {
	id: number
	name: string
	genres: string[]
	half_stars: number
}

/** Lists a person's newest ratings. */
export async function listRated(db: Db, userId: string): Promise<RatedGame[]> {
	const { rows } = await sql<RatedGame>`
		select g.id, g.name, g.genres, e.half_stars from (
			select game_id, half_stars, updated_at from library_entries where user_id = ${userId}::uuid and half_stars is not null
			order by updated_at desc, game_id limit ${sql.lit(RATINGS_OF_PERSON)}
		) e cross join lateral (select id, name, genres from games where id = e.game_id offset 0) g
		order by e.updated_at desc, g.id`.execute(db)
	return rows
}

/** Finds games by their ids. */
export async function findNextGames(db: Db, ids: readonly number[]): Promise<Map<number, GameRef>> {
	const { rows } = await sql<{ game: GameRef }>`
		select ${sql.raw(GAME_REF)} as game
		from unnest(${ids}::int[]) as wanted (id) cross join lateral (select * from games where id = wanted.id offset 0) g`.execute(
		db,
	)
	return new Map(rows.map(({ game }) => [game.id, game]))
}

/** Postpones a game from now on, and forgets the person's postponements that are over or too many. */
export async function postpone(
	tx: Tx,
	{ userId, gameId, at, since }: { userId: string; gameId: number; at: string; since: string },
): Promise<void> {
	// The lock makes the limit exact
	await sql`select from user_counts where id = ${userId} for no key update`.execute(tx)
	await sql`
		insert into postponements (user_id, game_id, created_at) values (${userId}, ${gameId}::int, ${at}::timestamptz)
		on conflict (user_id, game_id) do update set created_at = excluded.created_at`.execute(tx)
	await sql`
		delete from postponements where user_id = ${userId}::uuid and (created_at <= ${since}::timestamptz or game_id in (
			select game_id from postponements where user_id = ${userId}::uuid order by created_at desc, (game_id = ${gameId}::int) desc, game_id
			offset ${sql.lit(MAX_POSTPONED)}))`.execute(tx)
}

/** Takes back the postponement of a game, or of the one that it was merged into. */
export async function removePostponement(db: Db, userId: string, gameId: number): Promise<void> {
	await sql`
		delete from postponements where user_id = ${userId}::uuid
			and game_id in (${gameId}::int, (select game_id from merged_games where id = ${gameId}::int))`.execute(db)
}
