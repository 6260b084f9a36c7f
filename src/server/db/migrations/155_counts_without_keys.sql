-- Counts go with their review or list by a trigger, no longer by a foreign key. Where a transaction changes the same counts twice, PostgreSQL
-- checks their foreign key again, and so locked the review after its counts, against the order of locks.

alter table review_counts drop constraint review_counts_id_fkey;
alter table list_counts drop constraint list_counts_id_fkey;

create function remove_review_counts() returns trigger language plpgsql as $$
begin
	delete from review_counts where id = old.id;
	return null;
end $$;
-- By its name before the triggers that count
create trigger counts_removed after delete on reviews for each row execute function remove_review_counts();

create function remove_list_counts() returns trigger language plpgsql as $$
begin
	delete from list_counts where id = old.id;
	return null;
end $$;
create trigger counts_removed after delete on lists for each row execute function remove_list_counts();
