-- What admins see of the people of their site, and what they have looked at.

-- When an account was last seen: the UTC day, and the day it was seen on before. One row per account, written once a day.
create table user_visits (
	user_id uuid primary key references users on delete cascade,
	seen_on date not null,
	seen_before date
) with (fillfactor = 90);
create index user_visits_on on user_visits (seen_on);
create index user_visits_before on user_visits (seen_before);

-- A session is refreshed every quarter of an hour while it is used
create function session_used() returns trigger language plpgsql as $$
begin
	insert into user_visits as v (user_id, seen_on) values (new.user_id, (new.rotated_at at time zone 'UTC')::date)
	on conflict (user_id) do update set seen_before = v.seen_on, seen_on = excluded.seen_on where v.seen_on < excluded.seen_on;
	return null;
end $$;
create trigger session_added_visit after insert on sessions for each row execute function session_used();
create trigger session_refreshed_visit after update of rotated_at on sessions for each row
	when (old.rotated_at < new.rotated_at) execute function session_used();

-- Addresses that begin with what an admin searches for
create index users_by_email on users (email_key text_pattern_ops);

-- What admins searched for among accounts with their addresses, and whose role they changed. It names nobody by a foreign key,
-- so that the entries of an admin who is gone remain for their ninety days.
create table admin_accesses (
	id uuid primary key,
	admin_id uuid not null,
	kind text not null check (kind in ('search', 'role')),
	-- what was searched for
	search text,
	-- whose role was changed, and to which
	subject_id uuid,
	role text,
	created_at timestamptz(3) not null
);
create index admin_accesses_oldest on admin_accesses (created_at);
