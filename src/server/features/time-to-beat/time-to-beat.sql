-- How long games take (decision 71): triggers note the games whose plays changed, and `refresh_times_to_beat` follows.

-- The medians of games that have enough people, of their newest 10,000 plays with an outcome. A person counts once for an outcome,
-- by the median of their plays.
create or replace function count_times_to_beat(ids integer[]) returns table (game_id integer, finished integer, completed integer, people integer)
	language sql stable as $$
	with timed as materialized (
		select i.id, o.outcome, p.user_id, percentile_cont(0.5) within group (order by least(p.minutes, 6000000)) as minutes
		from unnest(ids) i (id) cross join (values ('finished'), ('completed')) o (outcome) cross join lateral (
			select n.user_id, coalesce(n.minutes, (select sum(s.minutes) from play_sessions s where s.play_id = n.id)) as minutes
			from (
				select id, user_id, minutes from plays where game_id = i.id and outcome = o.outcome and outcome in ('finished', 'completed')
				order by created_at desc, id limit 10000
			) n cross join lateral (
				select from library_entries where user_id = n.user_id and game_id = i.id and not is_withdrawn offset 0
			) e
		) p where p.minutes > 0 group by 1, 2, 3
	), medians as (
		select id, outcome, round((percentile_cont(0.5) within group (order by minutes))::numeric)::integer as minutes
		from timed group by 1, 2 having count(*) >= 5
	)
	select id, max(minutes) filter (where outcome = 'finished'), max(minutes) filter (where outcome = 'completed'),
		(select count(distinct t.user_id)::integer from timed t join medians k on k.id = t.id and k.outcome = t.outcome where t.id = m.id)
	from medians m group by id
$$;

-- Follows what changed about plays, after at most `most` changes. Returns how many there were. One transaction at a time does so, and
-- another one gets 0. Locks games, and so comes before what locks counts.
create or replace function refresh_times_to_beat(most integer) returns integer language plpgsql as $$
declare
	taken integer;
	ids integer[];
begin
	if not pg_try_advisory_xact_lock(5091165) then return 0; end if;
	with taken as (
		delete from changed_times where ctid = any (array(select ctid from changed_times limit most)) returning game_id
	)
	select count(*), array_agg(distinct game_id) into taken, ids from taken;
	if ids is null then return 0; end if;
	-- Against merges
	ids := array(select id from games where id = any (ids) order by id for key share);
	insert into times_to_beat as t (game_id, finished, completed, people)
		select i.id, c.finished, c.completed, coalesce(c.people, 0)
		from unnest(ids) i (id) left join count_times_to_beat(ids) c on c.game_id = i.id left join times_to_beat b on b.game_id = i.id
		where c.people > 0 or b.people > 0 order by i.id
		on conflict (game_id) do update set finished = excluded.finished, completed = excluded.completed, people = excluded.people
			where (t.finished, t.completed, t.people) is distinct from (excluded.finished, excluded.completed, excluded.people);
	return taken;
end $$;

create or replace function plays_timed() returns trigger language plpgsql as $$
begin
	if tg_op <> 'INSERT' then
		insert into changed_times select distinct game_id from gone where outcome in ('finished', 'completed');
	end if;
	if tg_op <> 'DELETE' then
		insert into changed_times select distinct game_id from added where outcome in ('finished', 'completed');
	end if;
	return null;
end $$;

-- Sessions count where they are the time of a play that came to an end.
create or replace function play_sessions_timed() returns trigger language plpgsql as $$
begin
	if tg_op <> 'INSERT' then
		insert into changed_times select distinct p.game_id from gone s join plays p on p.id = s.play_id where p.outcome in ('finished', 'completed');
	end if;
	if tg_op <> 'DELETE' then
		insert into changed_times select distinct p.game_id from added s join plays p on p.id = s.play_id where p.outcome in ('finished', 'completed');
	end if;
	return null;
end $$;

create or replace function entry_withdrawn() returns trigger language plpgsql as $$
begin
	insert into changed_times values (new.game_id);
	return null;
end $$;

create or replace function time_to_beat_changed() returns trigger language plpgsql as $$
begin
	insert into changed_browse (id) values (new.game_id);
	return null;
end $$;

create or replace trigger plays_040 after insert on plays referencing new table as added
	for each statement execute function plays_timed();
create or replace trigger plays_050 after update on plays referencing old table as gone new table as added
	for each statement execute function plays_timed();
create or replace trigger plays_060 after delete on plays referencing old table as gone
	for each statement execute function plays_timed();

create or replace trigger play_sessions_040 after insert on play_sessions referencing new table as added
	for each statement execute function play_sessions_timed();
create or replace trigger play_sessions_050 after update on play_sessions referencing old table as gone new table as added
	for each statement execute function play_sessions_timed();
create or replace trigger play_sessions_060 after delete on play_sessions referencing old table as gone
	for each statement execute function play_sessions_timed();

create or replace trigger library_entries_060 after update of is_withdrawn on library_entries
	for each row when (new.is_withdrawn <> old.is_withdrawn and new.play_count > 0) execute function entry_withdrawn();

create or replace trigger times_to_beat_010 after insert on times_to_beat
	for each row when (coalesce(new.finished, new.catalog_finished) is not null) execute function time_to_beat_changed();
create or replace trigger times_to_beat_020 after update on times_to_beat
	for each row when (coalesce(new.finished, new.catalog_finished) is distinct from coalesce(old.finished, old.catalog_finished))
	execute function time_to_beat_changed();
