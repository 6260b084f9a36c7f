-- What follows from a change of an account.

create or replace function add_user_counts() returns trigger language plpgsql as $$
begin
	insert into user_counts (id, username_key) values (new.id, lower(new.username));
	return null;
end $$;

create or replace function rename_user_counts() returns trigger language plpgsql as $$
begin
	update user_counts set username_key = lower(new.username) where id = new.id;
	return null;
end $$;

create or replace function user_counted() returns trigger language plpgsql as $$
begin
	perform count_site('users', case tg_op when 'INSERT' then 1 else -1 end);
	return null;
end $$;

-- Hides an account: nothing of a person is left in its row (names and addresses of accounts hold no `~`), which stays until everything that refers to it is gone. False
-- where it was gone or hidden before.
create or replace function hide_account(account uuid, deletion_code text, at timestamptz) returns boolean language plpgsql as $$
begin
	update users set
		username = '~' || id, email = '~' || id, email_key = '~' || id, name = null, bio = null, picture = null,
		password_hash = null, email_verified_at = null, needs_username = false, deleted_at = at
	where id = account and deleted_at is null;
	if not found then return false; end if;
	delete from sessions where user_id = account;
	delete from login_tickets where user_id = account;
	delete from tokens where user_id = account;
	delete from mail_tokens where user_id = account;
	delete from social_accounts where user_id = account;
	delete from known_addresses where user_id = account;
	delete from sign_in_failures where subject = 'account:' || account;
	insert into deletions (code, requested_at, account_id, rows_total) values (deletion_code, at, account, rows_of_account(account));
	return true;
end $$;

create or replace function user_hidden() returns trigger language plpgsql as $$
begin
	insert into hidden_users (user_id) values (new.id) on conflict do nothing;
	insert into purges (id, subject, since) values (new.id, 'user', new.deleted_at);
	return null;
end $$;

create or replace function user_banned() returns trigger language plpgsql as $$
begin
	if new.banned_at is not null then
		insert into hidden_users (user_id) values (new.id) on conflict do nothing;
		perform count_site('users', -1);
		update sessions set ended_at = new.banned_at where user_id = new.id and ended_at is null;
		delete from login_tickets where user_id = new.id;
		delete from tokens where user_id = new.id;
	else
		delete from hidden_users where user_id = new.id;
		perform count_site('users', 1);
	end if;
	insert into ban_settlements (user_id, since) values (new.id, coalesce(new.banned_at, old.banned_at)) on conflict (user_id) do nothing;
	return null;
end $$;

create or replace function user_role_changed() returns trigger language plpgsql as $$
begin
	new.role_since := now();
	return new;
end $$;

-- Second factors go with the account at once, not with the batches of its content.
create or replace function user_factors_removed() returns trigger language plpgsql as $$
begin
	delete from passkeys where user_id = new.id;
	delete from authenticators where user_id = new.id;
	delete from recovery_codes where user_id = new.id;
	return null;
end $$;

-- Invites go with the account at once, not with the batches of its content.
create or replace function user_invites_removed() returns trigger language plpgsql as $$
begin
	delete from invites where created_by = new.id;
	return null;
end $$;

-- An account that is being deleted keeps its row for a while, but gets no more mails.
create or replace function mails_of_hidden_user() returns trigger language plpgsql as $$
begin
	delete from outgoing_mails where user_id = new.id;
	return null;
end $$;

create or replace trigger users_010 before update of role on users
	for each row when (old.role is distinct from new.role) execute function user_role_changed();
create or replace trigger users_020 after update of deleted_at on users
	for each row when (old.deleted_at is null and new.deleted_at is not null) execute function moderated_user_deleted();
create constraint trigger users_030 after update of banned_at, suspended_until on users deferrable initially deferred
	for each row when (new.banned_at is not null and old.banned_at is null or new.suspended_until is not null and new.suspended_until is distinct from old.suspended_until) execute function restriction_logged();
create or replace trigger users_040 after insert on users
	for each row when (new.deleted_at is null) execute function user_counted();
create or replace trigger users_050 after update of banned_at on users
	for each row when ((old.banned_at is null) <> (new.banned_at is null) and new.deleted_at is null) execute function user_banned();
create or replace trigger users_060 after insert on users
	for each row execute function add_user_counts();
create or replace trigger users_070 after update of username on users
	for each row when (old.username <> new.username) execute function rename_user_counts();
create or replace trigger users_080 after update of deleted_at on users
	for each row when (old.deleted_at is null and new.deleted_at is not null) execute function user_factors_removed();
create or replace trigger users_090 after update of deleted_at on users
	for each row when (old.deleted_at is null and new.deleted_at is not null and old.banned_at is null) execute function user_counted();
create or replace trigger users_100 after update of deleted_at on users
	for each row when (old.deleted_at is null and new.deleted_at is not null) execute function user_hidden();
create or replace trigger users_110 after update of deleted_at on users
	for each row when (old.deleted_at is null and new.deleted_at is not null) execute function mails_of_hidden_user();
create or replace trigger users_120 after update of deleted_at on users
	for each row when (old.deleted_at is null and new.deleted_at is not null) execute function user_invites_removed();
create or replace trigger users_130 after delete on users
	for each row when (old.deleted_at is null) execute function user_counted();
create or replace trigger users_140 after update of picture on users
	for each row when (old.picture is not null and old.picture is distinct from new.picture) execute function picture_is_unused();
create or replace trigger users_150 after delete on users
	for each row when (old.picture is not null) execute function picture_is_unused();
