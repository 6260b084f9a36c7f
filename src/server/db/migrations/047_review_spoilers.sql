-- Reviews whose author says that they may spoil the game. Searches find nothing of them but the game's name, and of every
-- other text only what is outside of spans like ||this||.

alter table reviews add column contains_spoilers boolean not null default false;

-- The text without its spans. It splits as `splitSpoilers` of the contract does; the white space is that of JavaScript.
create function text_without_spoilers(body text) returns text language plpgsql immutable strict parallel safe as $$
declare
	pieces text[];
	plain text[];
	place integer := 2;
begin
	if position('||' in body) = 0 then return body; end if;
	pieces := string_to_array(body, '||');
	plain := pieces[1:1];
	while place <= cardinality(pieces) loop
		if place = cardinality(pieces) or btrim(pieces[place],
			E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF') = ''
		then
			plain := plain || array['||', pieces[place]];
			place := place + 1;
		else
			-- The words before and after the span stay apart
			plain := plain || array[' ', pieces[place + 1]];
			place := place + 2;
		end if;
	end loop;
	return array_to_string(plain, '');
end $$;

-- What searches find of a review.
create function searchable_review(game_name text, description text, contains_spoilers boolean) returns text language sql immutable parallel safe as $$
	select case when contains_spoilers then game_name else game_name || E'\n' || text_without_spoilers(description) end
$$;

create or replace function review_searchable() returns trigger language plpgsql as $$
begin
	insert into review_search (review_id, words)
		values (new.id, searched_text(searchable_review(new.game_name, new.description, new.contains_spoilers)))
		on conflict (review_id) do update set words = excluded.words;
	return null;
end $$;
drop trigger review_searchable_again on reviews;
create trigger review_searchable_again after update of description, game_name, contains_spoilers on reviews for each row
	when ((old.description, old.game_name, old.contains_spoilers) is distinct from (new.description, new.game_name, new.contains_spoilers))
	execute function review_searchable();

-- Takes the spans of up to `most` earlier reviews out of the search. Returns how many had any.
create function hide_spans_from_search(most integer) returns integer language plpgsql as $$
declare ids uuid[];
begin
	ids := array(
		select r.id from reviews r join review_search s on s.review_id = r.id
		where position('||' in r.description) > 0
			and s.words <> searched_text(searchable_review(r.game_name, r.description, r.contains_spoilers))
		order by r.id limit most for no key update of r
	);
	update review_search s set words = searched_text(searchable_review(r.game_name, r.description, r.contains_spoilers))
		from reviews r where r.id = any (ids) and s.review_id = r.id;
	return cardinality(ids);
end $$;
