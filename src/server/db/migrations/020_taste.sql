-- Whether profiles compare the ratings of their owners with those of this person, and theirs with others'
alter table preferences add column is_taste_shown boolean not null default true;

-- The last ratings of a person, of which tastes compare a bounded number
create index library_entries_rated on library_entries (user_id, updated_at desc, game_id) include (half_stars) where half_stars is not null;
