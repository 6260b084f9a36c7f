-- The editions of a game, by the record that they name
create index games_of_edition on games (edition_of_source, edition_of_source_id, release_date, id)
	where edition_of_source is not null and not hidden;
