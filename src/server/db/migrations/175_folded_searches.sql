-- One folding for the searches of all texts: what people type finds what others spell differently. It is that of `foldText` in
-- server/db/text-folding.ts, which a test compares.

-- Order by name as in UTS #10, numbers by value. No index uses it, so a new version of the library changes nothing stored.
create collation by_name (provider = icu, locale = 'und-u-kn-true');

-- The form of a text that is the same for all its spellings in case, accents, width, apostrophes and kana.
create function folded_text(body text) returns text language plpgsql immutable strict parallel safe as $$
begin
	body := replace(replace(body, '''', ''), '`', '');
	if octet_length(body) = length(body) then return lower(body collate "C"); end if;
	body := regexp_replace(body, '[’‘‛ʼʻ′´＇｀™℠]+', '', 'g');
	-- Accents, vowel points and characters that show nothing
	body := regexp_replace(lower(normalize(body, NFKD) collate by_name),
		'[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3099\u309a\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufff8\u00ad\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
		'', 'g');
	if body ~ '[øłđðħıŋςßæœþ‐‒–—―−“”„‟«»‹›「」『』、。・•·¡¿\u2028\u2029]' then
		body := translate(body, 'øłđðħıŋς‐‒–—―−“”„‟«»‹›「」『』、。・•·¡¿' || U&'\2028\2029', 'olddhinσ------"""""""""""",.   !?  ');
		body := replace(replace(replace(replace(body, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
	end if;
	if body ~ '[\u30a1-\u30f6\u30fd]' then
		body := translate(body,
			'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽ',
			'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝ');
	end if;
	return normalize(body, NFC);
end $$;

-- The words of a text with a space before and behind each: a sign is none, and each syllable or character of Japanese, Chinese and
-- Korean is one, because two of them have no trigram.
create function searched_words(body text) returns text language plpgsql immutable strict parallel safe as $$
begin
	body := regexp_replace(folded_text(body), '[\t\n!-/:-@[-`{-~]+', ' ', 'g');
	if octet_length(body) > length(body) then
		body := regexp_replace(body, '([\u3005-\u3007\u3041-\u309f\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff])', ' \1 ', 'g');
	end if;
	return regexp_replace(' ' || body || ' ', '  +', ' ', 'g');
end $$;

-- What searches find of a thing with a title, a text, and a release date: their words, their Roman numerals as numbers, of which
-- those of one letter count in titles, and the year, which no search for a shorter number finds.
create function searchable_words(title text, body text, released text) returns text language plpgsql immutable parallel safe as $$
declare
	head text := searched_words(title);
	words text := head || ltrim(searched_words(coalesce(body, '')));
	numbers text;
begin
	if words ~ ' [ivx]+ ' then
		select string_agg(number || ' ', '') into numbers from (values
			('ii', '2'), ('iii', '3'), ('iv', '4'), ('vi', '6'), ('vii', '7'), ('viii', '8'), ('ix', '9'), ('xi', '11'), ('xii', '12'), ('xiii', '13'),
			('xiv', '14'), ('xv', '15'), ('xvi', '16'), ('xvii', '17'), ('xviii', '18'), ('xix', '19'), ('xx', '20'), ('i', '1'), ('v', '5'), ('x', '10')
		) n (roman, number)
		where position(' ' || roman || ' ' in case when length(roman) > 1 then words else head end) > 0;
	end if;
	return words || coalesce(numbers, '') || coalesce('@' || left(released, 4) || ' ', '');
end $$;

-- Reviews

-- The version of the words: `fold_searches` replaces those of version 1.
alter table review_search add column version smallint not null default 1;
alter table review_search alter column version set default 2;
create index review_search_unfolded on review_search (review_id) where version = 1;

create function words_of_review(review reviews) returns text language sql stable as $$
	select searchable_words(review.game_name, case when not review.contains_spoilers then text_without_spoilers(review.description) end,
		(select release_date from games where id = review.game_id))
$$;

create or replace function review_searchable() returns trigger language plpgsql as $$
begin
	insert into review_search (review_id, words) values (new.id, words_of_review(new))
		on conflict (review_id) do update set words = excluded.words, version = excluded.version;
	return null;
end $$;
drop trigger review_searchable_again on reviews;
create trigger review_searchable_again after update of description, game_name, contains_spoilers, withdrawn, game_id on reviews for each row
	when (not new.withdrawn and (old.description, old.game_name, old.contains_spoilers, old.withdrawn, old.game_id)
		is distinct from (new.description, new.game_name, new.contains_spoilers, new.withdrawn, new.game_id))
	execute function review_searchable();

create function game_year_searchable() returns trigger language plpgsql as $$
begin
	update review_search s set words = words_of_review(r) from reviews r where r.game_id = new.id and s.review_id = r.id;
	return null;
end $$;
create trigger game_year_searchable after update of release_date on games for each row
	when (left(old.release_date, 4) is distinct from left(new.release_date, 4)) execute function game_year_searchable();

-- Lists: a column, which a search does not compute for each list that it considers.

alter table lists add column words text;
create index lists_words on lists using gin (words gin_trgm_ops);
create index lists_unfolded on lists (id) where words is null;

create function words_of_list(title text, description text) returns text language sql stable as $$
	select searchable_words(title, text_without_spoilers(description), null)
$$;

create function list_searchable() returns trigger language plpgsql as $$
begin
	new.words := words_of_list(new.title, new.description);
	return new;
end $$;
create trigger list_searchable before insert or update of title, description on lists for each row execute function list_searchable();

-- Folds up to `most` earlier reviews, then lists. Returns how many there were.
create function fold_searches(most integer) returns integer language plpgsql as $$
declare ids uuid[];
begin
	ids := array(
		select r.id from reviews r join review_search s on s.review_id = r.id where s.version = 1 order by r.id limit most for no key update of r
	);
	if cardinality(ids) > 0 then
		update review_search s set words = words_of_review(r), version = 2 from reviews r where r.id = any (ids) and s.review_id = r.id;
		return cardinality(ids);
	end if;
	ids := array(select id from lists where words is null order by id limit most for no key update);
	update lists set words = words_of_list(title, description) where id = any (ids);
	return cardinality(ids);
end $$;
