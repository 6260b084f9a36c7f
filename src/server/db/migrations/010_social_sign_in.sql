-- Accounts at providers with which people sign in.
create table social_accounts (
	provider text not null check (provider in ('google', 'facebook')),
	-- the provider's lasting id of the person; a name or an address there may pass to someone else
	subject text not null,
	user_id uuid not null references users on delete cascade,
	connected_at timestamptz(3) not null,
	primary key (provider, subject),
	unique (user_id, provider)
);

-- Sign-ins at a provider that came back: each may do so once. What else there is to know of one is in the cookie of its browser.
create table spent_social_sign_ins (
	hash text primary key,
	expires_at timestamptz(3) not null
);
create index spent_social_sign_ins_expiring on spent_social_sign_ins (expires_at);

-- What was deleted: a whole account, or only what connected it to Facebook.
alter table deletions add column subject text not null default 'account' check (subject in ('account', 'connection'));
