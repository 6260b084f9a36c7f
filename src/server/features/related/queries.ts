import { sql } from 'kysely'
import type { GameKind } from '#contract/game-kinds.ts'
import type { GameRef } from '#contract/game-ref.ts'
import { MAX_RELATED } from '#contract/related.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'

/** Records of one game that are looked at. A game has one for each source, and those of games merged into it. */
const MAX_RECORDS = 50
/** After every date. */
const NO_DATE = '9999'

/** What decides which games are related to one. */
export interface RelatedFacts {
	id: number
	name: string
	release_date: string | null
	genres: string[]
	developers: string[]
	game_modes: string[]
	series: string | null
	series_slug: string | null
	edition_of_source: string | null
	edition_of_source_id: string | null
}

/** Finds a game by its id, or by the id of one that was merged into it. */
export async function findRelatedFacts(db: Db, id: number): Promise<RelatedFacts | undefined> {
	const { rows } = await sql<RelatedFacts>`
		select id, name, release_date, genres, developers, game_modes, series, series_slug, edition_of_source, edition_of_source_id
		from games where id = coalesce((select game_id from merged_games where id = ${id}::int), ${id}::int)`.execute(db)
	return rows[0]
}

interface SameSeriesRow {
	game: GameRef
	kind: GameKind
	/** `original`: the game is an edition of it; `edition`: of the game or of its original; `series`: both are in one series. */
	relation: 'original' | 'edition' | 'series'
	/** The name of the game that it is an edition of. */
	base: string | null
}

/**
 * Lists the original of a game, the other editions of both, and the games of its series: those that came next and before in
 * turn, and at last those without a date.
 */
export async function listSameSeries(db: Db, game: RelatedFacts): Promise<SameSeriesRow[]> {
	const most = sql.lit(MAX_RELATED)
	const date = game.release_date ?? NO_DATE
	const ofSeries = sql`series_slug = ${game.series_slug} and not hidden and id <> ${game.id}`
	const { rows } = await sql<SameSeriesRow>`
		with originals as materialized (
			select g.id, g.name from game_records r join games g on g.id = r.game_id
			where r.source = ${game.edition_of_source} and r.source_id = ${game.edition_of_source_id} and not g.hidden
		), bases as materialized (
			select id, name from originals union select ${game.id}::int, ${game.name}
		), editions as (
			select e.id, e.release_date, b.name as base
			from bases b
			cross join lateral (select source, source_id from game_records where game_id = b.id order by id limit ${sql.lit(MAX_RECORDS)}) r
			cross join lateral (
				select id, release_date from games
				where edition_of_source = r.source and edition_of_source_id = r.source_id and not hidden
				order by release_date, id limit ${sql.lit(MAX_RELATED + 1)}
			) e
		), related as (
			select id, 'original' as relation, null as base, 0 as part, 0 as place from originals
			union all
			select id, 'edition', base, 1, row_number() over (order by release_date, id) from editions
			union all
			(select id, 'series', null, 2, 2 * row_number() over (order by release_date, id) from games
				where ${ofSeries} and release_date >= ${date} order by release_date, id limit ${most})
			union all
			(select id, 'series', null, 2, 2 * row_number() over (order by release_date desc, id desc) + 1 from games
				where ${ofSeries} and release_date < ${date} order by release_date desc, id desc limit ${most})
			union all
			(select id, 'series', null, 3, row_number() over (order by id) from games
				where ${ofSeries} and release_date is null order by id limit ${most})
		), firsts as (
			select distinct on (id) * from related where id <> ${game.id} order by id, part, place
		)
		select ${sql.raw(GAME_REF)} as game, g.kind, f.relation, f.base
		from firsts f join games g on g.id = f.id order by f.part, f.place limit ${most}`.execute(db)
	return rows
}

/** Lists the games that people who like a game like, too, the most alike first; more than are shown, because some may be of its series. */
export async function listAlsoLiked(db: Db, id: number): Promise<GameRef[]> {
	const { rows } = await sql<{ game: GameRef }>`
		select ${sql.raw(GAME_REF)} as game
		from game_neighbors n cross join lateral unnest(n.neighbors) with ordinality as said (id, place) join games g on g.id = said.id
		where n.game_id = ${id} and g.id <> ${id} and not g.hidden
		order by said.place limit ${sql.lit(2 * MAX_RELATED)}`.execute(db)
	return rows.map(({ game }) => game)
}
