-- What a link in a mail stopped, so that Undo restores it. A choice in the settings forgets it.
alter table preferences
	add column stopped_digest text check (stopped_digest in ('daily', 'weekly')),
	add column stopped_mails text[];

-- When a person last got mails about notifications.
create table notification_mails (
	user_id uuid primary key references users on delete cascade,
	-- mail as it happens
	mailed_at timestamptz(3),
	-- the end of what the last digest covers
	digested_at timestamptz(3)
);

-- Adds chosen channels to the stored ones, {"reply": {"mail": true}} to each.
create function add_channels(stored jsonb, chosen jsonb) returns jsonb language sql immutable as $$
	select stored || coalesce(
		(select jsonb_object_agg(kind, coalesce(stored -> kind, '{}') || channels) from jsonb_each(chosen) as given (kind, channels)),
		'{}'
	)
$$;
