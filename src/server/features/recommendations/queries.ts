import { sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'

/** How many of a person's newest likes count. */
export const LIKES_OF_PERSON = 300

/** Whether a library entry is a like: four stars or more, or a heart. */
export const LIKED = sql`(half_stars >= 8 or is_loved) and not is_withdrawn`

// `exists … is not true` looks each game up, where a join would compare it with a whole library
/** Whether a game `g` may be recommended to a person. */
const isOpen = (userId: string) => sql`
	not g.hidden and exists (select from library_entries e where e.user_id = ${userId}::uuid and e.game_id = g.id) is not true
	and exists (select from dismissals d where d.user_id = ${userId}::uuid and d.game_id = g.id) is not true`

/** What decides how games are recommended to a person. */
export interface TasteRow {
	/** The number of the person's ratings, but no more than `enough`. */
	ratings: number
	/** The games that the person likes, the newest first. */
	liked: number[]
	/** Whether the site has a model of what people like. */
	has_model: boolean
}

export async function findTaste(db: Db, userId: string, enough: number): Promise<TasteRow> {
	const { rows } = await sql<TasteRow>`
		select (select count(*)::int from (
				select from library_entries where user_id = ${userId}::uuid and half_stars is not null limit ${sql.lit(enough)}) rated) as ratings,
			array(select game_id from library_entries where user_id = ${userId}::uuid and ${LIKED}
				order by updated_at desc, game_id desc limit ${sql.lit(LIKES_OF_PERSON)}) as liked,
			exists (select from recommendation_models where likes > 0) as has_model`.execute(db)
	return rows[0] ?? { ratings: 0, liked: [], has_model: false }
}

interface LikelyRow {
	game: GameRef
	/** The names of the two liked games that say most for it, or of one. */
	because: string[]
}

/**
 * Lists the games that somebody who likes `liked` may like most, the likeliest first: those of the model by its weights, and after
 * them others that are neighbors of liked ones.
 */
export async function listLikely(db: Db, userId: string, liked: readonly number[], most: number): Promise<LikelyRow[]> {
	const { rows } = await sql<LikelyRow>`
		with added as (
			select of_model.game_id as because, said.game, said.weight, true as is_of_model
			from unnest(${liked}::int[]) as liked (id) join game_weights of_model on of_model.game_id = liked.id
			cross join lateral unnest(of_model.games, of_model.weights) as said (game, weight)
			union all
			select alike.game_id, said.game, said.weight, false
			from unnest(${liked}::int[]) as liked (id) join game_neighbors alike on alike.game_id = liked.id
			cross join lateral unnest(alike.neighbors, alike.similarities) as said (game, weight)
			where not exists (select from game_weights known where known.game_id = said.game)
		), scored as (
			select game, bool_or(is_of_model) as is_of_model, sum(weight::float8) as score,
				(array_agg(because order by weight desc, because) filter (where weight > 0))[1:2] as because
			from added group by game having sum(weight::float8) > 0
		)
		select ${sql.raw(GAME_REF)} as game,
			array(select b.name from unnest(s.because) with ordinality as said (id, place) join games b on b.id = said.id order by place) as because
		from scored s join games g on g.id = s.game where ${isOpen(userId)}
		order by s.is_of_model desc, s.score desc, s.game limit ${sql.lit(most)}`.execute(db)
	return rows
}

/** What is known of a game before people say anything. */
export interface FactsRow {
	id: number
	name: string
	genres: string[]
	developers: string[]
	game_modes: string[]
}

/** Finds the facts of games, in the order of `ids`. */
export async function findFacts(db: Db, ids: readonly number[]): Promise<FactsRow[]> {
	const { rows } = await sql<FactsRow>`
		select g.id, g.name, g.genres, g.developers, g.game_modes
		from unnest(${ids}::int[]) with ordinality as wanted (id, place) join games g on g.id = wanted.id order by place`.execute(
		db,
	)
	return rows
}

export interface KnownRow extends FactsRow {
	game: GameRef
	/** The number of ratings for each half star. */
	rating_counts: number[]
}

/** Lists the best known games that may be recommended to a person: those with the most reviews, then ratings, then prominence. */
export async function listKnown(db: Db, userId: string, most: number): Promise<KnownRow[]> {
	const { rows } = await sql<KnownRow>`
		select g.id, g.name, g.genres, g.developers, g.game_modes, ${sql.raw(GAME_REF)} as game, gc.rating_counts
		from game_rankings r join games g on g.id = r.id join game_counts gc on gc.id = r.id where ${isOpen(userId)}
		order by r.reviews_total desc, r.rating_count desc, r.prominence desc, r.name_key, r.id limit ${sql.lit(most)}`.execute(
		db,
	)
	return rows
}

/** How many later games of a series are looked at: a person may have the next ones. */
const LATER_OF_SERIES = 50

interface NextOfSeriesRow {
	game: GameRef
	series: string
}

/**
 * Lists, for each series of the liked games, the next game after the latest that is liked, unless the person has it: the series
 * that was liked last first.
 */
export async function listNextOfSeries(
	db: Db,
	userId: string,
	liked: readonly number[],
	most: number,
): Promise<NextOfSeriesRow[]> {
	const { rows } = await sql<NextOfSeriesRow>`
		select ${sql.raw(GAME_REF)} as game, g.series
		from (
			select g.series_slug, min(l.place) as place, max(g.release_date) as latest
			from unnest(${liked}::int[]) with ordinality as l (id, place) join games g on g.id = l.id
			where g.series_slug is not null group by g.series_slug having max(g.release_date) is not null
		) s
		cross join lateral (
			select g.* from (
				select * from games where series_slug = s.series_slug and not hidden and release_date > s.latest
				order by release_date, id limit ${sql.lit(LATER_OF_SERIES)}
			) g
			-- Not the same game again
			where g.kind = 'game' and g.edition_of_source is null and ${isOpen(userId)}
			order by g.release_date, g.id limit 1
		) g
		order by s.place limit ${sql.lit(most)}`.execute(db)
	return rows
}

/** Dismisses a game. Returns whether that is new. */
export async function addDismissal(
	tx: Tx,
	{ userId, gameId, at }: { userId: string; gameId: number; at: string },
): Promise<boolean> {
	// The lock makes the limit exact
	await sql`select from user_counts where id = ${userId} for no key update`.execute(tx)
	const { rows } = await sql`
		insert into dismissals (user_id, game_id, created_at) values (${userId}, ${gameId}::int, ${at}::timestamptz)
		on conflict do nothing returning game_id`.execute(tx)
	return rows.length > 0
}

/** Returns whether a person has dismissed more games than `limit`. The transaction has locked their counts. */
export async function hasTooManyDismissals(tx: Tx, userId: string, limit: number): Promise<boolean> {
	const { rows } = await sql`
		select from dismissals where user_id = ${userId} offset ${limit}::integer limit 1`.execute(tx)
	return rows.length > 0
}

/** Takes back the dismissal of a game, or of the one that it was merged into. */
export async function removeDismissal(db: Db, userId: string, gameId: number): Promise<void> {
	await sql`
		delete from dismissals where user_id = ${userId}::uuid
			and game_id in (${gameId}::int, (select game_id from merged_games where id = ${gameId}::int))`.execute(db)
}
