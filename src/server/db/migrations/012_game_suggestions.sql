-- Who may add games of the sources to the catalog
alter table site_settings add column catalog_growth text not null default 'members' check (catalog_growth in ('members', 'moderators', 'off'));

-- Games that people suggest because no source knows them
create table game_suggestions (
	id uuid primary key,
	-- Null once the account is gone
	user_id uuid references users on delete set null,
	name text not null,
	-- The name as searches compare it
	name_key text collate "C" not null,
	release_year integer,
	platforms text[] not null default '{}',
	developers text[] not null default '{}',
	url text,
	-- For the moderators, until the account of who wrote it is deleted
	note text,
	created_at timestamptz(3) not null,
	-- Null while it waits
	decision text check (decision in ('accept', 'refuse', 'same')),
	-- What was made of it, or what it is
	game_id integer references games on delete set null,
	decided_by uuid references users on delete set null,
	decided_at timestamptz(3),
	check ((decision is null) = (decided_at is null))
);
create unique index game_suggestions_once on game_suggestions (name_key, coalesce(release_year, 0)) where decision is distinct from 'refuse';
create index game_suggestions_open on game_suggestions (created_at, id) where decision is null;
create index game_suggestions_decided on game_suggestions (decided_at desc, id desc) where decision is not null;
create index game_suggestions_of_user on game_suggestions (user_id, created_at) where user_id is not null;
create index game_suggestions_of_game on game_suggestions (game_id) where game_id is not null;
create index game_suggestions_of_decider on game_suggestions (decided_by) where decided_by is not null;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check
	check (kind in ('review_like', 'comment_like', 'list_like', 'comment', 'reply', 'mention', 'follow', 'list_copy', 'moderation', 'suggestion'));
