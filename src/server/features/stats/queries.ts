import { type RawBuilder, sql } from 'kysely'
import { RATING_STEPS } from '#contract/games.ts'
import { LIBRARY_STATUSES } from '#contract/library-entry.ts'
import type { Stats } from '#contract/stats.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { REVIEW_DAY } from '#server/features/reviews/queries-rows.ts'

const MAX_GROUPS = sql.lit(20)
const MAX_GAMES = sql.lit(10)
const MAX_MONTHS = sql.lit(120)

const GAME = sql.raw(GAME_REF)

export const IS_DONE = sql`in ('finished', 'completed')`
/** SQL for the number of ratings, from half a star to five stars in half steps. */
export const RATING_COUNTS = sql`array[${sql.join(
	Array.from(
		{ length: RATING_STEPS },
		(_, step) => sql`(count(*) filter (where half_stars = ${sql.lit(step + 1)}))::int`,
	),
)}]`

/** Whose statistics they are, and of which year; null for all years. */
interface Span {
	userId: string
	year: string | null
}

const isInYear = ({ year }: Span, date: RawBuilder<unknown>) =>
	sql`(${year}::text is null or left(${date}, 4) = ${year})`

/** SQL for what a user logged, in as few passes as possible. With a year only what has a date in it, but for the years themselves. */
export const facts = (span: Span) => sql`
	-- What is stated beyond the sessions
	plays_of_all as materialized (
		select game_id, started_on, ended_on, outcome, platform, created_at, greatest(p.minutes - coalesce(sat.minutes, 0), 0) as more_minutes
		from plays p left join (
			select play_id, cap_minutes(sum(minutes)::bigint) as minutes from play_sessions where user_id = ${span.userId} and play_id is not null group by 1
		) sat on sat.play_id = p.id where user_id = ${span.userId}
	),
	days_of_all as materialized (
		select day::text collate "C" as day, sum(minutes)::int as minutes from play_sessions
		where user_id = ${span.userId} and play_sessions.day is not null group by play_sessions.day
	),
	reviews_of_all as materialized (select game_id, ${sql.raw(REVIEW_DAY)}::text collate "C" as day from reviews where user_id = ${span.userId} and state = 'published'),
	sat_days as (select * from days_of_all where ${isInYear(span, sql`day`)}),
	written as (select * from reviews_of_all where ${isInYear(span, sql`day`)}),
	ends as (select * from plays_of_all where ended_on is not null and ${isInYear(span, sql`ended_on`)}),
	starts as (select * from plays_of_all where started_on is not null and ${isInYear(span, sql`started_on`)})`

/** SQL for the games of the library or, with a year, those with anything in it. Needs `facts`. */
export const games = ({ userId, year }: Span) => sql`
	sessions_of_year as materialized (
		select game_id, sum(minutes)::int as minutes from play_sessions
		where ${year}::text is not null and user_id = ${userId} and day between (${year}::text || '-01-01')::date and (${year}::text || '-12-31')::date group by 1
	),
	minutes_of_year as (
		select game_id, sum(minutes)::int as minutes
		from (select game_id, minutes from sessions_of_year union all select game_id, more_minutes from ends where more_minutes > 0) m
		where ${year}::text is not null group by 1
	),
	platforms_of_plays as (
		select distinct on (game_id) game_id, platform from plays_of_all where platform is not null order by game_id, created_at desc
	),
	mine as materialized (
		select e.game_id, e.status, e.half_stars, case when ${year}::text is null then e.minutes_played else m.minutes end as minutes,
			coalesce(e.platform, e.reviewed_platform, p.platform) as platform, g.name, g.genres, g.developers, left(g.release_date, 4)::int as year
		from library_entries e join games g on g.id = e.game_id left join minutes_of_year m on m.game_id = e.game_id
			left join platforms_of_plays p on p.game_id = e.game_id
		where e.user_id = ${userId} and (${year}::text is null or e.game_id in (
			select game_id from sessions_of_year union select game_id from written union select game_id from ends union select game_id from starts))
	)`

const days = (span: Span) => sql`
	-- Also months and years alone
	dates_of_all as materialized (
		select day from days_of_all union select day from reviews_of_all
		union select started_on from plays_of_all where started_on is not null
		union select ended_on from plays_of_all where ended_on is not null
	),
	runs as (
		select count(*)::int as n from (
			select day::date - (row_number() over (order by day))::int as run from dates_of_all where length(day) = 10 and ${isInYear(span, sql`day`)}
		) d group by run
	),
	months as (
		select month, sum(finished)::int as finished, sum(minutes)::int as minutes, sum(reviews)::int as reviews from (
			select left(ended_on, 7) as month, count(distinct game_id) filter (where outcome ${IS_DONE}) as finished, sum(more_minutes) as minutes, 0 as reviews
			from ends where length(ended_on) >= 7 group by 1
			union all select left(day, 7), 0, sum(minutes), 0 from sat_days group by 1
			union all select left(day, 7), 0, 0, count(*) from written group by 1
		) m group by month having sum(finished) > 0 or sum(minutes) > 0 or sum(reviews) > 0
	)`

/** The groups of a set of names, the largest first. */
const groups = (names: RawBuilder<unknown>) => sql`(
	select coalesce(json_agg(json_build_object('name', name, 'count', n, 'averageRating', round(average, 2)::float8)), '[]') from (
		select name, count(*)::int as n, avg(half_stars) / 2.0 as average from ${names} group by name order by n desc, name limit ${MAX_GROUPS}
	) grouped)`

const STATUS_COUNTS = LIBRARY_STATUSES.map(
	(status) => sql`(count(*) filter (where status = ${sql.lit(status)}))::int as ${sql.ref(status)}`,
)

type StatsRow = Stats['byStatus'] & {
	games: number
	minutes_played: number
	average_rating: number | null
	ratings: number[]
	reviews: number
	/** Not the status: games that were ever finished or completed. */
	finished_games: number
	by_year: Stats['byYearOfRelease']
	genres: Stats['genres']
	platforms: Stats['platforms']
	developers: Stats['developers']
	months: Stats['months']
	top_rated: Stats['topRated']
	most_played: Stats['mostPlayed']
	streak_days: number
	first_played_on: string | null
	years: number[]
}

/** Computes the statistics of a user's library, of all time or of a year. */
export async function findStats(db: Db, userId: string, year: number | undefined): Promise<Stats> {
	const span = { userId, year: year === undefined ? null : String(year) }
	const { rows } = await sql<StatsRow>`
		with ${facts(span)}, ${games(span)}, ${days(span)}
		select totals.*,
			(select count(*)::int from written) as reviews,
			(select count(*)::int from (
				select game_id from ends where ${span.year}::text is not null and outcome ${IS_DONE}
				union select game_id from plays_of_all where ${span.year}::text is null and outcome ${IS_DONE}
				union select game_id from mine where ${span.year}::text is null and status ${IS_DONE}
			) done) as finished_games,
			(select coalesce(json_agg(json_build_object('year', year, 'count', n) order by year), '[]')
				from (select year, count(*)::int as n from mine where year is not null group by 1) y) as by_year,
			${groups(sql`(select unnest(genres) as name, half_stars from mine) genre`)} as genres,
			${groups(sql`(select platform as name, half_stars from mine where platform is not null) platform`)} as platforms,
			${groups(sql`(select unnest(developers) as name, half_stars from mine) developer`)} as developers,
			(select coalesce(json_agg(m order by m.month), '[]') from (select * from months order by month desc limit ${MAX_MONTHS}) m) as months,
			(select coalesce(json_agg(${GAME} order by t.half_stars desc, t.minutes desc nulls last, t.name, t.game_id), '[]')
				from (select * from mine where half_stars is not null order by half_stars desc, minutes desc nulls last, name, game_id limit ${MAX_GAMES}) t
				join games g on g.id = t.game_id) as top_rated,
			(select coalesce(json_agg(json_build_object('game', ${GAME}, 'minutes', t.minutes) order by t.minutes desc, t.name, t.game_id), '[]')
				from (select * from mine where minutes > 0 order by minutes desc, name, game_id limit ${MAX_GAMES}) t
				join games g on g.id = t.game_id) as most_played,
			coalesce((select max(n) from runs), 0) as streak_days,
			(select min(day) from (
				select min(started_on) as day from starts union all select min(ended_on) from ends union all select min(day) from sat_days
			) f) as first_played_on,
			array(select distinct left(day, 4)::int as year from dates_of_all order by year desc) as years
		from (
			select count(*)::int as games, coalesce(sum(minutes), 0)::float8 as minutes_played, round(avg(half_stars) / 2.0, 2)::float8 as average_rating,
				${sql.join(STATUS_COUNTS)},
				${RATING_COUNTS} as ratings
			from mine
		) totals`.execute(db)
	const [row] = rows
	if (!row) throw new Error('The statistics have one row')
	const { backlog, playing, paused, played, finished, completed, abandoned } = row
	return {
		games: row.games,
		minutesPlayed: row.minutes_played,
		reviews: row.reviews,
		finished: row.finished_games,
		byStatus: { backlog, playing, paused, played, finished, completed, abandoned },
		ratingCounts: row.ratings,
		averageRating: row.average_rating,
		byYearOfRelease: row.by_year,
		genres: row.genres,
		platforms: row.platforms,
		developers: row.developers,
		months: year === undefined ? row.months : fillYear(row.months, year),
		topRated: row.top_rated,
		mostPlayed: row.most_played,
		streakDays: row.streak_days,
		firstPlayedOn: row.first_played_on,
		years: row.years,
	}
}

/** Returns the twelve months of a year, also those without anything. */
function fillYear(months: Stats['months'], year: number): Stats['months'] {
	return Array.from({ length: 12 }, (_, index) => {
		const month = `${year}-${String(index + 1).padStart(2, '0')}`
		return months.find((found) => found.month === month) ?? { month, finished: 0, minutes: 0, reviews: 0 }
	})
}
