-- Rolling windows of 7, 30 and 365 days: a fact adds to the bucket of its UTC day and to the sums of every window that holds the day, and a
-- job takes out what has left a window (decision 29).

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

-- What takes something away adds to the past: no day may leave a window meanwhile.
create or replace function lock_windows() returns trigger language plpgsql as $$
begin
	perform from windows for share;
	return null;
end $$;

create or replace function advance_reviews(ids uuid[], new_day date) returns void language plpgsql as $$
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

create or replace function advance_lists(ids uuid[], new_day date) returns void language plpgsql as $$
declare old_day date;
begin
	select today into old_day from windows;
	if new_day <= old_day then return; end if;
	perform from list_counts where id = any (ids) order by id for no key update;
	update list_counts c set
		engagements_week = c.engagements_week - gone.week,
		engagements_month = c.engagements_month - gone.month,
		engagements_year = c.engagements_year - gone.year,
		counted_on = new_day
	from (
		select l.id,
			coalesce(sum(d.engagements) filter (where days = 7), 0)::int as week,
			coalesce(sum(d.engagements) filter (where days = 30), 0)::int as month,
			coalesce(sum(d.engagements) filter (where days = 365), 0)::int as year
		from list_counts l cross join unnest(array[7, 30, 365]) days
		left join list_days d on d.list_id = l.id and d.day > greatest(l.counted_on, old_day) - days and d.day <= new_day - days
		where l.id = any (ids) and greatest(l.counted_on, old_day) < new_day group by l.id
	) gone where c.id = gone.id;
end $$;

create or replace function advance_games(ids integer[], new_day date) returns void language plpgsql as $$
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

create or replace function advance_users(ids uuid[], new_day date) returns void language plpgsql as $$
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

-- Returns the day to change to, and marks it as under way; null if `new_day` is no later than the current one.
create or replace function begin_day(new_day date) returns date language plpgsql as $$
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
create or replace function list_day_changes() returns void language sql as $$
	insert into day_changes
		select distinct 'review', d.review_id::text from windows w, unnest(array[7, 30, 365]) days, review_days d
			where d.day > w.today - days and d.day <= w.next - days
		union all
		select distinct 'list', d.list_id::text from windows w, unnest(array[7, 30, 365]) days, list_days d
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
create or replace function advance_day_changes(of_kind text, after text, most integer) returns text language plpgsql as $$
declare
	new_day date;
	ids text[];
begin
	select next into new_day from windows for share;
	ids := array(select id from day_changes where kind = of_kind and id > after order by id limit most for update);
	if new_day is null or cardinality(ids) = 0 then return null; end if;
	case of_kind
		when 'review' then perform advance_reviews(ids::uuid[], new_day);
		when 'list' then perform advance_lists(ids::uuid[], new_day);
		when 'game' then perform advance_games(ids::integer[], new_day);
		when 'user' then perform advance_users(ids::uuid[], new_day);
	end case;
	delete from day_changes where kind = of_kind and id = any (ids);
	return ids[cardinality(ids)];
end $$;

-- Ends the change to a day. Returns false if it has ended already.
create or replace function end_day(new_day date) returns boolean language plpgsql as $$
begin
	update windows set today = next, next = null where next = new_day;
	return found;
end $$;
