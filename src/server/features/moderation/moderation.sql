-- Texts and accounts that are hidden and come back (decision 44), and the log that cannot be passed by.

create or replace function count_quarter(at timestamptz, of_kind text, of_key text, step integer) returns void language sql as $$
	insert into moderation_quarters as q (quarter, kind, key, n) values (to_char(at at time zone 'UTC', 'YYYY"-Q"Q'), of_kind, of_key, step)
		on conflict (quarter, kind, key) do update set n = q.n + step
$$;

create or replace function moderation_counted() returns trigger language plpgsql as $$
begin
	case tg_table_name
		when 'reports' then perform count_quarter(new.created_at, 'report', new.reason, 1);
		when 'moderation_actions' then perform count_quarter(new.created_at, 'action', new.action, 1);
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

create or replace function handed_over() returns trigger language plpgsql as $$
begin
	if tg_table_name = 'reviews' then
		-- In the order of locks: the review's counts come before its entries, and these before its activity
		perform from review_counts where id = new.id for no key update;
		if exists (select from users where id = new.user_id and deleted_at is not null) then
			insert into library_entries (user_id, game_id, half_stars, review_id, is_withdrawn, created_at, updated_at)
				values (new.user_id, new.game_id, new.half_stars, new.id, true, new.created_at, new.updated_at);
			perform take_rating(new.id, old.user_id, new.game_id);
		else
			-- Back to its author, whose entry has the review's rating again
			delete from library_entries where user_id = old.user_id and game_id = new.game_id;
			insert into library_entries (user_id, game_id, status, half_stars, platform, review_id, reviewed_platform, reviewed_hours, is_withdrawn, created_at, updated_at)
				values (new.user_id, new.game_id, 'played', new.half_stars, new.platform, new.id, new.platform, new.time_played, new.withdrawn, new.created_at, new.created_at)
				on conflict (user_id, game_id) do update set
					status = case when library_entries.status is null or library_entries.status = 'backlog' then 'played' else library_entries.status end,
					half_stars = excluded.half_stars, review_id = excluded.review_id,
					reviewed_platform = excluded.reviewed_platform, reviewed_hours = excluded.reviewed_hours;
		end if;
	elsif tg_table_name = 'lists' then
		update list_counts set user_id = new.user_id where id = new.id;
	end if;
	update activities set user_id = new.user_id where id = new.id;
	if tg_table_name = 'reviews' then
		update user_counts set review_count = review_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
		perform count_author_impressions(old.user_id, old.id, -1);
		perform count_author_impressions(new.user_id, new.id, 1);
	elsif tg_table_name = 'lists' then
		if new.visibility = 'public' then
			update user_counts set list_count = list_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
		else
			update user_counts set hidden_list_count = hidden_list_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
		end if;
	end if;
	return null;
end $$;

-- Hides a text from all but its author and moderators. Returns its author; null if it is not there.
create or replace function remove_text(of_subject text, text_id uuid, new_owner uuid, of_action uuid, at timestamptz) returns uuid language plpgsql as $$
declare author uuid;
begin
	perform from windows for share;
	case of_subject
		when 'review' then
			perform lock_reviews(array[text_id]);
			select user_id into author from reviews where id = text_id and not withdrawn;
		when 'comment' then
			perform lock_comments(array[text_id]);
			select user_id into author from comments where id = text_id and not withdrawn and removed_at is null;
		when 'list' then
			select user_id into author from lists where id = text_id and not withdrawn for update;
	end case;
	-- One that is being deleted is not there either
	if author is null or not exists (select from users where id = author and deleted_at is null) then return null; end if;
	perform add_deleted_user(new_owner, at);
	update hidden_users set is_kept = true where user_id = new_owner;
	case of_subject
		when 'review' then update reviews set user_id = new_owner, withdrawn = true where id = text_id;
		when 'comment' then update comments set user_id = new_owner, withdrawn = true where id = text_id;
		when 'list' then update lists set user_id = new_owner, withdrawn = true where id = text_id;
	end case;
	perform take_back_news_of(array[text_id]);
	insert into removed_texts (subject_id, subject, author_id, owner_id, action_id, removed_at) values (text_id, of_subject, author, new_owner, of_action, at);
	return author;
end $$;

-- Gives a removed text back. Returns 'restored', 'other_review' if the author has reviewed the game again, or null if it is gone.
create or replace function restore_text(text_id uuid) returns text language plpgsql as $$
declare
	removed removed_texts;
	is_banned boolean;
begin
	perform from windows for share;
	select * into removed from removed_texts where subject_id = text_id for update;
	if removed.subject_id is null then return null; end if;
	select banned_at is not null into is_banned from users where id = removed.author_id and deleted_at is null for key share;
	if is_banned is null then return null; end if;
	case removed.subject
		when 'review' then
			perform lock_reviews(array[text_id]);
			if exists (select from reviews r join reviews o on o.game_id = r.game_id and o.user_id = removed.author_id where r.id = text_id) then
				return 'other_review';
			end if;
			update reviews set user_id = removed.author_id, withdrawn = is_banned where id = text_id;
		when 'comment' then
			perform lock_comments(array[text_id]);
			update comments set user_id = removed.author_id, withdrawn = is_banned where id = text_id;
		when 'list' then
			update lists set user_id = removed.author_id, withdrawn = is_banned where id = text_id;
	end case;
	if not found then return null; end if;
	-- With it the row of `removed_texts`
	delete from users where id = removed.owner_id;
	return 'restored';
end $$;

-- Lets go of the texts that were removed before a time, which are purged then. Returns how many.
create or replace function release_removed_texts(before timestamptz, most integer) returns integer language plpgsql as $$
declare released integer;
begin
	update hidden_users set is_kept = false
		where user_id in (select owner_id from removed_texts where removed_at < before and exists (
			select from hidden_users h where h.user_id = owner_id and h.is_kept) order by removed_at limit most);
	get diagnostics released = row_count;
	return released;
end $$;

-- Withdraws up to `most` texts of a banned account, or counts those of one that is back. Returns how many rows it changed; 0: done;
-- null while another process does it.
create or replace function settle_ban(account uuid, most integer) returns integer language plpgsql as $$
declare
	target boolean;
	ids uuid[];
	changed integer;
begin
	if not pg_try_advisory_xact_lock(hashtextextended(account::text, 5091158)) then return null; end if;
	perform from windows for share;
	select banned_at is not null into target from users where id = account and deleted_at is null;
	if target is not null then
		ids := array(select id from comments where user_id = account and withdrawn <> target and removed_at is null limit most);
		if cardinality(ids) > 0 then
			perform lock_comments(ids);
			update comments set withdrawn = target where id = any (ids) and user_id = account and withdrawn <> target;
			get diagnostics changed = row_count;
			if target then perform take_back_news_of(ids); end if;
			return greatest(changed, 1);
		end if;
		ids := array(select id from lists where user_id = account and withdrawn <> target limit most);
		if cardinality(ids) > 0 then
			perform from lists where id = any (ids) order by id for update;
			update lists set withdrawn = target where id = any (ids) and user_id = account and withdrawn <> target;
			get diagnostics changed = row_count;
			if target then perform take_back_news_of(ids); end if;
			return greatest(changed, 1);
		end if;
		ids := array(select id from reviews where user_id = account and withdrawn <> target limit most);
		if cardinality(ids) > 0 then
			perform lock_reviews(ids);
			update reviews set withdrawn = target where id = any (ids) and user_id = account and withdrawn <> target;
			get diagnostics changed = row_count;
			if target then perform take_back_news_of(ids); end if;
			return greatest(changed, 1);
		end if;
		update library_entries set is_withdrawn = target where user_id = account and game_id in (
			select game_id from library_entries where user_id = account and is_withdrawn <> target order by game_id limit most for update);
		get diagnostics changed = row_count;
		if changed > 0 then return changed; end if;
	end if;
	-- Unless the ban began or ended meanwhile
	delete from ban_settlements where user_id = account and target is not distinct from (
		select banned_at is not null from users where id = account and deleted_at is null);
	return 0;
end $$;

-- The words of a person go with their account, also out of the log.
create or replace function moderated_user_deleted() returns trigger language plpgsql as $$
begin
	update moderation_cases set snapshot = '' where author_id = new.id;
	update moderation_actions set snapshot = null, title = null where author_id = new.id and (snapshot is not null or title is not null);
	update appeals set text = '' where action_id in (select id from moderation_actions where author_id = new.id);
	update reports set text = null where reporter_id = new.id;
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
