import { sql } from 'kysely'
import type { PlayOutcome } from '#contract/play.ts'
import { toStars } from '#server/db/half-stars.ts'
import type { Db } from '#server/db/tables.ts'
import { REVIEW_DAY } from '#server/features/reviews/queries-rows.ts'
import { inBatches } from './queries.ts'

const BATCH_SIZE = 200
/** How many covers a list shows. */
export const COVERS_PER_LIST = 5

/** Lists the games whose covers an archive shows, the most important ones first: favorites, the library by rating, the beginnings of lists. */
export async function listCoverGames(db: Db, userId: string, limit: number): Promise<number[]> {
	const { rows } = await sql<{ game_id: number }>`
		select game_id from (
			select game_id, 0 as rank, position::bigint as place from favorites where user_id = ${userId}
			union all
			(select game_id, 1, row_number() over (order by half_stars desc nulls last, updated_at desc, game_id)
			from library_entries where user_id = ${userId} order by half_stars desc nulls last, updated_at desc, game_id limit ${sql.lit(limit)})
			union all
			select i.game_id, 2, i.position from lists t join list_items i on i.list_id = t.id and i.position < ${sql.lit(COVERS_PER_LIST)}
			where t.user_id = ${userId} and t.state = 'published'
		) c group by game_id order by min(rank), min(place), game_id limit ${sql.lit(limit)}`.execute(db)
	return rows.map(({ game_id }) => game_id)
}

// As precise as they are known; '' is without any date. A play without dates has ended some day. Of sessions there may be very many, so
// those of a year are read by their index.
const entries = (userId: string, sessionDays = sql`true`) => sql`
	select coalesce(ended_on, '') as day, 2 as rank, id::text collate "C" as id, 'ended' as kind, game_id, platform, outcome, is_replay, minutes,
		note, null::smallint as half_stars
	from plays where user_id = ${userId} and (ended_on is not null or started_on is null)
	union all
	select started_on, 0, id::text collate "C", 'started', game_id, platform, null, is_replay, null, case when ended_on is null then note end, null
	from plays where user_id = ${userId} and started_on is not null
	union all
	select coalesce(day::text, '') collate "C", 1, id::text collate "C", 'played', game_id, null, null, false, minutes, note, null
	from play_sessions where user_id = ${userId} and ${sessionDays}
	union all
	select ${sql.raw(REVIEW_DAY)}::text collate "C", 3, id::text collate "C", 'reviewed', game_id, platform, null, false, null, null, half_stars
	from reviews where user_id = ${userId} and state = 'published'`

/** A year of a diary; `''` is what has no date. */
export interface DiaryYear {
	year: string
	entries: number
	games: number
	finished: number
	/** Of sessions. */
	minutes: number
}

/** Lists the years in which somebody played or wrote anything, the latest first, and at last what has no date. */
export async function listDiaryYears(db: Db, userId: string): Promise<DiaryYear[]> {
	const { rows } = await sql<DiaryYear>`
		select left(day, 4) as year, count(*)::int as entries, count(distinct game_id)::int as games,
			(count(*) filter (where outcome in ('finished', 'completed')))::int as finished,
			coalesce(cap_minutes(sum(minutes) filter (where kind = 'played')), 0) as minutes
		from (${entries(userId)}) e group by 1 order by 1 desc`.execute(db)
	return rows
}

/** Something that somebody did on a day; the day may lack the day of the month, or the month too. */
export interface DiaryEntry {
	day: string
	rank: number
	/** The id of the play, session or review. */
	id: string
	kind: 'started' | 'played' | 'ended' | 'reviewed'
	gameId: number
	gameName: string
	platform: string | null
	outcome: PlayOutcome | null
	isReplay: boolean
	minutes: number | null
	note: string | null
	rating: number | null
}

/** Reads what somebody did in a year, in batches, in the order of days. */
export function readDiaryYear(db: Db, userId: string, year: string): AsyncGenerator<DiaryEntry[]> {
	const sessionDays =
		year === '' ? sql`day is null` : sql`day between ${`${year}-01-01`}::text::date and ${`${year}-12-31`}::text::date`
	return inBatches(
		db,
		BATCH_SIZE,
		{ day: 'e.day', rank: 'e.rank', id: 'e.id' },
		sql<DiaryEntry>`
			select e.day, e.rank, e.id, e.kind, e.game_id as "gameId", g.name as "gameName", e.platform, e.outcome, e.is_replay as "isReplay",
				e.minutes, e.note, e.half_stars as rating
			from (${entries(userId, sessionDays)}) e join games g on g.id = e.game_id where left(e.day, 4) = ${year}`,
		(row) => ({ ...row, rating: toStars(row.rating) }),
	)
}
