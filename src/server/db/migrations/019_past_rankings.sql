-- The first places of each ranking at the end of a day, all of which are recorded in one transaction (decision 67)
create table past_days (
	day date primary key
);

create table past_review_rankings (
	day date not null references past_days on delete cascade,
	period text not null check (period in ('week', 'month', 'year', 'all')),
	place smallint not null,
	review_id uuid not null references reviews on delete cascade,
	count integer not null,
	primary key (day, period, place)
);
create index past_review_rankings_of_review on past_review_rankings (review_id);

create table past_game_rankings (
	day date not null references past_days on delete cascade,
	period text not null check (period in ('week', 'month', 'year', 'all')),
	place smallint not null,
	game_id integer not null references games on delete cascade,
	count integer not null,
	primary key (day, period, place)
);
create index past_game_rankings_of_game on past_game_rankings (game_id);

create table past_user_rankings (
	day date not null references past_days on delete cascade,
	period text not null check (period in ('week', 'month', 'year', 'all')),
	place smallint not null,
	user_id uuid not null references users on delete cascade,
	count integer not null,
	primary key (day, period, place)
);
create index past_user_rankings_of_user on past_user_rankings (user_id);
