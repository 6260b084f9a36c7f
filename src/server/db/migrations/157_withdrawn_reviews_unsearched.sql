-- Withdrawn reviews leave the table that searches look into, in the statement that withdraws them.

drop trigger review_searchable_again on reviews;
create trigger review_searchable_again after update of description, game_name, contains_spoilers, withdrawn on reviews for each row
	when (not new.withdrawn and (old.description, old.game_name, old.contains_spoilers, old.withdrawn)
		is distinct from (new.description, new.game_name, new.contains_spoilers, new.withdrawn))
	execute function review_searchable();

create function review_unsearchable() returns trigger language plpgsql as $$
begin
	delete from review_search where review_id = new.id;
	return null;
end $$;
create trigger review_unsearchable after update of withdrawn on reviews for each row
	when (new.withdrawn and not old.withdrawn) execute function review_unsearchable();
