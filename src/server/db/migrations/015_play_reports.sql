-- Null for what was entered by hand, or is known by its day only
alter table play_sessions add column started_at timestamptz(3);
create unique index play_sessions_started on play_sessions (user_id, game_id, started_at) where started_at is not null;

-- The programs that report what somebody plays
create table play_clients (
	user_id uuid not null references users on delete cascade,
	client text collate "C" not null,
	-- Null until its first report that was not refused
	last_key text collate "C",
	last_report_at timestamptz(3),
	primary key (user_id, client)
);

-- The games of programs that are not known here, were matched or ignored by hand, or have a running total
create table client_games (
	id uuid primary key,
	user_id uuid not null,
	client text collate "C" not null,
	-- The first of the ids by which the program names it, or its name, platform and year
	key text collate "C" not null,
	named_as jsonb not null,
	game_id integer references games,
	is_ignored boolean not null default false,
	-- The part of the running total that is in sessions, or was there before
	total_seconds integer,
	reported_at timestamptz(3) not null,
	foreign key (user_id, client) references play_clients on delete cascade,
	unique (user_id, client, key),
	check (game_id is null or not is_ignored)
);
create index client_games_unmatched on client_games (user_id, reported_at, id) where game_id is null and not is_ignored;
create index client_games_of_game on client_games (game_id) where game_id is not null;

-- The reports that were counted, also of sessions that were deleted since
create table play_reports (
	user_id uuid not null,
	client text collate "C" not null,
	key text collate "C" not null,
	session_id uuid references play_sessions on delete set null,
	primary key (user_id, client, key),
	foreign key (user_id, client) references play_clients on delete cascade
);
create index play_reports_of_session on play_reports (session_id);

-- The reports that wait until somebody matches their game, in the order of their ids
create table unmatched_reports (
	id bigint generated always as identity primary key,
	client_game_id uuid not null references client_games on delete cascade,
	key text collate "C" not null,
	total_seconds integer,
	platform text,
	time jsonb not null,
	unique nulls not distinct (client_game_id, key, total_seconds)
);

-- What somebody's program says they play, until then
create table playing_now (
	user_id uuid primary key references users on delete cascade,
	client text not null,
	game_id integer not null references games,
	since timestamptz(3) not null,
	until timestamptz(3) not null
);
create index playing_now_of_game on playing_now (game_id);
