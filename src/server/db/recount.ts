import { sql } from 'kysely'
import { WINDOW_DAYS } from '#contract/popularity.ts'
import type { Db } from './tables.ts'

/** A stored count that differs from the rows that it counts. */
export interface Difference {
	/** Table and column, `reviews.likes`. */
	count: string
	subject: string
	stored: number
	counted: number
}

/** Counts of a table's rows that can be computed in one pass over their source rows. */
interface CountRule {
	/** The table that stores the counts, with an `id` column. */
	table: string
	/** The source rows, as SQL after `from`; `w` is the single row of `windows`, `c` the row that stores the counts. */
	source: string
	/** The column of the source rows that references the `id`. */
	key: string
	/** Each stored column and the aggregate that it must equal. */
	columns: Readonly<Record<string, string>>
}

/** Returns the sums of a bucket column over each window and over all days. */
function sumWindows(name: string, column: string): Record<string, string> {
	const sums = Object.entries(WINDOW_DAYS).map(([window, days]) => [
		`${name}_${window}`,
		`sum(d.${column}) filter (where d.day > greatest(c.counted_on, w.today) - ${days})`,
	])
	return { ...Object.fromEntries(sums), [`${name}_total`]: `sum(d.${column})` }
}

const countRows = (table: string, column: string, source: string, key: string): CountRule => ({
	table,
	source,
	key,
	columns: { [column]: 'count(*)' },
})

/** One that is not published counts as the tombstone of one that was deleted, while it has replies. */
const THREAD_COUNTS = {
	comment_count: "count(*) filter (where m.removed_at is null and m.state = 'published')",
	reply_count: "count(m.parent_id) filter (where m.state = 'published')",
	tombstone_count: "count(*) filter (where m.removed_at is not null or m.state <> 'published' and m.reply_count > 0)",
} as const

const COUNT_RULES: readonly CountRule[] = [
	{
		table: 'game_counts',
		source: 'game_days d join game_counts c on c.id = d.game_id, windows w',
		key: 'd.game_id',
		columns: sumWindows('reviews', 'reviews'),
	},
	{
		table: 'game_counts',
		source: "reviews r where r.state = 'published'",
		key: 'r.game_id',
		columns: { reviews_total: 'count(*)' },
	},
	{
		table: 'game_counts',
		source: 'library_entries e where not e.is_withdrawn',
		key: 'e.game_id',
		columns: {
			rating_count: 'count(e.half_stars)',
			rating_sum: 'sum(e.half_stars)',
			wished_count: 'count(*) filter (where e.is_wished)',
			backlog_count: "count(*) filter (where e.status = 'backlog')",
			playing_count: "count(*) filter (where e.status in ('playing', 'paused'))",
			played_count: "count(*) filter (where e.status in ('played', 'finished', 'completed', 'abandoned'))",
		},
	},
	{
		table: 'review_counts',
		source: 'review_days d join review_counts c on c.id = d.review_id, windows w',
		key: 'd.review_id',
		columns: { ...sumWindows('engagements', 'engagements'), ...sumWindows('impressions', 'impressions') },
	},
	countRows('review_counts', 'likes', 'review_likes', 'review_id'),
	{
		table: 'review_counts',
		source: 'comments m',
		key: 'm.review_id',
		columns: THREAD_COUNTS,
	},
	{
		table: 'list_counts',
		source: 'comments m',
		key: 'm.list_id',
		columns: THREAD_COUNTS,
	},
	{
		table: 'list_counts',
		source: 'list_days d join list_counts c on c.id = d.list_id, windows w',
		key: 'd.list_id',
		columns: sumWindows('engagements', 'engagements'),
	},
	countRows('list_counts', 'likes', 'list_likes', 'list_id'),
	countRows('comments', 'reply_count', "comments m where m.state = 'published'", 'm.parent_id'),
	countRows('comments', 'likes', 'comment_likes', 'comment_id'),
	countRows('lists', 'game_count', 'list_items', 'list_id'),
	{
		table: 'notifications',
		source: 'notification_events e',
		key: 'e.notification_id',
		columns: { actor_count: 'count(distinct e.actor_id)' },
	},
	{
		table: 'user_counts',
		source: 'user_days d join user_counts c on c.id = d.user_id, windows w',
		key: 'd.user_id',
		columns: sumWindows('impressions', 'impressions'),
	},
	{
		table: 'user_counts',
		source: 'review_counts r join reviews t on t.id = r.id and is_kept(t.state)',
		key: 'r.user_id',
		columns: { review_count: 'count(*)', impressions_total: 'sum(r.impressions_total)' },
	},
	countRows('user_counts', 'follower_count', 'follows', 'followed_id'),
	countRows('user_counts', 'following_count', 'follows', 'follower_id'),
	{
		table: 'user_counts',
		source: 'lists where is_kept(state)',
		key: 'user_id',
		columns: {
			list_count: "count(*) filter (where visibility = 'public')",
			hidden_list_count: "count(*) filter (where visibility <> 'public')",
		},
	},
	countRows('user_counts', 'activity_count', 'activities', 'user_id'),
]

function buildComparison({ table, source, key, columns }: CountRule): string {
	const names = Object.keys(columns)
	const counted = Object.values(columns).map((aggregate, index) => `${aggregate} as n${index}`)
	const compared = names.map((name, index) => `('${table}.${name}', t.${name}, coalesce(f.n${index}, 0)::int)`)
	return `select v.* from (
		select c.name as count, t.id::text as subject, c.stored, c.counted
		from ${table} t left join (select ${key} as key, ${counted.join(', ')} from ${source} group by 1) f on f.key = t.id
		cross join lateral (values ${compared.join(', ')}) c (name, stored, counted)
		where c.stored <> c.counted
	) v`
}

const OF_ENTRY = 'user_id = e.user_id and game_id = e.game_id'
/** What the sums of a library entry `e` must equal. */
const ENTRY_SUMS = {
	play_count: `(select count(*)::int from plays where ${OF_ENTRY})`,
	session_count: `(select count(*)::int from play_sessions where ${OF_ENTRY})`,
	minutes_played: `(select cap_minutes(sum(minutes)::bigint) from (
		select coalesce(minutes, (select sum(s.minutes) from play_sessions s where s.play_id = p.id)) as minutes from plays p where ${OF_ENTRY}
		union all select minutes from play_sessions where ${OF_ENTRY} and play_id is null
	) known)`,
} as const

const windowsOf = (name: string) => ['week', 'month', 'year', 'total'].map((window) => `${name}_${window}`)
const listDiffering = (columns: readonly string[]) =>
	columns.map((column) => `c.${column} is distinct from r.${column}`).join(' or ')

// Counts that do not belong to a row with an id; each query returns the differences
const OTHER_COMPARISONS: readonly { count: string; text: string }[] = [
	{
		count: 'game_days.reviews',
		text: `select coalesce(d.game_id, f.game_id) || ' ' || coalesce(d.day, f.day) as subject, coalesce(d.reviews, 0) as stored, coalesce(f.n, 0) as counted
			from (select * from game_days where reviews <> 0) d
			full join (select game_id, counted_day(r) as day, count(*)::int as n from reviews r where state = 'published' group by 1, 2) f on f.game_id = d.game_id and f.day = d.day
			where coalesce(d.reviews, 0) <> coalesce(f.n, 0)`,
	},
	{
		count: 'game_counts.rating_counts',
		text: `select g.id || ' ' || trim_scale(step / 2.0) as subject, g.rating_counts[step] as stored, coalesce(f.n, 0) as counted
			from game_counts g cross join generate_series(1, 10) step
			left join (select game_id, half_stars, count(*)::int as n from library_entries where not is_withdrawn group by 1, 2) f on f.game_id = g.id and f.half_stars = step
			where g.rating_counts[step] <> coalesce(f.n, 0)`,
	},
	{
		count: 'game_scores',
		text: `select coalesce(s.game_id, f.game_id) || ' ' || coalesce(s.kind, f.kind) || ' ' || coalesce(s.key, f.key) as subject,
				coalesce(s.rating_sum, 0) as stored, coalesce(f.rating_sum, 0) as counted
			from game_scores s full join (
				select game_id, kind, key, sum(half_stars)::int as rating_sum, count(*)::int as rating_count
				from library_entries e cross join lateral (values
					('platform', coalesce(reviewed_platform, platform)),
					('hours', hours_from(coalesce(reviewed_hours * 60, minutes_played)))) score (kind, key)
				where half_stars is not null and key is not null and not is_withdrawn group by 1, 2, 3
			) f on (f.game_id, f.kind, f.key) = (s.game_id, s.kind, s.key)
			where (s.rating_sum, s.rating_count) is distinct from (f.rating_sum, f.rating_count)`,
	},
	{
		// The review that an entry names is its own, and its copies are those of the review
		count: 'library_entries.review_id',
		text: `select coalesce(e.user_id, r.user_id) || ' ' || coalesce(e.game_id, r.game_id) as subject, (e.review_id is not null)::int as stored, (r.id is not null)::int as counted
			from (select * from library_entries where review_id is not null) e full join (select * from reviews where is_kept(state)) r on r.id = e.review_id
			where (e.user_id, e.game_id, e.half_stars) is distinct from (r.user_id, r.game_id, r.half_stars)
				or (e.reviewed_platform, e.reviewed_hours) is distinct from (r.platform, r.time_played)`,
	},
	...(['play_count', 'session_count', 'minutes_played'] as const).map((column) => ({
		count: `library_entries.${column}`,
		text: `select user_id || ' ' || game_id as subject, coalesce(stored, -1) as stored, coalesce(counted, -1) as counted from (
			select e.user_id, e.game_id, e.${column} as stored, ${ENTRY_SUMS[column]} as counted from library_entries e
		) s where stored is distinct from counted`,
	})),
	{
		count: 'library_entries.last_played_on',
		text: `select e.user_id || ' ' || e.game_id as subject, 0 as stored, 1 as counted from library_entries e
			where e.last_played_on is distinct from greatest(
				(select max(ended_on) from plays p where p.user_id = e.user_id and p.game_id = e.game_id),
				(select max(day)::text collate "C" from play_sessions s where s.user_id = e.user_id and s.game_id = e.game_id))`,
	},
	{
		count: 'library_entries',
		text: `select user_id || ' ' || game_id as subject, 1 as stored, 0 as counted from library_entries e where is_empty_entry(e)`,
	},
	...(
		[
			[
				'review_counts',
				'reviews',
				"(c.game_id, c.user_id, c.created_at, c.is_published) is distinct from (t.game_id, t.user_id, t.created_at, t.state = 'published')",
			],
			[
				'list_counts',
				'lists',
				"(c.user_id, c.created_at, c.is_public) is distinct from (t.user_id, t.created_at, t.visibility = 'public' and t.state = 'published')",
			],
			['user_counts', 'users', 'c.username_key is distinct from lower(t.username)'],
			['game_counts', 'games', '(c.prominence, c.name_key) is distinct from (t.prominence, lower(t.name))'],
		] as const
	).map(([counts, table, differs]) => ({
		// Each has one row of counts, which goes with it, and whose copies are those of the counted row
		count: counts,
		text: `select coalesce(t.id, c.id)::text as subject, (c.id is not null)::int as stored, (t.id is not null)::int as counted
			from ${table} t full join ${counts} c on c.id = t.id where t.id is null or c.id is null or ${differs}`,
	})),
	...(
		[
			[
				'review',
				['game_id', 'user_id', 'created_at', 'is_published'],
				['likes', 'views', ...windowsOf('engagements'), ...windowsOf('impressions')],
			],
			['list', ['user_id', 'created_at', 'is_public'], windowsOf('engagements')],
			['game', ['prominence', 'name_key'], ['rating_count', ...windowsOf('reviews')]],
			['user', ['username_key'], ['follower_count', ...windowsOf('impressions')]],
		] as const
	).map(([subject, facts, counts]) => ({
		// Each row of counts has a ranking, whose facts are equal, and whose counts are or will soon be
		count: `${subject}_rankings`,
		text: `select c.id::text as subject, (r.id is not null)::int as stored, 1 as counted
			from ${subject}_counts c left join ${subject}_rankings r on r.id = c.id
			where r.id is null or ${listDiffering(facts)} or (${listDiffering(counts)})
				and not exists (select from changed_rankings where subject = '${subject}' and id = c.id::text)`,
	})),
	{
		// Each game has the medians of its plays, or will soon
		count: 'times_to_beat',
		text: `select coalesce(t.game_id, c.game_id)::text as subject, coalesce(t.finished, t.completed, t.people, 0) as stored, coalesce(c.finished, c.completed, 0) as counted
			from times_to_beat t full join count_times_to_beat(array(select distinct game_id from plays where outcome in ('finished', 'completed'))) c on c.game_id = t.game_id
			where (t.finished, t.completed, coalesce(t.people, 0)) is distinct from (c.finished, c.completed, coalesce(c.people, 0))
				and not exists (select from changed_times n where n.game_id = coalesce(t.game_id, c.game_id))`,
	},
	{
		// Each game has its sort keys, or will soon
		count: 'browsed_games',
		text: `select c.id::text as subject, (b.id is not null)::int as stored, 1 as counted
			from game_counts c join games g on g.id = c.id left join browsed_games b on b.id = c.id left join times_to_beat t on t.game_id = c.id
			where (b.name_key, b.release_date, b.by_prominence, b.by_players, b.rating_sum, b.rating_count, b.by_minutes)
				is distinct from (c.name_key, g.release_date, -c.prominence::int, -(c.playing_count + c.played_count), c.rating_sum, c.rating_count, coalesce(t.finished, t.catalog_finished))
				and not exists (select from changed_browse n where n.id = c.id)`,
	},
	{
		count: 'browse_state.rating_sum',
		text: `select 'all games' as subject, s.rating_sum as stored, n.rating_sum as counted
			from browse_state s, (select coalesce(sum(rating_sum), 0) as rating_sum, coalesce(sum(rating_count), 0) as rating_count from browsed_games) n
			where (s.rating_sum, s.rating_count) <> (n.rating_sum, n.rating_count)`,
	},
	{
		// Each game has a bit in each of its values and in no other one, or will soon
		count: 'game_bits',
		text: `select coalesce(w.facet, b.facet) || ' ' || coalesce(w.value, b.value) as subject, coalesce(bit_count(b.bits), 0)::int as stored, coalesce(bit_count(w.bits), 0)::int as counted
			from (select * from game_bits where bit_count(bits) > 0) b full join (
				select v.facet, lower(v.value) as value, g.id >> 14 as block, bit_or(set_bit(B'0'::bit(16384), g.id & 16383, 1)) as bits
				from games g join browsed_games a on a.id = g.id cross join lateral browse_values(g, a.average, a.by_minutes) v group by 1, 2, 3
			) w on (w.facet, w.value, w.block) = (b.facet, b.value, b.block)
			where w.bits is distinct from b.bits and not exists (select from changed_browse n where n.id >> 14 = coalesce(w.block, b.block))`,
	},
	{
		// A bound: it may be later than the newest of what remains
		count: 'user_counts.fed_at',
		text: `select id::text as subject, extract(epoch from fed_at)::float8 as stored, extract(epoch from newest)::float8 as counted from (
			select c.id, c.fed_at, greatest(
				(select max(created_at) from reviews where user_id = c.id),
				(select max(created_at) from lists where user_id = c.id and visibility = 'public'),
				(select max(created_at) from feed_logs where user_id = c.id)) as newest
			from user_counts c where c.id not in (select user_id from hidden_users)
		) f where fed_at < newest`,
	},
	{
		count: 'review_days.engagements',
		text: `select coalesce(d.review_id, f.review_id) || ' ' || coalesce(d.day, f.day) as subject, coalesce(d.engagements, 0) as stored, coalesce(f.n, 0) as counted
			from (select * from review_days where engagements <> 0) d
			full join (select review_id, utc_day(created_at) as day, count(*)::int as n
				from (select review_id, created_at from review_likes union all select review_id, created_at from comments where review_id is not null and removed_at is null and state = 'published') e group by 1, 2) f
			on f.review_id = d.review_id and f.day = d.day
			where coalesce(d.engagements, 0) <> coalesce(f.n, 0)`,
	},
	{
		count: 'list_days.engagements',
		text: `select coalesce(d.list_id, f.list_id) || ' ' || coalesce(d.day, f.day) as subject, coalesce(d.engagements, 0) as stored, coalesce(f.n, 0) as counted
			from (select * from list_days where engagements <> 0) d
			full join (select list_id, utc_day(created_at) as day, count(*)::int as n
				from (select list_id, created_at from list_likes union all select list_id, created_at from comments where list_id is not null and removed_at is null and state = 'published') e group by 1, 2) f
			on f.list_id = d.list_id and f.day = d.day
			where coalesce(d.engagements, 0) <> coalesce(f.n, 0)`,
	},
	{
		// Public lists are activities, and no others
		count: 'activities of lists',
		text: `select coalesce(a.id, l.id)::text as subject, (a.id is not null)::int as stored, (l.id is not null)::int as counted
			from (select * from activities where kind = 'list') a full join (select * from lists where visibility = 'public' and not is_quiet) l
			on l.id = a.id and a.user_id is not distinct from case when is_kept(l.state) then l.user_id end where a.id is null or l.id is null`,
	},
	{
		// Every event is that of a like, copy, comment, follow or mention that still exists, and no notification is empty
		count: 'notification_events',
		text: `select notification_id::text as subject, 1 as stored, 0 as counted from notification_events e where not case kind
				when 'review_like' then exists (select from review_likes l where l.review_id = e.target and l.user_id = e.source)
				when 'comment_like' then exists (select from comment_likes l where l.comment_id = e.target and l.user_id = e.source)
				when 'list_like' then exists (select from list_likes l where l.list_id = e.target and l.user_id = e.source)
				when 'list_copy' then exists (select from lists l where l.id = e.source and l.copied_from = e.target)
				when 'follow' then exists (select from follows f where f.followed_id = e.target and f.follower_id = e.source)
				when 'mention' then exists (select from mentions m where m.subject = e.target and m.user_id = e.user_id)
				else exists (select from comments c where c.id = e.source and c.removed_at is null) end
			union all select id::text, 1, 0 from notifications where actor_count = 0 and kind not in ('moderation', 'suggestion', 'import', 'release')`,
	},
	{
		// Every mention is in a text that exists
		count: 'mentions',
		text: `select m.subject || ' ' || m.name as subject, 1 as stored, 0 as counted from mentions m
			where not exists (select from reviews t where t.id = m.subject and m.name = any (t.mentioned))
				and not exists (select from comments t where t.id = m.subject and m.name = any (t.mentioned))
				and not exists (select from lists t where t.id = m.subject and m.name = any (t.mentioned))`,
	},
	{
		count: 'follows.activities_before',
		text: `select follower_id || ' ' || user_id as subject, stored, counted from (
			select follower_id, user_id, stored, (count(*) filter (where follower_id is null)
				over (partition by user_id order by created_at, follower_id is null rows unbounded preceding))::int as counted
			from (
				select user_id, created_at, null::uuid as follower_id, null::int as stored from activities
				union all select followed_id, created_at, follower_id, activities_before + coalesce((
					select sum(c.n) from feed_corrections c
					where c.user_id = f.followed_id and c.id > f.corrected_to and c.created_at < f.created_at), 0)::int from follows f
			) moments
		) f where follower_id is not null and stored <> counted`,
	},
	{
		count: 'follows.activities_read',
		text: `select follower_id || ' ' || followed_id as subject, activities_read as stored, coalesce(n, 0) as counted
			from follows left join (select reader_id, user_id, count(*)::int as n from activity_reads group by 1, 2) reads
			on reader_id = follower_id and user_id = followed_id
			where activities_read <> coalesce(n, 0)`,
	},
	{
		count: 'moderation_quarters.n',
		text: `select coalesce(q.quarter, f.quarter) || ' ' || coalesce(q.key, f.key) as subject, coalesce(q.n, 0) as stored, coalesce(f.n, 0) as counted
			from (select * from moderation_quarters where n <> 0) q full join (
				select to_char(created_at at time zone 'UTC', 'YYYY"-Q"Q') as quarter, kind, key, count(*)::int as n from (
					select created_at, 'report' as kind, reason as key from reports
					union all select created_at, 'action', action from moderation_actions where subject not in ('game', 'suggestion')
					union all select created_at, 'appeal', state from appeals
				) facts group by 1, 2, 3
			) f on (f.quarter, f.kind, f.key) = (q.quarter, q.kind, q.key)
			where coalesce(q.n, 0) <> coalesce(f.n, 0)`,
	},
	{
		count: 'moderation_cases.open_count',
		text: `select c.subject_id::text as subject, c.open_count as stored, r.open as counted
			from moderation_cases c cross join lateral (
				select (count(*) filter (where closed_at is null))::int as open, count(*)::int as n from reports where subject_id = c.subject_id
			) r where (c.open_count, c.report_count) <> (r.open, r.n)`,
	},
	{
		count: 'site_counts.n',
		text: `select subject, stored, counted from (
			select subject, sum(n)::int as stored, case subject
				when 'users' then (select count(*)::int from users where deleted_at is null and banned_at is null) when 'games' then (select count(*)::int from games where not hidden)
				when 'reviews' then (select count(*)::int from reviews where state = 'published') else (select count(*)::int from lists where visibility = 'public' and state = 'published') end as counted
			from site_counts group by subject
		) s where stored <> counted`,
	},
]

/** Compares every stored count with its source rows and returns the differences, at most 100 per count. */
export async function recount(db: Db): Promise<Difference[]> {
	const texts = [
		...COUNT_RULES.map(buildComparison),
		...OTHER_COMPARISONS.map(({ count, text }) => `select '${count}' as count, o.* from (${text}) o`),
	]
	const differences: Difference[] = []
	for (const text of texts) differences.push(...(await sql.raw<Difference>(`${text} limit 100`).execute(db)).rows)
	return differences
}
