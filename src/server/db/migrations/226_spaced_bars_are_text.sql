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
