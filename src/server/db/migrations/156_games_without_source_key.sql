-- `game_records` has the unique key of a source's record; that of `games` repeated it. An update that may change a unique key locks the row
-- against foreign keys too, so an import waited for whoever changed a library entry twice, who waited for the game's counts in turn.

alter table games drop constraint games_source_source_id_key;
