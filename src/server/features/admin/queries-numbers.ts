import { sql } from 'kysely'
import type { SiteDay } from '#contract/admin-numbers.ts'
import type { Db } from '#server/db/tables.ts'

/** A little more than a day: what was written at its end is there by then. */
const COUNTED_AFTER = sql`interval '25 hours'`
const startOf = (day: string) => sql`(${sql.ref(day)}::timestamp at time zone 'UTC')`

/** Returns the days that are not counted, or not since they ended, the newest first. Today is always among them. */
export async function findUncountedDays(db: Db, today: string): Promise<string[]> {
	const { rows } = await sql<{ day: string }>`
		select days.day
		from (
			select generate_series(
				least(${today}::date, (select (created_at at time zone 'UTC')::date from users order by id limit 1)),
				${today}::date, interval '1 day'
			)::date as day
		) days
		left join site_days s on s.day = days.day
		where days.day = ${today}::date or s.day is null or s.counted_at < ${startOf('days.day')} + ${COUNTED_AFTER}
		order by days.day desc`.execute(db)
	return rows.map(({ day }) => day)
}

/**
 * Counts what happened on a UTC day, and stores it. Whom the site saw is counted on the day itself and corrected on the next,
 * while visits still tell; for earlier days it stays what it was.
 */
export async function countDay(db: Db, day: string, { today, at }: { today: string; at: string }): Promise<void> {
	const onDay = sql`created_at >= (${day}::timestamp at time zone 'UTC') and created_at < ((${day}::date + 1)::timestamp at time zone 'UTC')`
	const seen = sql`(
		(select count(*) from user_visits where seen_on = ${day}::date) +
		(select count(*) from user_visits where seen_before = ${day}::date)
	)::int`
	await sql`
		insert into site_days as s (day, sign_ups, reviews, comments, lists, actives, counted_at)
		select ${day}::date,
			(select count(*)::int from users where ${onDay} and deleted_at is null),
			(select count(*)::int from reviews where ${onDay}),
			(select count(*)::int from comments where ${onDay} and removed_at is null),
			(select count(*)::int from lists where ${onDay}),
			case when ${day}::date = ${today}::date then ${seen} end,
			${at}::timestamptz
		on conflict (day) do update set
			sign_ups = excluded.sign_ups, reviews = excluded.reviews, comments = excluded.comments, lists = excluded.lists,
			actives = case when s.actives is null then excluded.actives else greatest(s.actives, ${seen}) end,
			counted_at = excluded.counted_at`.execute(db)
}

/** Returns the last `days` days up to `today`, the oldest first. */
export async function findSiteDays(db: Db, today: string, days: number): Promise<SiteDay[]> {
	const { rows } = await sql<SiteDay>`
		select days.day, s.sign_ups as "signUps", s.actives, s.reviews, s.comments, s.lists
		from (select generate_series(${today}::date - ${days - 1}::int, ${today}::date, interval '1 day')::date as day) days
		left join site_days s on s.day = days.day
		order by days.day`.execute(db)
	return rows
}

/** Returns when a day was last counted; null if it was not. */
export async function findCountTime(db: Db, day: string): Promise<string | null> {
	const row = await db.selectFrom('site_days').select('counted_at').where('day', '=', day).executeTakeFirst()
	return row?.counted_at ?? null
}

/** Returns the numbers of users, games, reviews and lists. */
export async function findTotals(db: Db): Promise<Record<'users' | 'games' | 'reviews' | 'lists', number>> {
	const rows = await db
		.selectFrom('site_counts')
		.select(['subject', sql<number>`sum(n)::int`.as('n')])
		.groupBy('subject')
		.execute()
	const counts = new Map(rows.map(({ subject, n }) => [subject, n]))
	const get = (subject: 'users' | 'games' | 'reviews' | 'lists') => counts.get(subject) ?? 0
	return { users: get('users'), games: get('games'), reviews: get('reviews'), lists: get('lists') }
}
