-- Visits, and what ends with a session.

-- A session is refreshed every quarter of an hour while it is used
create or replace function session_used() returns trigger language plpgsql as $$
begin
	insert into user_visits as v (user_id, seen_on) values (new.user_id, (new.rotated_at at time zone 'UTC')::date)
	on conflict (user_id) do update set seen_before = v.seen_on, seen_on = excluded.seen_on where v.seen_on < excluded.seen_on;
	return null;
end $$;

create or replace function push_of_ended_session() returns trigger language plpgsql as $$
begin
	delete from push_subscriptions where session_id = new.id;
	return null;
end $$;

create or replace trigger sessions_010 after insert on sessions
	for each row execute function session_used();
create or replace trigger sessions_020 after update of ended_at on sessions
	for each row when (old.ended_at is null and new.ended_at is not null) execute function push_of_ended_session();
create or replace trigger sessions_030 after update of rotated_at on sessions
	for each row when (old.rotated_at < new.rotated_at) execute function session_used();
