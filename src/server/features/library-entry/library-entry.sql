-- Library entries, what is summed up in them, and what counts them.

create or replace function hours_from(minutes integer) returns text language sql immutable as $$
	select case when minutes < 300 then '0' when minutes < 1200 then '5' when minutes < 3000 then '20' when minutes >= 3000 then '50' end
$$;

-- Sums of minutes stop here.
create or replace function cap_minutes(minutes bigint) returns integer language sql immutable as $$
	select case when minutes > 2000000000 then 2000000000 else minutes::integer end
$$;

create or replace function is_empty_entry(e library_entries) returns boolean language sql immutable as $$
	select e.status is null and e.half_stars is null and not e.is_wished and not e.is_loved and e.play_count = 0 and e.session_count = 0
		and e.review_id is null
$$;

create or replace function delete_empty_entry(of_user uuid, of_game integer) returns void language plpgsql as $$
begin
	delete from library_entries e where user_id = of_user and game_id = of_game and is_empty_entry(e);
end $$;

-- Locks a person's review of a game and then their entry, in the order of locks.
create or replace function lock_library_entry(of_user uuid, of_game integer) returns library_entries language plpgsql as $$
declare entry library_entries;
begin
	perform from reviews where user_id = of_user and game_id = of_game and state in ('published', 'withdrawn') for no key update;
	select * into entry from library_entries where user_id = of_user and game_id = of_game for update;
	return entry;
end $$;

-- Locks a person's entry, and makes it with this status if there is none. Returns 'open', 'game_not_found' or 'library_full'.
create or replace function open_library_entry(of_user uuid, of_game integer, new_status text, most integer, at timestamptz) returns text language plpgsql as $$
declare entry library_entries;
begin
	loop
		entry := lock_library_entry(of_user, of_game);
		if entry.user_id is not null then return 'open'; end if;
		perform from games where id = of_game for key share;
		if not found then return 'game_not_found'; end if;
		if exists (select from library_entries where user_id = of_user offset most - 1) then return 'library_full'; end if;
		insert into library_entries (user_id, game_id, status, created_at, updated_at) values (of_user, of_game, new_status, at, at) on conflict do nothing;
		if found then return 'open'; end if;
	end loop;
end $$;

-- Changes what `changes` names of a person's entry: status, halfStars, isWished, isLoved, platform. Returns 'saved', 'game_not_found', 'library_full'
-- with `most` entries, or 'rating_of_review'. An entry with nothing left is deleted, and without a change nothing is written.
create or replace function save_library_entry(of_user uuid, of_game integer, changes jsonb, most integer, at timestamptz) returns text language plpgsql as $$
declare
	entry library_entries;
	saved library_entries;
begin
	loop
		entry := lock_library_entry(of_user, of_game);
		saved := entry;
		if entry.user_id is null then
			perform from games where id = of_game for key share;
			if not found then return 'game_not_found'; end if;
			saved.user_id := of_user;
			saved.game_id := of_game;
			saved.is_wished := false;
			saved.is_loved := false;
			saved.play_count := 0;
			saved.session_count := 0;
			saved.is_withdrawn := false;
			saved.created_at := at;
		end if;
		if changes ? 'status' then saved.status := changes ->> 'status'; end if;
		if changes ? 'halfStars' then saved.half_stars := (changes ->> 'halfStars')::smallint; end if;
		if changes ? 'isWished' then saved.is_wished := (changes ->> 'isWished')::boolean; end if;
		if changes ? 'isLoved' then saved.is_loved := (changes ->> 'isLoved')::boolean; end if;
		if changes ? 'platform' then saved.platform := changes ->> 'platform'; end if;
		if entry.review_id is not null and saved.half_stars is null then return 'rating_of_review'; end if;
		if saved is not distinct from entry then return 'saved'; end if;
		saved.updated_at := at;
		if is_empty_entry(saved) then
			-- One that another request has just made stays
			if entry.user_id is not null then delete from library_entries where user_id = of_user and game_id = of_game; end if;
			return 'saved';
		end if;
		if entry.user_id is null then
			if exists (select from library_entries where user_id = of_user offset most - 1) then return 'library_full'; end if;
			insert into library_entries values (saved.*) on conflict do nothing;
			-- Otherwise another request has just made it
			exit when found;
		else
			update library_entries set status = saved.status, half_stars = saved.half_stars, is_wished = saved.is_wished, is_loved = saved.is_loved,
				platform = saved.platform, updated_at = at
			where user_id = of_user and game_id = of_game;
			exit;
		end if;
	end loop;
	if (saved.status, saved.half_stars, saved.is_wished, saved.is_loved) is distinct from (entry.status, entry.half_stars, entry.is_wished, entry.is_loved) then
		perform log_entry(of_user, of_game, at);
	end if;
	return 'saved';
end $$;

-- Deletes an entry with its plays and sessions. Returns false while there is a review.
create or replace function delete_library_entry(of_user uuid, of_game integer) returns boolean language plpgsql as $$
declare entry library_entries := lock_library_entry(of_user, of_game);
begin
	if entry.review_id is not null then return false; end if;
	delete from library_entries where user_id = of_user and game_id = of_game;
	return true;
end $$;

-- Takes the rating of a review that is gone or hidden out of its author's entry.
create or replace function take_rating(review uuid, author uuid, game integer) returns void language plpgsql as $$
begin
	update library_entries set half_stars = null, review_id = null, reviewed_platform = null, reviewed_hours = null
		where user_id = author and game_id = game and review_id = review;
	perform delete_empty_entry(author, game);
end $$;

-- Adds ratings to the counts of their games, or takes them away (-1).
create or replace function count_ratings(games integer[], ratings smallint[], by integer) returns void language plpgsql as $$
begin
	perform from game_counts where id = any (games) order by id for no key update;
	update game_counts c set
		rating_sum = c.rating_sum + r.total,
		rating_count = c.rating_count + r.n,
		rating_counts = (select array_agg(a + by * b::int order by step) from unnest(c.rating_counts, r.counts) with ordinality counts (a, b, step))
	from (
		select game_id, by * sum(half_stars)::int as total, by * count(*)::int as n, array[
			count(*) filter (where half_stars = 1), count(*) filter (where half_stars = 2), count(*) filter (where half_stars = 3),
			count(*) filter (where half_stars = 4), count(*) filter (where half_stars = 5), count(*) filter (where half_stars = 6),
			count(*) filter (where half_stars = 7), count(*) filter (where half_stars = 8), count(*) filter (where half_stars = 9),
			count(*) filter (where half_stars = 10)] as counts
		from unnest(games, ratings) rated (game_id, half_stars) group by game_id
	) r where c.id = r.game_id;
end $$;

-- Takes entries out of the counts of their games, and adds others.
create or replace function count_entries(gone library_entries[], added library_entries[]) returns void language plpgsql as $$
declare
	changes jsonb;
	games integer[];
begin
	-- What changes nothing that is counted is most of what happens
	with changed as materialized (
		select game_id, half_stars, is_wished,
			case when status in ('playing', 'paused') then 'playing' when status = 'backlog' then 'backlog' when status is not null then 'played' end as status,
			case when half_stars is not null then coalesce(reviewed_platform, platform) end as platform,
			case when half_stars is not null then hours_from(coalesce(reviewed_hours::bigint * 60, minutes_played)::integer) end as hours, sum(n)::int as n
		from (
			select -1 as n, e.* from unnest(gone) e where not e.is_withdrawn
			union all select 1, e.* from unnest(added) e where not e.is_withdrawn
		) e group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
	)
	select jsonb_agg(c), array_agg(distinct game_id) into changes, games from changed c;
	if games is null then return; end if;

	perform from game_counts where id = any (games) order by id for no key update;
	update game_counts c set
		wished_count = c.wished_count + d.wished,
		backlog_count = c.backlog_count + d.backlog,
		playing_count = c.playing_count + d.playing,
		played_count = c.played_count + d.played,
		rating_sum = c.rating_sum + d.rating_sum,
		rating_count = c.rating_count + d.rating_count,
		rating_counts = case when d.has_ratings then (
			select array_agg(a + coalesce(b, 0)::int order by step) from unnest(c.rating_counts, d.ratings) with ordinality counts (a, b, step)
		) else c.rating_counts end
	from (
		select game_id,
			coalesce(sum(n) filter (where is_wished), 0)::int as wished,
			coalesce(sum(n) filter (where status = 'backlog'), 0)::int as backlog,
			coalesce(sum(n) filter (where status = 'playing'), 0)::int as playing,
			coalesce(sum(n) filter (where status = 'played'), 0)::int as played,
			coalesce(sum(n * half_stars), 0)::int as rating_sum,
			coalesce(sum(n) filter (where half_stars is not null), 0)::int as rating_count,
			bool_or(half_stars is not null) as has_ratings, array[
				sum(n) filter (where half_stars = 1), sum(n) filter (where half_stars = 2), sum(n) filter (where half_stars = 3),
				sum(n) filter (where half_stars = 4), sum(n) filter (where half_stars = 5), sum(n) filter (where half_stars = 6),
				sum(n) filter (where half_stars = 7), sum(n) filter (where half_stars = 8), sum(n) filter (where half_stars = 9),
				sum(n) filter (where half_stars = 10)] as ratings
		from jsonb_to_recordset(changes) c (game_id integer, half_stars integer, is_wished boolean, status text, n integer)
		group by game_id
	) d where c.id = d.game_id;

	insert into game_scores (game_id, kind, key, rating_sum, rating_count)
		select game_id, kind, key, sum(n * half_stars)::int, sum(n)::int
		from jsonb_to_recordset(changes) c (game_id integer, half_stars integer, platform text, hours text, n integer)
		cross join lateral (values ('platform', platform), ('hours', hours)) score (kind, key)
		where half_stars is not null and key is not null
		group by game_id, kind, key having sum(n) <> 0 or sum(n * half_stars) <> 0 order by 1, 2, 3
		on conflict (game_id, kind, key) do update set
			rating_sum = game_scores.rating_sum + excluded.rating_sum, rating_count = game_scores.rating_count + excluded.rating_count;
	delete from game_scores where game_id = any (games) and rating_count = 0;
end $$;

create or replace function entries_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		-- Games come before their counts in the order of locks
		update games set hidden = false where id in (
			select id from games where hidden and id in (select game_id from added where not is_withdrawn) order by id for no key update);
		perform count_entries(null, array(select row(a.*)::library_entries from added a));
	elsif tg_op = 'UPDATE' then
		perform count_entries(array(select row(g.*)::library_entries from gone g), array(select row(a.*)::library_entries from added a));
	else
		perform count_entries(array(select row(g.*)::library_entries from gone g), null);
	end if;
	return null;
end $$;

create or replace function sum_entries(of_users uuid[], of_games integer[]) returns void language plpgsql as $$
begin
	update library_entries e set
		play_count = s.plays, session_count = s.sessions, minutes_played = s.minutes, last_played_on = s.last_played_on
	from (
		select k.user_id, k.game_id, p.n as plays, l.n as sessions,
			case when p.minutes is null and l.loose is null then null
				else cap_minutes((coalesce(p.minutes, 0) + coalesce(l.loose, 0))::bigint) end as minutes,
			greatest(p.last_on, l.last_on) as last_played_on
		from (select distinct user_id, game_id from unnest(of_users, of_games) k (user_id, game_id)) k
		cross join lateral (
			select count(*)::int as n, max(ended_on) as last_on,
				sum(coalesce(minutes, (select sum(s.minutes) from play_sessions s where s.play_id = p.id))) as minutes
			from plays p where p.user_id = k.user_id and p.game_id = k.game_id
		) p
		cross join lateral (
			select count(*)::int as n, max(day)::text collate "C" as last_on, sum(minutes) filter (where play_id is null) as loose
			from play_sessions l where l.user_id = k.user_id and l.game_id = k.game_id
		) l
	) s where e.user_id = s.user_id and e.game_id = s.game_id
		and (e.play_count, e.session_count, e.minutes_played, e.last_played_on) is distinct from (s.plays, s.sessions, s.minutes, s.last_played_on);
	delete from library_entries e using unnest(of_users, of_games) k (user_id, game_id)
		where e.user_id = k.user_id and e.game_id = k.game_id and is_empty_entry(e);
end $$;

-- Who rates a game anew that they have reviewed changes the review's rating.
create or replace function entry_rated() returns trigger language plpgsql as $$
begin
	update reviews set half_stars = new.half_stars where id = new.review_id and half_stars <> new.half_stars;
	return null;
end $$;

create or replace function review_has_entry() returns trigger language plpgsql as $$
begin
	if exists (
		select from reviews r where r.id = old.review_id and is_kept(r.state)
			and not exists (select from library_entries e where e.user_id = r.user_id and e.game_id = r.game_id and e.review_id = r.id)
	) then
		raise exception 'A review without an entry of its rating' using errcode = 'foreign_key_violation';
	end if;
	return null;
end $$;

create or replace function plays_summed() returns trigger language plpgsql as $$
begin
	if tg_op = 'DELETE' then
		perform sum_entries(array_agg(user_id), array_agg(game_id)) from gone having count(*) > 0;
	elsif tg_op = 'INSERT' then
		perform sum_entries(array_agg(user_id), array_agg(game_id)) from added having count(*) > 0;
	else
		perform sum_entries(array_agg(user_id), array_agg(game_id)) from (select user_id, game_id from gone union select user_id, game_id from added) changed having count(*) > 0;
	end if;
	return null;
end $$;

create or replace trigger library_entries_010 after insert on library_entries referencing new table as added
	for each statement execute function entries_counted();
create or replace trigger library_entries_020 after update on library_entries referencing old table as gone new table as added
	for each statement execute function entries_counted();
create or replace trigger library_entries_030 after delete on library_entries referencing old table as gone
	for each statement execute function entries_counted();
create or replace trigger library_entries_040 after update of half_stars on library_entries
	for each row when (new.review_id = old.review_id and new.half_stars <> old.half_stars) execute function entry_rated();
create constraint trigger library_entries_050 after delete on library_entries deferrable initially deferred
	for each row when (old.review_id is not null) execute function review_has_entry();

create or replace trigger plays_010 after insert on plays referencing new table as added
	for each statement execute function plays_summed();
create or replace trigger plays_020 after update on plays referencing old table as gone new table as added
	for each statement execute function plays_summed();
create or replace trigger plays_030 after delete on plays referencing old table as gone
	for each statement execute function plays_summed();

create or replace trigger play_sessions_010 after insert on play_sessions referencing new table as added
	for each statement execute function plays_summed();
create or replace trigger play_sessions_020 after update on play_sessions referencing old table as gone new table as added
	for each statement execute function plays_summed();
create or replace trigger play_sessions_030 after delete on play_sessions referencing old table as gone
	for each statement execute function plays_summed();
