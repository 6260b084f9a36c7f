-- One game from many sources. A record is what one source says of a game; `games` holds what is shown of all its records.

create table game_records (
	id integer generated always as identity primary key,
	source text not null,
	source_id text not null,
	game_id integer not null references games,
	-- hash of the facts and ids as imported: an equal one means that nothing changed
	facts_hash text not null,
	-- what the source says and nothing else; empty facts are left out
	facts jsonb not null,
	-- the source no longer has it
	withdrawn boolean not null default false,
	unique (source, source_id)
);
create index game_records_of_game on game_records (game_id);

-- Under which ids a record's game is known elsewhere, its own among them. Two records of different games may name the
-- same id: then at least one of them is wrong, and a person decides.
create table game_external_ids (
	source text collate "C" not null,
	id text collate "C" not null,
	record_id integer not null references game_records on delete cascade,
	primary key (source, id, record_id)
);
create index game_external_ids_of_record on game_external_ids (record_id);

insert into game_records (source, source_id, game_id, facts_hash, facts)
select source, source_id, id, '', (select jsonb_object_agg(key, value) from jsonb_each(jsonb_build_object(
	'name', name, 'cover', cover, 'releaseDate', release_date, 'developers', to_jsonb(developers), 'publishers', to_jsonb(publishers),
	'genres', to_jsonb(genres), 'platforms', to_jsonb(platforms), 'gameModes', to_jsonb(game_modes), 'summary', summary, 'storyline', storyline,
	'description', description, 'screenshots', to_jsonb(screenshots), 'websites', websites)) where value not in ('null', '[]'))
from games;
insert into game_external_ids (source, id, record_id)
select source, case when starts_with(source_id, source || ':') then substr(source_id, length(source) + 2) else source_id end, id from game_records;

-- `source` and `source_id` of a game are those of its most trusted record. `sources`: all whose facts are shown, the most trusted first.
alter table games add column sources text[] not null default '{}';
update games set sources = array[source];

-- Games that may be the same, which nobody has decided yet, or which a person keeps apart.
create table game_pairs (
	one integer not null references games on delete cascade,
	other integer not null references games on delete cascade,
	reason text not null,
	kept_apart boolean not null default false,
	noted_at timestamptz(3) not null,
	primary key (one, other),
	check (one < other)
);
create index game_pairs_of_other on game_pairs (other);

-- Ids of games that have become part of another one: their addresses go on working.
create table merged_games (
	id integer primary key,
	game_id integer not null references games on delete cascade
);
create index merged_games_into on merged_games (game_id);

-- How far the reading of a source has come. What is null is not there.
create table catalogue_imports (
	source text primary key,
	-- the unfinished reading: when it began, from where it can go on, and since when changes are read (null: everything is)
	begun_at timestamptz(3),
	checkpoint text,
	since timestamptz(3),
	-- the beginning of the last reading that reached its end
	read_at timestamptz(3)
);

-- The records that the unfinished reading of a source has met.
create table catalogue_met (
	record_id integer primary key references game_records on delete cascade
);

-- A game that no source has any more, and that nobody has reviewed or put into a list, is hidden from search and rankings.
-- The first review and the first list bring it back.
alter table games add column hidden boolean not null default false;
create index games_hidden on games (id) where hidden;
alter table game_search add column hidden boolean not null default false;

create function game_hidden() returns trigger language plpgsql as $$
begin
	perform count_site('games', case when new.hidden then -1 else 1 end);
	update game_search set hidden = new.hidden where game_id = new.id;
	return null;
end $$;
create trigger game_hidden after update of hidden on games for each row when (old.hidden <> new.hidden) execute function game_hidden();

create or replace function games_counted() returns trigger language plpgsql as $$
begin
	perform count_site('games', (case tg_op when 'INSERT' then 1 else -1 end) * (select count(*)::int from changed where not hidden));
	return null;
end $$;

create or replace function count_game_review(game integer, on_day date, by integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	insert into game_days (game_id, day, reviews) values (game, on_day, by)
		on conflict (game_id, day) do update set reviews = game_days.reviews + by;
	update games set
		reviews_week = reviews_week + case when on_day > today - 7 then by else 0 end,
		reviews_month = reviews_month + case when on_day > today - 30 then by else 0 end,
		reviews_year = reviews_year + case when on_day > today - 365 then by else 0 end,
		reviews_total = reviews_total + by,
		hidden = hidden and by < 0
	where id = game;
end $$;

create or replace function list_items_counted() returns trigger language plpgsql as $$
begin
	update lists set game_count = game_count + (case tg_op when 'INSERT' then 1 else -1 end) * n
		from (select list_id, count(*)::int n from changed group by list_id) counted where id = list_id;
	if tg_op = 'INSERT' then
		update games set hidden = false where hidden and id in (select game_id from changed);
	end if;
	return null;
end $$;

-- When two games become one, of two reviews by the same person the newer stays, and takes over what others gave the older.

create function review_like_moved() returns trigger language plpgsql as $$
begin
	perform count_review_engagement(old.review_id, utc_day(old.created_at), -1, -1, 0);
	perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 1, 0);
	return null;
end $$;
create trigger review_like_moved after update of review_id on review_likes for each row
	when (old.review_id <> new.review_id) execute function review_like_moved();

create function comment_moved() returns trigger language plpgsql as $$
begin
	perform count_review_engagement(old.review_id, utc_day(old.created_at), -1, 0, -1);
	perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 0, 1);
	return null;
end $$;
create trigger comment_moved after update of review_id on comments for each row
	when (old.review_id <> new.review_id) execute function comment_moved();

-- Gives all reviews of a game to another one, with what was counted of them: all at once, because a row that a trigger
-- changes for each of thousands of reviews would take the square of the time.
create function move_reviews(from_game integer, to_game integer) returns void language plpgsql as $$
begin
	-- no day may leave a window meanwhile
	perform today from windows for share;
	update reviews set game_id = to_game, game_name = (select name from games where id = to_game) where game_id = from_game;
	insert into game_days (game_id, day, reviews) select to_game, day, reviews from game_days where game_id = from_game
		on conflict (game_id, day) do update set reviews = game_days.reviews + excluded.reviews;
	delete from game_days where game_id = from_game;
	update games t set
		rating_sum = t.rating_sum + f.rating_sum,
		rating_count = t.rating_count + f.rating_count,
		rating_counts = (select array_agg(a + b order by step) from unnest(t.rating_counts, f.rating_counts) with ordinality counts (a, b, step)),
		reviews_week = t.reviews_week + f.reviews_week,
		reviews_month = t.reviews_month + f.reviews_month,
		reviews_year = t.reviews_year + f.reviews_year,
		reviews_total = t.reviews_total + f.reviews_total,
		hidden = t.hidden and f.hidden
	from games f where t.id = to_game and f.id = from_game;
	update games set rating_sum = 0, rating_count = 0, rating_counts = '{0,0,0,0,0,0,0,0,0,0}',
		reviews_week = 0, reviews_month = 0, reviews_year = 0, reviews_total = 0 where id = from_game;
end $$;
