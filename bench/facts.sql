-- Generates the rows of the large data set from hashes of their numbers, so that the same parameters give the same rows.
-- `data.ts` runs this on an empty database, statement by statement; then it imports the games and drops the indexes, and
-- data.sql fills the tables, with every stored count equal to the rows that it counts. Parameters are settings: bench.games, bench.users, bench.reviews, bench.likes,
-- bench.comments, bench.follows, bench.lists and bench.today, the day that the data ends before. Game, user and review
-- number 1 are the most popular ones: at least bench.gameReviews of the reviews are of that game, bench.authorReviews by that
-- user, bench.reviewComments of the comments on that review, bench.followers of the follows of that user, and bench.taggedLists
-- of the lists have the tag 'Golden'. The user numbered 2 follows the 125th part of all, who wrote most of the comments; the one
-- numbered 3 follows a hundred. The statements end with a semicolon at the end of a line.

create function pg_temp.setting(name text) returns integer language sql stable return current_setting('bench.' || name)::integer;

create function pg_temp.today() returns timestamptz language sql stable return (current_setting('bench.today') || ' 00:00:00Z')::timestamptz;

-- evenly spread over [0, 1)
create function pg_temp.chance(n bigint, salt integer) returns float8 language sql immutable
	return (hashint8extended(n, salt) & 2147483647)::float8 / 2147483648;

create function pg_temp.pick(list text[], n bigint, salt integer) returns text language sql immutable
	return list[1 + floor(pg_temp.chance(n, salt) * cardinality(list))::integer];

-- one of many, with few frequent ones, which are spread out so that they are not adjacent
create function pg_temp.favourite(many integer, n bigint, salt integer, skew float8) returns integer language sql immutable
	return 1 + (floor(many * pg_temp.chance(n, salt) ^ skew)::bigint * 7919 % many)::integer;

-- one of the 125th part of the users who write most of the comments
create function pg_temp.prolific(n bigint, salt integer) returns integer language sql stable
	return 1 + (floor(pg_temp.setting('users') / 125 * pg_temp.chance(n, salt))::bigint * 7919 % pg_temp.setting('users'))::integer;

-- a later time, mostly soon after this one
create function pg_temp.later(moment timestamptz, n bigint, salt integer) returns timestamptz language sql stable
	return date_trunc('milliseconds', moment + (pg_temp.today() - moment) * (pg_temp.chance(n, salt) ^ 3 * 0.999));

-- a version 7 UUID like the server's: ordered by time
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

-- Rows by number; data.sql fills the tables from them, including the counts.

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
			union all select -n, n, 1 from generate_series(1, pg_temp.setting('gameReviews')) n
			union all select -n - 1000000000::bigint, 1, n from generate_series(1, pg_temp.setting('authorReviews')) n
		) tries
		group by user_n, game_n order by 1 limit pg_temp.setting('reviews')
	) pairs
) dated;
alter table made_reviews add id uuid;
update made_reviews set id = pg_temp.id(created_at, n);
create unique index on made_reviews (n);
analyze made_reviews;

create temp table made_likes as
select r.id review_id, u.id user_id, pg_temp.later(r.created_at, l.n, 21) created_at
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

create temp table made_comments as
select pg_temp.id(created_at, n + 1000000000) id, n, review_id, user_id, created_at
from (
	select c.n, r.id review_id, u.id user_id, pg_temp.later(r.created_at, c.n, 61) created_at
	from (
		select n, case when n <= pg_temp.setting('reviewComments') then 1 else pg_temp.favourite(pg_temp.setting('reviews'), n, 62, 2) end review_n,
			case when pg_temp.chance(n, 63) < 0.85 then pg_temp.prolific(n, 64) else pg_temp.favourite(pg_temp.setting('users'), n, 65, 1.5) end user_n
		from generate_series(1, pg_temp.setting('comments')::bigint) n
	) c
	join made_reviews r on r.n = c.review_n join made_users u on u.n = c.user_n
) dated;
analyze made_comments;

create temp table made_lists as
select pg_temp.id(l.created_at, l.n + 2000000000) id, l.n, u.id user_id, l.created_at, floor(20 * pg_temp.chance(l.n, 73))::integer size,
	case when l.n <= pg_temp.setting('taggedLists') then 'Golden' when l.n % 3 > 0 then pg_temp.pick(adjectives, l.n, 94) end tag
from (
	select n, pg_temp.favourite(pg_temp.setting('users'), n, 71, 1.5) user_n,
		date_trunc('milliseconds', pg_temp.today() - interval '730 days' * greatest(pg_temp.chance(n, 72), 0.000001)) created_at
	from generate_series(1, pg_temp.setting('lists')::bigint) n
) l
join made_users u on u.n = l.user_n cross join words;
analyze made_lists;

create temp table made_activities as
select id, user_id, 'review' kind, r.created_at from (select r.id, u.id user_id, r.created_at from made_reviews r join made_users u on u.n = r.user_n) r
union all select id, user_id, 'comment', created_at from made_comments
union all select id, user_id, 'list', created_at from made_lists;
analyze made_activities;

create temp table made_follows as
select follower.id follower_id, followed.id followed_id, f.created_at
from (
	select follower_n, followed_n, date_trunc('milliseconds', pg_temp.today() - interval '730 days' * greatest(pg_temp.chance(min(n), 81), 0.000001)) created_at
	from (
		select n, pg_temp.favourite(pg_temp.setting('users'), n, 82, 1.3) follower_n, pg_temp.favourite(pg_temp.setting('users'), n, 83, 2) followed_n
		from generate_series(1, pg_temp.setting('follows')::bigint) n
		union all select -n, n + 3, 1 from generate_series(1, pg_temp.setting('followers')) n
	) tries
	where follower_n <> followed_n and follower_n not in (2, 3)
	group by follower_n, followed_n
	union all
	select reader, followed_n, pg_temp.today() - interval '730 days'
	from (
		select 1 + (p::bigint * 7919 % pg_temp.setting('users'))::integer followed_n, p from generate_series(0, pg_temp.setting('users') / 125 - 1) p
	) prolific
	cross join lateral (select 2 reader union all select 3 where p < 100) readers
	where followed_n <> reader
) f
join made_users follower on follower.n = follower_n join made_users followed on followed.n = followed_n;
analyze made_follows;

-- a review has several views per like and comment
create temp table made_days as
select review_id, day, engagements, engagements * (4 + floor(16 * pg_temp.chance(hashtext(review_id::text), extract(doy from day)::integer)))::integer as impressions
from (
	select review_id, day, count(*)::integer engagements
	from (select review_id, utc_day(created_at) as day from made_likes union all select review_id, utc_day(created_at) from made_comments) engaged
	group by 1, 2
) d;
analyze made_days;

create temp table made_counts as
select review_id, sum(engagements)::integer as engagements, sum(impressions)::integer as seen,
	sum(engagements) filter (where day > pg_temp.today()::date - 7) as week, sum(impressions) filter (where day > pg_temp.today()::date - 7) as seen_week,
	sum(engagements) filter (where day > pg_temp.today()::date - 30) as month, sum(impressions) filter (where day > pg_temp.today()::date - 30) as seen_month,
	sum(engagements) filter (where day > pg_temp.today()::date - 365) as year, sum(impressions) filter (where day > pg_temp.today()::date - 365) as seen_year
from made_days group by 1;
analyze made_counts;

create temp table made_likes_counts as select review_id, count(*)::integer likes from made_likes group by 1;
create temp table made_comment_counts as select review_id, count(*)::integer comments from made_comments group by 1;
analyze made_likes_counts;
analyze made_comment_counts;

create temp table made_games as
select n, pg_temp.pick(adjectives, n, 31) || ' ' || pg_temp.pick(nouns, n, 32)
		|| case when pg_temp.chance(n, 33) < 0.4 then ': ' || pg_temp.pick(subtitles, n, 34) else '' end
		|| case when pg_temp.chance(n, 35) < 0.3 then ' ' || (2 + n % 7) else '' end as name,
	(1985 + n % 40) || '-' || lpad((1 + n % 12)::text, 2, '0') || '-' || lpad((1 + n % 28)::text, 2, '0') as release_date,
	pg_temp.pick(studios, n, 36) as developer, pg_temp.pick(studios, n, 37) as publisher, pg_temp.pick(genres, n, 38) as genre,
	platforms[1 + n % 4:3 + n % 6] as platforms,
	pg_temp.pick(openings, n, 39) || ' ' || pg_temp.pick(findings, n, 40) || ' ' || pg_temp.pick(verdicts, n, 41) || ' ' || pg_temp.pick(openings, n, 42) || ' ' || pg_temp.pick(findings, n, 43) || ' ' || pg_temp.pick(verdicts, n, 44) as summary
from generate_series(1, pg_temp.setting('games')) n cross join words;
create unique index on made_games (n);
