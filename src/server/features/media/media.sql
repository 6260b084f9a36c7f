-- Orphaned pictures.

create or replace function picture_is_unused() returns trigger language plpgsql as $$
begin
	insert into unused_pictures (picture) values (old.picture) on conflict (picture) do update set keep_until = null;
	return null;
end $$;
