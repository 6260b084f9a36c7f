-- The addresses of a game's pictures, all of them on this site, follow from its facts. What has one never changes: another
-- fact, another picture at the source or another way of drawing is another address. A change of how pictures are drawn is a
-- migration that replaces drawing_mark and computes the columns anew.

alter table games rename column cover to cover_source;
alter table games rename column screenshots to screenshot_sources;
-- the operator has taken the imported pictures down
alter table games add column no_image boolean not null default false;
-- the addresses that stood here are computed now
update games set cover_source = null, screenshot_sources = '{}' where source = 'savepoint';
update game_records set facts = facts - array['cover', 'screenshots'] where source = 'savepoint';

create function drawing_mark(name text, developers text[], release_date text, genres text[]) returns text
	language sql immutable parallel safe
	return left(md5('2' || e'\n' || name || e'\n' || coalesce(developers[1], '') || e'\n' || coalesce(left(release_date, 4), '') || e'\n' || array_to_string(genres, e'\n')), 10);

-- Tells whoever shows a picture that its source wants to be named where it is shown.
create function credit_mark(sources text[]) returns text
	language sql immutable parallel safe
	return case when 'igdb' = any (sources) then '-igdb' else '' end;

create function cover_address(id integer, no_image boolean, cover_source text, drawing text, credit text) returns text
	language sql immutable parallel safe
	return case
		when cover_source is null or no_image then '/art/' || id || '/cover-' || drawing || credit || '.webp'
		else '/images/' || id || '/cover-' || left(md5(cover_source), 10) || credit end;

-- Illustrations belong to the games that come with the program.
create function screenshot_addresses(id integer, no_image boolean, source text, screenshot_sources text[], drawing text, credit text) returns text[]
	language sql immutable parallel safe
	return case
		when cardinality(screenshot_sources) > 0 and not no_image then array(
			select '/images/' || id || '/screenshot-' || n || '-' || left(md5(address), 10) || credit
			from unnest(screenshot_sources) with ordinality as s (address, n) order by n)
		when source = 'savepoint' then array[
			'/art/' || id || '/scene-1-' || drawing || credit || '.webp',
			'/art/' || id || '/scene-2-' || drawing || credit || '.webp',
			'/art/' || id || '/scene-3-' || drawing || credit || '.webp']
		else '{}'::text[] end;

alter table games
	add column cover text not null generated always as
		(cover_address(id, no_image, cover_source, drawing_mark(name, developers, release_date, genres), credit_mark(sources))) stored,
	add column screenshots text[] not null generated always as
		(screenshot_addresses(id, no_image, source, screenshot_sources, drawing_mark(name, developers, release_date, genres), credit_mark(sources))) stored;
