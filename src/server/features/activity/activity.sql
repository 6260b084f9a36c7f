-- Activities of people whom others follow, and which of them are read.

-- Removes activities with the marks that they were read.
create or replace function remove_activities(ids uuid[]) returns void language plpgsql as $$
begin
	delete from activity_reads where activity_id = any (ids);
	delete from activities where id = any (ids);
end $$;

-- Adds an activity to those of its author, if there is one, or takes it away (-1). The author's counts are locked first: a follow that begins
-- at the same time locks them too, so each sees the other.
create or replace function count_activity(author uuid, at timestamptz, by integer) returns void language plpgsql as $$
begin
	update user_counts set activity_count = activity_count + by where id = author;
	insert into feed_corrections (user_id, created_at, n)
		select author, at, by where exists (select from follows where followed_id = author and created_at > at);
end $$;

create or replace function activity_counted() returns trigger language plpgsql as $$
begin
	perform count_activity(new.user_id, new.created_at, 1);
	return null;
end $$;

create or replace function activities_removed() returns trigger language plpgsql as $$
begin
	perform from user_counts where id in (select user_id from removed) order by id for no key update;
	update user_counts u set activity_count = u.activity_count - r.n
		from (select user_id, count(*)::int as n from removed group by user_id) r where u.id = r.user_id;
	insert into feed_corrections (user_id, created_at, n)
		select user_id, created_at, -1 from removed r
		where exists (select from follows f where f.followed_id = r.user_id and f.created_at > r.created_at)
			and exists (select from users u where u.id = r.user_id);
	return null;
end $$;

-- Hides the activity of a text, or gives it back to its author: it is in the feeds again.
create or replace function set_activity_author(text_id uuid, author uuid) returns void language plpgsql as $$
begin
	update activities set user_id = author where id = text_id;
end $$;

create or replace function activity_hidden_or_back() returns trigger language plpgsql as $$
begin
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = old.id limit 500));
	perform count_activity(old.user_id, old.created_at, -1);
	perform count_activity(new.user_id, new.created_at, 1);
	return null;
end $$;

create or replace function activity_reads_counted() returns trigger language plpgsql as $$
declare step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
	perform from follows f where exists (select from changed c where c.reader_id = f.follower_id and c.user_id = f.followed_id)
		order by follower_id, followed_id for no key update;
	update follows f set activities_read = f.activities_read + step * c.n
		from (select reader_id, user_id, count(*)::int as n from changed group by reader_id, user_id) c
		where f.follower_id = c.reader_id and f.followed_id = c.user_id;
	return null;
end $$;

-- Writes up to 500 corrections of a user into up to `most` follows. Returns how many follows changed; 0: these corrections
-- are done with and gone.
create or replace function correct_follows(author uuid, most integer) returns integer language plpgsql as $$
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

create or replace trigger activities_010 after insert on activities
	for each row execute function activity_counted();
create or replace trigger activities_020 after update of user_id on activities
	for each row when (old.user_id is distinct from new.user_id) execute function activity_hidden_or_back();
create or replace trigger activities_030 after delete on activities referencing old table as removed
	for each statement execute function activities_removed();

create or replace trigger activity_reads_010 after insert on activity_reads referencing new table as changed
	for each statement execute function activity_reads_counted();
create or replace trigger activity_reads_020 after delete on activity_reads referencing old table as changed
	for each statement execute function activity_reads_counted();
