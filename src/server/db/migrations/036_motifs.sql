-- What the drawn pictures of a game show, and the family of their colors, as its record says; null if its genres decide.
alter table games add column motif text;
alter table games add column palette text;

-- The addresses of drawn pictures depend on both. A generated column takes another expression only with a rewrite of the
-- table, which would keep every request waiting, so a trigger computes the addresses from now on.
alter table games alter column cover drop expression;
alter table games alter column screenshots drop expression;

create function drawing_mark(name text, developers text[], release_date text, genres text[], motif text, palette text) returns text
	language sql immutable parallel safe
	return drawing_mark(name, developers, release_date, genres);

create function address_pictures() returns trigger language plpgsql as $$
declare
	drawing text := drawing_mark(new.name, new.developers, new.release_date, new.genres, new.motif, new.palette);
	credit text := credit_mark(new.sources);
begin
	new.cover := cover_address(new.id, new.no_image, new.cover_source, drawing, credit);
	new.screenshots := screenshot_addresses(new.id, new.no_image, new.source, new.screenshot_sources, drawing, credit);
	return new;
end $$;
create trigger games_address_pictures before insert or update on games for each row execute function address_pictures();
