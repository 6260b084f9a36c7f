-- The state in which Savepoint 0.1.0 begins: tables, columns, constraints and indexes, by feature. What is counted and decided is in the
-- definitions beside each feature (features/<f>/<f>.sql, db/*.sql).
--
-- Facts are rows; counts are columns of a narrow row beside what they count (docs/decisions/006, 027). Times carry milliseconds, as
-- the wire does.

create extension if not exists pg_trgm;

-- Order by name as in UTS #10, numbers by value. No index uses it, so a new version of the library changes nothing stored.
create collation by_name (provider = icu, locale = 'und-u-kn-true');

-- An index uses it, so it stands here and not among the definitions.
create function utc_day(moment timestamptz) returns date language sql immutable as $$
	select (moment at time zone 'UTC')::date
$$;

-- ======== Accounts

create table users (
	id uuid primary key,
	username text not null,
	email text not null,
	-- the address as addresses are compared: composed and in lower case
	email_key text not null,
	name text,
	bio text,
	picture text,
	password_hash text,
	needs_username boolean not null default false,
	created_at timestamptz(3) not null,
	-- When a link in a mail proved that the address is the account's.
	email_verified_at timestamptz(3),
	-- An account that is being deleted. One may never have been a person's: a big review, comment or list is handed to such an
	-- account, so that there is one way to hide and one way to delete.
	deleted_at timestamptz(3),
	role text not null default 'member' check (role in ('member', 'moderator', 'admin')),
	banned_at timestamptz(3),
	suspended_until timestamptz(3),
	rules_version integer,
	rules_accepted_at timestamptz(3),
	-- Since when an account has its role; null if it did before this was recorded. A week later its role needs what it must have.
	role_since timestamptz(3)
);
create unique index users_username on users (lower(username));
create unique index users_email on users (email_key);
create index users_by_prefix on users (lower(username) text_pattern_ops);
create index users_similar on users using gin (lower(username) gin_trgm_ops);
create index staff on users (role, id) where role <> 'member';
-- Addresses that begin with what an admin searches for
create index users_by_email on users (email_key text_pattern_ops);
-- The job reads a day of these; their rows are stored in the order of time
create index users_by_day on users using brin (created_at) with (pages_per_range = 16, autosummarize = on);

create table user_counts (
	id uuid primary key references users on delete cascade,
	-- lower(username), the last key of rankings
	username_key text not null,
	review_count integer not null default 0,
	follower_count integer not null default 0,
	following_count integer not null default 0,
	list_count integer not null default 0,
	activity_count integer not null default 0,
	impressions_week integer not null default 0,
	impressions_month integer not null default 0,
	impressions_year integer not null default 0,
	impressions_total integer not null default 0,
	counted_on date,
	-- Not earlier than anything of a person that feeds show (reviews, lists, logs), so that a feed reads only the people whose news may
	-- belong on the page. Null while it is unknown. Deletions leave it.
	fed_at timestamptz(3) default 'epoch',
	-- `list_count` is of the public ones, here are the others.
	hidden_list_count integer not null default 0
) with (fillfactor = 80);
create index user_counts_popular_week on user_counts (impressions_week desc, follower_count desc, username_key) where impressions_week > 0;
create index user_counts_popular_month on user_counts (impressions_month desc, follower_count desc, username_key) where impressions_month > 0;
create index user_counts_popular_year on user_counts (impressions_year desc, follower_count desc, username_key) where impressions_year > 0;
create index user_counts_popular_all on user_counts (impressions_total desc, follower_count desc, username_key) where impressions_total > 0;

-- The accounts whose texts are hidden, once more: lists of texts leave them out by a table that is always small.
create table hidden_users (
	user_id uuid primary key references users on delete cascade,
	since timestamptz(3) not null,
	-- Kept accounts are hidden and not purged: those of banned people, and those that keep removed texts.
	is_kept boolean not null default false
);

-- When an account was last seen: the UTC day, and the day it was seen on before. One row per account, written once a day.
create table user_visits (
	user_id uuid primary key references users on delete cascade,
	seen_on date not null,
	seen_before date
) with (fillfactor = 90);
create index user_visits_on on user_visits (seen_on);
create index user_visits_before on user_visits (seen_before);

create table user_days (
	user_id uuid not null references users on delete cascade,
	day date not null,
	impressions integer not null default 0,
	primary key (user_id, day)
);
create index user_days_by_day on user_days using brin (day) with (pages_per_range = 16, autosummarize = on);

-- Deleted accounts, by a code that says nothing about whose they were.
create table deletions (
	code text primary key,
	requested_at timestamptz(3) not null,
	completed_at timestamptz(3),
	-- What was deleted: a whole account, or only what connected it to Facebook.
	subject text not null default 'account' check (subject in ('account', 'connection')),
	account_id uuid references users on delete set null,
	rows_total bigint not null default 0,
	rows_deleted bigint not null default 0
);
create index deletions_under_way on deletions (requested_at) where completed_at is null;
create index deletions_of_account on deletions (account_id) where account_id is not null;

-- The usernames of accounts that were deleted lately, which are free again later. Only a keyed hash of each is stored.
create table deleted_usernames (
	hash text primary key,
	deleted_at timestamptz not null
);
create index deleted_usernames_oldest on deleted_usernames (deleted_at);

create table preferences (
	user_id uuid primary key references users on delete cascade,
	spoilers text not null default 'progress' check (spoilers in ('hide', 'progress', 'show')),
	digest text not null default 'weekly' check (digest in ('never', 'daily', 'weekly')),
	-- by kind and channel: {"reply": {"mail": true}}
	notifications jsonb not null default '{}',
	stopped_digest text check (stopped_digest in ('daily', 'weekly')),
	stopped_mails text[]
);

-- Orphaned pictures, whose files are to be removed. A new picture is here from before its files
-- are written until an account has it, so that a stop at any moment leaves no file that is in neither place.
create table unused_pictures (
	picture text primary key,
	-- null: it will not be used again
	keep_until timestamptz(3)
);

-- ======== Sessions and ways to log in

-- A signed-in device. Its refresh tokens are numbered by generation; see server/features/sessions/tokens.ts.
create table sessions (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	generation integer not null default 0,
	device text not null,
	created_at timestamptz(3) not null,
	rotated_at timestamptz(3) not null,
	ended_at timestamptz(3),
	-- When a session's owner last proved who they are: by signing in, by the password, or by signing in again.
	proved_at timestamptz(3),
	method text check (method in ('password', 'passkey', 'google', 'facebook')),
	second_factor boolean not null default false,
	-- When a session's owner last proved their identity with a second factor or a recovery code: a password alone changes no factors.
	factor_proved_at timestamptz(3)
);
create index sessions_of_user on sessions (user_id);
-- Sessions that are over are dropped after a while.
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_last_used on sessions (rotated_at);

-- Failed sign-ins by account or address, in windows that begin with the first failure.
create table sign_in_failures (
	subject text primary key,
	failures integer not null,
	since timestamptz(3) not null
);
create index sign_in_failures_since on sign_in_failures (since);

-- Addresses (hashed) from which an account has signed in: they are let in while strangers are slowed down.
create table known_addresses (
	user_id uuid not null references users on delete cascade,
	address_hash text not null,
	last_used_at timestamptz(3) not null,
	primary key (user_id, address_hash)
);

-- Tickets that a social sign-in hands to the browser or the app, which exchanges one for a session.
create table login_tickets (
	hash text primary key,
	user_id uuid not null references users on delete cascade,
	-- S256 of a verifier that the app keeps; null for a browser, whose cookie holds the ticket
	challenge text,
	expires_at timestamptz(3) not null,
	provider text,
	subject text,
	session_id uuid,
	-- What a ticket is for. One that proves names no provider: its account is enough.
	purpose text not null default 'sign-in' check (purpose in ('sign-in', 'connect', 'reauthenticate', 'second-factor')),
	method text check (method in ('password', 'google', 'facebook')),
	tries integer not null default 0,
	check ((provider is null) = (subject is null) and (subject is null) = (session_id is null)),
	check ((purpose = 'connect') = (subject is not null))
);
create index login_tickets_of_user on login_tickets (user_id);
create index login_tickets_expiring on login_tickets (expires_at);

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

-- Passkey challenges that were answered: each may be answered once. Those that were not need no row.
create table spent_challenges (
	hash text primary key,
	expires_at timestamptz(3) not null
);
create index spent_challenges_expiring on spent_challenges (expires_at);

-- Whose role needs a second factor, and since when: a row for each role, none where no role needs one.
create table second_factor_duties (
	role text primary key check (role in ('moderator', 'admin')),
	since timestamptz(3) not null default now()
);
insert into second_factor_duties (role) values ('admin');

-- ======== Mails

create table mail_tokens (
	hash text primary key,
	user_id uuid not null references users on delete cascade,
	purpose text not null constraint mail_tokens_purpose_check check (purpose in ('reset-password', 'verify-email', 'change-email') and (purpose = 'change-email') = (email is not null)),
	-- the address that the mail went to: the link is void when the account has another one by then
	email_key text not null,
	created_at timestamptz(3) not null,
	expires_at timestamptz(3) not null,
	-- A link that changes an address goes to the new one, `email` as it was typed; it is worth nothing when the account got
	-- another one meanwhile. One may be here that was never sent, so that no answer reveals which addresses have accounts.
	email text
);
create index mail_tokens_of_user on mail_tokens (user_id, purpose, created_at);
create index mail_tokens_expiring on mail_tokens (expires_at);
create index mail_tokens_to_new_address on mail_tokens (email_key, created_at) where purpose = 'change-email';

-- Mails that wait to be sent. Links in mails are as powerful as a password, so a mail is sealed with a key of the site, its
-- recipient included: a dump of the database opens none.
create table outgoing_mails (
	id uuid primary key,
	-- AES-256-GCM over what the mail is about and, once that is composed, over the mail
	sealed bytea not null,
	-- fingerprint of the secret, without which the mail cannot be opened
	sealed_by text not null,
	-- the account with which the mail is deleted; null while it is unknown, and for what is mailed about a deleted account
	user_id uuid references users on delete cascade,
	-- the link in the mail, without which the mail is obsolete
	link text references mail_tokens on delete cascade,
	created_at timestamptz(3) not null,
	expires_at timestamptz(3) not null,
	next_attempt_at timestamptz(3) not null,
	attempts integer not null default 0,
	-- the code of the last failure, never the mail server's sentence, which can contain the address
	last_error text,
	-- the process that is sending it, and until when it has the lease
	claim uuid,
	leased_until timestamptz(3)
);
create index outgoing_mails_due on outgoing_mails (next_attempt_at, id);
create index outgoing_mails_of_user on outgoing_mails (user_id) where user_id is not null;
create index outgoing_mails_with_link on outgoing_mails (link) where link is not null;

-- When mails were sent to a mailbox or for an account, by the keyed hash of what is limited. Rows outlive accounts, so that
-- deleting one and registering again does not begin anew.
create table mailbox_counts (
	subject text primary key,
	sent timestamptz(3)[] not null,
	last_sent_at timestamptz(3) not null
);
create index mailbox_counts_last_sent on mailbox_counts (last_sent_at);

-- ======== The site: its settings, and who may join

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
	members_invite boolean not null,
	rules_html text,
	rules_html_version integer
);

-- Which secret the site has, in one row: its fingerprint, recorded by the first start.
create table site_secret (
	is_only boolean primary key default true check (is_only),
	fingerprint text not null
);

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
	-- As in unconfirmed_registrations. There are at most a thousand rows, so they have no index.
	networks text[] not null default '{}',
	check ((username is null) = (provider is not null)),
	check ((provider is null) = (subject is null))
);
create unique index registrations_by_name on registrations (lower(username));
create unique index registrations_by_identity on registrations (provider, subject);
create index registrations_oldest on registrations (created_at, id);
create index registrations_expiring on registrations (expires_at);

-- Requests for accounts with an unconfirmed address. They reserve neither a name nor an address, and
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

-- Domains whose email addresses, and those of their subdomains, cannot be used.
create table blocked_email_domains (
	domain text primary key,
	created_at timestamptz(3) not null
);

-- `key` has the letters and digits alone, in the form that is the same for all spellings.
create table blocked_words (
	key text primary key,
	word text not null,
	place integer not null
);

-- ======== Games

create table games (
	id integer generated by default as identity primary key,
	-- where the facts came from, and their id there
	source text not null,
	source_id text not null,
	-- hash of the facts as imported: an equal one means that nothing changed
	facts_hash text not null,
	name text not null,
	cover_source text,
	release_date text,
	developers text[] not null default '{}',
	publishers text[] not null default '{}',
	genres text[] not null default '{}',
	platforms text[] not null default '{}',
	game_modes text[] not null default '{}',
	summary text,
	storyline text,
	description text,
	screenshot_sources text[] not null default '{}',
	websites jsonb not null default '[]',
	created_at timestamptz(3) not null,
	updated_at timestamptz(3) not null,
	-- `source` and `source_id` of a game are those of its most trusted record. `sources`: all whose facts are shown, the most trusted first.
	sources text[] not null default '{}',
	-- A game that no source has any more, and that has no review and is in no list, is hidden from search and rankings.
	-- The first review and the first list bring it back.
	hidden boolean not null default false,
	-- the operator has taken the imported pictures down
	no_image boolean not null default false,
	-- Paths on this site, which a trigger computes
	cover text not null,
	screenshots text[] not null,
	-- How widely a game is known, 0 to 100, as its source says: it decides between games of which people have said equally much.
	prominence smallint not null default 0,
	-- What the drawn pictures of a game show, and the family of their colors, as its record says; null if its genres decide.
	motif text,
	palette text
);
create index games_hidden on games (id) where hidden;

create table game_counts (
	id integer primary key references games on delete cascade,
	-- a copy, and lower(name): the last keys of rankings
	prominence smallint not null,
	name_key text collate "C" not null,
	-- the sum and the number of ratings in half stars, and how many there are of each from 1 to 10
	rating_sum integer not null default 0,
	rating_count integer not null default 0,
	rating_counts integer[] not null default '{0,0,0,0,0,0,0,0,0,0}',
	reviews_week integer not null default 0,
	reviews_month integer not null default 0,
	reviews_year integer not null default 0,
	reviews_total integer not null default 0,
	counted_on date,
	wished_count integer not null default 0,
	backlog_count integer not null default 0,
	playing_count integer not null default 0,
	played_count integer not null default 0
) with (fillfactor = 80);
create index game_counts_popular_week on game_counts (reviews_week desc, rating_count desc, prominence desc, name_key, id);
create index game_counts_popular_month on game_counts (reviews_month desc, rating_count desc, prominence desc, name_key, id);
create index game_counts_popular_year on game_counts (reviews_year desc, rating_count desc, prominence desc, name_key, id);
create index game_counts_popular_all on game_counts (reviews_total desc, rating_count desc, prominence desc, name_key, id);

create table game_days (
	game_id integer not null references games on delete cascade,
	day date not null,
	reviews integer not null default 0,
	primary key (game_id, day)
);
create index game_days_by_day on game_days using brin (day) with (pages_per_range = 16, autosummarize = on);

-- Ratings by platform, and by hours played: from 0, 5, 20 or 50
create table game_scores (
	game_id integer not null references game_counts on delete cascade,
	kind text not null,
	key text not null,
	rating_sum integer not null,
	rating_count integer not null,
	primary key (game_id, kind, key)
) with (fillfactor = 80);

-- How games are found by name. Everything here is made from the name by server/features/search/search-key.ts, so that what matches
-- does not depend on the database's locale. It is a table of its own because counters rewrite the rows of `games` all
-- day, and each rewrite would write every index again.
create table game_search (
	game_id integer primary key references games on delete cascade,
	-- words in lower case without marks, one space between
	key text collate "C" not null,
	-- the same without spaces, Roman numerals as digits
	joined text collate "C" not null,
	-- the words, `+` two neighbours joined, `=` initials
	words tsvector not null,
	-- how many different words, without the joined ones and initials
	word_count smallint not null,
	hidden boolean not null default false
);
create index game_search_key on game_search (key);
create index game_search_joined on game_search (joined);
-- a list of pending entries would have to be read by every search
create index game_search_words on game_search using gin (words) with (fastupdate = off);

-- Every word of every name, also of names that are gone, under itself and under what is left of it when any one letter is
-- left out: two words share one of these when a single slip lies between them.
create table game_word_slips (
	slip text collate "C" not null,
	word text collate "C" not null,
	primary key (slip, word)
);

-- ======== Where games come from

create table game_records (
	id integer generated always as identity primary key,
	source text not null,
	source_id text not null,
	game_id integer not null references games,
	-- hash of the facts and ids as imported: an equal one means that nothing changed
	facts_hash text not null,
	-- what the source says and nothing else; empty facts are left out
	facts jsonb not null,
	-- the source no longer has it
	withdrawn boolean not null default false,
	unique (source, source_id)
);
create index game_records_of_game on game_records (game_id);

-- Under which ids a record's game is known elsewhere, its own among them. Two records of different games may name the
-- same id: then at least one of them is wrong, and a person decides.
create table game_external_ids (
	source text collate "C" not null,
	id text collate "C" not null,
	record_id integer not null references game_records on delete cascade,
	primary key (source, id, record_id)
);
create index game_external_ids_of_record on game_external_ids (record_id);

-- Possible duplicates, undecided or kept apart by a person.
create table game_pairs (
	one integer not null references games on delete cascade,
	other integer not null references games on delete cascade,
	reason text not null,
	kept_apart boolean not null default false,
	noted_at timestamptz(3) not null,
	primary key (one, other),
	check (one < other)
);
create index game_pairs_of_other on game_pairs (other);
create index game_pairs_unsure on game_pairs (noted_at, one, other) where not kept_apart;

-- Ids of games that have become part of another one: their addresses go on working.
create table merged_games (
	id integer primary key,
	game_id integer not null references games on delete cascade
);
create index merged_games_into on merged_games (game_id);

-- Which content of a catalogue that comes with the program is loaded, so that a start reads it only when it has changed.
create table catalogue_loads (
	source text primary key,
	content_hash text not null,
	loaded_at timestamptz(3) not null
);

-- How far the reading of a source has come. What is null is not there.
create table catalogue_imports (
	source text primary key,
	-- the unfinished reading: when it began, from where it can go on, and since when changes are read (null: everything is)
	begun_at timestamptz(3),
	checkpoint text,
	since timestamptz(3),
	-- the beginning of the last reading that reached its end
	read_at timestamptz(3)
);

-- The records that the unfinished reading of a source has met.
create table catalogue_met (
	record_id integer primary key references game_records on delete cascade
);

-- Imports that admins start on the site. A job does them one at a time, and continues after a restart.
create table catalog_runs (
	id uuid primary key,
	source text not null,
	-- reads only what has changed since the last complete run
	refresh boolean not null,
	from_start boolean not null,
	state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
	created_at timestamptz(3) not null,
	started_at timestamptz(3),
	ended_at timestamptz(3),
	cancelled_at timestamptz(3),
	-- counts of records, the fraction that is read (0 to 1), and the first refusals
	progress jsonb not null default '{}',
	-- failed attempts one after the other
	failures integer not null default 0,
	-- a sentence for admins
	error text
);
create unique index catalog_runs_one_at_a_time on catalog_runs ((true)) where state in ('waiting', 'running');
create index catalog_runs_newest on catalog_runs (created_at);

-- ======== Library

create table library_entries (
	user_id uuid not null references users on delete cascade,
	game_id integer not null references games,
	status text check (status in ('backlog', 'playing', 'paused', 'played', 'finished', 'completed', 'abandoned')),
	-- 1 to 10
	half_stars smallint check (half_stars between 1 and 10),
	is_wished boolean not null default false,
	is_loved boolean not null default false,
	platform text,
	-- Sums over plays and sessions, which triggers keep. `last_played_on` may lack the day or the month.
	play_count integer not null default 0,
	session_count integer not null default 0,
	minutes_played integer,
	last_played_on text collate "C",
	-- The review with this rating, and copies of its platform and hours
	review_id uuid,
	reviewed_platform text,
	reviewed_hours integer,
	-- Whether it belongs to a review that is hidden until it is purged: no count includes it
	is_withdrawn boolean not null default false,
	created_at timestamptz(3) not null,
	updated_at timestamptz(3) not null,
	primary key (user_id, game_id),
	unique (user_id, game_id, half_stars)
);
create index library_entries_newest on library_entries (user_id, updated_at, game_id);
create index library_entries_of_game on library_entries (game_id);

create table plays (
	id uuid primary key,
	user_id uuid not null,
	game_id integer not null,
	platform text,
	-- ISO 8601, as precise as is known: 1998, 1998-11, 1998-11-21
	started_on text collate "C",
	ended_on text collate "C",
	outcome text check (outcome in ('finished', 'completed', 'abandoned')),
	is_replay boolean not null,
	-- What the player states; otherwise the sum of the sessions counts
	minutes integer check (minutes >= 0),
	note text,
	created_at timestamptz(3) not null,
	updated_at timestamptz(3) not null,
	foreign key (user_id, game_id) references library_entries on delete cascade on update cascade
);
create index plays_of_entry on plays (user_id, game_id);
create index plays_started on plays (user_id, started_on, id) where length(started_on) = 10;
create index plays_ended on plays (user_id, ended_on, id) where length(ended_on) = 10;

create table play_sessions (
	id uuid primary key,
	user_id uuid not null,
	game_id integer not null,
	play_id uuid references plays on delete set null,
	day date not null,
	minutes integer not null check (minutes between 1 and 1440),
	note text,
	source text,
	created_at timestamptz(3) not null,
	foreign key (user_id, game_id) references library_entries on delete cascade on update cascade
);
create index play_sessions_of_entry on play_sessions (user_id, game_id, day, id);
create index play_sessions_by_day on play_sessions (user_id, day, game_id);
create index play_sessions_of_play on play_sessions (play_id);

create table favorites (
	user_id uuid not null references users on delete cascade,
	game_id integer not null references games,
	-- 0 to 4
	position smallint not null check (position between 0 and 4),
	primary key (user_id, game_id),
	unique (user_id, position) deferrable initially deferred
);
create index favorites_of_game on favorites (game_id);

-- ======== Reviews

create table reviews (
	id uuid primary key,
	game_id integer not null references games,
	user_id uuid not null references users on delete cascade,
	-- 1 to 10
	half_stars smallint not null check (half_stars between 1 and 10),
	platform text not null,
	-- whole hours
	time_played integer check (time_played >= 0),
	description text not null,
	-- the game's name, here for the search over name and text
	game_name text not null,
	created_at timestamptz(3) not null,
	updated_at timestamptz(3) not null,
	contains_spoilers boolean not null default false,
	mentioned text[] not null default '{}',
	withdrawn boolean not null default false,
	spoiler_locked boolean not null default false,
	-- The day on which a review was written where its writer was; without one it is UTC's.
	day date,
	unique (user_id, game_id),
	-- Deferred, so that a review and its entry can change one after the other
	constraint reviews_rating_fkey foreign key (user_id, game_id, half_stars)
		references library_entries (user_id, game_id, half_stars) on update cascade deferrable initially deferred
);
create index reviews_of_user_newest on reviews (user_id, created_at, id);
create index reviews_of_platform on reviews (lower(platform), created_at, id);
create index reviews_of_user_by_day on reviews (user_id, coalesce(day, utc_day(created_at)), created_at, id);
-- Whether an author is hidden is known from the index, for numbered pages and for counts.
create index reviews_newest_of_authors on reviews (created_at, id) include (user_id);
create index reviews_highest_rated_of_authors on reviews (half_stars, id) include (user_id);
create index reviews_of_game_newest_of_authors on reviews (game_id, created_at, id) include (user_id);
create index reviews_of_game_highest_rated_of_authors on reviews (game_id, half_stars, id) include (user_id);

-- Lists in the order of a count read this table alone, so it has copies of three columns of `reviews`.
create table review_counts (
	id uuid primary key,
	game_id integer not null,
	user_id uuid not null,
	created_at timestamptz(3) not null,
	likes integer not null default 0,
	comment_count integer not null default 0,
	views integer not null default 0,
	impressions_week integer not null default 0,
	impressions_month integer not null default 0,
	impressions_year integer not null default 0,
	impressions_total integer not null default 0,
	engagements_week integer not null default 0,
	engagements_month integer not null default 0,
	engagements_year integer not null default 0,
	engagements_total integer not null default 0,
	counted_on date,
	reply_count integer not null default 0,
	place_count integer not null default 0
) with (fillfactor = 80);
create index review_counts_popular_week on review_counts (engagements_week desc, impressions_week desc, created_at desc) where engagements_week > 0;
create index review_counts_popular_month on review_counts (engagements_month desc, impressions_month desc, created_at desc) where engagements_month > 0;
create index review_counts_popular_year on review_counts (engagements_year desc, impressions_year desc, created_at desc) where engagements_year > 0;
create index review_counts_popular_all on review_counts (engagements_total desc, impressions_total desc, created_at desc) where engagements_total > 0;
create index review_counts_most_liked_of_authors on review_counts (likes, id) include (user_id);
create index review_counts_most_viewed_of_authors on review_counts (views, id) include (user_id);
create index review_counts_of_game_most_liked_of_authors on review_counts (game_id, likes, id) include (user_id);
create index review_counts_of_game_most_viewed_of_authors on review_counts (game_id, views, id) include (user_id);

create table review_days (
	review_id uuid not null references review_counts on delete cascade,
	day date not null,
	engagements integer not null default 0,
	impressions integer not null default 0,
	primary key (review_id, day)
);
create index review_days_by_day on review_days using brin (day) with (pages_per_range = 16, autosummarize = on);

create table review_likes (
	review_id uuid not null references review_counts on delete cascade,
	user_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	primary key (review_id, user_id)
);
create index review_likes_of_user on review_likes (user_id);

-- Reports of seen reviews: one row a viewer, review and UTC day. `viewer` is an account's id or a visitor's hash, which
-- changes every day. Rows of past days have done their work and are dropped.
create table review_seen (
	review_id uuid not null references review_counts on delete cascade,
	viewer text collate "C" not null,
	day date not null,
	opened boolean not null,
	primary key (review_id, viewer, day)
);
create index review_seen_by_day on review_seen (day);
-- An account's own impressions are found for its export and its deletion; visitors', which are many, have shorter names.
create index review_seen_of_account on review_seen (viewer) where length(viewer) = 36;

-- A table of its own because counters rewrite the rows of `reviews` all day, and each rewrite would take every text apart
-- again.
create table review_search (
	review_id uuid primary key references reviews on delete cascade,
	-- searchable_words of the game's name, its year and the review
	words text not null,
	-- The version of the words: those of an earlier one are computed again.
	version smallint not null default 2
);
create index review_search_words on review_search using gin (words gin_trgm_ops);

create table review_drafts (
	user_id uuid not null references users on delete cascade,
	game_id integer not null references games,
	half_stars smallint check (half_stars between 1 and 10),
	platform text,
	time_played integer check (time_played >= 0),
	description text not null,
	contains_spoilers boolean not null default false,
	version integer not null default 1 + floor(random() * 1000000000)::integer,
	-- the device that saved it
	device text,
	updated_at timestamptz(3) not null,
	primary key (user_id, game_id)
);
create index review_drafts_of_game on review_drafts (game_id);
create index review_drafts_oldest on review_drafts (updated_at);

-- ======== Lists

create table lists (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	title text not null,
	description text,
	game_count integer not null default 0,
	created_at timestamptz(3) not null,
	updated_at timestamptz(3) not null,
	mentioned text[] not null default '{}',
	visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'private')),
	is_ranked boolean not null default true,
	-- as typed, and in the form that is the same for all spellings
	tags text[] not null default '{}',
	tag_keys text[] not null default '{}',
	-- a list that may be gone by now
	copied_from uuid,
	withdrawn boolean not null default false,
	-- Texts of a copied list that its owner has not changed since: their hidden spans are somebody else's.
	is_description_copied boolean not null default false,
	words text
);
create index lists_of_user on lists (user_id, created_at, id);
create index lists_public on lists (created_at, id) where visibility = 'public';
create index lists_public_of_user on lists (user_id, created_at, id) where visibility = 'public';
create index lists_public_by_id on lists (id) where visibility = 'public';
create index lists_tagged on lists using gin (tag_keys) where visibility = 'public';
create index lists_copied on lists (copied_from, user_id) where copied_from is not null;
create index lists_by_day on lists using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index lists_words on lists using gin (words gin_trgm_ops);

-- Lists in the order of a count read this table alone, so it has copies of three columns of `lists`.
create table list_counts (
	id uuid primary key,
	comment_count integer not null default 0,
	reply_count integer not null default 0,
	place_count integer not null default 0,
	user_id uuid,
	created_at timestamptz(3),
	is_public boolean not null default false,
	likes integer not null default 0,
	engagements_week integer not null default 0,
	engagements_month integer not null default 0,
	engagements_year integer not null default 0,
	engagements_total integer not null default 0,
	counted_on date
);
create index list_counts_popular_week on list_counts (engagements_week desc, created_at desc, id desc) where is_public and engagements_week > 0;
create index list_counts_popular_month on list_counts (engagements_month desc, created_at desc, id desc) where is_public and engagements_month > 0;
create index list_counts_popular_year on list_counts (engagements_year desc, created_at desc, id desc) where is_public and engagements_year > 0;
create index list_counts_popular_all on list_counts (engagements_total desc, created_at desc, id desc) where is_public and engagements_total > 0;

create table list_days (
	list_id uuid not null references list_counts on delete cascade,
	day date not null,
	engagements integer not null default 0,
	primary key (list_id, day)
);
create index list_days_by_day on list_days using brin (day);

create table list_items (
	id uuid primary key,
	list_id uuid not null references lists on delete cascade,
	game_id integer not null references games,
	-- dense from 0; checked at the end of the transaction, so that items can change places
	position integer not null check (position >= 0),
	notes text not null,
	is_copied boolean not null default false,
	unique (list_id, game_id),
	constraint list_items_in_order unique (list_id, position) deferrable initially deferred
);
create index list_items_of_game on list_items (game_id);

create table list_likes (
	list_id uuid not null references list_counts on delete cascade,
	user_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	primary key (list_id, user_id)
);
create index list_likes_of_user on list_likes (user_id, list_id);

-- ======== Comments

create table comments (
	id uuid primary key,
	review_id uuid references review_counts on delete cascade,
	-- Null in the place that a deleted comment left
	user_id uuid references users on delete cascade,
	content text not null,
	likes integer not null default 0,
	created_at timestamptz(3) not null,
	parent_id uuid references comments on delete cascade,
	list_id uuid references lists on delete cascade,
	contains_spoilers boolean not null default false,
	reply_count integer not null default 0,
	edited_at timestamptz(3),
	-- set in a place that a deleted comment left
	removed_at timestamptz(3),
	mentioned text[] not null default '{}',
	withdrawn boolean not null default false,
	spoiler_locked boolean not null default false,
	constraint comments_about_one check (num_nonnulls(review_id, list_id) = 1),
	constraint comments_authored check ((user_id is null) = (removed_at is not null))
);
create index comments_of_review on comments (review_id, created_at, id);
create index comments_of_user on comments (user_id);
create index threads_of_review on comments (review_id, created_at, id) where parent_id is null and review_id is not null;
create index threads_of_list on comments (list_id, created_at, id) where parent_id is null and list_id is not null;
create index replies_of_comment on comments (parent_id, created_at, id) where parent_id is not null;
create index replies_of_review on comments (review_id) where parent_id is not null and review_id is not null;
create index replies_of_list on comments (list_id) where parent_id is not null and list_id is not null;
create index liked_places on comments (id) where removed_at is not null and likes > 0;
create index withdrawn_comments on comments (coalesce(review_id, list_id)) where withdrawn;
create index comments_by_day on comments using brin (created_at) with (pages_per_range = 16, autosummarize = on);

create table comment_likes (
	comment_id uuid not null references comments on delete cascade,
	user_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	primary key (comment_id, user_id)
);
create index comment_likes_of_user on comment_likes (user_id);

create table mentions (
	-- the review, comment or list
	subject uuid not null,
	name text not null,
	user_id uuid not null references users on delete cascade,
	primary key (subject, name)
);
create index mentions_of_user on mentions (user_id);

-- ======== Follows, blocks and the feed

create table follows (
	follower_id uuid not null references users on delete cascade,
	followed_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	-- How many activities the followed user had when the following began: those are not news. Kept exact when one of them
	-- is deleted, so that the feed's size is a subtraction.
	activities_before integer not null default 0,
	-- How many of the followed user's activities since then the follower has read: a feed looks no further than what is left.
	activities_read integer not null default 0,
	-- the last correction that activities_before has in it
	corrected_to bigint not null default 0,
	primary key (follower_id, followed_id),
	check (follower_id <> followed_id)
);
create index follows_followers on follows (followed_id, created_at, follower_id);
create index follows_following on follows (follower_id, created_at, followed_id);

create table blocks (
	blocker_id uuid not null references users on delete cascade,
	blocked_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	primary key (blocker_id, blocked_id),
	check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id, blocker_id);
create index blocks_newest on blocks (blocker_id, created_at desc, blocked_id desc);

create table mutes (
	muter_id uuid not null references users on delete cascade,
	muted_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	primary key (muter_id, muted_id),
	check (muter_id <> muted_id)
);
create index mutes_of_muted on mutes (muted_id, muter_id);
create index mutes_newest on mutes (muter_id, created_at desc, muted_id desc);

-- What users did, in one table, so that a feed reads one index. A row goes with the review, comment or list it is of.
create table activities (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	kind text not null check (kind in ('review', 'comment', 'list')),
	created_at timestamptz(3) not null
);
create index activities_of_user on activities (user_id, created_at desc, id desc);

create table activity_reads (
	reader_id uuid not null references users on delete cascade,
	activity_id uuid not null references activities on delete cascade,
	-- whose activity it is
	user_id uuid not null,
	primary key (reader_id, activity_id)
);
create index activity_reads_of_activity on activity_reads (activity_id);
create index activity_reads_of_user on activity_reads (reader_id, user_id);

-- Corrections of follows.activities_before: an activity that is removed, or that commits late, after a following began that
-- is newer than itself. Reads add them; correct_follows writes them into the follows of a popular user in batches.
create table feed_corrections (
	id bigint generated always as identity,
	user_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	n smallint not null,
	primary key (user_id, id)
);

-- For the feed: the last word on a game and UTC day. More than three games within an hour belong to a burst, a row without a game, which
-- the feed shows instead of them.
create table feed_logs (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	game_id integer,
	day date,
	status text,
	half_stars smallint,
	is_wished boolean not null default false,
	is_loved boolean not null default false,
	burst_id uuid references feed_logs on delete cascade,
	created_at timestamptz(3) not null,
	unique (user_id, game_id, day),
	foreign key (user_id, game_id) references library_entries on delete cascade on update cascade
);
create index feed_logs_newest on feed_logs (user_id, created_at, id) where burst_id is null;
create index feed_logs_of_burst on feed_logs (burst_id, created_at, game_id) where burst_id is not null;

-- ======== Notifications

create table notifications (
	id uuid primary key default gen_random_uuid(),
	-- the recipient
	user_id uuid not null references users on delete cascade,
	kind text not null check (kind in ('review_like', 'comment_like', 'list_like', 'comment', 'reply', 'mention', 'follow', 'list_copy', 'moderation')),
	-- the id of the review, comment, list or account that it is about
	target uuid not null,
	text text,
	actor_count integer not null default 0,
	is_read boolean not null default false,
	-- the time of the newest event
	created_at timestamptz(3) not null,
	-- false: only mailed or pushed, and in neither the bell nor the digest
	on_site boolean not null default true,
	-- no mail or push message has it yet
	mail_due boolean not null default false,
	push_due boolean not null default false,
	-- while a mail is due: when the recipient's next one is, at the earliest
	mail_at timestamptz(3),
	-- when the digest of what happened since the last one is due; null if nothing did
	digest_at timestamptz(3)
);
create unique index notifications_open on notifications (user_id, kind, target) where not is_read;
create index notifications_oldest on notifications (created_at);
create index notifications_of_user on notifications (user_id, on_site, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where on_site and not is_read;
create index notifications_mail_due on notifications (mail_at) where mail_due and not is_read;
create index notifications_mail_due_of_user on notifications (user_id, created_at desc, id desc) where mail_due and not is_read;
create index notifications_push_due on notifications (created_at) where push_due and not is_read;
create index notifications_digest_due on notifications (digest_at) where digest_at is not null and not is_read;

-- One row per like, comment, follow or mention. `source` is the comment, or the user where the event is the user's only one.
create table notification_events (
	target uuid not null,
	source uuid not null,
	kind text not null,
	user_id uuid not null,
	notification_id uuid not null references notifications on delete cascade,
	actor_id uuid not null,
	created_at timestamptz(3) not null,
	primary key (target, source, kind, user_id)
);
create index notification_events_newest on notification_events (notification_id, created_at desc);
-- Only here can one actor have several events
create index notification_events_of_actor on notification_events (notification_id, actor_id) where kind in ('comment', 'reply');

-- When a person last got mails about notifications.
create table notification_mails (
	user_id uuid primary key references users on delete cascade,
	-- mail as it happens
	mailed_at timestamptz(3),
	-- the end of what the last digest covers
	digested_at timestamptz(3)
);

create table push_subscriptions (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references users on delete cascade,
	session_id uuid not null references sessions on delete cascade,
	endpoint text not null unique,
	host text not null,
	-- the public key and the secret of the browser, in base64url
	p256dh text not null,
	auth text not null,
	-- how many messages in a row its push service has not accepted
	failures integer not null default 0,
	created_at timestamptz(3) not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at desc, id desc);
create index push_subscriptions_of_session on push_subscriptions (session_id);

create table push_deliveries (
	notification_id uuid not null references notifications on delete cascade,
	subscription_id uuid not null references push_subscriptions on delete cascade,
	host text not null,
	attempts integer not null default 0,
	created_at timestamptz(3) not null,
	-- null once a process is sending it. One that is killed meanwhile may have sent it, so no other one does.
	next_attempt_at timestamptz(3),
	primary key (notification_id, subscription_id)
);
-- The hosts of push services one by one, so that one that never answers holds up no other
create index push_deliveries_due on push_deliveries (host, next_attempt_at) where next_attempt_at is not null;
create index push_deliveries_of_subscription on push_deliveries (subscription_id);
create index push_deliveries_oldest on push_deliveries (created_at);

-- ======== Moderation

-- One row for each thing that was ever reported or moderated: its lock makes decisions about it one after the other.
create table moderation_cases (
	subject_id uuid primary key,
	subject text not null check (subject in ('review', 'comment', 'list', 'user')),
	author_id uuid references users on delete set null,
	-- The text when it was first reported
	snapshot text not null,
	report_count integer not null default 0,
	open_count integer not null default 0,
	-- of its reports, each once
	reasons text[] not null default '{}',
	-- The first open report
	opened_at timestamptz(3),
	-- When the last open report was closed
	closed_at timestamptz(3)
);
create index moderation_cases_open on moderation_cases (opened_at, subject_id) where open_count > 0;
create index moderation_cases_done on moderation_cases (closed_at, subject_id) where open_count = 0 and closed_at is not null;
create index moderation_cases_of_author on moderation_cases (author_id);

create table reports (
	id uuid primary key,
	subject_id uuid not null references moderation_cases on delete cascade,
	reason text not null,
	text text,
	-- null for a visitor, and for the site itself
	reporter_id uuid references users on delete set null,
	-- a visitor's, until they have been answered
	email text,
	-- a keyed hash of the address
	sender text,
	created_at timestamptz(3) not null,
	closed_at timestamptz(3),
	-- Whether the sender of a closed report is still to be answered, which a job does.
	awaits_answer boolean not null default false,
	-- Whether the sender has opened the mailbox of the address, which is answered only then
	email_confirmed boolean not null default false
);
create unique index reports_once on reports (subject_id, reporter_id) where closed_at is null and reporter_id is not null;
create unique index reports_once_by_sender on reports (subject_id, sender) where closed_at is null and sender is not null;
create index reports_of_case on reports (subject_id, created_at desc, id desc);
create index reports_of_reporter on reports (reporter_id, created_at);
create index reports_of_sender on reports (sender, created_at) where sender is not null;
create index reports_to_answer on reports (closed_at, id) where awaits_answer;

-- Reports of visitors with an unconfirmed address: no case and no count has them, and they last a day.
create table unconfirmed_reports (
	id uuid primary key,
	-- The hash of the secret in the mailed link
	token text not null unique,
	subject text not null check (subject in ('review', 'comment', 'list', 'user')),
	subject_id uuid not null,
	reason text not null,
	text text not null,
	email text not null,
	-- A keyed hash of the address, as in `reports`
	sender text not null,
	-- Keyed hashes of the networks that it came from, the narrowest first; none for the machine itself
	networks text[] not null,
	created_at timestamptz(3) not null,
	expires_at timestamptz(3) not null
);
create index unconfirmed_reports_of_subject on unconfirmed_reports (subject_id);
create index unconfirmed_reports_of_sender on unconfirmed_reports (sender, created_at);
create index unconfirmed_reports_expiring on unconfirmed_reports (expires_at);

-- The log. Nothing in it changes but what the trigger lets.
create table moderation_actions (
	id uuid primary key,
	action text not null,
	subject text not null check (subject in ('review', 'comment', 'list', 'user')),
	subject_id uuid not null,
	author_id uuid references users on delete set null,
	moderator_id uuid references users on delete set null,
	reason text,
	note text,
	-- The text at that moment, until its author's account is deleted
	snapshot text,
	-- What it was about: a game, a list
	title text,
	created_at timestamptz(3) not null,
	until timestamptz(3),
	-- of `mark_spoiler`: whether the author had marked it before
	was_spoiler boolean,
	undone_at timestamptz(3)
);
create index moderation_actions_newest on moderation_actions (created_at desc, id desc);
create index moderation_actions_of_kind on moderation_actions (action, created_at desc, id desc);
create index moderation_actions_of_moderator on moderation_actions (moderator_id, created_at desc, id desc);
create index moderation_actions_of_author on moderation_actions (author_id, created_at desc, id desc);
create index moderation_actions_of_subject on moderation_actions (subject_id, created_at desc, id desc);

create table appeals (
	id uuid primary key,
	action_id uuid not null unique references moderation_actions,
	text text not null,
	state text not null default 'open' check (state in ('open', 'upheld', 'granted')),
	answer text,
	decided_by uuid references users on delete set null,
	created_at timestamptz(3) not null,
	decided_at timestamptz(3)
);
create index appeals_open on appeals (created_at, id) where state = 'open';
create index appeals_decided on appeals (decided_at desc, id desc) where state <> 'open';
create index appeals_of_decider on appeals (decided_by) where decided_by is not null;

create table removed_texts (
	subject_id uuid primary key,
	subject text not null check (subject in ('review', 'comment', 'list')),
	author_id uuid not null references users on delete cascade,
	-- the hidden account that keeps it
	owner_id uuid not null unique references users on delete cascade,
	action_id uuid not null references moderation_actions deferrable initially deferred,
	removed_at timestamptz(3) not null
);
create index removed_texts_of_author on removed_texts (author_id);
create index removed_texts_oldest on removed_texts (removed_at);

-- The bio and picture of a person while they are removed or held.
create table removed_profiles (
	user_id uuid primary key references users on delete cascade,
	action_id uuid not null references moderation_actions deferrable initially deferred,
	bio text,
	picture text
);
create index removed_pictures on removed_profiles (picture) where picture is not null;

-- What accounts wrote is withdrawn after a ban, and counted again after its end, in batches.
create table ban_settlements (
	user_id uuid primary key references users on delete cascade,
	since timestamptz(3) not null
);

-- What the transparency report counts, by quarter: `2026-Q4`.
create table moderation_quarters (
	quarter text not null,
	kind text not null check (kind in ('report', 'action', 'appeal')),
	key text not null,
	n integer not null,
	primary key (quarter, kind, key)
);

-- What admins searched for among accounts with their addresses, and whose role they changed. It has no foreign keys,
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

-- ======== Counts of the whole site, windows and jobs

-- How many there are of what grows, spread over slots so that writers do not wait for each other.
create table site_counts (
	subject text not null,
	slot smallint not null,
	n integer not null,
	primary key (subject, slot)
);
insert into site_counts select subject, slot, 0 from unnest(array['users', 'games', 'reviews', 'lists']) subject, generate_series(0, 15) slot;

-- What happened on each UTC day. A job counts the current day again and again, and those of before once.
create table site_days (
	day date primary key,
	sign_ups integer not null,
	reviews integer not null,
	comments integer not null,
	lists integer not null,
	-- accounts that were seen; null for days from before this was counted
	actives integer,
	counted_at timestamptz(3) not null
);

-- Rolling windows. A fact adds to the bucket of its UTC day and to the sums of every window that holds the day. The one
-- row of `windows` says for which day the sums are right; advance_windows moves it on and takes expired days out.
create table windows (
	today date not null,
	-- During a change of day: the day that the rows are advanced to
	next date
);
insert into windows values (date '2000-01-01');

-- The rows that the change of day has still to advance
create table day_changes (
	kind text not null,
	id text collate "C" not null,
	primary key (kind, id)
);

-- The scheduled jobs of all processes. The lease says which process runs a job, and expires unless it is renewed; the rest
-- says how the last runs went, for the operator.
create table job_runs (
	job text primary key,
	process text not null,
	leased_until timestamptz(3),
	started_at timestamptz(3) not null,
	finished_at timestamptz(3),
	duration_ms integer,
	has_failed boolean not null default false,
	failed_at timestamptz(3),
	error text,
	-- When the last run that succeeded ended
	succeeded_at timestamptz(3),
	-- When an admin asked to run a job at once; the next process that claims it clears this.
	requested_at timestamptz(3)
) with (fillfactor = 50);

-- Calls that made something, by the keyed hash of their Idempotency-Key and content, for a day. No foreign key: what was made may go first.
create table idempotency_keys (
	hash text primary key,
	made uuid not null,
	created_at timestamptz(3) not null
);
create index idempotency_keys_created on idempotency_keys (created_at);

