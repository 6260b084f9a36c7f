-- What pages of games are filtered and ordered by (decision 66): triggers note which games changed, and `refresh_browse` follows.

create or replace function browse_changed() returns trigger language plpgsql as $$
begin
	insert into changed_browse (id) values (new.id);
	return null;
end $$;

create or replace function browse_removed() returns trigger language plpgsql as $$
begin
	insert into changed_browse (id) values (old.id);
	return null;
end $$;

-- By statement: imports add games by the thousand
create or replace function browse_added() returns trigger language plpgsql as $$
begin
	insert into changed_browse (id) select id from added;
	return null;
end $$;

-- Orders by the Bayesian average: as if each game had ten more ratings, of the mean of all. `/about` says so.
create or replace function browse_score(rating_sum integer, rating_count integer, prior integer) returns integer language sql immutable parallel safe as $$
	select case when rating_count > 0 then -round(10000 * (rating_sum / 2.0 + 10 * prior / 100.0) / (rating_count + 10))::integer end
$$;

-- Each value that a game has, by facet.
create or replace function browse_values(game games, average integer, minutes integer) returns table (facet text, value text) language sql stable as $$
	select 'all', '' where not game.hidden
	union all select 'genre', unnest(game.genres) where not game.hidden
	union all select 'platform', unnest(game.platforms) where not game.hidden
	union all select 'mode', unnest(game.game_modes) where not game.hidden
	union all select 'year', left(game.release_date, 4) where not game.hidden and game.release_date is not null
	union all select 'rated', (average / 50)::text where not game.hidden and average is not null
	union all select 'hours', lpad(((minutes + 59) / 60)::text, 4, '0') where not game.hidden and minutes <= 60000
$$;

create or replace function write_browsed_games(ids integer[]) returns void language plpgsql as $$
begin
	-- In one statement, so that the sums are those of what is written
	with facts as materialized (
		select i.id, c.id is null as is_gone, c.name_key, g.release_date, -c.prominence as by_prominence,
			-(c.playing_count + c.played_count) as by_players, coalesce(c.rating_sum, 0) as rating_sum, coalesce(c.rating_count, 0) as rating_count,
			case when c.rating_count > 0 then floor(c.rating_sum * 50.0 / c.rating_count + 0.5)::smallint end as average,
			browse_score(c.rating_sum, c.rating_count, s.prior) as by_score, coalesce(t.finished, t.catalog_finished) as by_minutes
		from unnest(ids) i (id) cross join browse_state s left join games g on g.id = i.id left join game_counts c on c.id = g.id
		left join times_to_beat t on t.game_id = g.id
	), before as materialized (
		select rating_sum, rating_count from browsed_games where id = any (ids)
	), removed as (
		delete from browsed_games where id in (select id from facts where is_gone)
	), written as (
		insert into browsed_games as b
			select id, name_key, release_date, by_prominence, by_players, rating_sum, rating_count, average, by_score, by_minutes from facts where not is_gone
			on conflict (id) do update set name_key = excluded.name_key, release_date = excluded.release_date,
				by_prominence = excluded.by_prominence, by_players = excluded.by_players, rating_sum = excluded.rating_sum,
				rating_count = excluded.rating_count, average = excluded.average, by_score = excluded.by_score,
				by_minutes = excluded.by_minutes
			where (b.name_key, b.release_date, b.by_prominence, b.by_players, b.rating_sum, b.rating_count, b.by_score, b.by_minutes)
				is distinct from (excluded.name_key, excluded.release_date, excluded.by_prominence, excluded.by_players, excluded.rating_sum,
				excluded.rating_count, excluded.by_score, excluded.by_minutes)
	), sums as (
		select (select sum(rating_sum) from facts) - coalesce(sum(rating_sum), 0) as rating_sum,
			(select sum(rating_count) from facts) - coalesce(sum(rating_count), 0) as rating_count from before
	)
	update browse_state s set rating_sum = s.rating_sum + n.rating_sum, rating_count = s.rating_count + n.rating_count
		from sums n where (n.rating_sum, n.rating_count) <> (0, 0);
end $$;

create or replace function write_game_bits(ids integer[]) returns void language plpgsql as $$
declare zero constant bit(16384) := B'0'::bit(16384);
begin
	with masks as materialized (
		select id >> 14 as block, bit_or(set_bit(zero, id & 16383, 1)) as mask from unnest(ids) i (id) group by 1
	), wanted as materialized (
		select v.facet, lower(v.value) as value, g.id >> 14 as block, min(v.value) as label, bit_or(set_bit(zero, g.id & 16383, 1)) as bits
		from games g join browsed_games b on b.id = g.id cross join lateral browse_values(g, b.average, b.by_minutes) v
		where g.id = any (ids) group by 1, 2, 3
	), changed as materialized (
		select b.facet, b.value, b.block, (b.bits & ~m.mask) | coalesce(w.bits, zero) as bits
		from masks m join game_bits b on b.block = m.block
		left join wanted w on w.facet = b.facet and w.value = b.value and w.block = b.block
		where (b.bits & m.mask) <> coalesce(w.bits, zero)
	), updated as (
		update game_bits b set bits = c.bits from changed c where b.facet = c.facet and b.value = c.value and b.block = c.block
	)
	insert into game_bits (facet, value, block, label, bits) select facet, value, block, label, bits from wanted
		on conflict do nothing;
end $$;

-- Follows what changed about games, after at most `most` changes. Returns how many there were, or games whose scores followed the mean
-- of all ratings. One transaction at a time does so, and another one gets 0.
create or replace function refresh_browse(most integer) returns integer language plpgsql as $$
declare
	taken integer;
	ids integer[];
	mean integer;
	from_id integer;
	scored integer;
	last_id integer;
begin
	if not pg_try_advisory_xact_lock(5091163) then return 0; end if;
	with taken as (
		delete from changed_browse where ctid = any (array(select ctid from changed_browse limit most)) returning id
	)
	select count(*), array_agg(distinct id) into taken, ids from taken;
	if ids is not null then
		perform write_browsed_games(ids);
		perform write_game_bits(ids);
	end if;
	update browse_state set prior = n.mean, scored_up_to = 0
		from (select coalesce(round(rating_sum * 50.0 / nullif(rating_count, 0)), 0)::integer as mean from browse_state) n where prior <> n.mean;
	select prior, scored_up_to into mean, from_id from browse_state;
	if from_id = 2147483647 then return taken; end if;
	with rated as materialized (
		select id from browsed_games where by_score is not null and id > from_id order by id limit most
	), written as (
		update browsed_games b set by_score = browse_score(rating_sum, rating_count, mean) from rated r where b.id = r.id
	)
	select count(*), max(id) into scored, last_id from rated;
	update browse_state set scored_up_to = case when scored < most then 2147483647 else last_id end;
	return greatest(taken, scored);
end $$;

-- Takes up games from before there were triggers, `most` at a time. Returns how many there were.
create or replace function fill_browse(most integer) returns integer language plpgsql as $$
declare ids integer[];
begin
	perform pg_advisory_xact_lock(5091163);
	ids := array(select id from games g where not exists (select from browsed_games b where b.id = g.id) order by id limit most);
	perform write_browsed_games(ids);
	perform write_game_bits(ids);
	return cardinality(ids);
end $$;
