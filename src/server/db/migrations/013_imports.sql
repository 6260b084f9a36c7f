-- Games that a person brings from elsewhere (decision 62)
create table imports (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	source text not null,
	file_name text,
	-- SHA-256 of the file's bytes, base64url
	hash text not null,
	state text not null check (state in ('reading', 'matching', 'preview', 'applying', 'stopped', 'applied', 'undoing', 'undone', 'failed')),
	-- Rows that the present step is done with
	position integer not null default 0,
	-- What only has to be compared with the library again, without being matched
	is_matched boolean not null default false,
	-- What the person chose: the columns of a CSV, and what the file's words for a status mean
	mapping jsonb,
	meanings jsonb not null default '{}',
	conflicts text not null default 'mine' check (conflicts in ('mine', 'theirs', 'newer')),
	reviews text not null default 'publish' check (reviews in ('publish', 'drafts')),
	-- The file's words for a status, each with how many rows have it
	words jsonb not null default '[]',
	counts jsonb not null default '{}',
	-- What is known of a CSV before its columns are chosen
	csv jsonb,
	-- Sentences about what was left out
	notes text[] not null default '{}',
	-- A sentence for its owner
	error text,
	-- Failed attempts one after the other
	failures integer not null default 0,
	created_at timestamptz(3) not null,
	applied_at timestamptz(3),
	undo_until timestamptz(3)
);
create index imports_of_user on imports (user_id, created_at, id);
create unique index imports_one_at_a_time on imports (user_id) where state in ('reading', 'matching', 'applying', 'undoing');
create unique index imports_of_file on imports (user_id, hash) where state not in ('undone', 'failed');
create index imports_open on imports (created_at, id) where state in ('reading', 'matching', 'applying', 'undoing');
create index imports_by_age on imports (created_at) where state in ('preview', 'stopped', 'applied');

-- The file in pieces, until its rows are read
create table import_files (
	import_id uuid not null references imports on delete cascade,
	piece integer not null,
	bytes bytea not null,
	primary key (import_id, piece)
);

create table import_rows (
	import_id uuid not null references imports on delete cascade,
	row integer not null,
	line integer not null,
	title text not null,
	-- What was read; null of a row that could not be read
	item jsonb,
	match text not null check (match in ('sure', 'unsure', 'none')),
	-- Whether an id says so, or only the name
	is_by_id boolean not null default false,
	-- Null, or a game that may have been merged into another one since
	game_id integer,
	candidates jsonb not null default '[]',
	decision text check (decision in ('take', 'skip')),
	effect text check (effect in ('add', 'change', 'leave')),
	errors jsonb not null default '[]',
	primary key (import_id, row)
);
create index import_rows_failed on import_rows (import_id, row) where errors <> '[]';
create index import_rows_by_match on import_rows (import_id, match, row);

create table import_lists (
	import_id uuid not null references imports on delete cascade,
	place integer not null,
	item jsonb not null,
	primary key (import_id, place)
);

-- What an import changed, each row before and after, so that it can be undone
create table import_changes (
	import_id uuid not null references imports on delete cascade,
	-- What was written in one transaction is undone in one
	batch integer not null,
	id integer not null,
	subject text not null check (subject in ('entry', 'play', 'session', 'review', 'draft', 'list', 'list_games', 'favorites')),
	before jsonb,
	after jsonb,
	primary key (import_id, batch, id)
);

-- What a source calls something that it was imported as, so that a later file of the source does not bring it again
create table import_keys (
	user_id uuid not null references users on delete cascade,
	kind text not null check (kind in ('play', 'session', 'list')),
	key text collate "C" not null,
	subject_id uuid not null,
	primary key (user_id, kind, key)
);
create index import_keys_of_subject on import_keys (subject_id);

-- Reviews and lists of an import are news to nobody: they are in no feed, activity or window of days
alter table reviews add column is_quiet boolean not null default false;
alter table lists add column is_quiet boolean not null default false;
create index reviews_of_user_news on reviews (user_id, created_at, id) where state = 'published' and not is_quiet;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
	check (kind in ('review_like', 'comment_like', 'list_like', 'comment', 'reply', 'mention', 'follow', 'list_copy', 'moderation', 'suggestion', 'import'));
