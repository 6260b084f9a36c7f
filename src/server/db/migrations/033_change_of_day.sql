-- The change of day runs in batches instead of one transaction (decision 29): `windows.next` names the day that is under way, and
-- `counted_on` a row whose sums are right for a later day than `windows.today`. Only the functions below read `counted_on`.

alter table windows add column next date;
alter table review_counts add column counted_on date;
alter table game_counts add column counted_on date;
alter table user_counts add column counted_on date;

-- The rows that the change of day has still to advance
create table day_changes (kind text not null, id text collate "C" not null, primary key (kind, id));

-- The day for which the sums must be right before they are changed. Taking something away, or adding to a past day, must not
-- overlap with the beginning or the end of a change of day.
create or replace function windows_day(day date, by integer) returns date language plpgsql as $$
declare current_day date;
begin
	select coalesce(next, today) into current_day from windows;
	if by < 0 or day < current_day then
		select coalesce(next, today) into current_day from windows for share;
	end if;
	return current_day;
end $$;

-- Each subtracts from the sums of these rows the days that leave a window up to `new_day`. Does nothing unless the day is changing.

create function advance_reviews(ids uuid[], new_day date) returns void language plpgsql as $$
declare old_day date;
begin
	select today into old_day from windows;
	if new_day <= old_day then return; end if;
	perform from review_counts where id = any (ids) order by id for no key update;
	update review_counts c set
		engagements_week = c.engagements_week - gone.engagements_week,
		engagements_month = c.engagements_month - gone.engagements_month,
		engagements_year = c.engagements_year - gone.engagements_year,
		impressions_week = c.impressions_week - gone.impressions_week,
		impressions_month = c.impressions_month - gone.impressions_month,
		impressions_year = c.impressions_year - gone.impressions_year,
		counted_on = new_day
	from (
		select r.id,
			coalesce(sum(d.engagements) filter (where days = 7), 0)::int as engagements_week,
			coalesce(sum(d.engagements) filter (where days = 30), 0)::int as engagements_month,
			coalesce(sum(d.engagements) filter (where days = 365), 0)::int as engagements_year,
			coalesce(sum(d.impressions) filter (where days = 7), 0)::int as impressions_week,
			coalesce(sum(d.impressions) filter (where days = 30), 0)::int as impressions_month,
			coalesce(sum(d.impressions) filter (where days = 365), 0)::int as impressions_year
		from review_counts r cross join unnest(array[7, 30, 365]) days
		left join review_days d on d.review_id = r.id and d.day > greatest(r.counted_on, old_day) - days and d.day <= new_day - days
		where r.id = any (ids) and greatest(r.counted_on, old_day) < new_day group by r.id
	) gone where c.id = gone.id;
end $$;

create function advance_games(ids integer[], new_day date) returns void language plpgsql as $$
declare old_day date;
begin
	select today into old_day from windows;
	if new_day <= old_day then return; end if;
	perform from game_counts where id = any (ids) order by id for no key update;
	update game_counts c set
		reviews_week = c.reviews_week - gone.week,
		reviews_month = c.reviews_month - gone.month,
		reviews_year = c.reviews_year - gone.year,
		counted_on = new_day
	from (
		select g.id,
			coalesce(sum(d.reviews) filter (where days = 7), 0)::int as week,
			coalesce(sum(d.reviews) filter (where days = 30), 0)::int as month,
			coalesce(sum(d.reviews) filter (where days = 365), 0)::int as year
		from game_counts g cross join unnest(array[7, 30, 365]) days
		left join game_days d on d.game_id = g.id and d.day > greatest(g.counted_on, old_day) - days and d.day <= new_day - days
		where g.id = any (ids) and greatest(g.counted_on, old_day) < new_day group by g.id
	) gone where c.id = gone.id;
end $$;

create function advance_users(ids uuid[], new_day date) returns void language plpgsql as $$
declare old_day date;
begin
	select today into old_day from windows;
	if new_day <= old_day then return; end if;
	perform from user_counts where id = any (ids) order by id for no key update;
	update user_counts c set
		impressions_week = c.impressions_week - gone.week,
		impressions_month = c.impressions_month - gone.month,
		impressions_year = c.impressions_year - gone.year,
		counted_on = new_day
	from (
		select u.id,
			coalesce(sum(d.impressions) filter (where days = 7), 0)::int as week,
			coalesce(sum(d.impressions) filter (where days = 30), 0)::int as month,
			coalesce(sum(d.impressions) filter (where days = 365), 0)::int as year
		from user_counts u cross join unnest(array[7, 30, 365]) days
		left join user_days d on d.user_id = u.id and d.day > greatest(u.counted_on, old_day) - days and d.day <= new_day - days
		where u.id = any (ids) and greatest(u.counted_on, old_day) < new_day group by u.id
	) gone where c.id = gone.id;
end $$;

-- Writers of past days advance a row before they change it, so that the change of day finds nothing that it has not listed.

create or replace function count_review_engagement(review uuid, on_day date, by integer, likes_by integer, comments_by integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	if on_day < today then perform advance_reviews(array[review], today); end if;
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
	select coalesce(next, today) into current_day from windows for share;
	perform from review_counts where id = any (of_reviews) order by id for no key update;
	perform advance_reviews(of_reviews, current_day);
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
	if on_day < today then perform advance_reviews(array[review], today); end if;
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
	if on_day < today then perform advance_users(array[author], today); end if;
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
create or replace function count_author_impressions(author uuid, review uuid, by integer) returns void language plpgsql as $$
declare
	counts review_counts;
	current_day date;
begin
	select coalesce(next, today) into current_day from windows for share;
	perform from review_counts where id = review for no key update;
	perform advance_reviews(array[review], current_day);
	select * into counts from review_counts where id = review;
	if counts.impressions_total is null or counts.impressions_total = 0 then return; end if;
	perform advance_users(array[author], current_day);
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

-- Adds a review to the counts of its game, or takes it away (-1).
create or replace function count_game_review(game integer, on_day date, by integer, rating integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	if by > 0 then
		update games set hidden = false where id = game and hidden;
	end if;
	if on_day < today then perform advance_games(array[game], today); end if;
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

create or replace function move_reviews(from_game integer, to_game integer) returns void language plpgsql as $$
declare current_day date;
begin
	select coalesce(next, today) into current_day from windows for share;
	update reviews set game_id = to_game, game_name = (select name from games where id = to_game) where game_id = from_game;
	update games t set hidden = t.hidden and f.hidden from games f where t.id = to_game and f.id = from_game;
	perform from game_counts where id in (from_game, to_game) order by id for no key update;
	-- The sums of both must be of the same day
	perform advance_games(array[from_game, to_game], current_day);
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

create or replace function add_sightings(of_reviews uuid[], viewers text[], days date[], opens boolean[], address_letters integer, visitors_each integer) returns void language plpgsql as $$
declare
	current_day date;
	is_past boolean;
	added jsonb;
	fresh uuid[];
	authors uuid[];
begin
	-- Like windows_day for past days, but locked before the reviews
	select coalesce(next, today) into current_day from windows;
	is_past := exists (select from unnest(days) day where day < current_day);
	if is_past then
		select coalesce(next, today) into current_day from windows for share;
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
	if is_past then perform advance_reviews(fresh, current_day); end if;

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

	authors := array(
		select distinct r.user_id from review_counts r join jsonb_to_recordset(added) as seen (review_id uuid, impressions integer) on r.id = seen.review_id
		where impressions > 0
	);
	perform from user_counts where id = any (authors) order by id for no key update;
	if is_past then perform advance_users(authors, current_day); end if;
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

-- The change of day, in steps with a transaction each

-- Returns the day to change to, and marks it as under way; null if `new_day` is no later than the current one.
create function begin_day(new_day date) returns date language plpgsql as $$
declare w windows;
begin
	select * into w from windows;
	if w.next is null and new_day <= w.today then return null; end if;
	select * into w from windows for update;
	if w.next is not null then return w.next; end if;
	if new_day <= w.today then return null; end if;
	update windows set next = new_day;
	return new_day;
end $$;

-- Lists the rows with days that leave a window. May run again after a crash.
create function list_day_changes() returns void language sql as $$
	insert into day_changes
		select distinct 'review', d.review_id::text from windows w, unnest(array[7, 30, 365]) days, review_days d
			where d.day > w.today - days and d.day <= w.next - days
		union all
		select distinct 'game', d.game_id::text from windows w, unnest(array[7, 30, 365]) days, game_days d
			where d.day > w.today - days and d.day <= w.next - days
		union all
		select distinct 'user', d.user_id::text from windows w, unnest(array[7, 30, 365]) days, user_days d
			where d.day > w.today - days and d.day <= w.next - days
	on conflict do nothing
$$;

-- Advances the next rows of a kind, at most `most`. Returns the last id; null if none is left.
create function advance_day_changes(of_kind text, after text, most integer) returns text language plpgsql as $$
declare
	new_day date;
	ids text[];
begin
	select next into new_day from windows for share;
	ids := array(select id from day_changes where kind = of_kind and id > after order by id limit most for update);
	if new_day is null or cardinality(ids) = 0 then return null; end if;
	case of_kind
		when 'review' then perform advance_reviews(ids::uuid[], new_day);
		when 'game' then perform advance_games(ids::integer[], new_day);
		when 'user' then perform advance_users(ids::uuid[], new_day);
	end case;
	delete from day_changes where kind = of_kind and id = any (ids);
	return ids[cardinality(ids)];
end $$;

-- Ends the change to this day once all rows are advanced. Returns false if another process has ended it.
create function end_day(new_day date) returns boolean language plpgsql as $$
begin
	update windows set today = next, next = null where next = new_day;
	return found;
end $$;

-- For processes of an earlier version: the whole change in one transaction.
create or replace function advance_windows(new_day date) returns boolean language plpgsql as $$
declare
	current_day date;
	of_kind text;
	last_id text;
	has_moved boolean := false;
begin
	loop
		current_day := begin_day(new_day);
		if current_day is null then return has_moved; end if;
		perform list_day_changes();
		foreach of_kind in array array['review', 'game', 'user'] loop
			last_id := '';
			while last_id is not null loop last_id := advance_day_changes(of_kind, last_id, 500); end loop;
		end loop;
		has_moved := end_day(current_day) or has_moved;
	end loop;
end $$;
