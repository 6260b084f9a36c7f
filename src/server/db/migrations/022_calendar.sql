-- Games in the order of the calendar: by day, a month's games without a day after its days, a year's games without a month after December
create index games_by_release on games ((rpad(release_date, 10, '~') collate "C"), (-prominence), id)
	where release_date is not null and not hidden;
-- Who is told of a release
create index library_entries_wished on library_entries (game_id, user_id) where is_wished;

-- The secret address of the calendar of a person's wishlist
create table wishlist_calendars (
	user_id uuid primary key references users on delete cascade,
	-- SHA-256, base64url: the address itself is shown once and stored nowhere
	hash text not null unique,
	created_at timestamptz(3) not null
);

-- The games that came out on a day, and how far those who wished for them have been told
create table game_releases (
	id uuid primary key,
	-- May have been merged into another one since
	game_id integer not null,
	day date not null,
	-- The last person who was told, in the order of their ids
	told_up_to uuid,
	-- Null until everybody is told
	finished_at timestamptz(3),
	unique (game_id, day)
);
create index game_releases_open on game_releases (day, id) where finished_at is null;
create index game_releases_by_age on game_releases (day);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
	check (kind in ('review_like', 'comment_like', 'list_like', 'comment', 'reply', 'mention', 'follow', 'list_copy', 'moderation', 'suggestion', 'import', 'release'));
