-- What a list, its games, its likes and its copies count.

-- The lists that a viewer (null: a visitor) may read at their addresses. Listed are only public ones.
create or replace function visible_lists(viewer uuid) returns setof lists language sql stable as $$
	select * from lists l where l.state = 'published' and exists (select from hidden_users h where h.user_id = l.user_id) is not true and (l.visibility <> 'private' or l.user_id = viewer)
		and (viewer is null or not (select exists (select from blocked_pairs p where p.viewer_id = viewer))
			or not exists (select from blocked_pairs p where p.viewer_id = viewer and p.hidden_id = l.user_id))
$$;

-- The same without people whom the viewer has muted, for what comes unasked.
create or replace function quiet_lists(viewer uuid) returns setof lists language sql stable as $$
	select * from visible_lists(viewer) l where (viewer is null or not (select exists (select from mutes m where m.muter_id = viewer))
			or not exists (select from mutes m where m.muter_id = viewer and m.muted_id = l.user_id))
$$;

-- What a list was copied from, for viewers who may know of it: everyone if it is public, else its owner and who copied it. In PL/pgSQL,
-- whose plan is cached: most lists are no copies, and whole statements would take twice as long to plan.
create or replace function source_of_copy(source uuid, copier uuid, viewer uuid) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('id', l.id, 'title', l.title, 'user', json_build_object('id', u.id, 'username', u.username, 'profilePicture', u.picture))
		from visible_lists(viewer) l join visible_users u on u.id = l.user_id
		where l.id = source and (l.visibility = 'public' or viewer in (l.user_id, copier))
	);
end $$;

-- The rankings of the public ones of them, for lists in their order. Rankings count up to a thousand of them, for which hidden accounts are
-- read once instead of looked up for each.
create or replace function visible_list_counts(viewer uuid) returns setof list_rankings language sql stable as $$
	select * from list_rankings c where c.is_public and c.user_id not in (select user_id from hidden_users)
		and (viewer is null or not (select exists (select from blocked_pairs p where p.viewer_id = viewer))
			or not exists (select from blocked_pairs p where p.viewer_id = viewer and p.hidden_id = c.user_id))
$$;

create or replace function quiet_list_counts(viewer uuid) returns setof list_rankings language sql stable as $$
	select * from visible_list_counts(viewer) c where (viewer is null or not (select exists (select from mutes m where m.muter_id = viewer))
			or not exists (select from mutes m where m.muter_id = viewer and m.muted_id = c.user_id))
$$;

-- Adds a like or comment to the counts of a list.
create or replace function count_list_engagement(list uuid, on_day date, likes_by integer, comments_by integer, replies_by integer) returns void language plpgsql as $$
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
create or replace function take_list_engagements(of_lists uuid[], times timestamptz[], likes_each integer, comments_each integer) returns void language plpgsql as $$
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

create or replace function remove_list_counts() returns trigger language plpgsql as $$
begin
	delete from list_counts where id = old.id;
	return null;
end $$;

-- Adds a list to those of its author, public or not, or takes it away (-1).
create or replace function count_authors_list(list lists, by integer) returns void language plpgsql as $$
begin
	update user_counts set
		list_count = list_count + case when list.visibility = 'public' then by else 0 end,
		hidden_list_count = hidden_list_count + case when list.visibility = 'public' then 0 else by end
	where id = list.user_id;
end $$;

create or replace function list_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		insert into list_counts (id, user_id, created_at, is_public) values (new.id, new.user_id, new.created_at, new.visibility = 'public');
		if new.visibility = 'public' and not new.is_quiet then
			insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'list', new.created_at);
		end if;
		perform count_authors_list(new, 1);
		if new.visibility = 'public' then perform count_site('lists', 1); end if;
	else
		if old.visibility = 'public' then perform remove_activities(array[old.id]); end if;
		if is_kept(old.state) then perform count_authors_list(old, -1); end if;
		if old.visibility = 'public' and old.state = 'published' then perform count_site('lists', -1); end if;
	end if;
	return null;
end $$;

-- What a list counts follows its state.
create or replace function list_state_changed() returns trigger language plpgsql as $$
declare
	kept integer := is_kept(new.state)::int - is_kept(old.state)::int;
	published integer := (new.state = 'published')::int - (old.state = 'published')::int;
begin
	if published <> 0 then update list_counts set is_public = new.visibility = 'public' and new.state = 'published' where id = new.id; end if;
	if kept <> 0 then
		perform set_activity_author(new.id, case when kept > 0 then new.user_id end);
		perform count_authors_list(new, kept);
	end if;
	if published <> 0 and new.visibility = 'public' then perform count_site('lists', published); end if;
	return null;
end $$;

create or replace function list_visibility_changed() returns trigger language plpgsql as $$
declare step integer := case when new.visibility = 'public' then 1 else -1 end;
begin
	update list_counts set is_public = step > 0 where id = new.id;
	if step > 0 and not new.is_quiet then
		insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'list', new.created_at);
	else
		perform remove_activities(array[new.id]);
	end if;
	update user_counts set list_count = list_count + step, hidden_list_count = hidden_list_count - step where id = new.user_id;
	perform count_site('lists', step);
	return null;
end $$;

-- By statement: a list is written whole
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

-- Who copies a list again is no news. The lock of their counts, which new lists take, makes two copies at once wait.
create or replace function list_copy_notified() returns trigger language plpgsql as $$
begin
	if exists (select from lists where copied_from = new.copied_from and user_id = new.user_id and id <> new.id) then return null; end if;
	perform notify_user((select user_id from lists where id = new.copied_from), 'list_copy', new.copied_from, new.id, new.user_id, new.created_at);
	return null;
end $$;

-- The event of a copy goes with the copy, or with the list that was copied.
create or replace function list_copies_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(target), array_agg(source)) from (
		select e.target, e.source from removed r join notification_events e on e.target = r.id and e.kind = 'list_copy'
		union
		select copied_from, id from removed where copied_from is not null
	) events having count(*) > 0;
	return null;
end $$;

create or replace function list_mentions_revealed() returns trigger language plpgsql as $$
begin
	perform notify_user(m.user_id, 'mention', new.id, new.id, new.user_id, new.updated_at)
		from (select distinct user_id from mentions where subject = new.id order by user_id) m
		where not exists (
			select from notification_events e where e.target = new.id and e.source = new.id and e.kind = 'mention' and e.user_id = m.user_id
		);
	return null;
end $$;

create or replace function list_like_counted() returns trigger language plpgsql as $$
begin
	perform count_list_engagement(new.list_id, utc_day(new.created_at), 1, 0, 0);
	return null;
end $$;

create or replace function list_likes_removed() returns trigger language plpgsql as $$
begin
	perform take_list_engagements(array_agg(list_id), array_agg(created_at), 1, 0) from removed having count(*) > 0;
	return null;
end $$;

create or replace function list_like_notified() returns trigger language plpgsql as $$
begin
	perform notify_user((select user_id from lists where id = new.list_id), 'list_like', new.list_id, new.user_id, new.user_id, new.created_at);
	return null;
end $$;

create or replace function list_likes_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(list_id), array_agg(user_id)) from removed having count(*) > 0;
	return null;
end $$;

create or replace trigger lists_010 before insert or update of title, description on lists
	for each row execute function list_searchable();
create or replace trigger lists_020 after delete on lists
	for each row execute function remove_list_counts();
-- Before the trigger that locks people
create or replace trigger lists_030 after update of visibility on lists
	for each row when ((old.visibility = 'public') <> (new.visibility = 'public')) execute function list_visibility_changed();
create or replace trigger lists_040 after insert or delete on lists
	for each row execute function list_counted();
create or replace trigger lists_050 after insert or update of created_at, visibility on lists
	for each row when (new.visibility = 'public') execute function raise_fed_at();
create or replace trigger lists_060 after update of state on lists
	for each row when (old.state <> new.state) execute function list_state_changed();
create or replace trigger lists_070 after insert on lists
	for each row when (new.copied_from is not null) execute function list_copy_notified();
create or replace trigger lists_080 after insert on lists
	for each row when (new.mentioned <> '{}' and new.visibility <> 'private') execute function users_mentioned();
create or replace trigger lists_090 after update of mentioned on lists
	for each row when ((new.mentioned <> '{}' or old.mentioned <> '{}') and new.visibility <> 'private') execute function users_mentioned();
create or replace trigger lists_100 after insert on lists
	for each row when (new.mentioned <> '{}' and new.visibility = 'private') execute function users_mentioned_in_private();
create or replace trigger lists_110 after update of mentioned on lists
	for each row when ((new.mentioned <> '{}' or old.mentioned <> '{}') and new.visibility = 'private') execute function users_mentioned_in_private();
-- After the triggers that count
create or replace trigger lists_120 after update of visibility on lists
	for each row when (old.visibility = 'private' and new.visibility <> 'private') execute function list_mentions_revealed();
create constraint trigger lists_130 after update of state on lists deferrable initially deferred
	for each row when (new.state in ('held', 'removed') and old.state <> new.state) execute function removal_logged();
create or replace trigger lists_140 after delete on lists referencing old table as removed
	for each statement execute function list_copies_taken_back();
create or replace trigger lists_150 after delete on lists referencing old table as removed
	for each statement execute function users_unmentioned();

create or replace trigger list_items_010 after insert on list_items referencing new table as changed
	for each statement execute function list_items_counted();
create or replace trigger list_items_020 after delete on list_items referencing old table as changed
	for each statement execute function list_items_counted();

create or replace trigger list_likes_010 after insert on list_likes
	for each row execute function list_like_counted();
create or replace trigger list_likes_020 after insert on list_likes
	for each row execute function list_like_notified();
create or replace trigger list_likes_030 after delete on list_likes referencing old table as removed
	for each statement execute function list_likes_removed();
create or replace trigger list_likes_040 after delete on list_likes referencing old table as removed
	for each statement execute function list_likes_taken_back();
