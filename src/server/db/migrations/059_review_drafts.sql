-- What a person has typed of a review, or of changes to the published one, until they publish or discard it. The version
-- begins with a random number and grows with each save, so that a draft that was deleted and begun again is another one.
-- The text of drafts that a merge of games joined may be longer than a review's.

create table review_drafts (
	user_id uuid not null references users on delete cascade,
	game_id integer not null references games,
	half_stars smallint check (half_stars between 1 and 10),
	platform text,
	time_played integer check (time_played >= 0),
	description text not null,
	contains_spoilers boolean not null default false,
	version integer not null default 1 + floor(random() * 1000000000)::integer,
	-- the device that saved it
	device text,
	updated_at timestamptz(3) not null,
	primary key (user_id, game_id)
);
create index review_drafts_of_game on review_drafts (game_id);
create index review_drafts_oldest on review_drafts (updated_at);
