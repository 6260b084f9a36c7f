-- Deleting comments that have replies, and what has comments or notifications.

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
			from review_counts c where c.id = fact for no key update;
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
		is_big := exists (select from comments where list_id = fact);
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

create or replace function purge_comments(ids uuid[], most integer) returns integer language plpgsql as $$
declare gone integer;
begin
	delete from comment_likes where ctid = any (array(select ctid from comment_likes where comment_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	-- Those with replies leave a place
	gone := leave_places(ids, now());
	if gone > 0 then return gone; end if;
	delete from comments where id = any (ids) and reply_count = 0;
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` rows of the comments on reviews or lists, the replies first, so that no comment leaves a place.
create function purge_threads(of_reviews uuid[], of_lists uuid[], most integer) returns integer language plpgsql as $$
declare
	ids uuid[] := array(
		(select id from comments where review_id = any (of_reviews) and parent_id is not null limit most)
		union all (select id from comments where list_id = any (of_lists) and parent_id is not null limit most)
	);
begin
	if cardinality(ids) = 0 then
		ids := array(
			(select id from comments where review_id = any (of_reviews) and parent_id is null limit most)
			union all (select id from comments where list_id = any (of_lists) and parent_id is null limit most)
		);
	end if;
	if cardinality(ids) = 0 then return 0; end if;
	return purge_comments(ids, most);
end $$;

create or replace function purge_reviews(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer;
	ids uuid[] := array(select id from reviews where user_id = account order by created_at, id limit least(most, 50));
begin
	if cardinality(ids) = 0 then return 0; end if;
	gone := purge_threads(ids, '{}', most);
	if gone > 0 then return gone; end if;
	delete from review_likes where ctid = any (array(select ctid from review_likes where review_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from review_seen where ctid = any (array(select ctid from review_seen where review_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	perform from reviews where id = any (ids) order by id for update;
	perform from review_counts where id = any (ids) order by id for update;
	perform enter_earlier_reviews(ids);
	perform from library_entries where user_id = account and game_id in (select game_id from reviews where id = any (ids)) order by game_id for update;
	perform from game_counts where id in (select game_id from reviews where id = any (ids)) order by id for no key update;
	delete from reviews where id = any (ids);
	get diagnostics gone = row_count;
	return gone;
end $$;

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
		ids := array(select id from lists where user_id = account order by created_at, id limit 5);
		gone := purge_threads('{}', ids, most);
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
