import { sql } from 'kysely'
import type { Db } from './db/tables.ts'

/** A kept count that is not what it counts. */
export interface Difference {
	/** Table and column, `reviews.likes`. */
	count: string
	subject: string
	kept: number
	counted: number
}

interface Recount {
	table: string
	column: string
	/** The key of the table's rows. */
	key: string
	/** SQL of the true number for the row `t`; `w` is the one row of `windows`. */
	truth: string
}

const DAYS = { week: 7, month: 30, year: 365 } as const

/** The sum of a bucket column over a window, and over all days. */
function windows(table: string, column: string, bucket: string, bucketColumn: string, bucketKey: string): Recount[] {
	const sum = (since: string) =>
		`(select coalesce(sum(d.${bucketColumn}), 0) from ${bucket} d where d.${bucketKey} = t.id ${since})`
	return [
		...Object.entries(DAYS).map(([window, days]) => ({
			table,
			column: `${column}_${window}`,
			key: 'id',
			truth: sum(`and d.day > w.today - ${days}`),
		})),
		{ table, column: `${column}_total`, key: 'id', truth: sum('') },
	]
}

const count = (table: string, column: string, truth: string): Recount => ({
	table,
	column,
	key: 'id',
	truth: `(select count(*) from ${truth})`,
})

const RECOUNTS: readonly Recount[] = [
	...windows('games', 'reviews', 'game_days', 'reviews', 'game_id'),
	count('games', 'reviews_total', 'reviews r where r.game_id = t.id'),
	count('games', 'rating_count', 'reviews r where r.game_id = t.id'),
	{
		table: 'games',
		column: 'rating_sum',
		key: 'id',
		truth: '(select coalesce(sum(r.half_stars), 0) from reviews r where r.game_id = t.id)',
	},
	...windows('reviews', 'engagements', 'review_days', 'engagements', 'review_id'),
	...windows('reviews', 'impressions', 'review_days', 'impressions', 'review_id'),
	count('reviews', 'likes', 'review_likes l where l.review_id = t.id'),
	count('reviews', 'comment_count', 'comments c where c.review_id = t.id'),
	count('comments', 'likes', 'comment_likes l where l.comment_id = t.id'),
	count('lists', 'game_count', 'list_items i where i.list_id = t.id'),
	...windows('users', 'impressions', 'user_days', 'impressions', 'user_id'),
	{
		table: 'users',
		column: 'impressions_total',
		key: 'id',
		truth: '(select coalesce(sum(r.impressions_total), 0) from reviews r where r.user_id = t.id)',
	},
	count('users', 'review_count', 'reviews r where r.user_id = t.id'),
	count('users', 'follower_count', 'follows f where f.followed_id = t.id'),
	count('users', 'following_count', 'follows f where f.follower_id = t.id'),
	count('users', 'list_count', 'lists l where l.user_id = t.id'),
	count('users', 'activity_count', 'activities a where a.user_id = t.id'),
	count('users', 'read_count', 'activity_reads m where m.reader_id = t.id'),
]

// Counts whose rows are not single subjects: each query gives the differences itself.
const OTHERS: readonly { count: string; text: string }[] = [
	{
		count: 'game_days.reviews',
		text: `select coalesce(d.game_id, f.game_id) || ' ' || coalesce(d.day, f.day) as subject, coalesce(d.reviews, 0) as kept, coalesce(f.n, 0) as counted
			from (select * from game_days where reviews <> 0) d
			full join (select game_id, utc_day(created_at) as day, count(*)::int as n from reviews group by 1, 2) f on f.game_id = d.game_id and f.day = d.day
			where coalesce(d.reviews, 0) <> coalesce(f.n, 0)`,
	},
	{
		count: 'review_days.engagements',
		text: `select coalesce(d.review_id, f.review_id) || ' ' || coalesce(d.day, f.day) as subject, coalesce(d.engagements, 0) as kept, coalesce(f.n, 0) as counted
			from (select * from review_days where engagements <> 0) d
			full join (select review_id, utc_day(created_at) as day, count(*)::int as n
				from (select review_id, created_at from review_likes union all select review_id, created_at from comments) e group by 1, 2) f
			on f.review_id = d.review_id and f.day = d.day
			where coalesce(d.engagements, 0) <> coalesce(f.n, 0)`,
	},
	{
		count: 'follows.activities_before',
		text: `select follower_id || ' ' || followed_id as subject, activities_before as kept, n as counted from (
			select f.*, (select count(*)::int from activities a where a.user_id = f.followed_id and a.created_at < f.created_at) as n from follows f
		) f where activities_before <> n`,
	},
	{
		count: 'site_counts.n',
		text: `select subject, kept, counted from (
			select subject, sum(n)::int as kept, case subject
				when 'users' then (select count(*)::int from users) when 'games' then (select count(*)::int from games)
				when 'reviews' then (select count(*)::int from reviews) else (select count(*)::int from lists) end as counted
			from site_counts group by subject
		) s where kept <> counted`,
	},
]

/** Compares every kept count with the facts and returns where they differ, a hundred a count at most; a sound site has none. */
export async function recount(db: Db): Promise<Difference[]> {
	const differences: Difference[] = []
	const check = async (name: string, text: string) => {
		const { rows } = await sql.raw<Omit<Difference, 'count'>>(`${text} limit 100`).execute(db)
		differences.push(...rows.map((row) => ({ count: name, ...row })))
	}
	for (const { table, column, key, truth } of RECOUNTS)
		await check(
			`${table}.${column}`,
			`select subject, kept, counted from (
				select t.${key}::text as subject, t.${column} as kept, ${truth}::int as counted from ${table} t, windows w
			) compared where kept <> counted`,
		)
	for (const { count: name, text } of OTHERS) await check(name, text)
	return differences
}
