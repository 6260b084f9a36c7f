-- The play log: what a person has to do with a game is one library entry, with plays, sessions and a rating, with or without a review
-- (decision 35). An entry is the home of the rating; a foreign key keeps the rating of a review equal to it. Until 041 has made the entries
-- of earlier reviews, their writers make them first.

create table library_entries (
	user_id uuid not null references users on delete cascade,
	game_id integer not null references games,
	status text check (status in ('backlog', 'playing', 'paused', 'played', 'finished', 'completed', 'abandoned')),
	-- 1 to 10
	half_stars smallint check (half_stars between 1 and 10),
	is_wished boolean not null default false,
	is_loved boolean not null default false,
	platform text,
	-- Sums over plays and sessions, which triggers keep. `last_played_on` may lack the day or the month.
	play_count integer not null default 0,
	session_count integer not null default 0,
	minutes_played integer,
	last_played_on text collate "C",
	-- The review with this rating, and copies of its platform and hours
	review_id uuid,
	reviewed_platform text,
	reviewed_hours integer,
	-- Whether it belongs to a review that is hidden until it is purged: no count includes it
	is_withdrawn boolean not null default false,
	created_at timestamptz(3) not null,
	updated_at timestamptz(3) not null,
	primary key (user_id, game_id),
	unique (user_id, game_id, half_stars)
);
create index library_entries_newest on library_entries (user_id, updated_at, game_id);
create index library_entries_of_game on library_entries (game_id);

-- Deferred, so that a review and its entry can change one after the other. 042 checks the earlier reviews.
alter table reviews add constraint reviews_rating_fkey foreign key (user_id, game_id, half_stars)
	references library_entries (user_id, game_id, half_stars) on update cascade deferrable initially deferred not valid;

create table plays (
	id uuid primary key,
	user_id uuid not null,
	game_id integer not null,
	platform text,
	-- ISO 8601, as precise as is known: 1998, 1998-11, 1998-11-21
	started_on text collate "C",
	ended_on text collate "C",
	outcome text check (outcome in ('finished', 'completed', 'abandoned')),
	is_replay boolean not null,
	-- What the player states; otherwise the sum of the sessions counts
	minutes integer check (minutes >= 0),
	note text,
	created_at timestamptz(3) not null,
	updated_at timestamptz(3) not null,
	foreign key (user_id, game_id) references library_entries on delete cascade on update cascade
);
create index plays_of_entry on plays (user_id, game_id);
create index plays_started on plays (user_id, started_on, id) where length(started_on) = 10;
create index plays_ended on plays (user_id, ended_on, id) where length(ended_on) = 10;

create table play_sessions (
	id uuid primary key,
	user_id uuid not null,
	game_id integer not null,
	play_id uuid references plays on delete set null,
	day date not null,
	minutes integer not null check (minutes between 1 and 1440),
	note text,
	source text,
	created_at timestamptz(3) not null,
	foreign key (user_id, game_id) references library_entries on delete cascade on update cascade
);
create index play_sessions_of_entry on play_sessions (user_id, game_id, day, id);
create index play_sessions_by_day on play_sessions (user_id, day, game_id);
create index play_sessions_of_play on play_sessions (play_id);

create table favorites (
	user_id uuid not null references users on delete cascade,
	game_id integer not null references games,
	-- 0 to 4
	position smallint not null check (position between 0 and 4),
	primary key (user_id, game_id),
	unique (user_id, position) deferrable initially deferred
);
create index favorites_of_game on favorites (game_id);

-- For the feed: the last word on a game and UTC day. More than three games within an hour belong to a burst, a row without a game, which
-- the feed shows instead of them.
create table feed_logs (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	game_id integer,
	day date,
	status text,
	half_stars smallint,
	is_wished boolean not null default false,
	is_loved boolean not null default false,
	burst_id uuid references feed_logs on delete cascade,
	created_at timestamptz(3) not null,
	unique (user_id, game_id, day),
	foreign key (user_id, game_id) references library_entries on delete cascade on update cascade
);
create index feed_logs_newest on feed_logs (user_id, created_at, id) where burst_id is null;
create index feed_logs_of_burst on feed_logs (burst_id, created_at, game_id) where burst_id is not null;

-- People by their present status: `playing` with the paused, `played` with all that is over
alter table game_counts
	add column wished_count integer not null default 0,
	add column backlog_count integer not null default 0,
	add column playing_count integer not null default 0,
	add column played_count integer not null default 0;

-- Ratings by platform, and by hours played: from 0, 5, 20 or 50
create table game_scores (
	game_id integer not null references game_counts on delete cascade,
	kind text not null,
	key text not null,
	rating_sum integer not null,
	rating_count integer not null,
	primary key (game_id, kind, key)
) with (fillfactor = 80);

create function hours_from(minutes integer) returns text language sql immutable as $$
	select case when minutes < 300 then '0' when minutes < 1200 then '5' when minutes < 3000 then '20' when minutes >= 3000 then '50' end
$$;

-- Counts

-- Adds ratings to the counts of their games, or takes them away (-1).
create function count_ratings(games integer[], ratings smallint[], by integer) returns void language plpgsql as $$
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
create function count_entries(gone library_entries[], added library_entries[]) returns void language plpgsql as $$
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

create function entries_counted() returns trigger language plpgsql as $$
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
create trigger entries_added after insert on library_entries referencing new table as added for each statement execute function entries_counted();
create trigger entries_changed after update on library_entries referencing old table as gone new table as added for each statement execute function entries_counted();
create trigger entries_removed after delete on library_entries referencing old table as gone for each statement execute function entries_counted();

-- Entries

create function is_empty_entry(e library_entries) returns boolean language sql immutable as $$
	select e.status is null and e.half_stars is null and not e.is_wished and not e.is_loved and e.play_count = 0 and e.session_count = 0
		and e.review_id is null
$$;

-- Makes the entries of reviews from before this file. Their ratings are in the counts already.
create function enter_earlier_reviews(ids uuid[]) returns void language plpgsql as $$
declare
	games integer[];
	ratings smallint[];
begin
	perform from reviews where id = any (ids) order by id for no key update;
	with entered as (
		insert into library_entries (user_id, game_id, status, half_stars, platform, review_id, reviewed_platform, reviewed_hours, created_at, updated_at)
		select user_id, game_id, 'played', half_stars, platform, id, platform, time_played, created_at, updated_at
		from reviews where id = any (ids) order by user_id, game_id
		on conflict do nothing returning game_id, half_stars
	)
	select array_agg(game_id), array_agg(half_stars) into games, ratings from entered;
	perform count_ratings(games, ratings, -1);
end $$;

create function enter_earlier_review() returns trigger language plpgsql as $$
begin
	if not exists (select from library_entries where user_id = old.user_id and game_id = old.game_id) then
		perform enter_earlier_reviews(array[old.id]);
	end if;
	return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger enter_earlier_review before delete or update of user_id, half_stars, platform, time_played on reviews
	for each row execute function enter_earlier_review();

-- Locks a person's review of a game and then their entry, in the order of locks.
create function lock_library_entry(of_user uuid, of_game integer) returns library_entries language plpgsql as $$
declare
	review uuid;
	entry library_entries;
begin
	select id into review from reviews where user_id = of_user and game_id = of_game for no key update;
	select * into entry from library_entries where user_id = of_user and game_id = of_game for update;
	if entry.user_id is null and review is not null then
		perform enter_earlier_reviews(array[review]);
		select * into entry from library_entries where user_id = of_user and game_id = of_game for update;
	end if;
	return entry;
end $$;

create function delete_empty_entry(of_user uuid, of_game integer) returns void language sql as $$
	delete from library_entries e where user_id = of_user and game_id = of_game and is_empty_entry(e)
$$;

-- Notes a change of an entry for the feed: the last word on a game and UTC day. A word that repeats that of an earlier day, or says nothing,
-- takes the day's log back.
create function log_entry(of_user uuid, of_game integer, at timestamptz) returns void language plpgsql as $$
declare
	entry library_entries;
	earlier feed_logs;
	today feed_logs;
	open_burst uuid;
	recent uuid[];
begin
	select * into entry from library_entries where user_id = of_user and game_id = of_game;
	-- One writer at a time decides what belongs to a burst
	perform from user_counts where id = of_user for no key update;
	select * into today from feed_logs where user_id = of_user and game_id = of_game and day = utc_day(at);
	select * into earlier from feed_logs where user_id = of_user and game_id = of_game and day < utc_day(at) order by day desc limit 1;
	if entry.user_id is null or entry.status is null and entry.half_stars is null and not entry.is_wished and not entry.is_loved
		or earlier.id is not null and (entry.status, entry.half_stars, entry.is_wished, entry.is_loved)
			is not distinct from (earlier.status, earlier.half_stars, earlier.is_wished, earlier.is_loved) then
		delete from feed_logs where id = today.id;
		return;
	end if;
	-- The latest burst within the hour, as long as it began within the hour and has another game. Bursts have the time of their last log
	select b.id into open_burst from feed_logs b
		where b.user_id = of_user and b.burst_id is null and b.game_id is null and b.created_at > at - interval '1 hour'
			and not exists (select from feed_logs m where m.burst_id = b.id and m.created_at <= at - interval '1 hour')
			and exists (select from feed_logs m where m.burst_id = b.id and m.id is distinct from today.id)
		order by b.created_at desc, b.id desc limit 1;
	if open_burst is null then
		recent := array(select id from feed_logs l where l.user_id = of_user and l.burst_id is null and l.game_id <> of_game
			and l.created_at > at - interval '1 hour' and l.created_at <= at order by l.created_at desc limit 3);
		if cardinality(recent) = 3 then
			open_burst := gen_random_uuid();
			insert into feed_logs (id, user_id, created_at) values (open_burst, of_user, at);
			update feed_logs set burst_id = open_burst where id = any (recent);
		end if;
	end if;
	insert into feed_logs (id, user_id, game_id, day, status, half_stars, is_wished, is_loved, burst_id, created_at)
		values (gen_random_uuid(), of_user, of_game, utc_day(at), entry.status, entry.half_stars, entry.is_wished, entry.is_loved, open_burst, at)
		on conflict (user_id, game_id, day) do update set status = excluded.status, half_stars = excluded.half_stars,
			is_wished = excluded.is_wished, is_loved = excluded.is_loved, burst_id = excluded.burst_id, created_at = excluded.created_at;
	update feed_logs set created_at = at where id = open_burst;
	-- The log may have left a burst that is over
	delete from feed_logs b where b.id = today.burst_id and not exists (select from feed_logs m where m.burst_id = b.id);
end $$;

create function feed_logs_removed() returns trigger language plpgsql as $$
begin
	-- Bursts belong to none, which ends the recursion
	if exists (select from gone where burst_id is not null) then
		delete from feed_logs b where b.id in (select burst_id from gone) and not exists (select from feed_logs m where m.burst_id = b.id);
	end if;
	return null;
end $$;
create trigger feed_logs_removed after delete on feed_logs referencing old table as gone for each statement execute function feed_logs_removed();

-- Changes what `changes` names of a person's entry: status, halfStars, isWished, isLoved, platform. Returns 'saved', 'game_not_found', 'library_full'
-- with `most` entries, or 'rating_of_review'. An entry with nothing left is deleted, and without a change nothing is written.
create function save_library_entry(of_user uuid, of_game integer, changes jsonb, most integer, at timestamptz) returns text language plpgsql as $$
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
			delete from library_entries where user_id = of_user and game_id = of_game;
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

-- Locks a person's entry, and makes it with this status if there is none. Returns 'open', 'game_not_found' or 'library_full'.
create function open_library_entry(of_user uuid, of_game integer, new_status text, most integer, at timestamptz) returns text language plpgsql as $$
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

-- Deletes an entry with its plays and sessions. Returns false while there is a review.
create function delete_library_entry(of_user uuid, of_game integer) returns boolean language plpgsql as $$
declare entry library_entries := lock_library_entry(of_user, of_game);
begin
	if entry.review_id is not null then return false; end if;
	delete from library_entries where user_id = of_user and game_id = of_game;
	return true;
end $$;

-- Plays and sessions. Their writers lock the entry first.

create function sum_entries(of_users uuid[], of_games integer[]) returns void language plpgsql as $$
begin
	update library_entries e set
		play_count = s.plays, session_count = s.sessions, minutes_played = s.minutes, last_played_on = s.last_played_on
	from (
		select k.user_id, k.game_id, p.n as plays, l.n as sessions,
			case when p.minutes is null and l.loose is null then null
				else least(coalesce(p.minutes, 0) + coalesce(l.loose, 0), 2000000000)::int end as minutes,
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

create function plays_summed() returns trigger language plpgsql as $$
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
create trigger plays_added after insert on plays referencing new table as added for each statement execute function plays_summed();
create trigger plays_changed after update on plays referencing old table as gone new table as added for each statement execute function plays_summed();
create trigger plays_removed after delete on plays referencing old table as gone for each statement execute function plays_summed();
create trigger play_sessions_added after insert on play_sessions referencing new table as added for each statement execute function plays_summed();
create trigger play_sessions_changed after update on play_sessions referencing old table as gone new table as added for each statement execute function plays_summed();
create trigger play_sessions_removed after delete on play_sessions referencing old table as gone for each statement execute function plays_summed();

-- Reviews

-- Adds a review of a game on a day to its counts, or takes it away (-1). Ratings are counted by entries.
drop function count_game_review(integer, date, integer, integer);
create function count_game_review(game integer, on_day date, by integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	if on_day < today then perform advance_games(array[game], today); end if;
	update game_counts set
		reviews_week = reviews_week + case when on_day > today - 7 then by else 0 end,
		reviews_month = reviews_month + case when on_day > today - 30 then by else 0 end,
		reviews_year = reviews_year + case when on_day > today - 365 then by else 0 end,
		reviews_total = reviews_total + by
	where id = game;
	insert into game_days (game_id, day, reviews) values (game, on_day, by)
		on conflict (game_id, day) do update set reviews = game_days.reviews + by;
end $$;

-- Takes the rating of a review that is gone out of its author's entry.
create function take_rating(review uuid, author uuid, game integer) returns void language plpgsql as $$
begin
	update library_entries set half_stars = null, review_id = null, reviewed_platform = null, reviewed_hours = null
		where user_id = author and game_id = game and review_id = review;
	perform delete_empty_entry(author, game);
end $$;

create or replace function review_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		update games set hidden = false where id = new.game_id and hidden;
		insert into library_entries (user_id, game_id, status, half_stars, platform, review_id, reviewed_platform, reviewed_hours, created_at, updated_at)
			values (new.user_id, new.game_id, 'played', new.half_stars, new.platform, new.id, new.platform, new.time_played, new.created_at, new.created_at)
			on conflict (user_id, game_id) do update set
				status = case when library_entries.status is null or library_entries.status = 'backlog' then 'played' else library_entries.status end,
				is_wished = library_entries.is_wished and library_entries.status is not null and library_entries.status <> 'backlog',
				half_stars = excluded.half_stars, review_id = excluded.review_id,
				reviewed_platform = excluded.reviewed_platform, reviewed_hours = excluded.reviewed_hours, updated_at = excluded.updated_at;
		perform count_game_review(new.game_id, utc_day(new.created_at), 1);
		insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'review', new.created_at);
		update user_counts set review_count = review_count + 1 where id = new.user_id;
		perform count_site('reviews', 1);
	else
		perform take_rating(old.id, old.user_id, old.game_id);
		perform count_game_review(old.game_id, utc_day(old.created_at), -1);
		perform remove_activities(array[old.id]);
		update user_counts set review_count = review_count - 1 where id = old.user_id;
		perform count_site('reviews', -1);
	end if;
	return null;
end $$;

drop trigger review_rated_again on reviews;
create function review_changed() returns trigger language plpgsql as $$
begin
	-- Nothing to do if the entry was rated, and the foreign key has changed the review
	update library_entries set half_stars = new.half_stars, reviewed_platform = new.platform, reviewed_hours = new.time_played, updated_at = new.updated_at
		where user_id = new.user_id and game_id = new.game_id
			and (half_stars, reviewed_platform, reviewed_hours) is distinct from (new.half_stars, new.platform, new.time_played);
	return null;
end $$;
create trigger review_changed after update of half_stars, platform, time_played on reviews for each row
	when ((old.half_stars, old.platform, old.time_played) is distinct from (new.half_stars, new.platform, new.time_played)) execute function review_changed();

-- Before the deletion, which takes the review's days and counts with it
create or replace function review_unseen() returns trigger language plpgsql as $$
begin
	perform from review_counts where id = old.id for update;
	perform from library_entries where user_id = old.user_id and game_id = old.game_id for update;
	perform from game_counts where id = old.game_id for no key update;
	perform count_author_impressions(old.user_id, old.id, -1);
	return old;
end $$;

create or replace function handed_over() returns trigger language plpgsql as $$
begin
	if tg_table_name = 'reviews' then
		-- In the order of locks: the review's counts come before its entries, and these before its activity
		perform from review_counts where id = new.id for no key update;
		insert into library_entries (user_id, game_id, half_stars, review_id, is_withdrawn, created_at, updated_at)
			values (new.user_id, new.game_id, new.half_stars, new.id, true, new.created_at, new.updated_at);
		perform take_rating(new.id, old.user_id, new.game_id);
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

-- As before, and with `keeps_rating` the rating of a review stays in its author's entry.
create function delete_fact(kind text, fact uuid, deleter uuid, grave uuid, at timestamptz, small integer, keeps_rating boolean) returns boolean language plpgsql as $$
declare
	is_big boolean := false;
	game integer;
begin
	perform from windows for share;
	if kind = 'review' then
		select game_id into game from reviews where id = fact and user_id = deleter for update;
		if not found then return null; end if;
		-- Comments and readers have rows of other users with them, which one statement cannot lock in order
		select c.comment_count > 0 or c.likes > small or exists (select from review_seen where review_id = fact offset small)
			or exists (select from activity_reads where activity_id = fact) into is_big
			from review_counts c where c.id = fact for no key update;
		perform lock_library_entry(deleter, game);
		if keeps_rating then
			update library_entries set review_id = null, reviewed_platform = null, reviewed_hours = null
				where user_id = deleter and game_id = game and review_id = fact;
		end if;
	elsif kind = 'comment' then
		select c.likes > small into is_big from comments c join reviews r on r.id = c.review_id
			where c.id = fact and (c.user_id = deleter or r.user_id = deleter and c.user_id in (select id from visible_users)) for update of c;
		if not found then return null; end if;
	else
		perform from lists where id = fact and user_id = deleter for update;
		if not found then return null; end if;
	end if;
	is_big := is_big or exists (select from activity_reads where activity_id = fact offset small);
	if is_big then
		perform add_deleted_user(grave, at);
		if kind = 'review' then update reviews set user_id = grave where id = fact;
		elsif kind = 'comment' then update comments set user_id = grave where id = fact;
		else update lists set user_id = grave where id = fact;
		end if;
	else
		if kind = 'review' then delete from reviews where id = fact;
		elsif kind = 'comment' then delete from comments where id = fact;
		else delete from lists where id = fact;
		end if;
	end if;
	update library_entries set updated_at = at where user_id = deleter and game_id = game;
	return is_big;
end $$;
create or replace function delete_fact(kind text, fact uuid, deleter uuid, grave uuid, at timestamptz, small integer) returns boolean language sql as $$
	select delete_fact(kind, fact, deleter, grave, at, small, false)
$$;

-- Moves the library entries of a game to another one. Where a person has both, what was changed last counts.
create function move_library(from_game integer, to_game integer) returns void language plpgsql as $$
begin
	perform from library_entries where game_id in (from_game, to_game) order by user_id, game_id for update;
	update plays p set game_id = to_game where game_id = from_game
		and exists (select from library_entries k where k.user_id = p.user_id and k.game_id = to_game);
	update play_sessions s set game_id = to_game where game_id = from_game
		and exists (select from library_entries k where k.user_id = s.user_id and k.game_id = to_game);
	delete from feed_logs o using feed_logs k where o.game_id = from_game and k.user_id = o.user_id and k.game_id = to_game and k.day = o.day;
	update feed_logs l set game_id = to_game where game_id = from_game
		and exists (select from library_entries k where k.user_id = l.user_id and k.game_id = to_game);
	update library_entries k set
		status = case when o.updated_at > k.updated_at then coalesce(o.status, k.status) else coalesce(k.status, o.status) end,
		half_stars = case when k.review_id is not null then k.half_stars when o.review_id is not null then o.half_stars
			when o.updated_at > k.updated_at then coalesce(o.half_stars, k.half_stars) else coalesce(k.half_stars, o.half_stars) end,
		platform = case when o.updated_at > k.updated_at then coalesce(o.platform, k.platform) else coalesce(k.platform, o.platform) end,
		is_wished = k.is_wished or o.is_wished,
		is_loved = k.is_loved or o.is_loved,
		review_id = coalesce(k.review_id, o.review_id),
		reviewed_platform = case when k.review_id is null then o.reviewed_platform else k.reviewed_platform end,
		reviewed_hours = case when k.review_id is null then o.reviewed_hours else k.reviewed_hours end,
		created_at = least(k.created_at, o.created_at),
		updated_at = greatest(k.updated_at, o.updated_at)
	from library_entries o where k.game_id = to_game and o.game_id = from_game and o.user_id = k.user_id;
	delete from library_entries o where game_id = from_game
		and exists (select from library_entries k where k.user_id = o.user_id and k.game_id = to_game);
	update library_entries set game_id = to_game where game_id = from_game;
	delete from favorites o using favorites k where o.game_id = from_game and k.user_id = o.user_id and k.game_id = to_game;
	update favorites set game_id = to_game where game_id = from_game;
end $$;

create or replace function move_reviews(from_game integer, to_game integer) returns void language plpgsql as $$
declare current_day date;
begin
	select coalesce(next, today) into current_day from windows for share;
	perform enter_earlier_reviews(array(select id from reviews where game_id in (from_game, to_game)));
	update reviews set game_id = to_game, game_name = (select name from games where id = to_game) where game_id = from_game;
	update games t set hidden = t.hidden and f.hidden from games f where t.id = to_game and f.id = from_game;
	perform move_library(from_game, to_game);
	perform from game_counts where id in (from_game, to_game) order by id for no key update;
	-- The sums of both must be of the same day
	perform advance_games(array[from_game, to_game], current_day);
	insert into game_days (game_id, day, reviews) select to_game, day, reviews from game_days where game_id = from_game
		on conflict (game_id, day) do update set reviews = game_days.reviews + excluded.reviews;
	delete from game_days where game_id = from_game;
	update game_counts t set
		reviews_week = t.reviews_week + f.reviews_week,
		reviews_month = t.reviews_month + f.reviews_month,
		reviews_year = t.reviews_year + f.reviews_year,
		reviews_total = t.reviews_total + f.reviews_total
	from game_counts f where t.id = to_game and f.id = from_game;
	update game_counts set reviews_week = 0, reviews_month = 0, reviews_year = 0, reviews_total = 0 where id = from_game;
end $$;

-- Deletion in batches

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
	perform enter_earlier_reviews(ids);
	perform from library_entries where user_id = account and game_id in (select game_id from reviews where id = any (ids)) order by game_id for update;
	perform from game_counts where id in (select game_id from reviews where id = any (ids)) order by id for no key update;
	delete from reviews where id = any (ids);
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` rows of what belongs to an account's first library entries or, when nothing does, the entries. The reviews are gone.
create function purge_library(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer;
	games integer[] := array(select game_id from library_entries where user_id = account order by game_id limit least(most, 50));
begin
	if cardinality(games) = 0 then return 0; end if;
	perform from library_entries where user_id = account and game_id = any (games) order by game_id for update;
	delete from play_sessions where ctid = any (array(select ctid from play_sessions where user_id = account and game_id = any (games) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from plays where ctid = any (array(select ctid from plays where user_id = account and game_id = any (games) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from feed_logs where ctid = any (array(select ctid from feed_logs where user_id = account and game_id = any (games) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from library_entries where user_id = account and game_id = any (games);
	get diagnostics gone = row_count;
	return gone;
end $$;

create or replace function purge_batch(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer := 0;
	ids uuid[];
begin
	-- A killed process lets go of it at once
	if not pg_try_advisory_xact_lock(hashtextextended(account::text, 5091157)) then return null; end if;
	if not exists (select from users where id = account and deleted_at is not null) then return 0; end if;
	-- What a crash brings back is deleted again
	set local synchronous_commit = off;
	perform from windows for share;
	gone := purge_follows(account, most);
	if gone = 0 then gone := purge_reviews(account, most); end if;
	if gone = 0 then gone := purge_library(account, most); end if;
	if gone = 0 then
		ids := array(select id from comments where user_id = account limit most);
		if cardinality(ids) > 0 then gone := purge_comments(ids, most); end if;
	end if;
	if gone = 0 then
		delete from review_likes where ctid = any (array(select ctid from review_likes where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from comment_likes where ctid = any (array(select ctid from comment_likes where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		ids := array(select id from lists where user_id = account order by created_at, id limit 5);
		delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
		get diagnostics gone = row_count;
		if gone = 0 then
			with held as (select id from lists where id = any (ids) order by id for update)
			delete from lists where id in (select id from held);
			get diagnostics gone = row_count;
		end if;
	end if;
	if gone = 0 then
		delete from review_seen where ctid = any (array(select ctid from review_seen where viewer = account::text and length(viewer) = 36 limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from feed_corrections where ctid = any (array(select ctid from feed_corrections where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from users where id = account;
		return 0;
	end if;
	update deletions set rows_deleted = rows_deleted + gone where account_id = account;
	return gone;
end $$;

create or replace function rows_of_account(account uuid) returns bigint language sql stable as $$
	select u.follower_count::bigint + u.following_count + 2 * u.activity_count
		+ (select coalesce(sum(c.likes + c.comment_count), 0) from reviews r join review_counts c on c.id = r.id where r.user_id = account)
		+ (select count(*) from review_likes where user_id = account)
		+ (select count(*) from comment_likes where user_id = account)
		+ (select coalesce(sum(1 + play_count + session_count), 0) from library_entries where user_id = account)
	from user_counts u where u.id = account
$$;

-- Makes the entries of earlier reviews, `batch_rows` in the order of their ids at each call. Returns how many reviews it looked at; 0: done.
create table library_progress (last_id uuid not null);
insert into library_progress values ('00000000-0000-0000-0000-000000000000');
create function fill_library(batch_rows integer) returns integer language plpgsql as $$
declare ids uuid[] := array(select id from reviews where id > (select last_id from library_progress) order by id limit batch_rows);
begin
	if cardinality(ids) = 0 then return 0; end if;
	perform enter_earlier_reviews(ids);
	update library_progress set last_id = ids[cardinality(ids)];
	return cardinality(ids);
end $$;
