-- What feeds read: the last word on a game and day, and when people last had news.

-- The follows that fill a reader's feeds: not of hidden accounts, nor of people whom the reader has muted. A block ends follows. They may be
-- thousands, for which hidden accounts are read once instead of looked up for each.
create or replace function feed_follows(reader uuid) returns setof follows language sql stable as $$
	select * from follows f where f.follower_id = reader and f.followed_id not in (select user_id from hidden_users)
		and f.followed_id not in (select muted_id from mutes where muter_id = reader)
$$;

create or replace function raise_fed_at() returns trigger language plpgsql as $$
begin
	update user_counts set fed_at = case when fed_at is not null then new.created_at end
		where id = new.user_id and (fed_at is null or fed_at < new.created_at);
	return null;
end $$;

-- Notes a change of an entry for the feed: the last word on a game and UTC day. A word that repeats that of an earlier day, or says nothing,
-- takes the day's log back.
create or replace function log_entry(of_user uuid, of_game integer, at timestamptz) returns void language plpgsql as $$
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

create or replace function feed_logs_removed() returns trigger language plpgsql as $$
begin
	-- Bursts belong to none, which ends the recursion
	if exists (select from gone where burst_id is not null) then
		delete from feed_logs b where b.id in (select burst_id from gone) and not exists (select from feed_logs m where m.burst_id = b.id);
	end if;
	return null;
end $$;

create or replace trigger feed_logs_010 after insert or update of created_at on feed_logs
	for each row execute function raise_fed_at();
create or replace trigger feed_logs_020 after delete on feed_logs referencing old table as gone
	for each statement execute function feed_logs_removed();
