-- Adds chosen channels to the stored ones, {"reply": {"mail": true}} to each.
create or replace function add_channels(stored jsonb, chosen jsonb) returns jsonb language sql immutable as $$
	select stored || coalesce(
		(select jsonb_object_agg(kind, coalesce(stored -> kind, '{}') || channels) from jsonb_each(chosen) as given (kind, channels)),
		'{}'
	)
$$;
