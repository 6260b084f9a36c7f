import { type RawBuilder, sql } from 'kysely'
import type { DiaryItem } from '#contract/diary.ts'
import type { DiaryDay } from '#contract/diary-days.ts'
import type { GameRef } from '#contract/game-ref.ts'
import type { PlayOutcome } from '#contract/play.ts'
import { toStars } from '#server/db/half-stars.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { REVIEW_DAY } from '#server/features/reviews/queries-rows.ts'

/** The order of kinds within a day, the last first. */
const RANKS = { started: 0, played: 1, ended: 2, reviewed: 3 } as const satisfies Record<DiaryItem['kind'], number>

const LATEST_RANK = RANKS.reviewed + 1

const REVIEW_DATE = sql.raw(REVIEW_DAY)
const REVIEW_DAY_TEXT = sql`${REVIEW_DATE}::text collate "C"`
// Keys within a day and kind, in the order of the indexes
const PLAY_KEY = sql`plays.id::text collate "C"`
const gameKey = (row: 's' | 'play_sessions') => sql`lpad(${sql.ref(`${row}.game_id`)}::text, 10, '0') collate "C"`
const REVIEW_KEY = sql`(to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') || reviews.id) collate "C"`

export interface DiaryRow {
	day: string
	rank: number
	/** The key within the day and rank. */
	id: string
	game: GameRef
	play_id: string | null
	outcome: PlayOutcome | null
	is_replay: boolean
	minutes: number | null
	half_stars: number | null
	review_id: string | null
}

/** Days from the first up to and including the last. */
export interface DiarySpan {
	from: string
	to: string
}

/**
 * Finds what a user did within a span of days, newest first, after the key `after` (day, rank, id): one row more than `limit` if there are
 * more. Each kind is read by its own index, so the cost does not grow with the diary.
 */
export async function findDiaryRows(
	db: Db,
	userId: string,
	{ from, to }: DiarySpan,
	window: { limit: number; after: readonly (string | number)[] | undefined },
): Promise<DiaryRow[]> {
	const most = sql.lit(roundUpLimit(window.limit + 1))
	const [day = to, rank = LATEST_RANK, id = ''] = window.after ?? []
	// Behind the key, or on the last day if there is none
	const isNext = (kind: keyof typeof RANKS, itemDay: RawBuilder<unknown>, itemId: RawBuilder<unknown>) =>
		sql`(${itemDay} < ${day}::text or (${sql.lit(RANKS[kind])}, ${itemId}) < (${rank}::int, ${id}::text))`
	const { rows } = await sql<DiaryRow>`
		select i.day, i.rank, i.id, ${sql.raw(GAME_REF)} as game, i.play_id, i.outcome, i.is_replay, i.minutes,
			(select half_stars from library_entries e where e.user_id = ${userId} and e.game_id = i.game_id) as half_stars, i.review_id
		from (
			(select started_on as day, ${sql.lit(RANKS.started)} as rank, ${PLAY_KEY} as id, game_id, id as play_id, null::text as outcome, is_replay,
				null::int as minutes, null::uuid as review_id
			from plays where user_id = ${userId} and length(started_on) = 10 and started_on between ${from}::text and ${day}::text
				and ${isNext('started', sql`started_on`, PLAY_KEY)}
			order by started_on desc, plays.id desc limit ${most})
			union all
			(select ended_on, ${sql.lit(RANKS.ended)}, ${PLAY_KEY}, game_id, id, outcome, is_replay,
				coalesce(minutes, (select cap_minutes(sum(s.minutes)::bigint) from play_sessions s where s.play_id = plays.id)), null
			from plays where user_id = ${userId} and length(ended_on) = 10 and ended_on between ${from}::text and ${day}::text
				and ${isNext('ended', sql`ended_on`, PLAY_KEY)}
			order by ended_on desc, plays.id desc limit ${most})
			union all
			(select s.day::text collate "C", ${sql.lit(RANKS.played)}, ${gameKey('s')}, s.game_id, p.id, null, coalesce(p.is_replay, false), s.minutes, null
			from (
				select day, game_id, sum(minutes)::int as minutes,
					case when count(play_id) = count(*) and min(play_id::text) = max(play_id::text) then min(play_id::text)::uuid end as play_id
				from play_sessions where user_id = ${userId} and day between ${from}::text::date and ${day}::text::date
					and ${isNext('played', sql`day::text collate "C"`, gameKey('play_sessions'))}
				group by day, game_id order by day desc, game_id desc limit ${most}
			) s left join plays p on p.id = s.play_id)
			union all
			(select ${REVIEW_DAY_TEXT}, ${sql.lit(RANKS.reviewed)}, ${REVIEW_KEY}, game_id, null, null, false, null, id
			from reviews where user_id = ${userId} and state = 'published' and ${REVIEW_DATE} between ${from}::text::date and ${day}::text::date
				and ${isNext('reviewed', REVIEW_DAY_TEXT, REVIEW_KEY)}
			order by ${REVIEW_DATE} desc, created_at desc, reviews.id desc limit ${most})
		) i join games g on g.id = i.game_id
		order by i.day desc, i.rank desc, i.id desc limit ${most}`.execute(db)
	return rows.slice(0, window.limit + 1)
}

/** Finds the days within a span, of a year at most, that have anything in a user's diary. Each kind is read by its own index. */
export async function findDiaryDays(db: Db, userId: string, { from, to }: DiarySpan): Promise<DiaryDay[]> {
	const { rows } = await sql<DiaryDay>`
		select day, sum(minutes)::int as minutes, bool_or(is_finish) as "isFinish"
		from (
			select day::text collate "C" as day, minutes, false as is_finish
			from play_sessions where user_id = ${userId} and day between ${from}::text::date and ${to}::text::date
			union all
			select started_on, 0, false
			from plays where user_id = ${userId} and length(started_on) = 10 and started_on between ${from}::text and ${to}::text
			union all
			select ended_on, 0, coalesce(outcome in ('finished', 'completed'), false)
			from plays where user_id = ${userId} and length(ended_on) = 10 and ended_on between ${from}::text and ${to}::text
			union all
			select ${REVIEW_DAY_TEXT}, 0, false
			from reviews where user_id = ${userId} and state = 'published' and ${REVIEW_DATE} between ${from}::text::date and ${to}::text::date
		) d group by day order by day`.execute(db)
	return rows
}

/** Converts a row to the diary item of the API. */
export function toDiaryItem(row: DiaryRow): DiaryItem {
	return {
		day: row.day,
		kind: KINDS[row.rank] ?? 'played',
		game: row.game,
		playId: row.play_id,
		outcome: row.outcome,
		isReplay: row.is_replay,
		minutes: row.minutes,
		rating: toStars(row.half_stars),
		reviewId: row.review_id,
	}
}

const KINDS = Object.fromEntries(Object.entries(RANKS).map(([kind, rank]) => [rank, kind])) as Readonly<
	Record<number, DiaryItem['kind']>
>
