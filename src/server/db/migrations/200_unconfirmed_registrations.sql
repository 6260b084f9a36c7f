-- Requests for accounts whose address nobody has confirmed yet. They keep neither a name nor an address from others, and
-- last a day.
create table unconfirmed_registrations (
	id uuid primary key,
	-- The hash of the secret in the mailed link
	token text not null unique,
	-- Null if the person signed up with a provider
	username text,
	email text not null,
	password_hash text,
	name text,
	provider text check (provider in ('google', 'facebook')),
	subject text,
	reason text,
	rules_version integer,
	-- Keyed hashes of the networks that it came from, the narrowest first; none for the machine itself
	networks text[] not null,
	created_at timestamptz(3) not null,
	expires_at timestamptz(3) not null,
	check ((username is null) = (provider is not null)),
	check ((provider is null) = (subject is null))
);
create index unconfirmed_registrations_of_network on unconfirmed_registrations using gin (networks);
create index unconfirmed_registrations_expiring on unconfirmed_registrations (expires_at);

-- As above. There are at most a thousand rows, so they have no index.
alter table registrations add column networks text[] not null default '{}';
