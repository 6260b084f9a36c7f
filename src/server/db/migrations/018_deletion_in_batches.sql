-- What is big is deleted in batches: it is hidden at once, and purge_batch removes it piece by piece.

-- An account that is being deleted. One may never have been a person's: a big review, comment or list is handed to such an
-- account, so that there is one way to hide and one way to delete.
alter table users add column deleted_at timestamptz(3);
-- Those accounts once more: lists of what people wrote leave them out, by a table that is always small.
create table hidden_users (
	user_id uuid primary key references users on delete cascade,
	since timestamptz(3) not null
);

-- Whom people see, and nothing that is theirs alone.
create view visible_users as
	select id, username, picture, bio, created_at, needs_username, review_count, follower_count, following_count, list_count,
		activity_count, impressions_week, impressions_month, impressions_year, impressions_total
	from users where deleted_at is null;

-- The account while rows of it are left, how many there were about, and how many are gone.
alter table deletions
	add column account_id uuid references users on delete set null,
	add column rows_total bigint not null default 0,
	add column rows_deleted bigint not null default 0;
create index deletions_of_account on deletions (account_id) where account_id is not null;

create or replace function user_counted() returns trigger language plpgsql as $$
begin
	perform count_site('users', case tg_op when 'INSERT' then 1 else -1 end);
	return null;
end $$;
drop trigger user_counted on users;
create trigger user_added after insert on users for each row when (new.deleted_at is null) execute function user_counted();
create trigger user_hidden after update of deleted_at on users for each row
	when (old.deleted_at is null and new.deleted_at is not null) execute function user_counted();
create function user_hidden() returns trigger language plpgsql as $$
begin
	insert into hidden_users (user_id, since) values (new.id, new.deleted_at);
	return null;
end $$;
create trigger user_hidden_at_once after insert on users for each row when (new.deleted_at is not null) execute function user_hidden();
create trigger user_hidden_since after update of deleted_at on users for each row
	when (old.deleted_at is null and new.deleted_at is not null) execute function user_hidden();
create trigger user_removed after delete on users for each row when (old.deleted_at is null) execute function user_counted();

-- Names and addresses of accounts hold no `~`, so that these are free.
create function add_deleted_user(account uuid, at timestamptz) returns void language sql as $$
	insert into users (id, username, email, email_key, created_at, deleted_at)
	values (account, '~' || account, '~' || account, '~' || account, at, at)
$$;

-- How many rows go with an account, about: what counts them is near.
create function rows_of_account(account uuid) returns bigint language sql stable as $$
	select u.follower_count::bigint + u.following_count + 2 * u.activity_count
		+ (select coalesce(sum(likes + comment_count), 0) from reviews where user_id = account)
		+ (select count(*) from review_likes where user_id = account)
		+ (select count(*) from comment_likes where user_id = account)
	from users u where u.id = account
$$;

-- Hides an account: nothing of a person is left in its row, which stays until everything that refers to it is gone. False
-- where it was gone or hidden before.
create function hide_account(account uuid, deletion_code text, at timestamptz) returns boolean language plpgsql as $$
begin
	update users set
		username = '~' || id, email = '~' || id, email_key = '~' || id, name = null, bio = null, picture = null,
		password_hash = null, email_verified_at = null, needs_username = false, deleted_at = at
	where id = account and deleted_at is null;
	if not found then return false; end if;
	delete from sessions where user_id = account;
	delete from login_tickets where user_id = account;
	delete from mail_tokens where user_id = account;
	delete from social_accounts where user_id = account;
	delete from known_addresses where user_id = account;
	delete from sign_in_failures where subject = 'account:' || account;
	insert into deletions (code, requested_at, account_id, rows_total) values (deletion_code, at, account, rows_of_account(account));
	return true;
end $$;

-- The activity goes along, out of the feeds of those who follow the one who had it. Marks that it was read go now, as far as
-- they are few; the rest is purged.
create function activity_handed_over() returns trigger language plpgsql as $$
begin
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = old.id limit 500));
	perform from users where id in (old.user_id, new.user_id) order by id for no key update;
	update users set activity_count = activity_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
	insert into feed_corrections (user_id, created_at, n)
		select old.user_id, old.created_at, -1 where exists (select from follows where followed_id = old.user_id and created_at > old.created_at);
	return null;
end $$;
create trigger activity_handed_over after update of user_id on activities for each row
	when (old.user_id <> new.user_id) execute function activity_handed_over();

create function handed_over() returns trigger language plpgsql as $$
begin
	update activities set user_id = new.user_id where id = new.id;
	if tg_table_name = 'reviews' then
		update users set review_count = review_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
		perform count_author_impressions(old.user_id, old, -1);
		perform count_author_impressions(new.user_id, new, 1);
	elsif tg_table_name = 'lists' then
		update users set list_count = list_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
	end if;
	return null;
end $$;
create trigger review_handed_over after update of user_id on reviews for each row
	when (old.user_id <> new.user_id) execute function handed_over();
create trigger comment_handed_over after update of user_id on comments for each row
	when (old.user_id <> new.user_id) execute function handed_over();
create trigger list_handed_over after update of user_id on lists for each row
	when (old.user_id <> new.user_id) execute function handed_over();

-- Deletes a review, comment or list for who may: its author, or the author of the review that a comment is on. What
-- has more than `small` likes or readers, and a review with comments or readers, goes to the new account `grave` instead, hidden,
-- for purge_batch. Returns null where there is nothing such, else whether there is something to purge.
create function delete_fact(kind text, fact uuid, deleter uuid, grave uuid, at timestamptz, small integer) returns boolean language plpgsql as $$
declare
	is_big boolean := false;
begin
	perform from windows for share;
	if kind = 'review' then
		-- comments and readers have rows of other users with them, which one statement cannot lock in order
		select r.comment_count > 0 or r.likes > small or exists (select from review_seen where review_id = fact offset small)
			or exists (select from activity_reads where activity_id = fact) into is_big
			from reviews r where r.id = fact and r.user_id = deleter for update of r;
	elsif kind = 'comment' then
		select c.likes > small into is_big from comments c join reviews r on r.id = c.review_id
			where c.id = fact and (c.user_id = deleter or r.user_id = deleter and c.user_id in (select id from visible_users)) for update of c;
	else
		perform from lists where id = fact and user_id = deleter for update;
	end if;
	if not found then return null; end if;
	if is_big or exists (select from activity_reads where activity_id = fact offset small) then
		perform add_deleted_user(grave, at);
		if kind = 'review' then update reviews set user_id = grave where id = fact;
		elsif kind = 'comment' then update comments set user_id = grave where id = fact;
		else update lists set user_id = grave where id = fact;
		end if;
		return true;
	end if;
	if kind = 'review' then delete from reviews where id = fact;
	elsif kind = 'comment' then delete from comments where id = fact;
	else delete from lists where id = fact;
	end if;
	return false;
end $$;

-- Deletes up to `most` comments of those with these ids, or first of what hangs on them; returns how many rows went.
create function purge_comments(ids uuid[], most integer) returns integer language plpgsql as $$
declare gone integer;
begin
	delete from comment_likes where ctid = any (array(select ctid from comment_likes where comment_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	with held as (select id from comments where id = any (ids) order by id for update)
	delete from comments where id in (select id from held);
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` rows of what hangs on an account's first reviews or, when nothing does, the reviews.
create function purge_reviews(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer;
	ids uuid[] := array(select id from reviews where user_id = account order by created_at, id limit least(most, 50));
	of_comments uuid[];
begin
	if cardinality(ids) = 0 then return 0; end if;
	of_comments := array(select id from comments where review_id = any (ids) limit most);
	if cardinality(of_comments) > 0 then return purge_comments(of_comments, most); end if;
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
	perform from games where id in (select game_id from reviews where id = any (ids)) order by id for no key update;
	delete from reviews where id = any (ids);
	get diagnostics gone = row_count;
	return gone;
end $$;

-- Deletes up to `most` follows of an account, both ways, or first the marks of what was read by them.
create function purge_follows(account uuid, most integer) returns integer language plpgsql as $$
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

-- Deletes the next rows of a hidden account, `most` or somewhat more, and at the end its own. Returns how many rows went;
-- 0: it is gone; null: another process is at it. One kind of row a call keeps the order of locks.
create function purge_batch(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer := 0;
	ids uuid[];
begin
	-- a killed process lets go of it at once
	if not pg_try_advisory_xact_lock(hashtextextended(account::text, 5091157)) then return null; end if;
	if not exists (select from users where id = account and deleted_at is not null) then return 0; end if;
	-- what a crash brings back is deleted again
	set local synchronous_commit = off;
	perform from windows for share;
	gone := purge_follows(account, most);
	if gone = 0 then gone := purge_reviews(account, most); end if;
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
		delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
		get diagnostics gone = row_count;
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
