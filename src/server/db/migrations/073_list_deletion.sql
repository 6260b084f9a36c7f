-- Deleting lists that have many likes or copies, in batches, and the likes of an account.

create or replace function delete_fact(kind text, fact uuid, deleter uuid, grave uuid, at timestamptz, small integer, keeps_rating boolean) returns boolean language plpgsql as $$
declare
	is_big boolean := false;
	game integer;
begin
	perform from windows for share;
	if kind = 'review' then
		select game_id into game from reviews where id = fact and user_id = deleter for update;
		if not found then return null; end if;
		-- Comments and readers have rows of other users with them, which one statement cannot lock in order
		select c.comment_count > 0 or c.likes > small or exists (select from review_seen where review_id = fact offset small)
			or exists (select from activity_reads where activity_id = fact) into is_big
			-- As the deletion will: likes and comments hold a key of these counts while they wait for them
			from review_counts c where c.id = fact for update;
		perform lock_library_entry(deleter, game);
		if keeps_rating then
			update library_entries set review_id = null, reviewed_platform = null, reviewed_hours = null
				where user_id = deleter and game_id = game and review_id = fact;
		end if;
	elsif kind = 'comment' then
		select c.likes > small into is_big from comments c left join reviews r on r.id = c.review_id left join lists l on l.id = c.list_id
			where c.id = fact and c.removed_at is null
			and (c.user_id = deleter or deleter in (r.user_id, l.user_id) and c.user_id in (select id from visible_users)) for update of c;
		if not found then return null; end if;
		if leave_places(array[fact], at) > 0 then
			if not is_big then delete from comment_likes where comment_id = fact; end if;
			return false;
		end if;
	else
		perform from lists where id = fact and user_id = deleter for update;
		if not found then return null; end if;
		is_big := exists (select from comments where list_id = fact) or exists (select from list_counts where id = fact and likes > small)
			or exists (select from notification_events where target = fact and notification_events.kind = 'list_copy' offset small);
	end if;
	is_big := is_big or exists (select from activity_reads where activity_id = fact offset small);
	if is_big then
		perform add_deleted_user(grave, at);
		if kind = 'review' then update reviews set user_id = grave where id = fact;
		elsif kind = 'comment' then update comments set user_id = grave where id = fact;
		else update lists set user_id = grave where id = fact;
		end if;
	else
		if kind = 'review' then delete from reviews where id = fact;
		elsif kind = 'comment' then delete from comments where id = fact;
		else delete from lists where id = fact;
		end if;
	end if;
	update library_entries set updated_at = at where user_id = deleter and game_id = game;
	return is_big;
end $$;

-- Deletes up to `most` events that lists were copied. Returns how many rows went.
create function purge_copy_events(of_lists uuid[], most integer) returns integer language plpgsql as $$
declare
	targets uuid[];
	sources uuid[];
begin
	select array_agg(target), array_agg(source) into targets, sources from (
		select target, source from notification_events where target = any (of_lists) and kind = 'list_copy' order by target, source limit most
	) events;
	if targets is null then return 0; end if;
	perform take_back_notifications(targets, sources);
	return cardinality(targets);
end $$;

create or replace function rows_of_account(account uuid) returns bigint language sql stable as $$
	select u.follower_count::bigint + u.following_count + 2 * u.activity_count
		+ (select coalesce(sum(c.likes + c.comment_count), 0) from reviews r join review_counts c on c.id = r.id where r.user_id = account)
		+ (select coalesce(sum(c.likes + c.comment_count), 0) from lists l join list_counts c on c.id = l.id where l.user_id = account)
		+ (select count(*) from review_likes where user_id = account)
		+ (select count(*) from comment_likes where user_id = account)
		+ (select count(*) from list_likes where user_id = account)
		+ (select coalesce(sum(1 + play_count + session_count), 0) from library_entries where user_id = account)
	from user_counts u where u.id = account
$$;

create or replace function purge_batch(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer := 0;
	ids uuid[];
begin
	-- A killed process lets go of it at once
	if not pg_try_advisory_xact_lock(hashtextextended(account::text, 5091157)) then return null; end if;
	if not exists (select from users where id = account and deleted_at is not null) then return 0; end if;
	-- What a crash brings back is deleted again
	set local synchronous_commit = off;
	perform from windows for share;
	gone := purge_notifications(account, most);
	if gone = 0 then gone := purge_follows(account, most); end if;
	if gone = 0 then gone := purge_reviews(account, most); end if;
	if gone = 0 then gone := purge_library(account, most); end if;
	if gone = 0 then
		ids := array(select id from comments where user_id = account limit most);
		if cardinality(ids) > 0 then gone := purge_comments(ids, most); end if;
	end if;
	if gone = 0 then
		delete from review_likes where ctid = any (array(select ctid from review_likes where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from comment_likes where ctid = any (array(select ctid from comment_likes where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from list_likes where ctid = any (array(select ctid from list_likes where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		ids := array(select id from lists where user_id = account order by created_at, id limit 5);
		gone := purge_threads('{}', ids, most);
		if gone = 0 then
			delete from list_likes where ctid = any (array(select ctid from list_likes where list_id = any (ids) limit most));
			get diagnostics gone = row_count;
		end if;
		if gone = 0 then gone := purge_copy_events(ids, most); end if;
		if gone = 0 then
			delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
			get diagnostics gone = row_count;
		end if;
		if gone = 0 then
			with held as (select id from lists where id = any (ids) order by id for update)
			delete from lists where id in (select id from held);
			get diagnostics gone = row_count;
		end if;
	end if;
	if gone = 0 then
		delete from review_seen where ctid = any (array(select ctid from review_seen where viewer = account::text and length(viewer) = 36 limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from feed_corrections where ctid = any (array(select ctid from feed_corrections where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from users where id = account;
		return 0;
	end if;
	update deletions set rows_deleted = rows_deleted + gone where account_id = account;
	return gone;
end $$;
