-- Likes and comments of lists are counted in the windows of the last week, month and year, like those of reviews.

drop function fill_list_counts(integer);
drop table list_count_progress;

-- Holds up writers for a moment, so that each comment is counted once.
lock table windows, comments in share row exclusive mode;

insert into list_days (list_id, day, engagements)
	select list_id, utc_day(created_at), count(*)::int from comments where list_id is not null and removed_at is null group by 1, 2;
update list_counts c set engagements_week = d.week, engagements_month = d.month, engagements_year = d.year, engagements_total = d.total
	from (
		select list_id, coalesce(sum(engagements) filter (where day > w.today - 7), 0)::int as week,
			coalesce(sum(engagements) filter (where day > w.today - 30), 0)::int as month,
			coalesce(sum(engagements) filter (where day > w.today - 365), 0)::int as year, sum(engagements)::int as total
		from list_days, (select coalesce(next, today) as today from windows) w group by list_id
	) d where c.id = d.list_id;
-- Right for the day that is beginning, if one is
update list_counts set counted_on = (select next from windows) where engagements_total > 0 and (select next from windows) is not null;

create index list_counts_popular_week on list_counts (engagements_week desc, created_at desc, id desc) where is_public and engagements_week > 0;
create index list_counts_popular_month on list_counts (engagements_month desc, created_at desc, id desc) where is_public and engagements_month > 0;
create index list_counts_popular_year on list_counts (engagements_year desc, created_at desc, id desc) where is_public and engagements_year > 0;
create index list_counts_popular_all on list_counts (engagements_total desc, created_at desc, id desc) where is_public and engagements_total > 0;

create function advance_lists(ids uuid[], new_day date) returns void language plpgsql as $$
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

-- Adds a like or comment to the counts of a list.
create function count_list_engagement(list uuid, on_day date, likes_by integer, comments_by integer, replies_by integer) returns void language plpgsql as $$
declare
	step integer := likes_by + comments_by;
	today date := windows_day(on_day, step);
begin
	if on_day < today then perform advance_lists(array[list], today); end if;
	update list_counts set
		likes = likes + likes_by,
		comment_count = comment_count + comments_by,
		reply_count = reply_count + replies_by,
		engagements_week = engagements_week + case when on_day > today - 7 then step else 0 end,
		engagements_month = engagements_month + case when on_day > today - 30 then step else 0 end,
		engagements_year = engagements_year + case when on_day > today - 365 then step else 0 end,
		engagements_total = engagements_total + step
	where id = list;
	if found then
		insert into list_days (list_id, day, engagements) values (list, on_day, step)
			on conflict (list_id, day) do update set engagements = list_days.engagements + step;
	end if;
end $$;

-- Takes likes and comments, one for each time, out of the counts of their lists.
create function take_list_engagements(of_lists uuid[], times timestamptz[], likes_each integer, comments_each integer) returns void language plpgsql as $$
declare current_day date;
begin
	select coalesce(next, today) into current_day from windows for share;
	perform from list_counts where id = any (of_lists) order by id for no key update;
	perform advance_lists(of_lists, current_day);
	update list_counts c set
		likes = c.likes - likes_each * t.n,
		comment_count = c.comment_count - comments_each * t.n,
		engagements_week = c.engagements_week - t.week,
		engagements_month = c.engagements_month - t.month,
		engagements_year = c.engagements_year - t.year,
		engagements_total = c.engagements_total - t.n
	from (
		select list_id, count(*)::int as n,
			(count(*) filter (where utc_day(at) > current_day - 7))::int as week,
			(count(*) filter (where utc_day(at) > current_day - 30))::int as month,
			(count(*) filter (where utc_day(at) > current_day - 365))::int as year
		from unnest(of_lists, times) as taken (list_id, at) group by list_id
	) t where c.id = t.list_id;
	-- A list that is being deleted takes its days with it
	insert into list_days (list_id, day, engagements)
		select list_id, utc_day(at), -count(*)::int from unnest(of_lists, times) as taken (list_id, at)
		where exists (select from lists where id = list_id) group by 1, 2
		on conflict (list_id, day) do update set engagements = list_days.engagements + excluded.engagements;
end $$;

create or replace function comment_counted() returns trigger language plpgsql as $$
declare replies integer := (new.parent_id is not null)::int;
begin
	if new.parent_id is not null then perform count_replies(array[new.parent_id]); end if;
	if new.list_id is not null then
		perform count_list_engagement(new.list_id, utc_day(new.created_at), 0, 1, replies);
		return null;
	end if;
	perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 0, 1);
	if replies > 0 then update review_counts set reply_count = reply_count + 1 where id = new.review_id; end if;
	insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'comment', new.created_at);
	return null;
end $$;

create or replace function uncount_comments(gone comments[]) returns void language plpgsql as $$
begin
	if cardinality(gone) = 0 then return; end if;
	perform take_engagements(array_agg(review_id), array_agg(created_at), 0, 1) from unnest(gone) where review_id is not null having count(*) > 0;
	perform take_list_engagements(array_agg(list_id), array_agg(created_at), 0, 1) from unnest(gone) where list_id is not null having count(*) > 0;
	perform remove_activities(array(select id from unnest(gone) where review_id is not null));
	perform take_back_notifications(array_agg(target), array_agg(id)) from (
		select coalesce(review_id, list_id) as target, id from unnest(gone)
		union all select parent_id, id from unnest(gone) where parent_id is not null
		union all select id, id from unnest(gone)
	) events having count(*) > 0;
	if exists (select from unnest(gone) where mentioned <> '{}') then
		delete from mentions where subject in (select id from unnest(gone) where mentioned <> '{}');
	end if;
end $$;

create function list_like_counted() returns trigger language plpgsql as $$
begin
	perform count_list_engagement(new.list_id, utc_day(new.created_at), 1, 0, 0);
	return null;
end $$;
create trigger list_like_counted after insert on list_likes for each row execute function list_like_counted();

create function list_likes_removed() returns trigger language plpgsql as $$
begin
	perform take_list_engagements(array_agg(list_id), array_agg(created_at), 1, 0) from removed having count(*) > 0;
	return null;
end $$;
create trigger list_likes_removed after delete on list_likes referencing old table as removed for each statement execute function list_likes_removed();

-- Likes and copies notify the list's owner. The names sort after those of the triggers that count, which lock first.

create function list_like_notified() returns trigger language plpgsql as $$
begin
	perform notify_user((select user_id from lists where id = new.list_id), 'list_like', new.list_id, new.user_id, new.user_id, new.created_at);
	return null;
end $$;
create trigger list_like_notified after insert on list_likes for each row execute function list_like_notified();

create function list_likes_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(list_id), array_agg(user_id)) from removed having count(*) > 0;
	return null;
end $$;
create trigger list_likes_taken_back after delete on list_likes referencing old table as removed for each statement execute function list_likes_taken_back();

-- Who copies a list again is no news. The lock of their counts, which new lists take, makes two copies at once wait.
create function list_copy_notified() returns trigger language plpgsql as $$
begin
	if exists (select from lists where copied_from = new.copied_from and user_id = new.user_id and id <> new.id) then return null; end if;
	perform notify_user((select user_id from lists where id = new.copied_from), 'list_copy', new.copied_from, new.id, new.user_id, new.created_at);
	return null;
end $$;
create trigger list_notified after insert on lists for each row when (new.copied_from is not null) execute function list_copy_notified();

-- The event of a copy goes with the copy, or with the list that was copied.
create function list_copies_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(target), array_agg(source)) from (
		select e.target, e.source from removed r join notification_events e on e.target = r.id and e.kind = 'list_copy'
		union
		select copied_from, id from removed where copied_from is not null
	) events having count(*) > 0;
	return null;
end $$;
create trigger lists_taken_back after delete on lists referencing old table as removed for each statement execute function list_copies_taken_back();

-- The change of day

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

-- A process of an earlier version does not know of lists: what it has left of them is advanced here.
create or replace function end_day(new_day date) returns boolean language plpgsql as $$
declare last_id text := '';
begin
	perform from windows where next = new_day for update;
	if not found then return false; end if;
	while last_id is not null loop last_id := advance_day_changes('list', last_id, 500); end loop;
	update windows set today = next, next = null where next = new_day;
	return true;
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
		foreach of_kind in array array['review', 'list', 'game', 'user'] loop
			last_id := '';
			while last_id is not null loop last_id := advance_day_changes(of_kind, last_id, 500); end loop;
		end loop;
		has_moved := end_day(current_day) or has_moved;
	end loop;
end $$;
