-- What travels by mail or through a browser's address is a secret; here stand its hash and what it is good for.

-- When a link in a mail proved that the address is the account's.
alter table users add column email_verified_at timestamptz(3);

create table mail_tokens (
	hash text primary key,
	user_id uuid not null references users on delete cascade,
	purpose text not null check (purpose in ('reset-password', 'verify-email')),
	-- the address that the mail went to: the link is void when the account has another one by then
	email_key text not null,
	created_at timestamptz(3) not null,
	expires_at timestamptz(3) not null
);
create index mail_tokens_of_user on mail_tokens (user_id, purpose, created_at);
create index mail_tokens_expiring on mail_tokens (expires_at);

-- Tickets that a social sign-in hands to the browser or the app, which exchanges one for a session.
create table login_tickets (
	hash text primary key,
	user_id uuid not null references users on delete cascade,
	-- S256 of a verifier that the app keeps; null for a browser, whose cookie holds the ticket
	challenge text,
	expires_at timestamptz(3) not null
);
create index login_tickets_of_user on login_tickets (user_id);
create index login_tickets_expiring on login_tickets (expires_at);

-- Deleted accounts, by a code that says nothing about whose they were.
create table deletions (
	code text primary key,
	requested_at timestamptz(3) not null,
	completed_at timestamptz(3)
);
create index deletions_under_way on deletions (requested_at) where completed_at is null;
