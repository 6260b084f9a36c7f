import { type RawBuilder, sql } from 'kysely'
import type { UpcomingFacets, UpcomingGame } from '#contract/calendar.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'

/** The filters of the calendar; an absent or empty one lets all games through. */
export interface CalendarFilters {
	platform?: readonly string[] | undefined
	genre?: readonly string[] | undefined
}

interface MonthFilters extends CalendarFilters {
	/** `2026-12`, or `2026` for the games of which only the year is known. */
	month: string
	/** The first day. */
	from?: string | undefined
}

/** The release date, rank and id of a page's last game. */
export type CalendarKey = readonly (string | number)[]

/** SQL of a game's place in the calendar, as the index `games_by_release` has it: `2026-12-04`, `2026-12~~~`, `2026~~~~~~`. */
const PLACE = sql`rpad(g.release_date, 10, '~') collate "C"`
const ORDER = sql`${PLACE}, (-g.prominence), g.id`
const MAX_FACET_OPTIONS = sql.lit(50)
/** A catalog may know of very many games of a year no more than the year. */
const MAX_COUNTED = sql.lit(2_000)
const MAX_FILTERED = sql.lit(10_000)
const MAX_EVENTS = sql.lit(1_000)

/** Returns the first and last place of a month, from a day on; December's last is that of the year's games without a month. */
function placesOf(month: string, from: string): { first: string; last: string } {
	const [year = '', ofYear] = month.split('-')
	const first = ofYear === undefined ? `${year}~` : month
	return { first: from > first ? from : first, last: (ofYear === '12' ? year : month).padEnd(10, '~') }
}

/** Builds SQL that is true if one of a game's names is chosen, in any case, or nothing is. */
const isChosen = (names: RawBuilder<unknown>, chosen: readonly string[] = []) =>
	chosen.length === 0
		? sql`true`
		: sql`exists (select from unnest(${names}) name where lower(name) = any (array(select lower(c) from unnest(${chosen}::text[]) c)))`

/** Finds the games of a month that fit the filters, in the calendar's order, after a key; one more than `limit` if there are more. */
export async function listCalendarGames(
	db: Db,
	{ month, from = '', platform, genre }: MonthFilters,
	{ after, limit, viewerId }: { after: CalendarKey | undefined; limit: number; viewerId: string | null },
): Promise<(UpcomingGame & { place: string; rank: number })[]> {
	const { first, last } = placesOf(month, from)
	const start = after
		? sql`(${ORDER}) > (${after[0]}::text, ${after[1]}::smallint, ${after[2]}::int)`
		: sql`${PLACE} >= ${first}`
	const { rows } = await sql<UpcomingGame & { place: string; rank: number }>`
		select g.id, g.name, g.cover, g.release_date as "releaseDate", g.developers, g.platforms, g.genres, g.place, g.rank,
			exists (select from library_entries e where e.user_id = ${viewerId}::uuid and e.game_id = g.id and e.is_wished) as "isWished"
		from (
			select g.*, ${PLACE} as place, -g.prominence as rank from games g
			where g.release_date is not null and not g.hidden and ${start} and ${PLACE} <= ${last}
			order by ${ORDER} limit ${MAX_FILTERED}
		) g
		where ${isChosen(sql`g.platforms`, platform)} and ${isChosen(sql`g.genres`, genre)}
		order by g.place, g.rank, g.id limit ${sql.lit(roundUpLimit(limit + 1))}`.execute(db)
	return rows
}

/** Counts the first games of a month by platform and by genre, each under the other filter. */
export async function countCalendarFacets(
	db: Db,
	{ month, from = '', platform, genre }: MonthFilters,
): Promise<UpcomingFacets> {
	const { first, last } = placesOf(month, from)
	const countBy = (names: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
		select coalesce(json_agg(o order by o.count desc, o.value), '[]') from (
			select min(name) as value, count(distinct m.id)::int as count from month m cross join unnest(${names}) name
			where ${condition} group by lower(name) order by 2 desc, 1 limit ${MAX_FACET_OPTIONS}
		) o
	)`
	const { rows } = await sql<UpcomingFacets>`
		with month as materialized (
			select g.id, g.platforms, g.genres from games g
			where g.release_date is not null and not g.hidden and ${PLACE} >= ${first} and ${PLACE} <= ${last}
			order by ${ORDER} limit ${MAX_COUNTED}
		)
		select ${countBy(sql`m.platforms`, isChosen(sql`m.genres`, genre))} as platforms,
			${countBy(sql`m.genres`, isChosen(sql`m.platforms`, platform))} as genres`.execute(db)
	if (!rows[0]) throw new Error('An aggregate without a row')
	return rows[0]
}

/** A release on a whole day. */
export interface Release {
	id: number
	name: string
	day: string
	platforms: string[]
	developers: string[]
	/** When the catalog last changed the game. */
	updated_at: string
}

const RELEASE_COLUMNS = sql`g.id, g.name, g.release_date as day, g.platforms, g.developers, g.updated_at`

/** Finds the first releases in a span of days that fit the filters. */
export async function listReleases(
	db: Db,
	{ from, to, platform, genre }: CalendarFilters & { from: string; to: string },
): Promise<Release[]> {
	const { rows } = await sql<Release>`
		select ${RELEASE_COLUMNS} from (
			select g.*, ${PLACE} as place, -g.prominence as rank from games g
			where g.release_date is not null and not g.hidden and ${PLACE} >= ${from} and ${PLACE} <= ${to}
			order by ${ORDER} limit ${MAX_FILTERED}
		) g
		where length(g.release_date) = 10 and ${isChosen(sql`g.platforms`, platform)} and ${isChosen(sql`g.genres`, genre)}
		order by g.place, g.rank, g.id limit ${MAX_EVENTS}`.execute(db)
	return rows
}

/** Finds the first releases in a span of days that a person has on the wishlist. */
export async function listWishedReleases(
	db: Db,
	userId: string,
	{ from, to }: { from: string; to: string },
): Promise<Release[]> {
	// `offset 0` forces a lookup by id for each wish, where a join might scan all games
	const { rows } = await sql<Release>`
		select ${RELEASE_COLUMNS}
		from library_entries e cross join lateral (select * from games where id = e.game_id offset 0) g
		where e.user_id = ${userId} and e.is_wished and length(g.release_date) = 10
			and g.release_date collate "C" >= ${from} and g.release_date collate "C" <= ${to}
		order by g.release_date collate "C", g.id limit ${MAX_EVENTS}`.execute(db)
	return rows
}
