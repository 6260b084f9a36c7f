-- An index of the studios and publishers of games is computed with it
create function folded_names(names text[]) returns text[] language plpgsql immutable parallel safe as $$
begin
	return array(select lower(name) from unnest(names) name);
end $$;
create index games_by_developer on games using gin (folded_names(developers));
create index games_by_publisher on games using gin (folded_names(publishers));

-- What pages of games are ordered by, beside `game_rankings`. Keys are negative where the highest comes first, so that all
-- ascend.
create table browsed_games (
	id integer primary key,
	name_key text collate "C" not null,
	release_date text collate "C",
	by_prominence integer not null,
	-- People with a status that is not `backlog`
	by_players integer not null,
	rating_sum integer not null,
	rating_count integer not null,
	-- The mean in hundredths of a star, as games show it, and what `rating` orders by in ten thousandths; null without ratings
	average smallint,
	by_score integer
) with (fillfactor = 80);
create index browsed_games_name on browsed_games (name_key, id);
create index browsed_games_date on browsed_games (release_date, id) where release_date is not null;
create index browsed_games_undated on browsed_games (by_prominence, name_key, id) where release_date is null;
create index browsed_games_players on browsed_games (by_players, by_prominence, name_key, id);
create index browsed_games_score on browsed_games (by_score, by_prominence, name_key, id) where by_score is not null;
create index browsed_games_unrated on browsed_games (by_prominence, name_key, id) where by_score is null;
create index browsed_games_rated on browsed_games (id) where by_score is not null;

-- Which games have a value, in blocks of 16,384 ids with a bit each. Facets: all (those that are shown), genre, platform, mode, year,
-- and rated (whole half stars of the average). Values are in lower case, `label` is one of their spellings.
create table game_bits (
	facet text collate "C" not null,
	value text collate "C" not null,
	block integer not null,
	label text not null,
	bits bit varying(16384) not null,
	primary key (facet, value, block)
) with (fillfactor = 50);
-- Neither compressed nor stored elsewhere: a row is 2 kB, a page has room for its next version, and a facet is read whole
alter table game_bits alter column bits set storage plain;
create index game_bits_of_block on game_bits (block);

-- The sums of all ratings, the mean that scores are computed with in hundredths of a star, and how far they are
create table browse_state (
	rating_sum bigint not null,
	rating_count bigint not null,
	prior integer not null,
	scored_up_to integer not null
);
insert into browse_state values (0, 0, 0, 2147483647);

-- The games that changed since
create table changed_browse (id integer not null) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
