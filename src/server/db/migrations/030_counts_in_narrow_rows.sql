-- From here on the narrow rows are the source of all counts. Until 031 triggers copy them back into the columns that processes of
-- an earlier version read.

-- Waits for the writers under way and holds up new ones for a moment, so that no count is half in the old columns. Reads go on.
lock table windows, comments, comment_likes, lists, list_items, review_likes, review_seen, reviews, games, activities, follows, users
	in share row exclusive mode;

drop trigger mirror_review_counts on reviews;
drop trigger mirror_user_counts on users;
drop trigger mirror_game_counts on games;
drop function mirror_review_counts();
drop function mirror_user_counts();
drop function mirror_game_counts();
drop function fill_counts(integer);
drop table count_progress;

-- A left join, because the planner drops it where no count is read.
create or replace view visible_users as
	select u.id, u.username, u.picture, u.bio, u.created_at, u.needs_username, c.review_count, c.follower_count, c.following_count,
		c.list_count, c.activity_count, c.impressions_week, c.impressions_month, c.impressions_year, c.impressions_total, c.username_key
	from users u left join user_counts c on c.id = u.id where u.deleted_at is null;

-- Reviews

-- What counts a review refers to its counts, not to its text: the key that it locks is then in a row that it changes anyway.
-- 032 checks the rows of before.
alter table review_likes drop constraint review_likes_review_id_fkey,
	add constraint review_likes_review_id_fkey foreign key (review_id) references review_counts on delete cascade not valid;
alter table comments drop constraint comments_review_id_fkey,
	add constraint comments_review_id_fkey foreign key (review_id) references review_counts on delete cascade not valid;
alter table review_seen drop constraint review_seen_review_id_fkey,
	add constraint review_seen_review_id_fkey foreign key (review_id) references review_counts on delete cascade not valid;
alter table review_days drop constraint review_days_review_id_fkey,
	add constraint review_days_review_id_fkey foreign key (review_id) references review_counts on delete cascade not valid;

create or replace function count_review_engagement(review uuid, on_day date, by integer, likes_by integer, comments_by integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	update review_counts set
		likes = likes + likes_by,
		comment_count = comment_count + comments_by,
		engagements_week = engagements_week + case when on_day > today - 7 then by else 0 end,
		engagements_month = engagements_month + case when on_day > today - 30 then by else 0 end,
		engagements_year = engagements_year + case when on_day > today - 365 then by else 0 end,
		engagements_total = engagements_total + by
	where id = review;
	-- A review that is being deleted takes its days with it
	if found then
		insert into review_days (review_id, day, engagements) values (review, on_day, by)
			on conflict (review_id, day) do update set engagements = review_days.engagements + by;
	end if;
end $$;

create or replace function take_engagements(of_reviews uuid[], times timestamptz[], likes_each integer, comments_each integer) returns void language plpgsql as $$
declare current_day date;
begin
	select today into current_day from windows for share;
	perform from review_counts where id = any (of_reviews) order by id for no key update;
	update review_counts c set
		likes = c.likes - likes_each * t.n,
		comment_count = c.comment_count - comments_each * t.n,
		engagements_week = c.engagements_week - t.week,
		engagements_month = c.engagements_month - t.month,
		engagements_year = c.engagements_year - t.year,
		engagements_total = c.engagements_total - t.n
	from (
		select review_id, count(*)::int as n,
			(count(*) filter (where utc_day(at) > current_day - 7))::int as week,
			(count(*) filter (where utc_day(at) > current_day - 30))::int as month,
			(count(*) filter (where utc_day(at) > current_day - 365))::int as year
		from unnest(of_reviews, times) as taken (review_id, at) group by review_id
	) t where c.id = t.review_id;
	-- A review that is being deleted takes its days with it
	insert into review_days (review_id, day, engagements)
		select review_id, utc_day(at), -count(*)::int from unnest(of_reviews, times) as taken (review_id, at)
		where exists (select from reviews where id = review_id) group by 1, 2
		on conflict (review_id, day) do update set engagements = review_days.engagements + excluded.engagements;
end $$;

-- Adds sightings of a review on a day to its counts and, with their impressions, to its author's.
create or replace function count_review_seen(review uuid, on_day date, impressions_by integer, views_by integer) returns void language plpgsql as $$
declare
	today date := windows_day(on_day, impressions_by);
	author uuid;
begin
	update review_counts set
		views = views + views_by,
		impressions_week = impressions_week + case when on_day > today - 7 then impressions_by else 0 end,
		impressions_month = impressions_month + case when on_day > today - 30 then impressions_by else 0 end,
		impressions_year = impressions_year + case when on_day > today - 365 then impressions_by else 0 end,
		impressions_total = impressions_total + impressions_by
	where id = review returning user_id into author;
	if found and impressions_by <> 0 then
		insert into review_days (review_id, day, impressions) values (review, on_day, impressions_by)
			on conflict (review_id, day) do update set impressions = review_days.impressions + impressions_by;
		perform count_user_impressions(author, on_day, impressions_by);
	end if;
end $$;

create or replace function count_user_impressions(author uuid, on_day date, by integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	update user_counts set
		impressions_week = impressions_week + case when on_day > today - 7 then by else 0 end,
		impressions_month = impressions_month + case when on_day > today - 30 then by else 0 end,
		impressions_year = impressions_year + case when on_day > today - 365 then by else 0 end,
		impressions_total = impressions_total + by
	where id = author;
	if found then
		insert into user_days (user_id, day, impressions) values (author, on_day, by)
			on conflict (user_id, day) do update set impressions = user_days.impressions + by;
	end if;
end $$;

-- Adds the impressions of a review to an author, or takes them away (-1).
drop function count_author_impressions(uuid, reviews, integer);
create function count_author_impressions(author uuid, review uuid, by integer) returns void language plpgsql as $$
declare counts review_counts;
begin
	select * into counts from review_counts where id = review for no key update;
	if counts.impressions_total is null or counts.impressions_total = 0 then return; end if;
	update user_counts set
		impressions_week = impressions_week + by * counts.impressions_week,
		impressions_month = impressions_month + by * counts.impressions_month,
		impressions_year = impressions_year + by * counts.impressions_year,
		impressions_total = impressions_total + by * counts.impressions_total
	where id = author;
	if found then
		insert into user_days (user_id, day, impressions)
			select author, day, by * impressions from review_days where review_id = review and impressions > 0
			on conflict (user_id, day) do update set impressions = user_days.impressions + excluded.impressions;
	end if;
end $$;

-- Before the deletion, which takes the review's days and counts with it
create or replace function review_unseen() returns trigger language plpgsql as $$
begin
	perform from review_counts where id = old.id for update;
	perform from game_counts where id = old.game_id for no key update;
	perform count_author_impressions(old.user_id, old.id, -1);
	return old;
end $$;

create or replace function handed_over() returns trigger language plpgsql as $$
begin
	if tg_table_name = 'reviews' then
		-- In the order of locks: the review's counts come before its activity
		perform from review_counts where id = new.id for no key update;
	end if;
	update activities set user_id = new.user_id where id = new.id;
	if tg_table_name = 'reviews' then
		update user_counts set review_count = review_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
		perform count_author_impressions(old.user_id, old.id, -1);
		perform count_author_impressions(new.user_id, new.id, 1);
	elsif tg_table_name = 'lists' then
		update user_counts set list_count = list_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
	end if;
	return null;
end $$;

-- Games

-- Adds a review to the counts of its game, or takes it away (-1).
drop function count_game_review(integer, date, integer);
create function count_game_review(game integer, on_day date, by integer, rating integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	if by > 0 then
		update games set hidden = false where id = game and hidden;
	end if;
	update game_counts set
		rating_sum = rating_sum + by * rating,
		rating_count = rating_count + by,
		rating_counts[rating] = rating_counts[rating] + by,
		reviews_week = reviews_week + case when on_day > today - 7 then by else 0 end,
		reviews_month = reviews_month + case when on_day > today - 30 then by else 0 end,
		reviews_year = reviews_year + case when on_day > today - 365 then by else 0 end,
		reviews_total = reviews_total + by
	where id = game;
	insert into game_days (game_id, day, reviews) values (game, on_day, by)
		on conflict (game_id, day) do update set reviews = game_days.reviews + by;
end $$;

create or replace function review_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'UPDATE' then
		-- The trigger runs only if the two differ
		update game_counts set
			rating_sum = rating_sum + new.half_stars - old.half_stars,
			rating_counts[old.half_stars] = rating_counts[old.half_stars] - 1,
			rating_counts[new.half_stars] = rating_counts[new.half_stars] + 1
		where id = new.game_id;
	elsif tg_op = 'INSERT' then
		perform count_game_review(new.game_id, utc_day(new.created_at), 1, new.half_stars);
		insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'review', new.created_at);
		update user_counts set review_count = review_count + 1 where id = new.user_id;
		perform count_site('reviews', 1);
	else
		perform count_game_review(old.game_id, utc_day(old.created_at), -1, old.half_stars);
		perform remove_activities(array[old.id]);
		update user_counts set review_count = review_count - 1 where id = old.user_id;
		perform count_site('reviews', -1);
	end if;
	return null;
end $$;

create or replace function move_reviews(from_game integer, to_game integer) returns void language plpgsql as $$
begin
	-- No day may leave a window meanwhile
	perform today from windows for share;
	update reviews set game_id = to_game, game_name = (select name from games where id = to_game) where game_id = from_game;
	update games t set hidden = t.hidden and f.hidden from games f where t.id = to_game and f.id = from_game;
	perform from game_counts where id in (from_game, to_game) order by id for no key update;
	insert into game_days (game_id, day, reviews) select to_game, day, reviews from game_days where game_id = from_game
		on conflict (game_id, day) do update set reviews = game_days.reviews + excluded.reviews;
	delete from game_days where game_id = from_game;
	update game_counts t set
		rating_sum = t.rating_sum + f.rating_sum,
		rating_count = t.rating_count + f.rating_count,
		rating_counts = (select array_agg(a + b order by step) from unnest(t.rating_counts, f.rating_counts) with ordinality counts (a, b, step)),
		reviews_week = t.reviews_week + f.reviews_week,
		reviews_month = t.reviews_month + f.reviews_month,
		reviews_year = t.reviews_year + f.reviews_year,
		reviews_total = t.reviews_total + f.reviews_total
	from game_counts f where t.id = to_game and f.id = from_game;
	update game_counts set rating_sum = 0, rating_count = 0, rating_counts = '{0,0,0,0,0,0,0,0,0,0}',
		reviews_week = 0, reviews_month = 0, reviews_year = 0, reviews_total = 0 where id = from_game;
end $$;

-- Users

-- The author's counts are locked first: a follow that begins at the same time locks them too, so each sees the other.
create or replace function activity_counted() returns trigger language plpgsql as $$
begin
	update user_counts set activity_count = activity_count + 1 where id = new.user_id;
	insert into feed_corrections (user_id, created_at, n)
		select new.user_id, new.created_at, 1 where exists (select from follows where followed_id = new.user_id and created_at > new.created_at);
	return null;
end $$;

create or replace function activities_removed() returns trigger language plpgsql as $$
begin
	perform from user_counts where id in (select user_id from removed) order by id for no key update;
	update user_counts u set activity_count = u.activity_count - r.n
		from (select user_id, count(*)::int as n from removed group by user_id) r where u.id = r.user_id;
	insert into feed_corrections (user_id, created_at, n)
		select user_id, created_at, -1 from removed r
		where exists (select from follows f where f.followed_id = r.user_id and f.created_at > r.created_at)
			and exists (select from users u where u.id = r.user_id);
	return null;
end $$;

create or replace function activity_handed_over() returns trigger language plpgsql as $$
begin
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = old.id limit 500));
	perform from user_counts where id in (old.user_id, new.user_id) order by id for no key update;
	update user_counts set activity_count = activity_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
	insert into feed_corrections (user_id, created_at, n)
		select old.user_id, old.created_at, -1 where exists (select from follows where followed_id = old.user_id and created_at > old.created_at);
	return null;
end $$;

create or replace function follow_begun() returns trigger language plpgsql as $$
begin
	-- Waits for an unfollow of the same user, which holds this row before the counts
	perform from follows where follower_id = new.follower_id and followed_id = new.followed_id for update;
	-- The foreign keys lock these later; a deletion locks a user before the counts
	perform from users where id in (new.follower_id, new.followed_id) order by id for key share;
	perform from user_counts where id in (new.follower_id, new.followed_id) order by id for no key update;
	select activity_count - (select count(*) from activities where user_id = new.followed_id and created_at >= new.created_at)
		into new.activities_before from user_counts where id = new.followed_id;
	select coalesce(max(id), 0) into new.corrected_to from feed_corrections where user_id = new.followed_id;
	-- The foreign key rejects a deleted user
	new.activities_before := coalesce(new.activities_before, 0);
	return new;
end $$;

-- follow_begun has locked both rows.
create or replace function follow_counted() returns trigger language plpgsql as $$
begin
	update user_counts set following_count = following_count + 1 where id = new.follower_id;
	update user_counts set follower_count = follower_count + 1 where id = new.followed_id;
	return null;
end $$;

create or replace function follows_ended() returns trigger language plpgsql as $$
begin
	delete from activity_reads r using ended e where r.reader_id = e.follower_id and r.user_id = e.followed_id;
	perform from user_counts where id in (select follower_id from ended union select followed_id from ended) order by id for no key update;
	update user_counts u set following_count = u.following_count - c.following, follower_count = u.follower_count - c.followers
		from (
			select id, sum(following)::int as following, sum(followers)::int as followers
			from (select follower_id as id, 1 as following, 0 as followers from ended union all select followed_id, 0, 1 from ended) sides group by id
		) c where u.id = c.id;
	return null;
end $$;

create or replace function list_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'list', new.created_at);
		update user_counts set list_count = list_count + 1 where id = new.user_id;
		perform count_site('lists', 1);
	else
		perform remove_activities(array[old.id]);
		update user_counts set list_count = list_count - 1 where id = old.user_id;
		perform count_site('lists', -1);
	end if;
	return null;
end $$;

create or replace function rows_of_account(account uuid) returns bigint language sql stable as $$
	select u.follower_count::bigint + u.following_count + 2 * u.activity_count
		+ (select coalesce(sum(c.likes + c.comment_count), 0) from reviews r join review_counts c on c.id = r.id where r.user_id = account)
		+ (select count(*) from review_likes where user_id = account)
		+ (select count(*) from comment_likes where user_id = account)
	from user_counts u where u.id = account
$$;

create or replace function delete_fact(kind text, fact uuid, deleter uuid, grave uuid, at timestamptz, small integer) returns boolean language plpgsql as $$
declare
	is_big boolean := false;
begin
	perform from windows for share;
	if kind = 'review' then
		perform from reviews where id = fact and user_id = deleter for update;
		if not found then return null; end if;
		-- Comments and readers have rows of other users with them, which one statement cannot lock in order
		select c.comment_count > 0 or c.likes > small or exists (select from review_seen where review_id = fact offset small)
			or exists (select from activity_reads where activity_id = fact) into is_big
			from review_counts c where c.id = fact;
	elsif kind = 'comment' then
		select c.likes > small into is_big from comments c join reviews r on r.id = c.review_id
			where c.id = fact and (c.user_id = deleter or r.user_id = deleter and c.user_id in (select id from visible_users)) for update of c;
		if not found then return null; end if;
	else
		perform from lists where id = fact and user_id = deleter for update;
		if not found then return null; end if;
	end if;
	if is_big or exists (select from activity_reads where activity_id = fact offset small) then
		perform add_deleted_user(grave, at);
		if kind = 'review' then update reviews set user_id = grave where id = fact;
		elsif kind = 'comment' then update comments set user_id = grave where id = fact;
		else update lists set user_id = grave where id = fact;
		end if;
		return true;
	end if;
	if kind = 'review' then delete from reviews where id = fact;
	elsif kind = 'comment' then delete from comments where id = fact;
	else delete from lists where id = fact;
	end if;
	return false;
end $$;

create or replace function purge_reviews(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer;
	ids uuid[] := array(select id from reviews where user_id = account order by created_at, id limit least(most, 50));
	of_comments uuid[];
begin
	if cardinality(ids) = 0 then return 0; end if;
	of_comments := array(select id from comments where review_id = any (ids) limit most);
	if cardinality(of_comments) > 0 then return purge_comments(of_comments, most); end if;
	delete from review_likes where ctid = any (array(select ctid from review_likes where review_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from review_seen where ctid = any (array(select ctid from review_seen where review_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	perform from reviews where id = any (ids) order by id for update;
	perform from review_counts where id = any (ids) order by id for update;
	perform from game_counts where id in (select game_id from reviews where id = any (ids)) order by id for no key update;
	delete from reviews where id = any (ids);
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Sightings and windows

create or replace function add_sightings(of_reviews uuid[], viewers text[], days date[], opens boolean[], address_letters integer, visitors_each integer) returns void language plpgsql as $$
declare
	current_day date;
	added jsonb;
	fresh uuid[];
begin
	-- Like windows_day for past days, but locked before the reviews
	select today into current_day from windows;
	if exists (select from unnest(days) day where day < current_day) then
		select today into current_day from windows for share;
	end if;
	-- Known sightings come first, because most reports repeat them and need no lock. The lock of a review's counts also
	-- makes one transaction at a time count the visitors of an address.
	fresh := array(
		select distinct review_id from unnest(of_reviews, viewers, days, opens) as report (review_id, viewer, day, opened)
		where not exists (select from review_seen s where s.review_id = report.review_id and s.viewer = report.viewer
			and s.day = report.day and (s.opened or not report.opened))
	);
	if cardinality(fresh) = 0 then return; end if;
	perform from review_counts where id = any (fresh) order by id for no key update;

	with reported as (
		select report.*, s.viewer is null as is_new, left(report.viewer, address_letters) as address, length(report.viewer) < 36 as is_visitor
		from unnest(of_reviews, viewers, days, opens) as report (review_id, viewer, day, opened)
		join review_counts r on r.id = report.review_id and r.user_id::text <> report.viewer
		left join review_seen s on s.review_id = report.review_id and s.viewer = report.viewer collate "C" and s.day = report.day
		where s.viewer is null or report.opened and not s.opened
	), ranked as (
		select *, row_number() over (partition by review_id, address, day, is_new order by viewer) as place from reported
	), admitted as (
		select * from ranked n where not is_new or not is_visitor or place + (
			select count(*) from review_seen s
			where s.review_id = n.review_id and s.day = n.day and s.viewer >= n.address and s.viewer < n.address || '~' and length(s.viewer) < 36
		) <= visitors_each
	), written as (
		insert into review_seen (review_id, viewer, day, opened)
		select review_id, viewer, day, opened from admitted order by review_id, viewer, day
		on conflict (review_id, viewer, day) do update set opened = true where excluded.opened and not review_seen.opened
		returning review_id, day, opened, xmax = 0 as is_new
	)
	select jsonb_agg(s) into added from (
		select review_id, day, count(*) filter (where is_new) as impressions, count(*) filter (where opened) as views
		from written group by review_id, day
	) s;
	if added is null then return; end if;

	update review_counts r set
		views = r.views + s.views,
		impressions_week = r.impressions_week + s.week,
		impressions_month = r.impressions_month + s.month,
		impressions_year = r.impressions_year + s.year,
		impressions_total = r.impressions_total + s.impressions
	from (
		select review_id, sum(views)::int as views, sum(impressions)::int as impressions,
			coalesce(sum(impressions) filter (where day > current_day - 7), 0)::int as week,
			coalesce(sum(impressions) filter (where day > current_day - 30), 0)::int as month,
			coalesce(sum(impressions) filter (where day > current_day - 365), 0)::int as year
		from jsonb_to_recordset(added) as seen (review_id uuid, day date, impressions integer, views integer) group by review_id
	) s where r.id = s.review_id;
	insert into review_days (review_id, day, impressions)
		select review_id, day, impressions from jsonb_to_recordset(added) as seen (review_id uuid, day date, impressions integer)
		where impressions > 0
		on conflict (review_id, day) do update set impressions = review_days.impressions + excluded.impressions;

	perform from user_counts where id in (
		select r.user_id from review_counts r join jsonb_to_recordset(added) as seen (review_id uuid, impressions integer) on r.id = seen.review_id
		where impressions > 0
	) order by id for no key update;
	with by_author as materialized (
		select r.user_id, day, sum(impressions)::int as impressions
		from review_counts r join jsonb_to_recordset(added) as seen (review_id uuid, day date, impressions integer) on r.id = seen.review_id
		where impressions > 0 group by r.user_id, day
	), counted as (
		update user_counts u set
			impressions_week = u.impressions_week + a.week,
			impressions_month = u.impressions_month + a.month,
			impressions_year = u.impressions_year + a.year,
			impressions_total = u.impressions_total + a.total
		from (
			select user_id, sum(impressions)::int as total,
				coalesce(sum(impressions) filter (where day > current_day - 7), 0)::int as week,
				coalesce(sum(impressions) filter (where day > current_day - 30), 0)::int as month,
				coalesce(sum(impressions) filter (where day > current_day - 365), 0)::int as year
			from by_author group by user_id
		) a where u.id = a.user_id
	)
	insert into user_days (user_id, day, impressions) select user_id, day, impressions from by_author
		on conflict (user_id, day) do update set impressions = user_days.impressions + excluded.impressions;
end $$;

create or replace function advance_windows(new_day date) returns boolean language plpgsql as $$
declare
	old_day date;
	length integer;
begin
	select today into old_day from windows;
	if new_day <= old_day then return false; end if;
	select today into old_day from windows for update;
	if new_day <= old_day then return false; end if;
	update windows set today = new_day;

	perform from review_counts where id in (select review_id from review_days d, unnest(array[7, 30, 365]) w (days)
		where d.day > old_day - w.days and d.day <= new_day - w.days) order by id for no key update;
	foreach length in array array[7, 30, 365] loop
		update review_counts set
			engagements_week = engagements_week - case length when 7 then gone.e else 0 end,
			impressions_week = impressions_week - case length when 7 then gone.i else 0 end,
			engagements_month = engagements_month - case length when 30 then gone.e else 0 end,
			impressions_month = impressions_month - case length when 30 then gone.i else 0 end,
			engagements_year = engagements_year - case length when 365 then gone.e else 0 end,
			impressions_year = impressions_year - case length when 365 then gone.i else 0 end
		from (select review_id, sum(engagements)::int e, sum(impressions)::int i from review_days
			where day > old_day - length and day <= new_day - length group by 1) gone where id = review_id;
	end loop;

	perform from game_counts where id in (select game_id from game_days d, unnest(array[7, 30, 365]) w (days)
		where d.day > old_day - w.days and d.day <= new_day - w.days) order by id for no key update;
	foreach length in array array[7, 30, 365] loop
		update game_counts set
			reviews_week = reviews_week - case length when 7 then gone.n else 0 end,
			reviews_month = reviews_month - case length when 30 then gone.n else 0 end,
			reviews_year = reviews_year - case length when 365 then gone.n else 0 end
		from (select game_id, sum(reviews)::int n from game_days
			where day > old_day - length and day <= new_day - length group by 1) gone where id = game_id;
	end loop;

	perform from user_counts where id in (select user_id from user_days d, unnest(array[7, 30, 365]) w (days)
		where d.day > old_day - w.days and d.day <= new_day - w.days) order by id for no key update;
	foreach length in array array[7, 30, 365] loop
		update user_counts set
			impressions_week = impressions_week - case length when 7 then gone.n else 0 end,
			impressions_month = impressions_month - case length when 30 then gone.n else 0 end,
			impressions_year = impressions_year - case length when 365 then gone.n else 0 end
		from (select user_id, sum(impressions)::int n from user_days
			where day > old_day - length and day <= new_day - length group by 1) gone where id = user_id;
	end loop;
	return true;
end $$;

-- A window is read by day, once, when it moves on: a summary of each block of rows finds them and costs writers next to nothing.
drop index review_days_by_day;
drop index game_days_by_day;
drop index user_days_by_day;
create index review_days_by_day on review_days using brin (day) with (pages_per_range = 16, autosummarize = on);
create index game_days_by_day on game_days using brin (day) with (pages_per_range = 16, autosummarize = on);
create index user_days_by_day on user_days using brin (day) with (pages_per_range = 16, autosummarize = on);

-- Back into the columns of before, for processes of an earlier version.

create function mirror_review_counts() returns trigger language plpgsql as $$
begin
	update reviews set
		likes = new.likes, comment_count = new.comment_count, views = new.views,
		impressions_week = new.impressions_week, impressions_month = new.impressions_month,
		impressions_year = new.impressions_year, impressions_total = new.impressions_total,
		engagements_week = new.engagements_week, engagements_month = new.engagements_month,
		engagements_year = new.engagements_year, engagements_total = new.engagements_total
	where id = new.id;
	return null;
end $$;
create trigger mirror_review_counts after update on review_counts for each row execute function mirror_review_counts();

create function mirror_user_counts() returns trigger language plpgsql as $$
begin
	update users set
		review_count = new.review_count, follower_count = new.follower_count, following_count = new.following_count,
		list_count = new.list_count, activity_count = new.activity_count,
		impressions_week = new.impressions_week, impressions_month = new.impressions_month,
		impressions_year = new.impressions_year, impressions_total = new.impressions_total
	where id = new.id;
	return null;
end $$;
create trigger mirror_user_counts after update on user_counts for each row execute function mirror_user_counts();

create function mirror_game_counts() returns trigger language plpgsql as $$
begin
	update games set
		rating_sum = new.rating_sum, rating_count = new.rating_count, rating_counts = new.rating_counts,
		reviews_week = new.reviews_week, reviews_month = new.reviews_month,
		reviews_year = new.reviews_year, reviews_total = new.reviews_total
	where id = new.id;
	return null;
end $$;
create trigger mirror_game_counts after update on game_counts for each row execute function mirror_game_counts();
