-- The counts of games, the addresses of their pictures, and games that become one.

-- What a drawn picture shows, in its address, so that browsers fetch it again when that changes.
create or replace function drawing_mark(name text, developers text[], release_date text, genres text[], motif text, palette text) returns text
	language sql immutable parallel safe
	return left(md5('3' || e'\n' || name || e'\n' || coalesce(developers[1], '') || e'\n' || coalesce(left(release_date, 4), '') || e'\n' || coalesce(motif, '') || e'\n' || coalesce(palette, '') || e'\n' || array_to_string(genres, e'\n')), 10);

-- Tells whoever shows a picture that its source wants to be named where it is shown.
create or replace function credit_mark(sources text[]) returns text
	language sql immutable parallel safe
	return case when 'igdb' = any (sources) then '-igdb' else '' end;

create or replace function cover_address(id integer, no_image boolean, cover_source text, drawing text, credit text) returns text
	language sql immutable parallel safe
	return case
		when cover_source is null or no_image then '/art/' || id || '/cover-' || drawing || credit || '.webp'
		else '/images/' || id || '/cover-' || left(md5(cover_source), 10) || credit end;

-- Illustrations belong to the games that come with the program.
create or replace function screenshot_addresses(id integer, no_image boolean, source text, screenshot_sources text[], drawing text, credit text) returns text[]
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

create or replace function address_pictures() returns trigger language plpgsql as $$
declare
	drawing text := drawing_mark(new.name, new.developers, new.release_date, new.genres, new.motif, new.palette);
	credit text := credit_mark(new.sources);
begin
	new.cover := cover_address(new.id, new.no_image, new.cover_source, drawing, credit);
	new.screenshots := screenshot_addresses(new.id, new.no_image, new.source, new.screenshot_sources, drawing, credit);
	return new;
end $$;

create or replace function add_game_counts() returns trigger language plpgsql as $$
begin
	insert into game_counts (id, prominence, name_key) select id, prominence, lower(name) from added;
	return null;
end $$;

create or replace function rename_game_counts() returns trigger language plpgsql as $$
begin
	update game_counts set prominence = new.prominence, name_key = lower(new.name) where id = new.id;
	return null;
end $$;

-- By statement: imports add games by the thousand
create or replace function games_counted() returns trigger language plpgsql as $$
begin
	perform count_site('games', (case tg_op when 'INSERT' then 1 else -1 end) * (select count(*)::int from changed where not hidden));
	return null;
end $$;

create or replace function game_hidden() returns trigger language plpgsql as $$
begin
	perform count_site('games', case when new.hidden then -1 else 1 end);
	update game_search set hidden = new.hidden where game_id = new.id;
	return null;
end $$;

-- Adds a review to the counts of its game, or takes it away (-1).
create or replace function count_game_review(game integer, on_day date, by integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	if on_day < today then perform advance_games(array[game], today); end if;
	update game_counts set
		reviews_week = reviews_week + case when on_day > today - 7 then by else 0 end,
		reviews_month = reviews_month + case when on_day > today - 30 then by else 0 end,
		reviews_year = reviews_year + case when on_day > today - 365 then by else 0 end,
		reviews_total = reviews_total + by
	where id = game;
	insert into game_days (game_id, day, reviews) values (game, on_day, by)
		on conflict (game_id, day) do update set reviews = game_days.reviews + by;
end $$;

-- Moves the library entries of a game to another one. Where a person has both, what was changed last counts.
create or replace function move_library(from_game integer, to_game integer) returns void language plpgsql as $$
begin
	perform from library_entries where game_id in (from_game, to_game) order by user_id, game_id for update;
	update plays p set game_id = to_game where game_id = from_game
		and exists (select from library_entries k where k.user_id = p.user_id and k.game_id = to_game);
	-- Of two sessions that began in the same second, one keeps the start by which a program's reports are recognized
	update play_sessions s set started_at = null where game_id = from_game and started_at is not null
		and exists (select from play_sessions k where k.user_id = s.user_id and k.game_id = to_game and k.started_at = s.started_at);
	update play_sessions s set game_id = to_game where game_id = from_game
		and exists (select from library_entries k where k.user_id = s.user_id and k.game_id = to_game);
	delete from feed_logs o using feed_logs k where o.game_id = from_game and k.user_id = o.user_id and k.game_id = to_game and k.day = o.day;
	update feed_logs l set game_id = to_game where game_id = from_game
		and exists (select from library_entries k where k.user_id = l.user_id and k.game_id = to_game);
	update library_entries k set
		status = case when o.updated_at > k.updated_at then coalesce(o.status, k.status) else coalesce(k.status, o.status) end,
		half_stars = case when k.review_id is not null then k.half_stars when o.review_id is not null then o.half_stars
			when o.updated_at > k.updated_at then coalesce(o.half_stars, k.half_stars) else coalesce(k.half_stars, o.half_stars) end,
		platform = case when o.updated_at > k.updated_at then coalesce(o.platform, k.platform) else coalesce(k.platform, o.platform) end,
		is_wished = k.is_wished or o.is_wished,
		is_loved = k.is_loved or o.is_loved,
		review_id = coalesce(k.review_id, o.review_id),
		reviewed_platform = case when k.review_id is null then o.reviewed_platform else k.reviewed_platform end,
		reviewed_hours = case when k.review_id is null then o.reviewed_hours else k.reviewed_hours end,
		created_at = least(k.created_at, o.created_at),
		updated_at = greatest(k.updated_at, o.updated_at)
	from library_entries o where k.game_id = to_game and o.game_id = from_game and o.user_id = k.user_id;
	delete from library_entries o where game_id = from_game
		and exists (select from library_entries k where k.user_id = o.user_id and k.game_id = to_game);
	update library_entries set game_id = to_game where game_id = from_game;
	delete from favorites o using favorites k where o.game_id = from_game and k.user_id = o.user_id and k.game_id = to_game;
	update favorites set game_id = to_game where game_id = from_game;
	update client_games set game_id = to_game where game_id = from_game;
	update playing_now set game_id = to_game where game_id = from_game;
end $$;

-- Gives all reviews of a game to another one, with what was counted of them: all at once, because a row that a trigger
-- changes for each of thousands of reviews would take the square of the time.
create or replace function move_reviews(from_game integer, to_game integer) returns void language plpgsql as $$
declare current_day date;
begin
	select coalesce(next, today) into current_day from windows for share;
	perform from reviews where game_id in (from_game, to_game) order by id for no key update;
	update reviews set game_id = to_game, game_name = (select name from games where id = to_game) where game_id = from_game;
	update games t set hidden = t.hidden and f.hidden from games f where t.id = to_game and f.id = from_game;
	perform move_library(from_game, to_game);
	perform from game_counts where id in (from_game, to_game) order by id for no key update;
	-- The sums of both must be of the same day
	perform advance_games(array[from_game, to_game], current_day);
	insert into game_days (game_id, day, reviews) select to_game, day, reviews from game_days where game_id = from_game
		on conflict (game_id, day) do update set reviews = game_days.reviews + excluded.reviews;
	delete from game_days where game_id = from_game;
	update game_counts t set
		reviews_week = t.reviews_week + f.reviews_week,
		reviews_month = t.reviews_month + f.reviews_month,
		reviews_year = t.reviews_year + f.reviews_year,
		reviews_total = t.reviews_total + f.reviews_total
	from game_counts f where t.id = to_game and f.id = from_game;
	update game_counts set reviews_week = 0, reviews_month = 0, reviews_year = 0, reviews_total = 0 where id = from_game;
end $$;

create or replace trigger games_010 before insert or update on games
	for each row execute function address_pictures();
create or replace trigger games_020 after update of name, prominence on games
	for each row when (old.name <> new.name or old.prominence <> new.prominence) execute function rename_game_counts();
create or replace trigger games_030 after update of hidden on games
	for each row when (old.hidden <> new.hidden) execute function game_hidden();
create or replace trigger games_040 after update of release_date on games
	for each row when (left(old.release_date, 4) is distinct from left(new.release_date, 4)) execute function game_year_searchable();
create or replace trigger games_050 after insert on games referencing new table as added
	for each statement execute function add_game_counts();
create or replace trigger games_060 after insert on games referencing new table as changed
	for each statement execute function games_counted();
create or replace trigger games_070 after delete on games referencing old table as changed
	for each statement execute function games_counted();
create or replace trigger games_080 after update on games
	for each row when ((old.name, old.release_date, old.genres, old.platforms, old.game_modes, old.hidden)
		is distinct from (new.name, new.release_date, new.genres, new.platforms, new.game_modes, new.hidden)) execute function browse_changed();
create or replace trigger games_090 after insert on games referencing new table as added
	for each statement execute function browse_added();
create or replace trigger games_100 after delete on games
	for each row execute function browse_removed();
