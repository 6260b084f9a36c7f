-- Texts and accounts that are hidden and come back (decision 44), and the log that cannot be passed by.

-- Whether a text in a state is one of its author's: what they count and what their library has includes it, also during a ban.
create or replace function is_kept(state text) returns boolean language sql immutable as $$
	select state in ('published', 'withdrawn')
$$;

create or replace function count_quarter(at timestamptz, of_kind text, of_key text, step integer) returns void language sql as $$
	insert into moderation_quarters as q (quarter, kind, key, n) values (to_char(at at time zone 'UTC', 'YYYY"-Q"Q'), of_kind, of_key, step)
		on conflict (quarter, kind, key) do update set n = q.n + step
$$;

create or replace function moderation_counted() returns trigger language plpgsql as $$
begin
	case tg_table_name
		when 'reports' then perform count_quarter(new.created_at, 'report', new.reason, 1);
		when 'moderation_actions' then
			-- What happens to the catalog is not about what people wrote
			if new.subject not in ('game', 'suggestion') then perform count_quarter(new.created_at, 'action', new.action, 1); end if;
		else
			if tg_op = 'UPDATE' then perform count_quarter(old.created_at, 'appeal', old.state, -1); end if;
			perform count_quarter(new.created_at, 'appeal', new.state, 1);
	end case;
	return null;
end $$;

create or replace function log_kept() returns trigger language plpgsql as $$
begin
	if tg_op = 'DELETE'
		or (new.id, new.action, new.subject, new.subject_id, new.reason, new.note, new.created_at, new.until)
			is distinct from (old.id, old.action, old.subject, old.subject_id, old.reason, old.note, old.created_at, old.until)
		or new.author_id is not null and new.author_id is distinct from old.author_id
		or new.moderator_id is not null and new.moderator_id is distinct from old.moderator_id
		or new.snapshot is not null and new.snapshot is distinct from old.snapshot
		or new.title is not null and new.title is distinct from old.title
		or old.undone_at is not null and new.undone_at is distinct from old.undone_at then
		raise exception 'The log of moderation cannot be changed' using errcode = 'restrict_violation';
	end if;
	return new;
end $$;

create or replace function restriction_logged() returns trigger language plpgsql as $$
begin
	if not exists (
		select from moderation_actions where author_id = new.id and undone_at is null
			and action = case when new.banned_at is not null and old.banned_at is null then 'ban' else 'suspend' end
	) then
		raise exception 'A restriction without an entry in the log of moderation' using errcode = 'restrict_violation';
	end if;
	return null;
end $$;

create or replace function spoiler_lock_logged() returns trigger language plpgsql as $$
begin
	if not exists (select from moderation_actions where subject_id = new.id and action = 'mark_spoiler' and undone_at is null) then
		raise exception 'A spoiler mark without an entry in the log of moderation' using errcode = 'restrict_violation';
	end if;
	return null;
end $$;

-- A moderator's mark stays until a moderator takes it off.
create or replace function keep_spoiler_mark() returns trigger language plpgsql as $$
begin
	new.contains_spoilers := true;
	return new;
end $$;

create or replace function removal_logged() returns trigger language plpgsql as $$
begin
	if not exists (select from moderation_actions where subject_id = new.id and action in ('hold', 'remove') and undone_at is null) then
		raise exception 'A hidden text without an entry in the log of moderation' using errcode = 'restrict_violation';
	end if;
	return null;
end $$;

-- Locks texts of a kind with what counts them, in the order of locks.
create or replace function lock_texts(kind text, ids uuid[]) returns void language plpgsql as $$
begin
	perform from windows for share;
	case kind
		when 'review' then perform lock_reviews(ids);
		when 'comment' then perform lock_comments(ids);
		when 'list' then perform from lists where id = any (ids) order by id for update;
	end case;
end $$;

-- The words of a person go with their account, also out of the log.
create or replace function moderated_user_deleted() returns trigger language plpgsql as $$
begin
	update moderation_cases set snapshot = '' where author_id = new.id;
	update moderation_actions set snapshot = null, title = null where author_id = new.id and (snapshot is not null or title is not null);
	update appeals set text = '' where action_id in (select id from moderation_actions where author_id = new.id);
	update reports set text = null where reporter_id = new.id;
	update game_suggestions set note = null where user_id = new.id and note is not null;
	delete from removed_profiles where user_id = new.id;
	return null;
end $$;

create or replace trigger reports_010 after insert on reports
	for each row execute function moderation_counted();

create or replace trigger moderation_actions_010 before update or delete on moderation_actions
	for each row execute function log_kept();
create or replace trigger moderation_actions_020 after insert on moderation_actions
	for each row execute function moderation_counted();

create or replace trigger appeals_010 after insert on appeals
	for each row execute function moderation_counted();
create or replace trigger appeals_020 after update of state on appeals
	for each row when (old.state <> new.state) execute function moderation_counted();
