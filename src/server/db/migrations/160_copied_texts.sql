-- Texts of a copied list that its owner has not changed since: their hidden spans are somebody else's.
alter table lists add column is_description_copied boolean not null default false;
alter table list_items add column is_copied boolean not null default false;
