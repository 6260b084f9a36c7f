-- Series, kinds and editions of games, as their sources state them
alter table games
	add column series text,
	-- What the name of the series becomes in an address
	add column series_slug text,
	add column kind text not null default 'game' check (kind in ('game', 'expansion', 'remaster', 'remake', 'port', 'bundle')),
	-- The record of the game of which this one is an edition; it moves with merges, and may not be there yet
	add column edition_of_source text,
	add column edition_of_source_id text,
	add check ((series is null) = (series_slug is null)),
	add check ((edition_of_source is null) = (edition_of_source_id is null));
create index games_of_series on games (series_slug, release_date, id) where series_slug is not null and not hidden;
