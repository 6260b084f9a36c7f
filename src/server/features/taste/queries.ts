import { sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import { TASTE_LIMITS } from '#contract/taste.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { MIDDLE, type SharedRatings } from './match.ts'

const MAX_COMPARED = sql.lit(TASTE_LIMITS.comparedRatings)
const MAX_GAMES = sql.lit(TASTE_LIMITS.games)

/** In half stars: half a star apart is the same opinion, a whole one is another. */
const MAX_AGREEMENT = sql.lit(1)
const MIN_DIFFERENCE = sql.lit(2)

interface ComparedRow extends SharedRatings {
	agree: GameRef[]
	disagree: GameRef[]
}

const lastRatings = (userId: string) => sql`(
	select game_id, half_stars - ${sql.lit(MIDDLE)} as liked from library_entries where user_id = ${userId} and half_stars is not null
	order by updated_at desc, game_id limit ${MAX_COMPARED})`

/**
 * Compares the last ratings of two people, the same for either order of them. Undefined if one of them does not want that. Whether one
 * may see the other is for the caller to know; a library shows its ratings to all who see its owner.
 */
export async function compareRatings(db: Db, one: string, other: string): Promise<ComparedRow | undefined> {
	const { rows } = await sql<ComparedRow>`
		with shared as materialized (
			select game_id, max(liked) filter (where is_one) as one, max(liked) filter (where not is_one) as other
			from (select true as is_one, o.* from ${lastRatings(one)} o union all select false, t.* from ${lastRatings(other)} t) both_rated
			where not exists (select from preferences where user_id in (${one}, ${other}) and not is_taste_shown)
			group by game_id having count(*) = 2
		)
		select count(*)::int as shared, coalesce(sum(one * other), 0)::int as products,
			coalesce(sum(one * one), 0)::int as squares, coalesce(sum(other * other), 0)::int as "otherSquares",
			array(
				select ${sql.raw(GAME_REF)} from (
					select game_id, one + other as liked, abs(one - other) as apart from shared where abs(one - other) <= ${MAX_AGREEMENT}
					order by one + other desc, abs(one - other), game_id limit ${MAX_GAMES}
				) best join games g on g.id = best.game_id order by best.liked desc, best.apart, best.game_id
			) as agree,
			array(
				select ${sql.raw(GAME_REF)} from (
					select game_id, abs(one - other) as apart from shared where abs(one - other) >= ${MIN_DIFFERENCE}
					order by abs(one - other) desc, game_id limit ${MAX_GAMES}
				) furthest join games g on g.id = furthest.game_id order by furthest.apart desc, furthest.game_id
			) as disagree
		from shared having count(*) >= ${sql.lit(TASTE_LIMITS.minShared)}`.execute(db)
	return rows[0]
}
