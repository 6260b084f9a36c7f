-- Whose role needs a second factor, and since when: a row for each role, none where nobody needs one. Admins need one from now on.
create table second_factor_duties (
	role text primary key check (role in ('moderator', 'admin')),
	since timestamptz(3) not null default now()
);
insert into second_factor_duties (role) values ('admin');

-- Since when an account has its role; null if it did before this was recorded. A week later its role needs what it must have.
alter table users add column role_since timestamptz(3);
create function user_role_changed() returns trigger language plpgsql as $$
begin
	new.role_since := now();
	return new;
end $$;
create trigger user_role_changed before update of role on users for each row
	when (old.role is distinct from new.role) execute function user_role_changed();
