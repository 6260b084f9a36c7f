-- Passkeys: WebAuthn credentials that an authenticator keeps for an account.
create table passkeys (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	-- The authenticator's id of the credential, base64url
	credential_id text not null unique,
	-- COSE
	public_key bytea not null,
	-- Signatures as the authenticator counts them; 0 where it does not
	counter bigint not null check (counter >= 0),
	transports text[] not null,
	name text not null,
	created_at timestamptz(3) not null,
	last_used_at timestamptz(3)
);
create index passkeys_of_user on passkeys (user_id, created_at, id);

-- The authenticator app of an account (TOTP). Not in use before its first code is confirmed.
create table authenticators (
	user_id uuid primary key references users on delete cascade,
	-- Sealed with a key of the site, for this account
	secret bytea not null,
	created_at timestamptz(3) not null,
	confirmed_at timestamptz(3),
	-- The time step of the last code that was accepted; none of it or before is accepted again
	last_step integer not null default 0
);

-- Recovery codes not used yet, as hashes.
create table recovery_codes (
	user_id uuid not null references users on delete cascade,
	hash text not null,
	created_at timestamptz(3) not null,
	primary key (user_id, hash)
);

-- Passkey challenges that were answered: each may be answered once. Those that were not are in nobody's way.
create table spent_challenges (
	hash text primary key,
	expires_at timestamptz(3) not null
);
create index spent_challenges_expiring on spent_challenges (expires_at);

-- How a session began; null where it began before this was recorded.
alter table sessions
	add column method text check (method in ('password', 'passkey', 'google', 'facebook')),
	add column second_factor boolean not null default false;

-- What is left to do in a sign-in whose first step is done, and how often that was tried.
alter table login_tickets
	add column method text check (method in ('password', 'google', 'facebook')),
	add column tries integer not null default 0;
alter table login_tickets drop constraint login_tickets_purpose_check;
alter table login_tickets add constraint login_tickets_purpose_check
	check (purpose in ('sign-in', 'connect', 'reauthenticate', 'second-factor'));

-- They go with the account at once, not with the batches of its content.
create function user_factors_removed() returns trigger language plpgsql as $$
begin
	delete from passkeys where user_id = new.id;
	delete from authenticators where user_id = new.id;
	delete from recovery_codes where user_id = new.id;
	return null;
end $$;
create trigger user_factors_removed after update of deleted_at on users for each row
	when (old.deleted_at is null and new.deleted_at is not null) execute function user_factors_removed();
