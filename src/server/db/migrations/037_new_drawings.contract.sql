-- Pictures are drawn by motif, so every drawn picture gets a new address. A process of an earlier version would answer these
-- addresses with its own drawings, which browsers would keep forever.
create or replace function drawing_mark(name text, developers text[], release_date text, genres text[], motif text, palette text) returns text
	language sql immutable parallel safe
	return left(md5('3' || e'\n' || name || e'\n' || coalesce(developers[1], '') || e'\n' || coalesce(left(release_date, 4), '') || e'\n' || coalesce(motif, '') || e'\n' || coalesce(palette, '') || e'\n' || array_to_string(genres, e'\n')), 10);
drop function drawing_mark(text, text[], text, text[]);

create table redrawn_games (last_id integer not null);
insert into redrawn_games values (0);

-- Computes the addresses of the next games by their trigger. Returns 0 after the last one.
create function redraw_games(batch_rows integer) returns integer language plpgsql as $$
declare
	first_id integer := (select last_id from redrawn_games);
	end_id integer := (select max(id) from (select id from games where id > first_id order by id limit batch_rows) batch);
begin
	if end_id is null then return 0; end if;
	update games set motif = motif where id > first_id and id <= end_id and (cover like '/art/%' or screenshots[1] like '/art/%');
	update redrawn_games set last_id = end_id;
	return 1;
end $$;
