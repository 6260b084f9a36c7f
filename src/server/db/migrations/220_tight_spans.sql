-- Spans are ||this||, and || this || is text, as in code. Until now both were spans: earlier texts get their white space moved out of
-- the marks, so that what is hidden stays hidden. 226 lets the searches read as the contract does.

create function tight_spans(body text) returns text language plpgsql immutable strict parallel safe as $$
declare
	white constant text := E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF';
	pieces text[] := string_to_array(body, '||');
	result text[] := pieces[1:1];
	place integer := 2;
	piece text;
begin
	while place <= cardinality(pieces) loop
		piece := pieces[place];
		if place = cardinality(pieces) or btrim(piece, white) = '' then
			result := result || array['||', piece];
			place := place + 1;
		else
			result := result || array[
				left(piece, length(piece) - length(ltrim(piece, white))), '||',
				-- A bar at the end would become part of the mark
				regexp_replace(btrim(piece, white), '\|$', '¦'), '||',
				right(piece, length(piece) - length(rtrim(piece, white))), pieces[place + 1]
			];
			place := place + 2;
		end if;
	end loop;
	return array_to_string(result, '');
end $$;

-- Whether the session is that of a process that still takes || this || for a span.
create function takes_loose_spans() returns boolean language sql stable as $$
	select current_setting('application_name') like 'savepoint % process %'
		and coalesce(substring(current_setting('application_name') from ' v(\d+)$')::integer, 0) < 227
$$;

create function description_tightened() returns trigger language plpgsql as $$
begin
	new.description := tight_spans(new.description);
	return new;
end $$;
create function content_tightened() returns trigger language plpgsql as $$
begin
	new.content := tight_spans(new.content);
	return new;
end $$;
create function notes_tightened() returns trigger language plpgsql as $$
begin
	new.notes := tight_spans(new.notes);
	return new;
end $$;
create trigger description_tightened before insert or update of description on reviews for each row
	when (takes_loose_spans()) execute function description_tightened();
-- Before `list_searchable`, which makes the words of it
create trigger description_tightened before insert or update of description on lists for each row
	when (takes_loose_spans()) execute function description_tightened();
create trigger description_tightened before insert or update of description on review_drafts for each row
	when (takes_loose_spans()) execute function description_tightened();
create trigger content_tightened before insert or update of content on comments for each row
	when (takes_loose_spans()) execute function content_tightened();
create trigger notes_tightened before insert or update of notes on list_items for each row
	when (takes_loose_spans()) execute function notes_tightened();
