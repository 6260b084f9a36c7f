-- What the likes of all people say about games (decision 65). A job replaces the rows of the first three tables in one transaction, with ids of
-- games as they were then: those that are gone or merged are left out by their readers.
create table recommendation_models (
	-- There is one row
	id boolean primary key default true check (id),
	fitted_at timestamptz(3) not null,
	-- 0 while the site has too few ratings; the other tables are empty then
	people integer not null,
	likes integer not null
);

-- The games that are liked by the same people, the most alike first
create table game_neighbors (
	game_id integer primary key,
	neighbors integer[] not null,
	-- 0 to 1
	similarities real[] not null,
	-- How many people like both
	people integer[] not null
);

-- What liking one of the most liked games says of others
create table game_weights (
	game_id integer primary key,
	games integer[] not null,
	weights real[] not null
);

-- The games that are never recommended to a person
create table dismissals (
	user_id uuid not null references users on delete cascade,
	game_id integer not null references games,
	created_at timestamptz(3) not null,
	primary key (user_id, game_id)
);
create index dismissals_of_game on dismissals (game_id);

-- A person's likes, the newest first
create index library_entries_liked on library_entries (user_id, updated_at desc, game_id desc)
	where (half_stars >= 8 or is_loved) and not is_withdrawn;
