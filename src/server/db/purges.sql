-- Large deletions, in batches that each hold their locks for a moment (decision 15).

-- How many rows go with an account, about: what counts them is near.
create or replace function rows_of_account(account uuid) returns bigint language sql stable as $$
	select u.follower_count::bigint + u.following_count + 2 * u.activity_count
		+ (select coalesce(sum(c.likes + c.comment_count), 0) from reviews r join review_counts c on c.id = r.id where r.user_id = account)
		+ (select coalesce(sum(c.likes + c.comment_count), 0) from lists l join list_counts c on c.id = l.id where l.user_id = account)
		+ (select count(*) from review_likes where user_id = account)
		+ (select count(*) from comment_likes where user_id = account)
		+ (select count(*) from list_likes where user_id = account)
		+ (select count(*) from dismissals where user_id = account)
		+ (select count(*) from postponements where user_id = account)
		+ (select coalesce(sum(1 + play_count + session_count), 0) from library_entries where user_id = account)
	from user_counts u where u.id = account
$$;

-- Deletes up to `most` rows of what hangs on reviews or, when nothing does, the reviews.
create or replace function purge_reviews(ids uuid[], most integer) returns integer language plpgsql as $$
declare gone integer;
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
	delete from past_review_rankings where ctid = any (array(select ctid from past_review_rankings where review_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	perform from reviews where id = any (ids) order by id for update;
	perform from review_counts where id = any (ids) order by id for update;
	perform lock_reviews(ids);
	delete from reviews where id = any (ids);
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` rows of the comments on reviews or lists, the replies first, so that no comment leaves a tombstone.
create or replace function purge_threads(of_reviews uuid[], of_lists uuid[], most integer) returns integer language plpgsql as $$
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

-- Deletes up to `most` rows of what belongs to an account's first library entries or, when nothing does, the entries. The reviews are gone.
create or replace function purge_library(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer;
	games integer[] := array(select game_id from library_entries where user_id = account order by game_id limit least(most, 50));
begin
	if cardinality(games) = 0 then return 0; end if;
	perform from library_entries where user_id = account and game_id = any (games) order by game_id for update;
	delete from play_sessions where ctid = any (array(select ctid from play_sessions where user_id = account and game_id = any (games) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from plays where ctid = any (array(select ctid from plays where user_id = account and game_id = any (games) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from feed_logs where ctid = any (array(select ctid from feed_logs where user_id = account and game_id = any (games) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from library_entries where user_id = account and game_id = any (games);
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` rows of what an account's programs reported; the sessions are of the library.
create or replace function purge_play_reports(account uuid, most integer) returns integer language plpgsql as $$
declare gone integer;
begin
	delete from play_reports where ctid = any (array(select ctid from play_reports where user_id = account limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from unmatched_reports where ctid = any (array(
		select r.ctid from client_games g join unmatched_reports r on r.client_game_id = g.id where g.user_id = account limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from client_games where ctid = any (array(select ctid from client_games where user_id = account limit most));
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` comments of those with these ids, or first of what hangs on them; returns how many rows went.
create or replace function purge_comments(ids uuid[], most integer) returns integer language plpgsql as $$
declare gone integer;
begin
	if cardinality(ids) = 0 then return 0; end if;
	delete from comment_likes where ctid = any (array(select ctid from comment_likes where comment_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	gone := purge_mentions_in(ids, most);
	if gone > 0 then return gone; end if;
	-- Those with replies leave a tombstone
	gone := leave_tombstones(ids, now());
	if gone > 0 then return gone; end if;
	delete from comments where id = any (ids) and reply_count = 0;
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` rows of an account's follows, blocks and mutes: very many may have blocked one.
create or replace function purge_follows(account uuid, most integer) returns integer language plpgsql as $$
declare gone integer;
begin
	delete from activity_reads where ctid = any (array(
		select r.ctid from (select follower_id from follows where followed_id = account order by created_at, follower_id limit most) f
		join activity_reads r on r.reader_id = f.follower_id and r.user_id = account limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where reader_id = account limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from blocks where ctid = any (array(
		(select ctid from blocks where blocked_id = account limit most) union all (select ctid from blocks where blocker_id = account limit most)));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from mutes where ctid = any (array(
		(select ctid from mutes where muted_id = account limit most) union all (select ctid from mutes where muter_id = account limit most)));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	with chosen as (
		(select follower_id, followed_id from follows where followed_id = account order by created_at, follower_id limit most)
		union all (select follower_id, followed_id from follows where follower_id = account order by created_at, followed_id limit most)
	), held as (
		select f.follower_id, f.followed_id from follows f join chosen using (follower_id, followed_id) order by f.follower_id, f.followed_id for update of f
	)
	delete from follows f using held where f.follower_id = held.follower_id and f.followed_id = held.followed_id;
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` mentions in these texts. Returns how many rows went.
create or replace function purge_mentions_in(ids uuid[], most integer) returns integer language plpgsql as $$
declare
	gone mentions[] := array(select m from mentions m where subject = any (ids) order by subject, name limit most);
	events uuid[];
begin
	if cardinality(gone) = 0 then return 0; end if;
	events := array(
		select e.notification_id from unnest(gone) g join notification_events e
			on e.target = g.subject and e.source = g.subject and e.kind = 'mention' and e.user_id = g.user_id
	);
	perform from notifications where id = any (events) order by id for update;
	delete from notifications where id = any (events);
	delete from mentions m using unnest(gone) g where m.subject = g.subject and m.name = g.name;
	return cardinality(gone);
end $$;

-- Deletes up to `most` rows of an account's notifications or, when there are none, of the mentions of it.
create or replace function purge_notifications(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer;
	ids uuid[] := array(select id from notifications where user_id = account order by created_at desc, id desc limit least(most, 50));
begin
	if cardinality(ids) = 0 then
		delete from mentions where ctid = any (array(select ctid from mentions where user_id = account limit most));
		get diagnostics gone = row_count;
		return gone;
	end if;
	perform from notifications where id = any (ids) order by id for update;
	delete from notification_events where ctid = any (array(select ctid from notification_events where notification_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from notifications where id = any (ids);
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` events that lists were copied. Returns how many rows went.
create or replace function purge_copy_events(of_lists uuid[], most integer) returns integer language plpgsql as $$
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

-- Deletes up to `most` rows of what hangs on lists or, when nothing does, the lists.
create or replace function purge_lists(ids uuid[], most integer) returns integer language plpgsql as $$
declare gone integer := purge_threads('{}', ids, most);
begin
	if cardinality(ids) = 0 or gone > 0 then return gone; end if;
	delete from list_likes where ctid = any (array(select ctid from list_likes where list_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	gone := purge_copy_events(ids, most);
	if gone > 0 then return gone; end if;
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	with held as (select id from lists where id = any (ids) order by id for update)
	delete from lists where id in (select id from held);
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` rows of an account's imports.
create or replace function purge_imports(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer;
	ids uuid[] := array(select id from imports where user_id = account);
begin
	gone := purge_import_rows(ids, most);
	if gone > 0 then return gone; end if;
	delete from import_keys where ctid = any (array(select ctid from import_keys where user_id = account limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from imports where id = any (ids);
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` rows of what imports have read and changed.
create or replace function purge_import_rows(ids uuid[], most integer) returns integer language plpgsql as $$
declare gone integer;
begin
	if cardinality(ids) = 0 then return 0; end if;
	delete from import_files where ctid = any (array(select ctid from import_files where import_id = any (ids) limit least(most, 100)));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from import_rows where ctid = any (array(select ctid from import_rows where import_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from import_lists where ctid = any (array(select ctid from import_lists where import_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from import_changes where ctid = any (array(select ctid from import_changes where import_id = any (ids) limit most));
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` rows of what belongs to a deleted account or, when nothing does, the account.
create or replace function purge_account(account uuid, most integer) returns integer language plpgsql as $$
declare gone integer := purge_notifications(account, most);
begin
	if gone = 0 then gone := purge_follows(account, most); end if;
	if gone = 0 then gone := purge_reviews(array(select id from reviews where user_id = account order by created_at, id limit least(most, 50)), most); end if;
	if gone = 0 then gone := purge_play_reports(account, most); end if;
	if gone = 0 then gone := purge_library(account, most); end if;
	if gone = 0 then gone := purge_comments(array(select id from comments where user_id = account limit most), most); end if;
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
		delete from dismissals where ctid = any (array(select ctid from dismissals where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from postponements where ctid = any (array(select ctid from postponements where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then gone := purge_lists(array(select id from lists where user_id = account order by created_at, id limit 5), most); end if;
	if gone = 0 then
		delete from review_seen where ctid = any (array(select ctid from review_seen where viewer = account::text and length(viewer) = 36 limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from feed_corrections where ctid = any (array(select ctid from feed_corrections where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then gone := purge_imports(account, most); end if;
	if gone = 0 then
		delete from past_user_rankings where ctid = any (array(select ctid from past_user_rankings where user_id = account limit most));
		get diagnostics gone = row_count;
	end if;
	if gone = 0 then
		delete from users where id = account;
		return 0;
	end if;
	update deletions set rows_deleted = rows_deleted + gone where account_id = account;
	return gone;
end $$;

-- Deletes up to `most` rows of a purge. Returns how many; 0 once it is over, null while another process does it.
create or replace function purge_batch(purge_id uuid, most integer) returns integer language plpgsql as $$
declare
	of_subject text;
	gone integer := 0;
begin
	-- A killed process lets go of it at once
	if not pg_try_advisory_xact_lock(hashtextextended(purge_id::text, 5091157)) then return null; end if;
	select subject into of_subject from purges where id = purge_id;
	if of_subject is null then return 0; end if;
	-- What a crash brings back is deleted again
	set local synchronous_commit = off;
	perform from windows for share;
	case of_subject
		when 'user' then gone := purge_account(purge_id, most);
		when 'review' then gone := purge_reviews(array[purge_id], most);
		when 'comment' then gone := purge_comments(array(select id from comments where id = purge_id and state = 'purging'), most);
		when 'list' then gone := purge_lists(array[purge_id], most);
	end case;
	if gone = 0 then delete from purges where id = purge_id; end if;
	return gone;
end $$;

-- Deletes up to `most` likes of tombstones, or the tombstones that have lost their last like and reply. Returns how many rows went.
create or replace function delete_tombstones(most integer) returns integer language plpgsql as $$
declare
	gone integer;
	tombstone uuid := (select id from comments where removed_at is not null and likes > 0 order by id limit 1);
begin
	if tombstone is null then return 0; end if;
	perform from windows for share;
	perform from comments where id = tombstone for update;
	delete from comment_likes where ctid = any (array(select ctid from comment_likes where comment_id = tombstone limit most));
	get diagnostics gone = row_count;
	delete from comments p where id = tombstone and likes = 0 and not exists (select from comments r where r.parent_id = p.id);
	return gone;
end $$;
