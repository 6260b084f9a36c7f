-- What happened on each UTC day. A job counts the current day again and again, and those of before once.
create table site_days (
	day date primary key,
	sign_ups integer not null,
	reviews integer not null,
	comments integer not null,
	lists integer not null,
	-- accounts that were seen; null for days from before this was counted
	actives integer,
	counted_at timestamptz(3) not null
);

-- The job reads a day of these; their rows are stored in the order of time
create index users_by_day on users using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index comments_by_day on comments using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index lists_by_day on lists using brin (created_at) with (pages_per_range = 16, autosummarize = on);
