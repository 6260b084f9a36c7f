-- The large data set: facts made from hashes of their row numbers, so that the same parameters give the same rows, with
-- every kept count equal to what it counts. `data.ts` runs this, statement by statement, on an empty database whose
-- indexes are down. Parameters are settings: bench.games, bench.users, bench.reviews, bench.likes and bench.today, the
-- day that the data ends before. The statements end with a semicolon at the end of a line.

create function pg_temp.setting(name text) returns integer language sql stable return current_setting('bench.' || name)::integer;

create function pg_temp.today() returns timestamptz language sql stable return (current_setting('bench.today') || ' 00:00:00Z')::timestamptz;

-- evenly spread over [0, 1)
create function pg_temp.chance(n bigint, salt integer) returns float8 language sql immutable
	return (hashint8extended(n, salt) & 2147483647)::float8 / 2147483648;

create function pg_temp.pick(list text[], n bigint, salt integer) returns text language sql immutable
	return list[1 + floor(pg_temp.chance(n, salt) * cardinality(list))::integer];

-- one of many, of which few are had often; spread, so that the favourites do not stand together
create function pg_temp.favourite(many integer, n bigint, salt integer, skew float8) returns integer language sql immutable
	return 1 + (floor(many * pg_temp.chance(n, salt) ^ skew)::bigint * 7919 % many)::integer;

-- a version 7 id as the server makes them: ordered by time
create function pg_temp.id(moment timestamptz, n bigint) returns uuid language sql immutable
	return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid;

create temp table words as select
	array['Silent', 'Broken', 'Golden', 'Hollow', 'Crimson', 'Distant', 'Electric', 'Forgotten', 'Gentle', 'Hidden', 'Iron', 'Jade', 'Kindled', 'Last', 'Midnight', 'Northern', 'Open', 'Paper', 'Quiet', 'Rising', 'Salted', 'Tidal', 'Umber', 'Violet', 'Winter', 'Young', 'Ashen', 'Bright', 'Copper', 'Deep'] adjectives,
	array['Harbor', 'Kingdom', 'Orchard', 'Signal', 'Voyage', 'Garden', 'Fortress', 'Horizon', 'Machine', 'Valley', 'Circuit', 'Legend', 'Archive', 'Island', 'Tactics', 'Racer', 'Odyssey', 'Frontier', 'Carnival', 'Lantern', 'Meridian', 'Outpost', 'Parade', 'Quarry', 'Refuge', 'Spire', 'Temple', 'Undertow', 'Vanguard', 'Workshop'] nouns,
	array['Origins', 'The Long Road', 'Echoes', 'Second Dawn', 'Shattered Crown', 'Afterlight', 'Homecoming', 'Zero Hour', 'Tales of the Coast', 'Remastered', 'Uprising', 'The Final Map'] subtitles,
	array['Small Lantern', 'Ninth Street Games', 'Blue Heron', 'Foundry Nine', 'Paper Moon Studio', 'Northlight', 'Kettle & Co', 'Tall Grass', 'Oblique', 'Harbour Works', 'Second Breakfast', 'Red Door'] studios,
	array['Adventure', 'Role-playing', 'Shooter', 'Platform', 'Puzzle', 'Racing', 'Strategy', 'Simulation', 'Sport', 'Fighting'] genres,
	array['PC', 'PlayStation 5', 'Nintendo Switch', 'Xbox Series X|S', 'PlayStation 4', 'Mac', 'Linux', 'Xbox One'] platforms,
	array['I expected little and', 'After forty hours', 'On a friend''s advice', 'Coming back after years,', 'From the first minute', 'Halfway through', 'To my surprise', 'With the sound turned up', 'On the hardest setting', 'Between two longer games', 'For a whole rainy weekend', 'Without reading anything before,', 'At its price', 'Next to its predecessor', 'When it finally clicked,', 'Even on an old machine'] openings,
	array['the combat finds its rhythm', 'the story keeps its best card hidden', 'every level teaches something new', 'the music carries whole chapters', 'the map rewards those who wander', 'the dialogue is sharper than it looks', 'the controls never get in the way', 'the side quests outshine the main road', 'the bosses ask for patience', 'the world feels lived in', 'the pacing sags a little', 'the menus fight back', 'the camera loses the thread at times', 'the puzzles are fair to the end', 'the ending earns its tears', 'the co-op mode doubles the fun'] findings,
	array['and I would not skip a minute.', 'which few games of its kind manage.', 'though a patch or two would help.', 'and that alone is worth the evening.', 'so I started over at once.', 'but the last act rushes it.', 'and my save file agrees.', 'even if the frame rate dips in town.', 'which makes the price easy to defend.', 'yet I never felt lost.', 'and I keep humming the theme.', 'but bring a friend along.', 'so take your time with it.', 'and the quiet moments stay.', 'though not everyone will mind.', 'which is more than enough for me.'] verdicts;
analyze words;

-- Facts first, by number; the tables are filled from them with their counts in place.

create temp table made_users as
select n, pg_temp.today() - interval '730 days' - interval '365 days' * pg_temp.chance(n, 1) as created_at
from generate_series(1, pg_temp.setting('users')) n;
alter table made_users add id uuid;
update made_users set id = pg_temp.id(created_at, n);
create unique index on made_users (n) include (id);
analyze made_users;

create temp table made_reviews as
select (row_number() over (order by created_at, n))::integer n, user_n, game_n, created_at,
	(1 + floor(10 * pg_temp.chance(n, 12) ^ 0.6))::smallint half_stars
from (
	select n, user_n, game_n, date_trunc('milliseconds', pg_temp.today() - interval '730 days' * greatest(pg_temp.chance(n, 11) ^ 1.3, 0.000001)) created_at
	from (
		select min(n) n, user_n, game_n
		from (
			select n, pg_temp.favourite(pg_temp.setting('users'), n, 13, 1.5) user_n, pg_temp.favourite(pg_temp.setting('games'), n, 14, 3) game_n
			from generate_series(1, pg_temp.setting('reviews')::bigint * 3 / 2) n
		) tries
		group by user_n, game_n order by 1 limit pg_temp.setting('reviews')
	) pairs
) dated;
alter table made_reviews add id uuid;
update made_reviews set id = pg_temp.id(created_at, n);
create unique index on made_reviews (n);
analyze made_reviews;

create temp table made_likes as
select r.id review_id, u.id user_id, date_trunc('milliseconds', r.created_at + (pg_temp.today() - r.created_at) * (pg_temp.chance(l.n, 21) ^ 3 * 0.999)) created_at
from (
	select min(n) n, review_n, user_n
	from (
		select n, pg_temp.favourite(pg_temp.setting('reviews'), n, 22, 2.5) review_n, pg_temp.favourite(pg_temp.setting('users'), n, 23, 1.5) user_n
		from generate_series(1, pg_temp.setting('likes')::bigint * 3 / 2) n
	) tries
	group by review_n, user_n order by 1 limit pg_temp.setting('likes')
) l
join made_reviews r on r.n = l.review_n join made_users u on u.n = l.user_n;
analyze made_likes;

-- a review is seen some times for each like
create temp table made_days as
select review_id, day, engagements, engagements * (4 + floor(16 * pg_temp.chance(hashtext(review_id::text), extract(doy from day)::integer)))::integer as impressions
from (select review_id, utc_day(created_at) as day, count(*)::integer engagements from made_likes group by 1, 2) d;
analyze made_days;

create temp table made_counts as
select review_id, sum(engagements)::integer as likes, sum(impressions)::integer as seen,
	sum(engagements) filter (where day > pg_temp.today()::date - 7) as week, sum(impressions) filter (where day > pg_temp.today()::date - 7) as seen_week,
	sum(engagements) filter (where day > pg_temp.today()::date - 30) as month, sum(impressions) filter (where day > pg_temp.today()::date - 30) as seen_month,
	sum(engagements) filter (where day > pg_temp.today()::date - 365) as year, sum(impressions) filter (where day > pg_temp.today()::date - 365) as seen_year
from made_days group by 1;
analyze made_counts;

-- imports keep what they derive from games by triggers, so games come in with theirs on
insert into games (source, source_id, facts_hash, name, cover, release_date, developers, publishers, genres, platforms, game_modes, summary, websites,
	rating_sum, rating_count, reviews_week, reviews_month, reviews_year, reviews_total, created_at, updated_at)
select 'bench', n, n,
	pg_temp.pick(adjectives, n, 31) || ' ' || pg_temp.pick(nouns, n, 32)
		|| case when pg_temp.chance(n, 33) < 0.4 then ': ' || pg_temp.pick(subtitles, n, 34) else '' end
		|| case when pg_temp.chance(n, 35) < 0.3 then ' ' || (2 + n % 7) else '' end,
	null, (1985 + n % 40) || '-' || lpad((1 + n % 12)::text, 2, '0') || '-' || lpad((1 + n % 28)::text, 2, '0'),
	array[pg_temp.pick(studios, n, 36)], array[pg_temp.pick(studios, n, 37)], array[pg_temp.pick(genres, n, 38)],
	platforms[1 + n % 4:3 + n % 6], array['Single-player'],
	pg_temp.pick(openings, n, 39) || ' ' || pg_temp.pick(findings, n, 40) || ' ' || pg_temp.pick(verdicts, n, 41) || ' ' || pg_temp.pick(openings, n, 42) || ' ' || pg_temp.pick(findings, n, 43) || ' ' || pg_temp.pick(verdicts, n, 44),
	'[]', coalesce(stars, 0), coalesce(total, 0), coalesce(week, 0), coalesce(month, 0), coalesce(year, 0), coalesce(total, 0),
	pg_temp.today() - interval '800 days', pg_temp.today() - interval '800 days'
from generate_series(1, pg_temp.setting('games')) n cross join words left join (
	select game_n, sum(half_stars)::integer as stars, count(*)::integer as total,
		(count(*) filter (where created_at >= pg_temp.today() - interval '6 days'))::integer as week,
		(count(*) filter (where created_at >= pg_temp.today() - interval '29 days'))::integer as month,
		(count(*) filter (where created_at >= pg_temp.today() - interval '364 days'))::integer as year
	from made_reviews group by 1
) counts on game_n = n
order by n;

create temp table made_games as select source_id::integer n, id, name, platforms from games where source = 'bench';
create unique index on made_games (n) include (id);
analyze made_games;

-- from here on the counts are ours to write
set session_replication_role = replica;

insert into game_days (game_id, day, reviews)
select g.id, utc_day(r.created_at), count(*) from made_reviews r join made_games g on g.n = r.game_n group by 1, 2;

insert into reviews (id, game_id, user_id, half_stars, platform, time_played, description, game_name, likes, views,
	impressions_week, impressions_month, impressions_year, impressions_total,
	engagements_week, engagements_month, engagements_year, engagements_total, created_at, updated_at)
select r.id, g.id, u.id, half_stars, pg_temp.pick(g.platforms, r.n, 51), case when pg_temp.chance(r.n, 52) < 0.7 then floor(120 * pg_temp.chance(r.n, 53) ^ 2)::integer end,
	(
		select string_agg(pg_temp.pick(openings, r.n, k * 4) || ' ' || pg_temp.pick(findings, r.n, k * 4 + 1) || ' ' || pg_temp.pick(verdicts, r.n, k * 4 + 2), ' ' order by k)
		from generate_series(15, 16 + floor(9 * pg_temp.chance(r.n, 54) ^ 2)::integer) k
	),
	g.name, coalesce(likes, 0), coalesce(seen / 3, 0), coalesce(seen_week, 0), coalesce(seen_month, 0), coalesce(seen_year, 0), coalesce(seen, 0),
	coalesce(week, 0), coalesce(month, 0), coalesce(year, 0), coalesce(likes, 0), r.created_at, r.created_at
from made_reviews r join made_games g on g.n = r.game_n join made_users u on u.n = r.user_n cross join words
	left join made_counts on review_id = r.id
order by r.n;

insert into review_likes (review_id, user_id, created_at) select review_id, user_id, created_at from made_likes order by created_at;

insert into review_days (review_id, day, engagements, impressions) select review_id, day, engagements, impressions from made_days order by day;

insert into user_days (user_id, day, impressions)
select u.id, day, sum(impressions) from made_days d join made_reviews r on r.id = d.review_id join made_users u on u.n = r.user_n group by 1, 2;

insert into activities (id, user_id, kind, created_at) select id, user_id, 'review', created_at from reviews order by created_at;

insert into users (id, username, email, email_key, bio, review_count, activity_count, impressions_week, impressions_month, impressions_year, impressions_total, created_at)
select id, 'player_' || u.n, 'player_' || u.n || '@example.org', 'player_' || u.n || '@example.org', null,
	coalesce(review_count, 0), coalesce(review_count, 0), coalesce(week, 0), coalesce(month, 0), coalesce(year, 0), coalesce(total, 0), created_at
from made_users u
left join (select user_n, count(*)::integer review_count from made_reviews group by 1) written on user_n = u.n
left join (
	select user_id, sum(impressions) as total,
		sum(impressions) filter (where day > pg_temp.today()::date - 7) as week,
		sum(impressions) filter (where day > pg_temp.today()::date - 30) as month,
		sum(impressions) filter (where day > pg_temp.today()::date - 365) as year
	from user_days group by 1
) seen on user_id = id
order by u.n;

update site_counts set n = 0;
update site_counts set n = case subject when 'users' then (select count(*) from users) when 'games' then (select count(*) from games) when 'reviews' then (select count(*) from reviews) else 0 end
where slot = 0;

update windows set today = pg_temp.today()::date;

set session_replication_role = origin;

drop table words, made_users, made_reviews, made_likes, made_days, made_counts, made_games;
