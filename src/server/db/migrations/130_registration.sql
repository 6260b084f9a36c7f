-- What the admins of the site have set, in one row; none before the first change. Null stands for what the environment says.
create table site_settings (
	is_only boolean primary key default true check (is_only),
	version integer not null,
	name text not null,
	description text,
	-- Markdown
	rules text,
	-- Grows with each change of the rules; accounts store the one that they accepted
	rules_version integer not null,
	contact_email text,
	accent text check (accent ~ '^#[0-9a-f]{6}$'),
	registration text check (registration in ('open', 'approval', 'invite', 'closed')),
	members_invite boolean not null
);

-- The rules that an account has accepted; null if there were none when it was created.
alter table users
	add column rules_version integer,
	add column rules_accepted_at timestamptz(3);

-- Links with which people may create accounts. Revoked and expired ones are stored for a while, because a member may make
-- only so many in 30 days.
create table invites (
	code text primary key,
	-- Null for the operator of the site
	created_by uuid references users on delete cascade,
	uses integer not null check (uses > 0),
	used integer not null default 0 check (used between 0 and uses),
	created_at timestamptz(3) not null,
	expires_at timestamptz(3) not null,
	revoked_at timestamptz(3)
);
create index invites_of_account on invites (created_by, created_at, code);
create index invites_newest on invites (created_at, code) where revoked_at is null;
create index invites_expiring on invites (expires_at);

-- Requests for accounts that wait for a moderator. They are no accounts: nothing else can refer to them.
create table registrations (
	id uuid primary key,
	-- Null if the person signed up with a provider
	username text,
	email text not null,
	email_key text not null unique,
	password_hash text,
	name text,
	provider text check (provider in ('google', 'facebook')),
	subject text,
	email_verified boolean not null default false,
	reason text,
	rules_version integer,
	created_at timestamptz(3) not null,
	expires_at timestamptz(3) not null,
	check ((username is null) = (provider is not null)),
	check ((provider is null) = (subject is null))
);
create unique index registrations_by_name on registrations (lower(username));
create unique index registrations_by_identity on registrations (provider, subject);
create index registrations_oldest on registrations (created_at, id);
create index registrations_expiring on registrations (expires_at);

-- Domains whose email addresses, and those of their subdomains, cannot be used.
create table blocked_email_domains (
	domain text primary key,
	created_at timestamptz(3) not null
);

-- Invites go with the account at once, not with the batches of its content.
create function user_invites_removed() returns trigger language plpgsql as $$
begin
	delete from invites where created_by = new.id;
	return null;
end $$;
create trigger user_invites_removed after update of deleted_at on users for each row
	when (old.deleted_at is null and new.deleted_at is not null) execute function user_invites_removed();
