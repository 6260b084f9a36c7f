-- Pictures of people that nobody has, or not yet: their files are to be removed. One stands here from before its files
-- are written until an account has it, so that a stop at any moment leaves no file that is in neither place.
create table unused_pictures (
	picture text primary key,
	-- null: nobody will have it again
	keep_until timestamptz(3)
);

create function picture_is_unused() returns trigger language plpgsql as $$
begin
	insert into unused_pictures (picture) values (old.picture) on conflict (picture) do update set keep_until = null;
	return null;
end $$;

create trigger users_picture_changed after update of picture on users for each row
	when (old.picture is not null and old.picture is distinct from new.picture) execute function picture_is_unused();
create trigger users_picture_gone after delete on users for each row
	when (old.picture is not null) execute function picture_is_unused();
