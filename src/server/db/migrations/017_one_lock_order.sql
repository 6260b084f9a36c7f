-- Every writer takes its locks in one order (docs/decisions/015-one-lock-order.md): the row of `windows`, comments and lists,
-- reviews, games, activities, activity_reads, follows, users, site_counts; rows of one table in the order of their ids.
-- Triggers that see many rows at once work by statement, so that they can sort them and change each counter once.

-- What takes something away adds to the past: no day may leave a window meanwhile.
create function hold_windows() returns trigger language plpgsql as $$
begin
	perform from windows for share;
	return null;
end $$;
create trigger reviews_hold_windows before delete on reviews for each statement execute function hold_windows();
create trigger review_likes_hold_windows before delete on review_likes for each statement execute function hold_windows();
create trigger comments_hold_windows before delete on comments for each statement execute function hold_windows();

-- Corrections of follows.activities_before: an activity that is removed, or that commits late, after a following began that
-- is newer than itself. Reads add them; correct_follows writes them into the follows of a popular user in batches.
create table feed_corrections (
	id bigint generated always as identity,
	user_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	n smallint not null,
	primary key (user_id, id)
);
-- the last correction that activities_before has in it
alter table follows add column corrected_to bigint not null default 0;

-- The author's row is locked first: a following that begins at the same time locks it too, so each sees the other.
create or replace function activity_counted() returns trigger language plpgsql as $$
begin
	update users set activity_count = activity_count + 1 where id = new.user_id;
	insert into feed_corrections (user_id, created_at, n)
		select new.user_id, new.created_at, 1 where exists (select from follows where followed_id = new.user_id and created_at > new.created_at);
	return null;
end $$;
drop trigger activity_counted on activities;
create trigger activity_counted after insert on activities for each row execute function activity_counted();

create function activities_removed() returns trigger language plpgsql as $$
begin
	perform from users where id in (select user_id from removed) order by id for no key update;
	update users u set activity_count = u.activity_count - r.n
		from (select user_id, count(*)::int as n from removed group by user_id) r where u.id = r.user_id;
	insert into feed_corrections (user_id, created_at, n)
		select user_id, created_at, -1 from removed r
		where exists (select from follows f where f.followed_id = r.user_id and f.created_at > r.created_at)
			and exists (select from users u where u.id = r.user_id);
	return null;
end $$;
create trigger activities_removed after delete on activities referencing old table as removed for each statement execute function activities_removed();

create or replace function follow_begun() returns trigger language plpgsql as $$
begin
	-- waits for an unfollow of the same user, which holds this row before those of the users
	perform from follows where follower_id = new.follower_id and followed_id = new.followed_id for update;
	perform from users where id in (new.follower_id, new.followed_id) order by id for no key update;
	select activity_count - (select count(*) from activities where user_id = new.followed_id and created_at >= new.created_at)
		into new.activities_before from users where id = new.followed_id;
	select coalesce(max(id), 0) into new.corrected_to from feed_corrections where user_id = new.followed_id;
	-- the foreign key answers for a user who is gone
	new.activities_before := coalesce(new.activities_before, 0);
	return new;
end $$;

-- Writes up to 500 corrections of a user into up to `most` follows. Returns how many follows changed; 0: these corrections
-- are done with and gone.
create function correct_follows(author uuid, most integer) returns integer language plpgsql as $$
declare
	last bigint;
	oldest timestamptz;
	changed integer;
begin
	select max(id), min(created_at) into last, oldest
		from (select id, created_at from feed_corrections where user_id = author order by id limit 500) c;
	if last is null then return 0; end if;
	with chosen as materialized (
		select follower_id from follows where followed_id = author and created_at > oldest and corrected_to < last limit most
	), held as materialized (
		select f.follower_id, f.created_at, f.corrected_to from follows f
		where f.followed_id = author and f.follower_id in (select follower_id from chosen) order by f.follower_id for no key update
	)
	update follows f set
		activities_before = f.activities_before + coalesce((
			select sum(c.n) from feed_corrections c
			where c.user_id = author and c.id > held.corrected_to and c.id <= last and c.created_at < held.created_at), 0),
		corrected_to = last
	from held where f.followed_id = author and f.follower_id = held.follower_id and held.corrected_to < last;
	get diagnostics changed = row_count;
	if changed = 0 then
		delete from feed_corrections c where c.user_id = author and c.id <= last
			and not exists (select from follows f where f.followed_id = author and f.created_at > oldest and f.corrected_to < last);
	end if;
	return changed;
end $$;

-- Removes activities with the marks that they were read.
create function remove_activities(ids uuid[]) returns void language plpgsql as $$
begin
	delete from activity_reads where activity_id = any (ids);
	delete from activities where id = any (ids);
end $$;

create function activity_reads_counted() returns trigger language plpgsql as $$
declare step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
	perform from follows f where exists (select from changed c where c.reader_id = f.follower_id and c.user_id = f.followed_id)
		order by follower_id, followed_id for no key update;
	update follows f set activities_read = f.activities_read + step * c.n
		from (select reader_id, user_id, count(*)::int as n from changed group by reader_id, user_id) c
		where f.follower_id = c.reader_id and f.followed_id = c.user_id;
	return null;
end $$;
drop trigger activity_read_counted on activity_reads;
drop function activity_read_counted();
create trigger activity_reads_added after insert on activity_reads referencing new table as changed for each statement execute function activity_reads_counted();
create trigger activity_reads_removed after delete on activity_reads referencing old table as changed for each statement execute function activity_reads_counted();

drop trigger follow_counted on follows;
create trigger follow_counted after insert on follows for each row execute function follow_counted();
drop trigger follow_ended on follows;
drop function follow_ended();
create function follows_ended() returns trigger language plpgsql as $$
begin
	delete from activity_reads r using ended e where r.reader_id = e.follower_id and r.user_id = e.followed_id;
	perform from users where id in (select follower_id from ended union select followed_id from ended) order by id for no key update;
	update users u set following_count = u.following_count - c.following, follower_count = u.follower_count - c.followers
		from (
			select id, sum(following)::int as following, sum(followers)::int as followers
			from (select follower_id as id, 1 as following, 0 as followers from ended union all select followed_id, 0, 1 from ended) sides group by id
		) c where u.id = c.id;
	return null;
end $$;
create trigger follows_ended after delete on follows referencing old table as ended for each statement execute function follows_ended();

-- The game before its bucket, as whoever merges two games has it.
create or replace function count_game_review(game integer, on_day date, by integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	update games set
		reviews_week = reviews_week + case when on_day > today - 7 then by else 0 end,
		reviews_month = reviews_month + case when on_day > today - 30 then by else 0 end,
		reviews_year = reviews_year + case when on_day > today - 365 then by else 0 end,
		reviews_total = reviews_total + by,
		hidden = hidden and by < 0
	where id = game;
	insert into game_days (game_id, day, reviews) values (game, on_day, by)
		on conflict (game_id, day) do update set reviews = game_days.reviews + by;
end $$;

create or replace function review_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'UPDATE' then
		-- the trigger runs only where the two differ
		update games set
			rating_sum = rating_sum + new.half_stars - old.half_stars,
			rating_counts[old.half_stars] = rating_counts[old.half_stars] - 1,
			rating_counts[new.half_stars] = rating_counts[new.half_stars] + 1
		where id = new.game_id;
	elsif tg_op = 'INSERT' then
		perform count_game_review(new.game_id, utc_day(new.created_at), 1);
		update games set
			rating_sum = rating_sum + new.half_stars,
			rating_count = rating_count + 1,
			rating_counts[new.half_stars] = rating_counts[new.half_stars] + 1
		where id = new.game_id;
		insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'review', new.created_at);
		update users set review_count = review_count + 1 where id = new.user_id;
		perform count_site('reviews', 1);
	else
		perform count_game_review(old.game_id, utc_day(old.created_at), -1);
		update games set
			rating_sum = rating_sum - old.half_stars,
			rating_count = rating_count - 1,
			rating_counts[old.half_stars] = rating_counts[old.half_stars] - 1
		where id = old.game_id;
		perform remove_activities(array[old.id]);
		update users set review_count = review_count - 1 where id = old.user_id;
		perform count_site('reviews', -1);
	end if;
	return null;
end $$;
drop trigger review_acted on reviews;

-- Adds what was seen of a review to an author, or takes it away (-1).
create function count_author_impressions(author uuid, review reviews, by integer) returns void language plpgsql as $$
begin
	if review.impressions_total = 0 then return; end if;
	update users set
		impressions_week = impressions_week + by * review.impressions_week,
		impressions_month = impressions_month + by * review.impressions_month,
		impressions_year = impressions_year + by * review.impressions_year,
		impressions_total = impressions_total + by * review.impressions_total
	where id = author;
	if found then
		insert into user_days (user_id, day, impressions)
			select author, day, by * impressions from review_days where review_id = review.id and impressions > 0
			on conflict (user_id, day) do update set impressions = user_days.impressions + excluded.impressions;
	end if;
end $$;

-- before: the days of the review go with it
create or replace function review_unseen() returns trigger language plpgsql as $$
begin
	perform from games where id = old.game_id for no key update;
	perform count_author_impressions(old.user_id, old, -1);
	return old;
end $$;

-- Takes likes and comments, one for each time, out of the counts of their reviews.
create function take_engagements(of_reviews uuid[], times timestamptz[], likes_each integer, comments_each integer) returns void language plpgsql as $$
declare current_day date;
begin
	select today into current_day from windows for share;
	perform from reviews where id = any (of_reviews) order by id for no key update;
	update reviews r set
		likes = r.likes - likes_each * t.n,
		comment_count = r.comment_count - comments_each * t.n,
		engagements_week = r.engagements_week - t.week,
		engagements_month = r.engagements_month - t.month,
		engagements_year = r.engagements_year - t.year,
		engagements_total = r.engagements_total - t.n
	from (
		select review_id, count(*)::int as n,
			(count(*) filter (where utc_day(at) > current_day - 7))::int as week,
			(count(*) filter (where utc_day(at) > current_day - 30))::int as month,
			(count(*) filter (where utc_day(at) > current_day - 365))::int as year
		from unnest(of_reviews, times) as taken (review_id, at) group by review_id
	) t where r.id = t.review_id;
	-- a review that is being deleted takes its days with it
	insert into review_days (review_id, day, engagements)
		select review_id, utc_day(at), -count(*)::int from unnest(of_reviews, times) as taken (review_id, at)
		where exists (select from reviews where id = review_id) group by 1, 2
		on conflict (review_id, day) do update set engagements = review_days.engagements + excluded.engagements;
end $$;

drop trigger review_like_counted on review_likes;
create or replace function review_like_counted() returns trigger language plpgsql as $$
begin
	perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 1, 0);
	return null;
end $$;
create trigger review_like_counted after insert on review_likes for each row execute function review_like_counted();
create function review_likes_removed() returns trigger language plpgsql as $$
begin
	perform take_engagements(array_agg(review_id), array_agg(created_at), 1, 0) from removed having count(*) > 0;
	return null;
end $$;
create trigger review_likes_removed after delete on review_likes referencing old table as removed for each statement execute function review_likes_removed();

drop trigger comment_acted on comments;
drop trigger comment_counted on comments;
create or replace function comment_counted() returns trigger language plpgsql as $$
begin
	perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 0, 1);
	insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'comment', new.created_at);
	return null;
end $$;
create trigger comment_counted after insert on comments for each row execute function comment_counted();
create function comments_removed() returns trigger language plpgsql as $$
begin
	perform take_engagements(array_agg(review_id), array_agg(created_at), 0, 1) from removed having count(*) > 0;
	perform remove_activities(array(select id from removed));
	return null;
end $$;
create trigger comments_removed after delete on comments referencing old table as removed for each statement execute function comments_removed();

drop trigger comment_like_counted on comment_likes;
create or replace function comment_like_counted() returns trigger language plpgsql as $$
begin
	update comments set likes = likes + 1 where id = new.comment_id;
	return null;
end $$;
create trigger comment_like_counted after insert on comment_likes for each row execute function comment_like_counted();
create function comment_likes_removed() returns trigger language plpgsql as $$
begin
	perform from comments where id in (select comment_id from removed) order by id for no key update;
	update comments c set likes = c.likes - r.n
		from (select comment_id, count(*)::int as n from removed group by comment_id) r where c.id = r.comment_id;
	return null;
end $$;
create trigger comment_likes_removed after delete on comment_likes referencing old table as removed for each statement execute function comment_likes_removed();

drop trigger list_acted on lists;
drop function acted();
create or replace function list_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'list', new.created_at);
		update users set list_count = list_count + 1 where id = new.user_id;
		perform count_site('lists', 1);
	else
		perform remove_activities(array[old.id]);
		update users set list_count = list_count - 1 where id = old.user_id;
		perform count_site('lists', -1);
	end if;
	return null;
end $$;

create or replace function list_items_counted() returns trigger language plpgsql as $$
begin
	update lists set game_count = game_count + (case tg_op when 'INSERT' then 1 else -1 end) * n
		from (select list_id, count(*)::int n from changed group by list_id) counted where id = list_id;
	if tg_op = 'INSERT' then
		update games set hidden = false
			where id in (select id from games where hidden and id in (select game_id from changed) order by id for no key update);
	end if;
	return null;
end $$;

-- Moves the windows on to a day; a day that is not later changes nothing. Returns whether they moved.
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

	perform from reviews where id in (select review_id from review_days d, unnest(array[7, 30, 365]) w (days)
		where d.day > old_day - w.days and d.day <= new_day - w.days) order by id for no key update;
	foreach length in array array[7, 30, 365] loop
		update reviews set
			engagements_week = engagements_week - case length when 7 then gone.e else 0 end,
			impressions_week = impressions_week - case length when 7 then gone.i else 0 end,
			engagements_month = engagements_month - case length when 30 then gone.e else 0 end,
			impressions_month = impressions_month - case length when 30 then gone.i else 0 end,
			engagements_year = engagements_year - case length when 365 then gone.e else 0 end,
			impressions_year = impressions_year - case length when 365 then gone.i else 0 end
		from (select review_id, sum(engagements)::int e, sum(impressions)::int i from review_days
			where day > old_day - length and day <= new_day - length group by 1) gone where id = review_id;
	end loop;

	perform from games where id in (select game_id from game_days d, unnest(array[7, 30, 365]) w (days)
		where d.day > old_day - w.days and d.day <= new_day - w.days) order by id for no key update;
	foreach length in array array[7, 30, 365] loop
		update games set
			reviews_week = reviews_week - case length when 7 then gone.n else 0 end,
			reviews_month = reviews_month - case length when 30 then gone.n else 0 end,
			reviews_year = reviews_year - case length when 365 then gone.n else 0 end
		from (select game_id, sum(reviews)::int n from game_days
			where day > old_day - length and day <= new_day - length group by 1) gone where id = game_id;
	end loop;

	perform from users where id in (select user_id from user_days d, unnest(array[7, 30, 365]) w (days)
		where d.day > old_day - w.days and d.day <= new_day - w.days) order by id for no key update;
	foreach length in array array[7, 30, 365] loop
		update users set
			impressions_week = impressions_week - case length when 7 then gone.n else 0 end,
			impressions_month = impressions_month - case length when 30 then gone.n else 0 end,
			impressions_year = impressions_year - case length when 365 then gone.n else 0 end
		from (select user_id, sum(impressions)::int n from user_days
			where day > old_day - length and day <= new_day - length group by 1) gone where id = user_id;
	end loop;
	return true;
end $$;
