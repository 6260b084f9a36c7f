-- What is searched for in texts: the folded words of a text without its hidden spans (decision 52).

-- Splits as `splitSpoilers` of the contract does; the white space is that of JavaScript.
create or replace function text_without_spoilers(body text) returns text language plpgsql immutable strict parallel safe as $$
declare
	pieces text[];
	plain text[];
	place integer := 2;
begin
	if position('||' in body) = 0 then return body; end if;
	pieces := string_to_array(body, '||');
	plain := pieces[1:1];
	while place <= cardinality(pieces) loop
		if place = cardinality(pieces) or pieces[place] = '' or pieces[place] <> btrim(pieces[place],
			E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
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

-- The form of a text that is the same for all its spellings in case, accents, width, apostrophes and kana.
create or replace function folded_text(body text) returns text language plpgsql immutable strict parallel safe as $$
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

-- What searches find of a thing with a title, a text, and a release date: their words, their Roman numerals as numbers, of which
-- those of one letter count in titles, and the year, which no search for a shorter number finds.
create or replace function searchable_words(title text, body text, released text) returns text language plpgsql immutable parallel safe as $$
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

-- The words of a text with a space before and behind each: a sign is none, and each syllable or character of Japanese, Chinese and
-- Korean is one, because two of them have no trigram.
create or replace function searched_words(body text) returns text language plpgsql immutable strict parallel safe as $$
begin
	body := regexp_replace(folded_text(body), '[\t\n!-/:-@[-`{-~]+', ' ', 'g');
	if octet_length(body) > length(body) then
		body := regexp_replace(body, '([\u3005-\u3007\u3041-\u309f\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff])', ' \1 ', 'g');
	end if;
	return regexp_replace(' ' || body || ' ', '  +', ' ', 'g');
end $$;
