-- Fills the tables from the rows of facts.sql after the games are imported, with made_games.n as their source_id.

alter table made_games add id integer;
update made_games set id = games.id from games where source = 'bench' and source_id = n::text;
create unique index on made_games (n) include (id);
analyze made_games;

-- from here on, the statements write the counts themselves
set session_replication_role = replica;

update game_counts set rating_sum = stars, rating_count = total, rating_counts = counts, reviews_week = week, reviews_month = month, reviews_year = year, reviews_total = total
from (
	select game_n, sum(half_stars)::integer as stars, count(*)::integer as total,
		array[(count(*) filter (where half_stars = 1))::integer, (count(*) filter (where half_stars = 2))::integer, (count(*) filter (where half_stars = 3))::integer,
			(count(*) filter (where half_stars = 4))::integer, (count(*) filter (where half_stars = 5))::integer, (count(*) filter (where half_stars = 6))::integer,
			(count(*) filter (where half_stars = 7))::integer, (count(*) filter (where half_stars = 8))::integer, (count(*) filter (where half_stars = 9))::integer, (count(*) filter (where half_stars = 10))::integer] as counts,
		(count(*) filter (where created_at >= pg_temp.today() - interval '6 days'))::integer as week,
		(count(*) filter (where created_at >= pg_temp.today() - interval '29 days'))::integer as month,
		(count(*) filter (where created_at >= pg_temp.today() - interval '364 days'))::integer as year
	from made_reviews group by 1
) counts
join made_games on n = game_n
where game_counts.id = made_games.id;

insert into game_days (game_id, day, reviews)
select g.id, utc_day(r.created_at), count(*) from made_reviews r join made_games g on g.n = r.game_n group by 1, 2;

insert into reviews (id, game_id, user_id, half_stars, platform, time_played, description, game_name, created_at, updated_at)
select r.id, g.id, u.id, half_stars, pg_temp.pick(g.platforms, r.n, 51), case when pg_temp.chance(r.n, 52) < 0.7 then floor(120 * pg_temp.chance(r.n, 53) ^ 2)::integer end,
	(
		select string_agg(pg_temp.pick(openings, r.n, k * 4) || ' ' || pg_temp.pick(findings, r.n, k * 4 + 1) || ' ' || pg_temp.pick(verdicts, r.n, k * 4 + 2), ' ' order by k)
		from generate_series(15, 16 + floor(9 * pg_temp.chance(r.n, 54) ^ 2)::integer) k
	),
	g.name, r.created_at, r.created_at
from made_reviews r join made_games g on g.n = r.game_n join made_users u on u.n = r.user_n cross join words
order by r.n;

insert into library_entries (user_id, game_id, status, half_stars, platform, review_id, reviewed_platform, reviewed_hours, created_at, updated_at)
select user_id, game_id, 'played', half_stars, platform, id, platform, time_played, created_at, created_at from reviews order by created_at;

update game_counts set played_count = rating_count;

update game_rankings r set rating_count = c.rating_count,
	reviews_week = c.reviews_week, reviews_month = c.reviews_month, reviews_year = c.reviews_year, reviews_total = c.reviews_total
from game_counts c where c.id = r.id;

insert into game_scores (game_id, kind, key, rating_sum, rating_count)
select game_id, kind, key, sum(half_stars)::integer, count(*)::integer
from library_entries cross join lateral (values ('platform', reviewed_platform), ('hours', hours_from(reviewed_hours * 60))) score (kind, key)
where key is not null group by 1, 2, 3;

insert into review_counts (id, game_id, user_id, created_at, likes, comment_count, views, impressions_week, impressions_month, impressions_year, impressions_total,
	engagements_week, engagements_month, engagements_year, engagements_total)
select r.id, g.id, u.id, r.created_at, coalesce(likes, 0), coalesce(comments, 0), coalesce(seen / 3, 0), coalesce(seen_week, 0), coalesce(seen_month, 0), coalesce(seen_year, 0), coalesce(seen, 0),
	coalesce(week, 0), coalesce(month, 0), coalesce(year, 0), coalesce(engagements, 0)
from made_reviews r join made_games g on g.n = r.game_n join made_users u on u.n = r.user_n
	left join made_counts c on c.review_id = r.id left join made_likes_counts l on l.review_id = r.id left join made_comment_counts m on m.review_id = r.id
order by r.n;

insert into review_rankings (id, game_id, user_id, created_at, is_published, likes, views,
	engagements_week, engagements_month, engagements_year, engagements_total, impressions_week, impressions_month, impressions_year, impressions_total)
select id, game_id, user_id, created_at, is_published, likes, views,
	engagements_week, engagements_month, engagements_year, engagements_total, impressions_week, impressions_month, impressions_year, impressions_total
from review_counts;

insert into review_search (review_id, words) select id, words_of_review(r) from reviews r order by created_at;

insert into review_likes (review_id, user_id, created_at) select review_id, user_id, created_at from made_likes order by created_at;

insert into review_days (review_id, day, engagements, impressions) select review_id, day, engagements, impressions from made_days order by day;

insert into user_days (user_id, day, impressions)
select u.id, day, sum(impressions) from made_days d join made_reviews r on r.id = d.review_id join made_users u on u.n = r.user_n group by 1, 2;

insert into comments (id, review_id, user_id, content, created_at)
select id, review_id, user_id, pg_temp.pick(findings, n, 66) || ' ' || pg_temp.pick(verdicts, n, 67), created_at from made_comments cross join words order by created_at;

insert into lists (id, user_id, title, description, game_count, tags, tag_keys, created_at, updated_at)
select id, user_id, pg_temp.pick(adjectives, n, 74) || ' games for a ' || pg_temp.pick(adjectives, n, 75) || ' ' || pg_temp.pick(nouns, n, 76),
	case when pg_temp.chance(n, 77) < 0.6 then pg_temp.pick(openings, n, 78) || ' ' || pg_temp.pick(verdicts, n, 79) end, size,
	array_remove(array[tag], null), array_remove(array[lower(tag)], null), created_at, created_at
from made_lists cross join words order by created_at;

update lists set words = words_of_list(title, description);

insert into list_likes (list_id, user_id, created_at)
select l.id, u.id, pg_temp.later(l.created_at, l.n * 10 + i, 92)
from made_lists l cross join lateral generate_series(0, floor(8 * pg_temp.chance(l.n, 93) ^ 2)::integer - 1) i
join made_users u on u.n = 1 + (l.n * 7 + i * 13) % pg_temp.setting('users');

insert into list_days (list_id, day, engagements) select list_id, utc_day(created_at), count(*) from list_likes group by 1, 2;

insert into list_counts (id, user_id, created_at, is_public, likes, engagements_week, engagements_month, engagements_year, engagements_total)
select l.id, l.user_id, l.created_at, true, coalesce(total, 0), coalesce(week, 0), coalesce(month, 0), coalesce(year, 0), coalesce(total, 0)
from made_lists l left join (
	select list_id, sum(engagements) as total,
		sum(engagements) filter (where day > pg_temp.today()::date - 7) as week,
		sum(engagements) filter (where day > pg_temp.today()::date - 30) as month,
		sum(engagements) filter (where day > pg_temp.today()::date - 365) as year
	from list_days group by 1
) liked on liked.list_id = l.id;

insert into list_rankings (id, user_id, created_at, is_public, engagements_week, engagements_month, engagements_year, engagements_total)
select id, user_id, created_at, is_public, engagements_week, engagements_month, engagements_year, engagements_total from list_counts;

-- consecutive numbers, so that no game is in a list twice
insert into list_items (id, list_id, game_id, position, notes)
select pg_temp.id(l.created_at, 3000000000 + l.n::bigint * 20 + i), l.id, g.id, i, case when i % 5 = 0 then 'One of the best' else '' end
from made_lists l cross join lateral generate_series(0, size - 1) i
join made_games g on g.n = 1 + (pg_temp.favourite(pg_temp.setting('games'), l.n, 91, 3) - 1 + i) % pg_temp.setting('games');

insert into activities (id, user_id, kind, created_at) select id, user_id, kind, created_at from made_activities order by created_at;

insert into follows (follower_id, followed_id, created_at, activities_before)
select follower_id, followed_id, created_at, activities_before
from (
	select follower_id, user_id followed_id, created_at, (count(*) filter (where follower_id is null) over (partition by user_id order by created_at, follower_id is null rows unbounded preceding))::integer activities_before
	from (
		select user_id, created_at, null::uuid follower_id from made_activities
		union all select followed_id, created_at, follower_id from made_follows
	) moments
) counted
where follower_id is not null;

-- the reader who follows a hundred has read everything but the last day
insert into activity_reads (reader_id, activity_id, user_id)
select f.follower_id, a.id, a.user_id
from made_users u join made_follows f on f.follower_id = u.id join made_activities a on a.user_id = f.followed_id
where u.n = 3 and a.created_at >= f.created_at and a.created_at < pg_temp.today() - interval '1 day';

update follows f set activities_read = n
from (select reader_id, user_id, count(*) n from activity_reads group by 1, 2) reads
where f.follower_id = reader_id and f.followed_id = reads.user_id;

insert into users (id, username, email, email_key, bio, created_at)
select id, case when u.n % 3 = 0 or u.n < 4 then 'player' else lower(pg_temp.pick(adjectives, u.n, 101)) || '_' || lower(pg_temp.pick(nouns, u.n, 102)) end || '_' || u.n,
	'player_' || u.n || '@example.org', 'player_' || u.n || '@example.org', null, created_at
from made_users u cross join words
order by u.n;

insert into user_counts (id, username_key, review_count, list_count, activity_count, follower_count, following_count,
	impressions_week, impressions_month, impressions_year, impressions_total, fed_at)
select id, lower(username), coalesce(review_count, 0), coalesce(list_count, 0), coalesce(activity_count, 0), coalesce(follower_count, 0), coalesce(following_count, 0),
	coalesce(week, 0), coalesce(month, 0), coalesce(year, 0), coalesce(total, 0), coalesce(fed_at, 'epoch')
from made_users u join users using (id)
left join (select user_n, count(*)::integer review_count from made_reviews group by 1) written on user_n = u.n
left join (select user_id, count(*)::integer list_count from made_lists group by 1) listed on listed.user_id = id
left join (select user_id, count(*)::integer activity_count, max(created_at) filter (where kind <> 'comment') fed_at from made_activities group by 1) active on active.user_id = id
left join (select followed_id, count(*)::integer follower_count from made_follows group by 1) followed on followed.followed_id = id
left join (select follower_id, count(*)::integer following_count from made_follows group by 1) following on following.follower_id = id
left join (
	select user_id, sum(impressions) as total,
		sum(impressions) filter (where day > pg_temp.today()::date - 7) as week,
		sum(impressions) filter (where day > pg_temp.today()::date - 30) as month,
		sum(impressions) filter (where day > pg_temp.today()::date - 365) as year
	from user_days group by 1
) seen on seen.user_id = id
order by u.n;

insert into user_rankings (id, username_key, follower_count, impressions_week, impressions_month, impressions_year, impressions_total)
select id, username_key, follower_count, impressions_week, impressions_month, impressions_year, impressions_total from user_counts;

update site_counts set n = 0;
update site_counts set n = case subject when 'users' then (select count(*) from users) when 'games' then (select count(*) from games) when 'reviews' then (select count(*) from reviews) else (select count(*) from lists) end
where slot = 0;

update windows set today = pg_temp.today()::date;

set session_replication_role = origin;

drop table words, made_users, made_reviews, made_likes, made_comments, made_lists, made_activities, made_follows, made_days, made_counts, made_likes_counts, made_comment_counts, made_games;
