-- Counts move into narrow rows of their own, so that a like does not rewrite a row with a text and sixteen indexes. This file only
-- adds: its triggers keep the new rows equal to the columns that they replace. 029 fills in the rows of before, 030 makes the new
-- rows the source, and 031 drops the columns once no process of an earlier version is connected.

-- Lists in the order of a count read this table alone, so it has copies of three columns of `reviews`.
create table review_counts (
	id uuid primary key references reviews on delete cascade,
	game_id integer not null,
	user_id uuid not null,
	created_at timestamptz(3) not null,
	likes integer not null default 0,
	comment_count integer not null default 0,
	views integer not null default 0,
	impressions_week integer not null default 0,
	impressions_month integer not null default 0,
	impressions_year integer not null default 0,
	impressions_total integer not null default 0,
	engagements_week integer not null default 0,
	engagements_month integer not null default 0,
	engagements_year integer not null default 0,
	engagements_total integer not null default 0
) with (fillfactor = 80);
create index review_counts_most_liked on review_counts (likes, id);
create index review_counts_most_viewed on review_counts (views, id);
create index review_counts_of_game_most_liked on review_counts (game_id, likes, id);
create index review_counts_of_game_most_viewed on review_counts (game_id, views, id);
create index review_counts_popular_week on review_counts (engagements_week desc, impressions_week desc, created_at desc) where engagements_week > 0;
create index review_counts_popular_month on review_counts (engagements_month desc, impressions_month desc, created_at desc) where engagements_month > 0;
create index review_counts_popular_year on review_counts (engagements_year desc, impressions_year desc, created_at desc) where engagements_year > 0;
create index review_counts_popular_all on review_counts (engagements_total desc, impressions_total desc, created_at desc) where engagements_total > 0;

create table user_counts (
	id uuid primary key references users on delete cascade,
	-- lower(username), the last key of rankings
	username_key text not null,
	review_count integer not null default 0,
	follower_count integer not null default 0,
	following_count integer not null default 0,
	list_count integer not null default 0,
	activity_count integer not null default 0,
	impressions_week integer not null default 0,
	impressions_month integer not null default 0,
	impressions_year integer not null default 0,
	impressions_total integer not null default 0
) with (fillfactor = 80);
create index user_counts_popular_week on user_counts (impressions_week desc, follower_count desc, username_key) where impressions_week > 0;
create index user_counts_popular_month on user_counts (impressions_month desc, follower_count desc, username_key) where impressions_month > 0;
create index user_counts_popular_year on user_counts (impressions_year desc, follower_count desc, username_key) where impressions_year > 0;
create index user_counts_popular_all on user_counts (impressions_total desc, follower_count desc, username_key) where impressions_total > 0;

create table game_counts (
	id integer primary key references games on delete cascade,
	-- a copy, and lower(name): the last keys of rankings
	prominence smallint not null,
	name_key text collate "C" not null,
	-- the sum and the number of ratings in half stars, and how many there are of each from 1 to 10
	rating_sum integer not null default 0,
	rating_count integer not null default 0,
	rating_counts integer[] not null default '{0,0,0,0,0,0,0,0,0,0}',
	reviews_week integer not null default 0,
	reviews_month integer not null default 0,
	reviews_year integer not null default 0,
	reviews_total integer not null default 0
) with (fillfactor = 80);
create index game_counts_popular_week on game_counts (reviews_week desc, rating_count desc, prominence desc, name_key, id);
create index game_counts_popular_month on game_counts (reviews_month desc, rating_count desc, prominence desc, name_key, id);
create index game_counts_popular_year on game_counts (reviews_year desc, rating_count desc, prominence desc, name_key, id);
create index game_counts_popular_all on game_counts (reviews_total desc, rating_count desc, prominence desc, name_key, id);

-- A new row starts with no counts; copied columns follow.

create function add_review_counts() returns trigger language plpgsql as $$
begin
	insert into review_counts (id, game_id, user_id, created_at) values (new.id, new.game_id, new.user_id, new.created_at);
	return null;
end $$;
create trigger review_counts_added after insert on reviews for each row execute function add_review_counts();

create function move_review_counts() returns trigger language plpgsql as $$
begin
	update review_counts set game_id = new.game_id, user_id = new.user_id where id = new.id;
	return null;
end $$;
create trigger review_counts_moved after update of game_id, user_id on reviews for each row
	when (old.game_id <> new.game_id or old.user_id <> new.user_id) execute function move_review_counts();

create function add_user_counts() returns trigger language plpgsql as $$
begin
	insert into user_counts (id, username_key) values (new.id, lower(new.username));
	return null;
end $$;
create trigger user_counts_added after insert on users for each row execute function add_user_counts();

create function rename_user_counts() returns trigger language plpgsql as $$
begin
	update user_counts set username_key = lower(new.username) where id = new.id;
	return null;
end $$;
create trigger user_counts_renamed after update of username on users for each row
	when (old.username <> new.username) execute function rename_user_counts();

create function add_game_counts() returns trigger language plpgsql as $$
begin
	insert into game_counts (id, prominence, name_key) select id, prominence, lower(name) from added;
	return null;
end $$;
create trigger game_counts_added after insert on games referencing new table as added for each statement execute function add_game_counts();

create function rename_game_counts() returns trigger language plpgsql as $$
begin
	update game_counts set prominence = new.prominence, name_key = lower(new.name) where id = new.id;
	return null;
end $$;
create trigger game_counts_renamed after update of name, prominence on games for each row
	when (old.name <> new.name or old.prominence <> new.prominence) execute function rename_game_counts();

-- Until 030 the columns of before are the source. A row that 029 has not reached yet is filled in here.

create function mirror_review_counts() returns trigger language plpgsql as $$
begin
	insert into review_counts values (new.id, new.game_id, new.user_id, new.created_at, new.likes, new.comment_count, new.views,
		new.impressions_week, new.impressions_month, new.impressions_year, new.impressions_total,
		new.engagements_week, new.engagements_month, new.engagements_year, new.engagements_total)
	on conflict (id) do update set
		likes = excluded.likes, comment_count = excluded.comment_count, views = excluded.views,
		impressions_week = excluded.impressions_week, impressions_month = excluded.impressions_month,
		impressions_year = excluded.impressions_year, impressions_total = excluded.impressions_total,
		engagements_week = excluded.engagements_week, engagements_month = excluded.engagements_month,
		engagements_year = excluded.engagements_year, engagements_total = excluded.engagements_total;
	return null;
end $$;
create trigger mirror_review_counts after update of likes, comment_count, views, impressions_total, engagements_total,
	impressions_week, impressions_month, impressions_year, engagements_week, engagements_month, engagements_year
	on reviews for each row execute function mirror_review_counts();

create function mirror_user_counts() returns trigger language plpgsql as $$
begin
	insert into user_counts values (new.id, lower(new.username), new.review_count, new.follower_count, new.following_count, new.list_count,
		new.activity_count, new.impressions_week, new.impressions_month, new.impressions_year, new.impressions_total)
	on conflict (id) do update set
		review_count = excluded.review_count, follower_count = excluded.follower_count, following_count = excluded.following_count,
		list_count = excluded.list_count, activity_count = excluded.activity_count,
		impressions_week = excluded.impressions_week, impressions_month = excluded.impressions_month,
		impressions_year = excluded.impressions_year, impressions_total = excluded.impressions_total;
	return null;
end $$;
create trigger mirror_user_counts after update of review_count, follower_count, following_count, list_count, activity_count,
	impressions_week, impressions_month, impressions_year, impressions_total
	on users for each row execute function mirror_user_counts();

create function mirror_game_counts() returns trigger language plpgsql as $$
begin
	insert into game_counts values (new.id, new.prominence, lower(new.name), new.rating_sum, new.rating_count, new.rating_counts,
		new.reviews_week, new.reviews_month, new.reviews_year, new.reviews_total)
	on conflict (id) do update set
		rating_sum = excluded.rating_sum, rating_count = excluded.rating_count, rating_counts = excluded.rating_counts,
		reviews_week = excluded.reviews_week, reviews_month = excluded.reviews_month,
		reviews_year = excluded.reviews_year, reviews_total = excluded.reviews_total;
	return null;
end $$;
create trigger mirror_game_counts after update of rating_sum, rating_count, rating_counts, reviews_week, reviews_month, reviews_year, reviews_total
	on games for each row execute function mirror_game_counts();

-- Fills in the rows of before, `batch_rows` in the order of their ids at each call. Returns how many rows it looked at; 0: done.
create table count_progress (subject text primary key, last_id text not null);
create function fill_counts(batch_rows integer) returns integer language plpgsql as $$
declare
	uuids uuid[];
	numbers integer[];
begin
	uuids := array(select id from users where id > coalesce((select last_id::uuid from count_progress where subject = 'users'), '00000000-0000-0000-0000-000000000000')
		order by id limit batch_rows);
	if cardinality(uuids) > 0 then
		insert into user_counts select id, lower(username), review_count, follower_count, following_count, list_count, activity_count,
			impressions_week, impressions_month, impressions_year, impressions_total
			from users where id = any (uuids) on conflict (id) do nothing;
		insert into count_progress values ('users', uuids[cardinality(uuids)]) on conflict (subject) do update set last_id = excluded.last_id;
		return cardinality(uuids);
	end if;
	numbers := array(select id from games where id > coalesce((select last_id::integer from count_progress where subject = 'games'), 0)
		order by id limit batch_rows);
	if cardinality(numbers) > 0 then
		insert into game_counts select id, prominence, lower(name), rating_sum, rating_count, rating_counts,
			reviews_week, reviews_month, reviews_year, reviews_total
			from games where id = any (numbers) on conflict (id) do nothing;
		insert into count_progress values ('games', numbers[cardinality(numbers)]) on conflict (subject) do update set last_id = excluded.last_id;
		return cardinality(numbers);
	end if;
	uuids := array(select id from reviews where id > coalesce((select last_id::uuid from count_progress where subject = 'reviews'), '00000000-0000-0000-0000-000000000000')
		order by id limit batch_rows);
	if cardinality(uuids) > 0 then
		insert into review_counts select id, game_id, user_id, created_at, likes, comment_count, views,
			impressions_week, impressions_month, impressions_year, impressions_total,
			engagements_week, engagements_month, engagements_year, engagements_total
			from reviews where id = any (uuids) on conflict (id) do nothing;
		insert into count_progress values ('reviews', uuids[cardinality(uuids)]) on conflict (subject) do update set last_id = excluded.last_id;
	end if;
	return cardinality(uuids);
end $$;
