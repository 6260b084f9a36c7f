-- What waits in a backlog, or on a wishlist for games without a status, since when
create index library_entries_waiting on library_entries (user_id, created_at, game_id) where status = 'backlog';
create index library_entries_wanted on library_entries (user_id, created_at, game_id) where is_wished and status is null;

-- The games that a person does not want suggested for a while
create table postponements (
	user_id uuid not null references users on delete cascade,
	game_id integer not null references games,
	created_at timestamptz(3) not null,
	primary key (user_id, game_id)
);
create index postponements_of_game on postponements (game_id);
