-- What reviews, lists, games and people are ordered by, beside their counts, which change with every like: no index of theirs may.

create table review_rankings (
	id uuid primary key references review_counts on delete cascade,
	game_id integer not null,
	user_id uuid not null,
	created_at timestamptz(3) not null,
	is_published boolean not null,
	likes integer not null,
	views integer not null,
	engagements_week integer not null,
	engagements_month integer not null,
	engagements_year integer not null,
	engagements_total integer not null,
	impressions_week integer not null,
	impressions_month integer not null,
	impressions_year integer not null,
	impressions_total integer not null
);

create table list_rankings (
	id uuid primary key references list_counts on delete cascade,
	user_id uuid,
	created_at timestamptz(3),
	is_public boolean not null,
	engagements_week integer not null,
	engagements_month integer not null,
	engagements_year integer not null,
	engagements_total integer not null
);

create table game_rankings (
	id integer primary key references game_counts on delete cascade,
	prominence smallint not null,
	name_key text collate "C" not null,
	rating_count integer not null,
	reviews_week integer not null,
	reviews_month integer not null,
	reviews_year integer not null,
	reviews_total integer not null
);

create table user_rankings (
	id uuid primary key references user_counts on delete cascade,
	username_key text not null,
	follower_count integer not null,
	impressions_week integer not null,
	impressions_month integer not null,
	impressions_year integer not null,
	impressions_total integer not null
);

-- Whose counts have changed since their ranking was written
create table changed_rankings (
	subject text not null check (subject in ('review', 'list', 'game', 'user')),
	id text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

insert into review_rankings select id, game_id, user_id, created_at, is_published, likes, views,
	engagements_week, engagements_month, engagements_year, engagements_total, impressions_week, impressions_month, impressions_year, impressions_total
	from review_counts;
insert into list_rankings select id, user_id, created_at, is_public, engagements_week, engagements_month, engagements_year, engagements_total from list_counts;
insert into game_rankings select id, prominence, name_key, rating_count, reviews_week, reviews_month, reviews_year, reviews_total from game_counts;
insert into user_rankings select id, username_key, follower_count, impressions_week, impressions_month, impressions_year, impressions_total from user_counts;

create index review_rankings_week on review_rankings (engagements_week desc, impressions_week desc, created_at desc) where is_published and engagements_week > 0;
create index review_rankings_month on review_rankings (engagements_month desc, impressions_month desc, created_at desc) where is_published and engagements_month > 0;
create index review_rankings_year on review_rankings (engagements_year desc, impressions_year desc, created_at desc) where is_published and engagements_year > 0;
create index review_rankings_all on review_rankings (engagements_total desc, impressions_total desc, created_at desc) where is_published and engagements_total > 0;
create index review_rankings_liked on review_rankings (likes, id) include (user_id) where is_published;
create index review_rankings_viewed on review_rankings (views, id) include (user_id) where is_published;
create index review_rankings_of_game_liked on review_rankings (game_id, likes, id) include (user_id) where is_published;
create index review_rankings_of_game_viewed on review_rankings (game_id, views, id) include (user_id) where is_published;
create index list_rankings_week on list_rankings (engagements_week desc, created_at desc, id desc) where is_public and engagements_week > 0;
create index list_rankings_month on list_rankings (engagements_month desc, created_at desc, id desc) where is_public and engagements_month > 0;
create index list_rankings_year on list_rankings (engagements_year desc, created_at desc, id desc) where is_public and engagements_year > 0;
create index list_rankings_all on list_rankings (engagements_total desc, created_at desc, id desc) where is_public and engagements_total > 0;
create index game_rankings_week on game_rankings (reviews_week desc, rating_count desc, prominence desc, name_key, id);
create index game_rankings_month on game_rankings (reviews_month desc, rating_count desc, prominence desc, name_key, id);
create index game_rankings_year on game_rankings (reviews_year desc, rating_count desc, prominence desc, name_key, id);
create index game_rankings_all on game_rankings (reviews_total desc, rating_count desc, prominence desc, name_key, id);
create index user_rankings_week on user_rankings (impressions_week desc, follower_count desc, username_key) where impressions_week > 0;
create index user_rankings_month on user_rankings (impressions_month desc, follower_count desc, username_key) where impressions_month > 0;
create index user_rankings_year on user_rankings (impressions_year desc, follower_count desc, username_key) where impressions_year > 0;
create index user_rankings_all on user_rankings (impressions_total desc, follower_count desc, username_key) where impressions_total > 0;

analyze review_rankings, list_rankings, game_rankings, user_rankings;

alter table list_counts set (fillfactor = 80);

-- A trigger deletes them with the counts under whose lock they are written
alter table review_days drop constraint review_days_review_id_fkey;
alter table review_seen drop constraint review_seen_review_id_fkey;
alter table list_days drop constraint list_days_list_id_fkey;
alter table game_days drop constraint game_days_game_id_fkey;
alter table user_days drop constraint user_days_user_id_fkey;
