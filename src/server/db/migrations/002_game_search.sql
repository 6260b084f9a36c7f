-- How games are found by name. Everything here is made from the name by server/features/search/search-key.ts, so that what matches
-- does not depend on the database's locale. It is a table of its own because counters rewrite the rows of `games` all
-- day, and each rewrite would write every index again.
create table game_search (
	game_id integer primary key references games on delete cascade,
	-- words in lower case without marks, one space between
	key text collate "C" not null,
	-- the same without spaces, Roman numerals as digits
	joined text collate "C" not null,
	-- the words, `+` two neighbours joined, `=` initials
	words tsvector not null,
	-- how many different words, without the joined ones and initials
	word_count smallint not null
);
create index game_search_key on game_search (key);
create index game_search_joined on game_search (joined);
-- a list of pending entries would have to be read by every search
create index game_search_words on game_search using gin (words) with (fastupdate = off);

-- Every word of every name, also of names that are gone, under itself and under what is left of it when any one letter is
-- left out: two words share one of these when a single slip lies between them.
create table game_word_slips (
	slip text collate "C" not null,
	word text collate "C" not null,
	primary key (slip, word)
);

-- Which content of a catalogue that comes with the program is loaded, so that a start reads it only when it has changed.
create table catalogue_loads (
	source text primary key,
	content_hash text not null,
	loaded_at timestamptz(3) not null
);
