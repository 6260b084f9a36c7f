-- Lists in the order of counts are read from tables of their own, which hold the sort keys of each row of counts. So a count is written without
-- touching an index: facts among the keys change with it, and the counts among them follow within seconds (decision 59).

create or replace function review_ranking_added() returns trigger language plpgsql as $$
begin
	insert into review_rankings (id, game_id, user_id, created_at, is_published, likes, views,
			engagements_week, engagements_month, engagements_year, engagements_total, impressions_week, impressions_month, impressions_year, impressions_total)
		values (new.id, new.game_id, new.user_id, new.created_at, new.is_published, new.likes, new.views,
			new.engagements_week, new.engagements_month, new.engagements_year, new.engagements_total,
			new.impressions_week, new.impressions_month, new.impressions_year, new.impressions_total);
	return null;
end $$;

create or replace function list_ranking_added() returns trigger language plpgsql as $$
begin
	insert into list_rankings (id, user_id, created_at, is_public, engagements_week, engagements_month, engagements_year, engagements_total)
		values (new.id, new.user_id, new.created_at, new.is_public, new.engagements_week, new.engagements_month, new.engagements_year, new.engagements_total);
	return null;
end $$;

-- By statement: imports add games by the thousand
create or replace function game_rankings_added() returns trigger language plpgsql as $$
begin
	insert into game_rankings (id, prominence, name_key, rating_count, reviews_week, reviews_month, reviews_year, reviews_total)
		select id, prominence, name_key, rating_count, reviews_week, reviews_month, reviews_year, reviews_total from added;
	return null;
end $$;

create or replace function user_ranking_added() returns trigger language plpgsql as $$
begin
	insert into user_rankings (id, username_key, follower_count, impressions_week, impressions_month, impressions_year, impressions_total)
		values (new.id, new.username_key, new.follower_count, new.impressions_week, new.impressions_month, new.impressions_year, new.impressions_total);
	return null;
end $$;

-- Facts are written with their change, under the lock of the counts, and never by a refresh, which may have read older ones.
create or replace function review_ranking_moved() returns trigger language plpgsql as $$
begin
	update review_rankings set game_id = new.game_id, user_id = new.user_id, is_published = new.is_published where id = new.id;
	return null;
end $$;

create or replace function list_ranking_moved() returns trigger language plpgsql as $$
begin
	update list_rankings set user_id = new.user_id, is_public = new.is_public where id = new.id;
	return null;
end $$;

create or replace function game_ranking_renamed() returns trigger language plpgsql as $$
begin
	update game_rankings set prominence = new.prominence, name_key = new.name_key where id = new.id;
	return null;
end $$;

create or replace function user_ranking_renamed() returns trigger language plpgsql as $$
begin
	update user_rankings set username_key = new.username_key where id = new.id;
	return null;
end $$;

create or replace function ranking_changed() returns trigger language plpgsql as $$
begin
	insert into changed_rankings (subject, id) values (tg_argv[0], new.id);
	return null;
end $$;

-- By statement: impressions change them by the thousand
create or replace function review_rankings_changed() returns trigger language plpgsql as $$
begin
	insert into changed_rankings (subject, id) select 'review', n.id from changed n join before o on o.id = n.id
		where (o.likes, o.views, o.engagements_week, o.engagements_month, o.engagements_year, o.engagements_total,
				o.impressions_week, o.impressions_month, o.impressions_year, o.impressions_total)
			<> (n.likes, n.views, n.engagements_week, n.engagements_month, n.engagements_year, n.engagements_total,
				n.impressions_week, n.impressions_month, n.impressions_year, n.impressions_total);
	return null;
end $$;

create or replace function user_rankings_changed() returns trigger language plpgsql as $$
begin
	insert into changed_rankings (subject, id) select 'user', n.id from changed n join before o on o.id = n.id
		where (o.follower_count, o.impressions_week, o.impressions_month, o.impressions_year, o.impressions_total)
			<> (n.follower_count, n.impressions_week, n.impressions_month, n.impressions_year, n.impressions_total);
	return null;
end $$;

-- Writes the counts into the rankings of rows whose counts have changed, after at most `most` changes, in the order of locks. Returns how many
-- changes there were. One transaction at a time does so, and another one gets 0.
create or replace function refresh_rankings(most integer) returns integer language plpgsql as $$
declare
	taken integer;
	lists uuid[];
	reviews uuid[];
	games integer[];
	people uuid[];
begin
	if not pg_try_advisory_xact_lock(5091161) then return 0; end if;
	with taken as (
		delete from changed_rankings where ctid = any (array(select ctid from changed_rankings limit most)) returning subject, id
	)
	select count(*), array_agg(distinct id::uuid) filter (where subject = 'list'), array_agg(distinct id::uuid) filter (where subject = 'review'),
		array_agg(distinct id::integer) filter (where subject = 'game'), array_agg(distinct id::uuid) filter (where subject = 'user')
		into taken, lists, reviews, games, people from taken;
	if lists is not null then
		perform from list_rankings where id = any (lists) order by id for no key update;
		update list_rankings r set engagements_week = c.engagements_week, engagements_month = c.engagements_month,
			engagements_year = c.engagements_year, engagements_total = c.engagements_total
			from list_counts c where c.id = r.id and r.id = any (lists);
	end if;
	if reviews is not null then
		perform from review_rankings where id = any (reviews) order by id for no key update;
		update review_rankings r set likes = c.likes, views = c.views,
			engagements_week = c.engagements_week, engagements_month = c.engagements_month,
			engagements_year = c.engagements_year, engagements_total = c.engagements_total,
			impressions_week = c.impressions_week, impressions_month = c.impressions_month,
			impressions_year = c.impressions_year, impressions_total = c.impressions_total
			from review_counts c where c.id = r.id and r.id = any (reviews);
	end if;
	if games is not null then
		perform from game_rankings where id = any (games) order by id for no key update;
		update game_rankings r set rating_count = c.rating_count, reviews_week = c.reviews_week, reviews_month = c.reviews_month,
			reviews_year = c.reviews_year, reviews_total = c.reviews_total
			from game_counts c where c.id = r.id and r.id = any (games);
	end if;
	if people is not null then
		perform from user_rankings where id = any (people) order by id for no key update;
		update user_rankings r set follower_count = c.follower_count, impressions_week = c.impressions_week, impressions_month = c.impressions_month,
			impressions_year = c.impressions_year, impressions_total = c.impressions_total
			from user_counts c where c.id = r.id and r.id = any (people);
	end if;
	return taken;
end $$;

-- Days and looks are written under the lock of the counts and go with them, without a key that would be looked up for each.
create or replace function review_days_removed() returns trigger language plpgsql as $$
begin
	delete from review_days where review_id = old.id;
	delete from review_seen where review_id = old.id;
	return null;
end $$;

create or replace function list_days_removed() returns trigger language plpgsql as $$
begin
	delete from list_days where list_id = old.id;
	return null;
end $$;

create or replace function game_days_removed() returns trigger language plpgsql as $$
begin
	delete from game_days where game_id = old.id;
	return null;
end $$;

create or replace function user_days_removed() returns trigger language plpgsql as $$
begin
	delete from user_days where user_id = old.id;
	return null;
end $$;

create or replace trigger review_counts_010 after insert on review_counts
	for each row execute function review_ranking_added();
create or replace trigger review_counts_020 after update of game_id, user_id, is_published on review_counts
	for each row execute function review_ranking_moved();
create or replace trigger review_counts_030 after delete on review_counts
	for each row execute function review_days_removed();
create or replace trigger review_counts_040 after update on review_counts referencing old table as before new table as changed
	for each statement execute function review_rankings_changed();

create or replace trigger list_counts_010 after insert on list_counts
	for each row execute function list_ranking_added();
create or replace trigger list_counts_020 after update of user_id, is_public on list_counts
	for each row execute function list_ranking_moved();
create or replace trigger list_counts_030 after update on list_counts
	for each row when ((old.engagements_week, old.engagements_month, old.engagements_year, old.engagements_total)
		<> (new.engagements_week, new.engagements_month, new.engagements_year, new.engagements_total)) execute function ranking_changed('list');
create or replace trigger list_counts_040 after delete on list_counts
	for each row execute function list_days_removed();

create or replace trigger game_counts_010 after update of prominence, name_key on game_counts
	for each row execute function game_ranking_renamed();
create or replace trigger game_counts_020 after update on game_counts
	for each row when ((old.rating_count, old.reviews_week, old.reviews_month, old.reviews_year, old.reviews_total)
		<> (new.rating_count, new.reviews_week, new.reviews_month, new.reviews_year, new.reviews_total)) execute function ranking_changed('game');
create or replace trigger game_counts_030 after delete on game_counts
	for each row execute function game_days_removed();
create or replace trigger game_counts_040 after insert on game_counts referencing new table as added
	for each statement execute function game_rankings_added();
create or replace trigger game_counts_050 after update on game_counts
	for each row when ((old.prominence, old.name_key, old.rating_sum, old.rating_count, old.playing_count, old.played_count)
		<> (new.prominence, new.name_key, new.rating_sum, new.rating_count, new.playing_count, new.played_count)) execute function browse_changed();

create or replace trigger user_counts_010 after insert on user_counts
	for each row execute function user_ranking_added();
create or replace trigger user_counts_020 after update of username_key on user_counts
	for each row execute function user_ranking_renamed();
create or replace trigger user_counts_030 after delete on user_counts
	for each row execute function user_days_removed();
create or replace trigger user_counts_040 after update on user_counts referencing old table as before new table as changed
	for each statement execute function user_rankings_changed();
