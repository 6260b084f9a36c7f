import { type RawBuilder, sql } from 'kysely'
import { removeSpoilerMarks } from '#contract/spoiler-spans.ts'
import type { YearInReview } from '#contract/year.ts'
import type { StoredText } from '#server/db/stored-text.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { loadTextReader } from '#server/features/texts/queries.ts'
import { facts, games, IS_DONE, RATING_COUNTS } from './queries.ts'

const DECEMBER = 11
const COVERS = sql.lit(5)
const COVERS_PER_MONTH = sql.lit(8)
const ABANDONED = sql.lit(5)
const MAX_EXCERPT_CHARS = 240

const GAME = sql.raw(GAME_REF)
const BY_WORTH = sql`half_stars desc nulls last, minutes desc nulls last, name, game_id`
const BY_WORTH_OF_T = sql`t.half_stars desc nulls last, t.minutes desc nulls last, t.name, t.game_id`

const listGames = (from: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
	sql`(select coalesce(json_agg(${GAME} order by ${order}), '[]') from ${from} t join games g on g.id = t.game_id)`
const timed = (from: RawBuilder<unknown>) =>
	sql`(select json_build_object('game', ${GAME}, 'minutes', t.minutes) from ${from} t join games g on g.id = t.game_id)`
const onDay = (order: RawBuilder<unknown>) =>
	sql`(select json_build_object('game', ${GAME}, 'day', t.day)
		from (select d.* from days_of_games d join games named on named.id = d.game_id order by ${order}, named.name, d.game_id limit 1) t
		join games g on g.id = t.game_id)`

type Best = NonNullable<YearInReview['best']>
interface BestRow extends Omit<Best, 'excerpt'> {
	description: StoredText | null
	containsSpoilers: boolean | null
	hasMentions: boolean | null
}

interface YearRow extends Pick<YearInReview, 'games' | 'covers' | 'first' | 'last' | 'longest' | 'shortest'> {
	best: BestRow | null
	minutes_played: number
	ratings: number[]
	all_ratings: number[]
	months: YearInReview['months']
	oldest: YearInReview['oldest']
	abandoned: YearInReview['abandoned']
}

/** Computes the review of a year in a user's library at a time in milliseconds, as the viewer (null: a visitor) sees it. */
export async function findYearInReview(
	db: Db,
	userId: string,
	year: number,
	{ now, viewerId }: { now: number; viewerId: string | null },
): Promise<YearInReview> {
	const span = { userId, year: String(year) }
	const { rows } = await sql<YearRow>`
		with ${facts(span)}, ${games(span)},
		days_of_games as (
			select game_id, day::text collate "C" as day from play_sessions
				where user_id = ${userId} and day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
			union select game_id, started_on from starts where length(started_on) = 10
			union select game_id, ended_on from ends where length(ended_on) = 10
		),
		done as (select distinct game_id from ends where outcome ${IS_DONE}),
		done_in_months as (
			select m.month, m.game_id, t.half_stars, t.minutes, t.name, row_number() over (partition by m.month order by ${BY_WORTH_OF_T}) as place
			from (select distinct left(ended_on, 7) as month, game_id from ends where outcome ${IS_DONE} and length(ended_on) >= 7) m
				join mine t on t.game_id = m.game_id
		),
		best as (select * from mine where half_stars is not null or minutes > 0 order by ${BY_WORTH} limit 1),
		longest as (select * from mine where minutes > 0 order by minutes desc, name, game_id limit 1),
		shortest as (
			select * from mine where minutes > 0 and game_id in (select game_id from done) and game_id not in (select game_id from longest)
			order by minutes, name, game_id limit 1
		),
		oldest as (
			select t.* from mine t join games g on g.id = t.game_id where g.release_date is not null order by g.release_date, t.name, t.game_id limit 1
		),
		abandoned as (
			select game_id, max(ended_on) as ended_on from ends where outcome = 'abandoned' and game_id not in (select game_id from done)
			group by game_id order by 2 desc, 1 limit ${ABANDONED}
		)
		select totals.*,
			(select ${RATING_COUNTS} from library_entries where user_id = ${userId}) as all_ratings,
			${listGames(sql`(select * from mine order by ${BY_WORTH} limit ${COVERS})`, BY_WORTH_OF_T)} as covers,
			${onDay(sql`d.day`)} as first,
			${onDay(sql`d.day desc`)} as last,
			(select coalesce(json_agg(m), '[]') from (
				select t.month, count(*)::int as count,
					json_agg(${GAME} order by t.place) filter (where t.place <= ${COVERS_PER_MONTH}) as games
				from done_in_months t join games g on g.id = t.game_id group by t.month
			) m) as months,
			(select json_build_object('game', ${GAME}, 'rating', t.half_stars / 2.0, 'minutes', t.minutes,
					'reviewId', r.id, 'description', r.description, 'containsSpoilers', r.contains_spoilers, 'hasMentions', r.mentioned <> '{}')
				from best t join games g on g.id = t.game_id left join reviews r on r.game_id = t.game_id and r.user_id = ${userId} and r.state = 'published') as best,
			${timed(sql`longest`)} as longest,
			${timed(sql`shortest`)} as shortest,
			(select ${GAME} from oldest t join games g on g.id = t.game_id) as oldest,
			${listGames(sql`abandoned`, sql`t.ended_on desc, t.game_id`)} as abandoned
		from (
			select count(*)::int as games, coalesce(sum(minutes), 0)::float8 as minutes_played, ${RATING_COUNTS} as ratings from mine
		) totals`.execute(db)
	const [row] = rows
	if (!row) throw new Error('The review of a year has one row')
	const { covers, first, last, best, longest, shortest, oldest, abandoned } = row
	return {
		isSoFar: now < Date.UTC(year, DECEMBER, 1),
		games: row.games,
		minutesPlayed: row.minutes_played,
		covers,
		first,
		last,
		months: Array.from({ length: 12 }, (_, index) => {
			const month = `${year}-${String(index + 1).padStart(2, '0')}`
			return row.months.find((found) => found.month === month) ?? { month, count: 0, games: [] }
		}),
		ratingCounts: row.ratings,
		allRatingCounts: row.all_ratings,
		best: best && (await readBest(db, best, { authorId: userId, viewerId })),
		longest,
		shortest,
		oldest,
		abandoned,
	}
}

async function readBest(
	db: Db,
	{ game, rating, minutes, reviewId, ...row }: BestRow,
	{ authorId, viewerId }: { authorId: string; viewerId: string | null },
): Promise<Best> {
	const best = { game, rating, minutes, reviewId, excerpt: null }
	if (reviewId === null || row.description === null) return best
	const subject = {
		id: reviewId,
		authorId,
		about: { gameId: game.id },
		containsSpoilers: row.containsSpoilers ?? false,
		hasMentions: row.hasMentions ?? false,
		texts: [row.description],
	}
	const { text } = (await loadTextReader(db, viewerId, [subject])).read(subject, row.description)
	return { ...best, excerpt: text === '' ? null : takeFirstSentence(removeSpoilerMarks(text)) }
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the first sentence of a text, cut to a line or two with an ellipsis. */
export function takeFirstSentence(text: string): string {
	const [first] = sentences.segment(text.trim().replaceAll(/\s+/g, ' '))
	const letters = Array.from(characters.segment(first?.segment.trim() ?? ''), ({ segment }) => segment)
	if (letters.length <= MAX_EXCERPT_CHARS) return letters.join('')
	return `${letters
		.slice(0, MAX_EXCERPT_CHARS - 1)
		.join('')
		.trimEnd()}…`
}
