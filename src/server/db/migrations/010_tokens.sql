-- What a program calls the API with in the place of a login
create table tokens (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	-- SHA-256, base64url: the token itself is shown once and stored nowhere
	hash text not null unique,
	name text not null,
	-- `write` includes `read`
	scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'sessions']),
	created_at timestamptz(3) not null,
	-- To the minute, so that few calls write
	last_used_at timestamptz(3),
	-- Null for one that works until it is ended
	expires_at timestamptz(3)
);
create index tokens_of_user on tokens (user_id, created_at, id);
create index tokens_expiring on tokens (expires_at) where expires_at is not null;
