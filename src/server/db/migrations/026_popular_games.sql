-- Searches that match many games look among the most popular ones, by indexes of these alone. A job marks them
-- (server/features/search/queries-popular.ts).
alter table game_search add column is_popular boolean not null default false;
create index game_search_popular_key on game_search (key) where is_popular;
create index game_search_popular_joined on game_search (joined) where is_popular;
create index game_search_popular_words on game_search using gin (words) with (fastupdate = off) where is_popular;
-- Matches are counted in these without their rows
drop index game_search_key;
drop index game_search_joined;
create index game_search_key on game_search (key) include (game_id, hidden);
create index game_search_joined on game_search (joined) include (game_id, hidden);
update game_search set is_popular = true
	where game_id in (select id from game_rankings order by reviews_total desc, rating_count desc, prominence desc, name_key, id limit 10000);
analyze game_search;
