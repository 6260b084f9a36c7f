-- How long games take, in minutes (decision 71)
create table times_to_beat (
	game_id integer primary key references games on delete cascade,
	-- Medians of the people who have a play with this outcome and a known time; null under five of them
	finished integer check (finished between 1 and 6000000),
	completed integer check (completed between 1 and 6000000),
	-- The people behind these
	people integer not null default 0 check ((people > 0) = (finished is not null or completed is not null)),
	-- What the catalog says, and the source that says it
	catalog_finished integer check (catalog_finished between 1 and 6000000),
	catalog_completed integer check (catalog_completed between 1 and 6000000),
	catalog_source text,
	check ((catalog_source is not null) = (catalog_finished is not null or catalog_completed is not null))
);

-- The games whose plays changed since
create table changed_times (game_id integer not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index plays_to_an_end on plays (game_id, outcome, created_at desc, id) where outcome in ('finished', 'completed');
insert into changed_times select distinct game_id from plays where outcome in ('finished', 'completed');

-- The time to finish that a game shows
alter table browsed_games add column by_minutes integer;
create index browsed_games_timed on browsed_games (by_minutes, by_prominence, name_key, id) where by_minutes is not null;
create index browsed_games_untimed on browsed_games (by_prominence, name_key, id) where by_minutes is null;
