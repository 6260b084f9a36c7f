-- The searched words of reviews and lists.

create or replace function words_of_review(review reviews) returns text language plpgsql stable as $$
begin
	return searchable_words(review.game_name, case when not review.contains_spoilers then text_without_spoilers(review.description) end,
		(select release_date from games where id = review.game_id));
end $$;

create or replace function words_of_list(title text, description text) returns text language sql stable as $$
	select searchable_words(title, text_without_spoilers(description), null)
$$;

-- What searches find of a review.
create or replace function searchable_review(game_name text, description text, contains_spoilers boolean) returns text language sql immutable parallel safe as $$
	select case when contains_spoilers then game_name else game_name || E'\n' || text_without_spoilers(description) end
$$;

create or replace function review_searchable() returns trigger language plpgsql as $$
begin
	insert into review_search (review_id, words) values (new.id, words_of_review(new))
		on conflict (review_id) do update set words = excluded.words, version = excluded.version;
	return null;
end $$;

create or replace function review_unsearchable() returns trigger language plpgsql as $$
begin
	delete from review_search where review_id = new.id;
	return null;
end $$;

create or replace function game_year_searchable() returns trigger language plpgsql as $$
begin
	update review_search s set words = words_of_review(r) from reviews r where r.game_id = new.id and s.review_id = r.id;
	return null;
end $$;

create or replace function list_searchable() returns trigger language plpgsql as $$
begin
	new.words := words_of_list(new.title, new.description);
	return new;
end $$;
