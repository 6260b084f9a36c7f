-- The smallest exact form of each write, beside the site's tables: one insert, and one update of a narrow row of counts.

create schema minimal;

-- Targets by number, so that both forms of a write pick theirs with the same statement
create table minimal.reviews_by_number as select row_number() over (order by id)::int as n, id from reviews;
create unique index on minimal.reviews_by_number (n) include (id);
create table minimal.users_by_number as select row_number() over (order by id)::int as n, id from users;
create unique index on minimal.users_by_number (n) include (id);
create table minimal.games_by_number as select row_number() over (order by id)::int as n, id from games;
create unique index on minimal.games_by_number (n) include (id);

create function minimal.review(number integer) returns uuid language sql stable as $$ select id from minimal.reviews_by_number where n = number $$;
create function minimal.person(number integer) returns uuid language sql stable as $$ select id from minimal.users_by_number where n = number $$;
create function minimal.game(number integer) returns integer language sql stable as $$ select id from minimal.games_by_number where n = number $$;
-- Sorted by time, like the site's
create function minimal.new_id() returns uuid language sql volatile as $$
	select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 19))::uuid
$$;

create table minimal.review_counts (id uuid primary key, likes integer not null, comments integer not null);
insert into minimal.review_counts select id, 0, 0 from reviews;
create table minimal.game_counts (id integer primary key, reviews integer not null, rating_sum integer not null);
insert into minimal.game_counts select id, 0, 0 from games;

create table minimal.likes (review_id uuid not null, user_id uuid not null, created_at timestamptz(3) not null, primary key (review_id, user_id));
create table minimal.comments (id uuid primary key, review_id uuid not null, user_id uuid not null, content text not null, created_at timestamptz(3) not null);
create index on minimal.comments (review_id, created_at, id);
create table minimal.reviews (
	id uuid primary key, game_id integer not null, user_id uuid not null, half_stars smallint not null, platform text not null, time_played integer,
	description text not null, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, unique (user_id, game_id)
);
create index on minimal.reviews (game_id, created_at, id);
analyze minimal.reviews_by_number, minimal.users_by_number, minimal.games_by_number, minimal.review_counts, minimal.game_counts;

-- What a site that runs has already, so that no session plans its statements for empty tables
set session_replication_role = replica;
with events as (
	select l.review_id, l.user_id, l.created_at, r.user_id as author_id from review_likes l join reviews r on r.id = l.review_id order by l.created_at desc limit 20000
), opened as (
	insert into notifications (user_id, kind, target, actor_count, created_at, is_read)
		select author_id, 'review_like', review_id, count(*), max(created_at), true from events group by 1, 3 returning id, target
)
insert into notification_events (target, source, kind, user_id, notification_id, actor_id, created_at)
	select e.review_id, e.user_id, 'review_like', e.author_id, o.id, e.user_id, e.created_at from events e join opened o on o.target = e.review_id;
insert into review_seen (review_id, viewer, day, opened) select id, 'visitor', current_date, false from reviews limit 20000;
set session_replication_role = origin;
analyze notifications, notification_events, review_seen;
