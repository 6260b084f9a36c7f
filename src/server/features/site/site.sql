-- Counts of the whole site.

create or replace function count_site(what text, by integer) returns void language plpgsql as $$
begin
	update site_counts set n = n + by where subject = what and slot = pg_backend_pid() % 16;
end $$;
