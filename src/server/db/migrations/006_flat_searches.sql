-- Filters that no index served before.

-- A text as searches look into it: in lower case, a space in place of each ASCII sign and before the first word, so that
-- trigrams find where a word begins.
create function searched_text(words text) returns text language sql immutable parallel safe as $$
	select ' ' || translate(lower(words), E'\t\n!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 34))
$$;
drop index lists_search;
create index lists_search on lists using gin (searched_text(title || E'\n' || coalesce(description, '')) gin_trgm_ops);

-- A table of its own because counters rewrite the rows of `reviews` all day, and each rewrite would take every text apart
-- again.
create table review_search (
	review_id uuid primary key references reviews on delete cascade,
	-- searched_text of the game's name and the review
	words text not null
);
insert into review_search select id, searched_text(game_name || E'\n' || description) from reviews;
create index review_search_words on review_search using gin (words gin_trgm_ops);
drop index reviews_search;

create function review_searchable() returns trigger language plpgsql as $$
begin
	insert into review_search (review_id, words) values (new.id, searched_text(new.game_name || E'\n' || new.description))
		on conflict (review_id) do update set words = excluded.words;
	return null;
end $$;
create trigger review_searchable after insert on reviews for each row execute function review_searchable();
create trigger review_searchable_again after update of description, game_name on reviews for each row
	when ((old.description, old.game_name) is distinct from (new.description, new.game_name)) execute function review_searchable();

create index reviews_of_platform on reviews (lower(platform), created_at, id);

-- How many of the followed user's activities since then the follower has read: a feed looks no further than what is left.
alter table follows add column activities_read integer not null default 0;
update follows f set activities_read = n
	from (select reader_id, user_id, count(*) as n from activity_reads group by 1, 2) reads
	where f.follower_id = reads.reader_id and f.followed_id = reads.user_id;
create or replace function activity_read_counted() returns trigger language plpgsql as $$
declare
	changed activity_reads := case tg_op when 'INSERT' then new else old end;
begin
	update follows set activities_read = activities_read + case tg_op when 'INSERT' then 1 else -1 end
		where follower_id = changed.reader_id and followed_id = changed.user_id;
	return null;
end $$;
alter table users drop column read_count;
