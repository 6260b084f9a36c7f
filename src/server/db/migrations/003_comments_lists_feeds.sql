-- Comments, lists, and what users did: each a fact with its counts kept by triggers, as in the first migration.

create table comments (
	id uuid primary key,
	review_id uuid not null references reviews on delete cascade,
	user_id uuid not null references users on delete cascade,
	content text not null,
	likes integer not null default 0,
	created_at timestamptz(3) not null
);
create index comments_of_review on comments (review_id, created_at, id);
create index comments_of_user on comments (user_id);

create table comment_likes (
	comment_id uuid not null references comments on delete cascade,
	user_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	primary key (comment_id, user_id)
);
create index comment_likes_of_user on comment_likes (user_id);

create table lists (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	title text not null,
	description text,
	game_count integer not null default 0,
	created_at timestamptz(3) not null,
	updated_at timestamptz(3) not null
);
create index lists_newest on lists (created_at, id);
create index lists_of_user on lists (user_id, created_at, id);
create index lists_search on lists using gin (lower(title || E'\n' || coalesce(description, '')) gin_trgm_ops);
insert into site_counts select 'lists', slot, 0 from generate_series(0, 15) slot;

create table list_items (
	id uuid primary key,
	list_id uuid not null references lists on delete cascade,
	game_id integer not null references games,
	-- dense from 0; checked at the end of the transaction, so that items can change places
	position integer not null check (position >= 0),
	notes text not null,
	unique (list_id, game_id),
	constraint list_items_in_order unique (list_id, position) deferrable initially deferred
);
create index list_items_of_game on list_items (game_id);

-- Reports of seen reviews: one row a viewer, review and UTC day. `viewer` is an account's id or a visitor's hash, which
-- changes every day. Rows of past days have done their work and are dropped.
create table review_seen (
	review_id uuid not null references reviews on delete cascade,
	viewer text not null,
	day date not null,
	opened boolean not null,
	primary key (review_id, viewer, day)
);
create index review_seen_by_day on review_seen (day);

-- What users did, in one table, so that a feed reads one index. A row goes with the review, comment or list it is of.
create table activities (
	id uuid primary key,
	user_id uuid not null references users on delete cascade,
	kind text not null check (kind in ('review', 'comment', 'list')),
	created_at timestamptz(3) not null
);
create index activities_of_user on activities (user_id, created_at desc, id desc);
insert into activities select id, user_id, 'review', created_at from reviews;

alter table users add column activity_count integer not null default 0;
update users set activity_count = review_count;
-- How many activities the followed user had when the following began: those are not news. Kept exact when one of them
-- is deleted, so that the feed's size is a subtraction.
alter table follows add column activities_before integer not null default 0;

create table activity_reads (
	reader_id uuid not null references users on delete cascade,
	activity_id uuid not null references activities on delete cascade,
	-- whose activity it is
	user_id uuid not null,
	primary key (reader_id, activity_id)
);
create index activity_reads_of_activity on activity_reads (activity_id);
create index activity_reads_of_user on activity_reads (reader_id, user_id);
alter table users add column read_count integer not null default 0;

-- The author's row is locked first: a following that begins at the same time locks it too, so each sees the other.
create function activity_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		update users set activity_count = activity_count + 1 where id = new.user_id;
		update follows set activities_before = activities_before + 1 where followed_id = new.user_id and created_at > new.created_at;
	else
		update users set activity_count = activity_count - 1 where id = old.user_id;
		update follows set activities_before = activities_before - 1 where followed_id = old.user_id and created_at > old.created_at;
	end if;
	return null;
end $$;
create trigger activity_counted after insert or delete on activities for each row execute function activity_counted();

create function activity_read_counted() returns trigger language plpgsql as $$
begin
	update users set read_count = read_count + case tg_op when 'INSERT' then 1 else -1 end
		where id = case tg_op when 'INSERT' then new.reader_id else old.reader_id end;
	return null;
end $$;
create trigger activity_read_counted after insert or delete on activity_reads for each row execute function activity_read_counted();

create function acted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, tg_argv[0], new.created_at);
	else
		delete from activities where id = old.id;
	end if;
	return null;
end $$;
create trigger review_acted after insert or delete on reviews for each row execute function acted('review');
create trigger comment_acted after insert or delete on comments for each row execute function acted('comment');
create trigger list_acted after insert or delete on lists for each row execute function acted('list');

create function follow_begun() returns trigger language plpgsql as $$
begin
	perform from users where id in (new.follower_id, new.followed_id) order by id for no key update;
	select count(*) into new.activities_before from activities where user_id = new.followed_id and created_at < new.created_at;
	return new;
end $$;
create trigger follow_begun before insert on follows for each row execute function follow_begun();

create function follow_ended() returns trigger language plpgsql as $$
begin
	delete from activity_reads where reader_id = old.follower_id and user_id = old.followed_id;
	return null;
end $$;
create trigger follow_ended after delete on follows for each row execute function follow_ended();

create function comment_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 0, 1);
	else
		perform count_review_engagement(old.review_id, utc_day(old.created_at), -1, 0, -1);
	end if;
	return null;
end $$;
create trigger comment_counted after insert or delete on comments for each row execute function comment_counted();

create function comment_like_counted() returns trigger language plpgsql as $$
begin
	update comments set likes = likes + case tg_op when 'INSERT' then 1 else -1 end
		where id = case tg_op when 'INSERT' then new.comment_id else old.comment_id end;
	return null;
end $$;
create trigger comment_like_counted after insert or delete on comment_likes for each row execute function comment_like_counted();

create function list_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		update users set list_count = list_count + 1 where id = new.user_id;
		perform count_site('lists', 1);
	else
		update users set list_count = list_count - 1 where id = old.user_id;
		perform count_site('lists', -1);
	end if;
	return null;
end $$;
create trigger list_counted after insert or delete on lists for each row execute function list_counted();

-- by statement: a list is written whole
create function list_items_counted() returns trigger language plpgsql as $$
begin
	update lists set game_count = game_count + (case tg_op when 'INSERT' then 1 else -1 end) * n
		from (select list_id, count(*)::int n from changed group by list_id) counted where id = list_id;
	return null;
end $$;
create trigger list_items_added after insert on list_items referencing new table as changed for each statement execute function list_items_counted();
create trigger list_items_removed after delete on list_items referencing old table as changed for each statement execute function list_items_counted();

-- Adds what was seen to a review and, with its impressions, to its author.
create function count_review_seen(review uuid, on_day date, impressions_by integer, views_by integer) returns void language plpgsql as $$
declare
	today date := windows_day(on_day, impressions_by);
	author uuid;
begin
	update reviews set
		views = views + views_by,
		impressions_week = impressions_week + case when on_day > today - 7 then impressions_by else 0 end,
		impressions_month = impressions_month + case when on_day > today - 30 then impressions_by else 0 end,
		impressions_year = impressions_year + case when on_day > today - 365 then impressions_by else 0 end,
		impressions_total = impressions_total + impressions_by
	where id = review returning user_id into author;
	if found and impressions_by <> 0 then
		insert into review_days (review_id, day, impressions) values (review, on_day, impressions_by)
			on conflict (review_id, day) do update set impressions = review_days.impressions + impressions_by;
		perform count_user_impressions(author, on_day, impressions_by);
	end if;
end $$;

create index users_by_prefix on users (lower(username) text_pattern_ops);
create index users_similar on users using gin (lower(username) gin_trgm_ops);
