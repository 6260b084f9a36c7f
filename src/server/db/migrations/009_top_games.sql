-- The games that a person has rated highest, which lists of people show
create index library_entries_best on library_entries (user_id, half_stars desc, game_id) where half_stars is not null;
