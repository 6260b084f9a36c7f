import { sql } from 'kysely'
import type { GameKind } from '#contract/game-kinds.ts'
import type { GameRef } from '#contract/game-ref.ts'
import type { Period } from '#contract/shapes.ts'
import type { PastRanking } from '#server/db/past-rankings.ts'
import { PERIOD_SUFFIX, rankingOrder } from '#server/db/ranking-order.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { resolveMergedGame } from './queries-merged-games.ts'
import { GAME_COLUMNS, type GameRow, type ScoreRow } from './queries-rows.ts'

const MIN_RATERS = sql.lit(5)

interface GameDetailRow extends GameRow {
	/** The number of ratings for each half star. */
	rating_counts: number[]
	my_review_id: string | null
	/** Where at least five people have rated, most ratings first. */
	scores: ScoreRow[]
	series: string | null
	series_slug: string | null
	kind: GameKind
	edition_of_source: string | null
	edition_of_source_id: string | null
}

/** Finds a game with its rating distribution and the id of the viewer's review, null without one. */
export async function findGame(db: Db, id: number, viewerId: string | null): Promise<GameDetailRow | undefined> {
	const { rows } = await sql<GameDetailRow>`
		select ${sql.raw(GAME_COLUMNS)}, gc.rating_counts, g.series, g.series_slug, g.kind, g.edition_of_source, g.edition_of_source_id,
			(select r.id from reviews r where r.user_id = ${viewerId} and r.game_id = g.id and r.state = 'published') as my_review_id,
			array(select json_build_object('kind', s.kind, 'key', s.key, 'rating_sum', s.rating_sum, 'rating_count', s.rating_count)
				from game_scores s where s.game_id = g.id and s.rating_count >= ${MIN_RATERS} order by s.rating_count desc, s.key) as scores
		from games g join game_counts gc on gc.id = g.id where g.id = ${id}`.execute(db)
	return rows[0]
}

/** Finds the visible game that a record of a source is about. */
export async function findGameOfRecord(db: Db, source: string, sourceId: string): Promise<GameRef | undefined> {
	const { rows } = await sql<{ game: GameRef }>`
		select ${sql.raw(GAME_REF)} as game from game_records r join games g on g.id = r.game_id
		where r.source = ${source} and r.source_id = ${sourceId} and not g.hidden`.execute(db)
	return rows[0]?.game
}

/** Finds the game that this one was merged into. */
export async function findMergedGame(db: Db, id: number, viewerId: string | null): Promise<GameDetailRow | undefined> {
	const mergedInto = await resolveMergedGame(db, id)
	return mergedInto === undefined ? undefined : findGame(db, mergedInto, viewerId)
}

/** Lists visible games in the order of `RANKING_ORDER`; `total` counts all visible games. */
export async function listPopularGames(
	db: Db,
	period: Period,
	page: number,
	limit: number,
): Promise<{ rows: GameRow[]; total: number }> {
	// The limit is a literal: with a parameter the planner expects a tenth of the table and plans each time
	const { rows } = await sql<GameRow & { total: number }>`
		select counted.total, page.*
		from (select coalesce(sum(n), 0)::int as total from site_counts where subject = 'games') counted
		left join lateral (
			select ${sql.raw(GAME_COLUMNS)} from game_rankings r join games g on g.id = r.id join game_counts gc on gc.id = r.id where not g.hidden
			${rankingOrder('games', period, 'r')} limit ${sql.lit(roundUpLimit(limit))} offset ${(page - 1) * limit}
		) page on true`.execute(db)
	return { rows: rows.filter((row) => row.id !== null).slice(0, limit), total: rows[0]?.total ?? 0 }
}

/** Lists the visible games of a recorded ranking; each has the reviews of the period that it had then. `total` counts them. */
export async function listPastGames(
	db: Db,
	{ day, period }: PastRanking,
	page: number,
	limit: number,
): Promise<{ rows: GameRow[]; total: number }> {
	// Looked up one by one: for so few the planner might read all games
	const ranked = sql`past_game_rankings r cross join lateral (select * from games where id = r.game_id offset 0) g`
	const isShown = sql`r.day = ${day}::date and r.period = ${period} and not g.hidden`
	const { rows } = await sql<GameRow & { total: number; ranked: number }>`
		select counted.total, page.*
		from (select count(*)::int as total from ${ranked} where ${isShown}) counted
		left join lateral (
			select ${sql.raw(GAME_COLUMNS)}, r.count as ranked from ${ranked} join game_counts gc on gc.id = r.game_id where ${isShown}
			order by r.place limit ${sql.lit(roundUpLimit(limit))} offset ${(page - 1) * limit}
		) page on true`.execute(db)
	const found = rows.filter((row) => row.id !== null).slice(0, limit)
	return {
		rows: found.map((row) => ({ ...row, [`reviews_${PERIOD_SUFFIX[period]}`]: row.ranked })),
		total: rows[0]?.total ?? 0,
	}
}
