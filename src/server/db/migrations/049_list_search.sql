-- Searches of lists find nothing in spans like ||this||.

create index lists_searchable on lists using gin (searched_text(title || E'\n' || text_without_spoilers(coalesce(description, ''))) gin_trgm_ops);
