-- Texts that are hidden by moderators and can come back. Like large deletions they are handed to a hidden account, which here keeps
-- them; `withdrawn` says that no count includes them. What a banned account wrote is withdrawn where it is.

alter table reviews
	add column withdrawn boolean not null default false,
	add column spoiler_locked boolean not null default false;
alter table comments
	add column withdrawn boolean not null default false,
	add column spoiler_locked boolean not null default false;
alter table lists add column withdrawn boolean not null default false;

alter table users
	add column banned_at timestamptz(3),
	add column suspended_until timestamptz(3);

-- Kept accounts are hidden and not purged: those of banned people, and those that keep removed texts.
alter table hidden_users add column is_kept boolean not null default false;

create or replace view visible_users as
	select u.id, u.username, u.picture, u.bio, u.created_at, u.needs_username, c.review_count, c.follower_count, c.following_count,
		c.list_count, c.activity_count, c.impressions_week, c.impressions_month, c.impressions_year, c.impressions_total, c.username_key
	from users u left join user_counts c on c.id = u.id where u.deleted_at is null and u.banned_at is null;

-- A moderator's mark stays until a moderator takes it off.
create function keep_spoiler_mark() returns trigger language plpgsql as $$
begin
	new.contains_spoilers := true;
	return new;
end $$;
create trigger review_keeps_spoiler_mark before update of contains_spoilers on reviews for each row
	when (new.spoiler_locked) execute function keep_spoiler_mark();
create trigger comment_keeps_spoiler_mark before update of contains_spoilers on comments for each row
	when (new.spoiler_locked) execute function keep_spoiler_mark();

-- Counts

create function review_withdrawn() returns trigger language plpgsql as $$
declare step integer := case when new.withdrawn then -1 else 1 end;
begin
	perform count_game_review(new.game_id, utc_day(new.created_at), step);
	perform count_site('reviews', step);
	return null;
end $$;
create trigger review_withdrawn after update of withdrawn on reviews for each row
	when (old.withdrawn <> new.withdrawn) execute function review_withdrawn();

create function list_withdrawn() returns trigger language plpgsql as $$
begin
	perform count_site('lists', case when new.withdrawn then -1 else 1 end);
	return null;
end $$;
create trigger list_withdrawn after update of withdrawn on lists for each row
	when (old.withdrawn <> new.withdrawn and new.visibility = 'public') execute function list_withdrawn();

-- Adds to the comments, replies and places counted of a review or list.
create function count_comment_change(of_comment comments, comments_by integer, replies_by integer, places_by integer) returns void language plpgsql as $$
begin
	if of_comment.list_id is not null then
		if comments_by <> 0 then
			perform count_list_engagement(of_comment.list_id, utc_day(of_comment.created_at), 0, comments_by, replies_by);
		end if;
		if places_by <> 0 then update list_counts set place_count = place_count + places_by where id = of_comment.list_id; end if;
		return;
	end if;
	if comments_by <> 0 then
		perform count_review_engagement(of_comment.review_id, utc_day(of_comment.created_at), comments_by, 0, comments_by);
	end if;
	if replies_by <> 0 or places_by <> 0 then
		update review_counts set reply_count = reply_count + replies_by, place_count = place_count + places_by where id = of_comment.review_id;
	end if;
end $$;

-- A withdrawn comment counts as a place while it has replies, and as no reply.
create function comment_withdrawn() returns trigger language plpgsql as $$
declare step integer := case when new.withdrawn then -1 else 1 end;
begin
	if new.parent_id is not null then
		update comments set reply_count = reply_count + step where id = new.parent_id;
		perform count_comment_change(new, step, step, 0);
	else
		perform count_comment_change(new, step, 0, case when new.reply_count > 0 then -step else 0 end);
	end if;
	return null;
end $$;
create trigger comment_withdrawn after update of withdrawn on comments for each row
	when (old.withdrawn <> new.withdrawn and new.removed_at is null) execute function comment_withdrawn();

create function withdrawn_comment_answered() returns trigger language plpgsql as $$
begin
	perform count_comment_change(new, 0, 0, case when new.reply_count > 0 then 1 else -1 end);
	return null;
end $$;
create trigger withdrawn_comment_answered after update of reply_count on comments for each row
	when (old.withdrawn and new.withdrawn and (old.reply_count > 0) <> (new.reply_count > 0)) execute function withdrawn_comment_answered();

create or replace function review_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		update games set hidden = false where id = new.game_id and hidden;
		insert into library_entries (user_id, game_id, status, half_stars, platform, review_id, reviewed_platform, reviewed_hours, created_at, updated_at)
			values (new.user_id, new.game_id, 'played', new.half_stars, new.platform, new.id, new.platform, new.time_played, new.created_at, new.created_at)
			on conflict (user_id, game_id) do update set
				status = case when library_entries.status is null or library_entries.status = 'backlog' then 'played' else library_entries.status end,
				is_wished = library_entries.is_wished and library_entries.status is not null and library_entries.status <> 'backlog',
				half_stars = excluded.half_stars, review_id = excluded.review_id,
				reviewed_platform = excluded.reviewed_platform, reviewed_hours = excluded.reviewed_hours, updated_at = excluded.updated_at;
		perform count_game_review(new.game_id, utc_day(new.created_at), 1);
		insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'review', new.created_at);
		update user_counts set review_count = review_count + 1 where id = new.user_id;
		perform count_site('reviews', 1);
	else
		perform take_rating(old.id, old.user_id, old.game_id);
		if not old.withdrawn then perform count_game_review(old.game_id, utc_day(old.created_at), -1); end if;
		perform remove_activities(array[old.id]);
		update user_counts set review_count = review_count - 1 where id = old.user_id;
		if not old.withdrawn then perform count_site('reviews', -1); end if;
	end if;
	return null;
end $$;

create or replace function list_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		insert into list_counts (id, user_id, created_at, is_public) values (new.id, new.user_id, new.created_at, new.visibility = 'public');
		if new.visibility = 'public' then
			insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'list', new.created_at);
			update user_counts set list_count = list_count + 1 where id = new.user_id;
			perform count_site('lists', 1);
		else
			update user_counts set hidden_list_count = hidden_list_count + 1 where id = new.user_id;
		end if;
	elsif old.visibility = 'public' then
		perform remove_activities(array[old.id]);
		update user_counts set list_count = list_count - 1 where id = old.user_id;
		if not old.withdrawn then perform count_site('lists', -1); end if;
	else
		update user_counts set hidden_list_count = hidden_list_count - 1 where id = old.user_id;
	end if;
	return null;
end $$;

create or replace function comments_removed() returns trigger language plpgsql as $$
declare
	parents uuid[] := array(select distinct parent_id from removed where parent_id is not null and not withdrawn);
begin
	perform from comments where id = any (parents) order by id for update;
	update comments c set reply_count = c.reply_count - r.n
		from (select parent_id, count(*)::int as n from removed where parent_id is not null and not withdrawn group by parent_id) r where c.id = r.parent_id;
	perform uncount_comments(array(select r::comments from removed r where removed_at is null and not withdrawn));
	update review_counts c set reply_count = c.reply_count - r.replies, place_count = c.place_count - r.places
		from (
			select review_id, (count(parent_id) filter (where not withdrawn))::int as replies,
				(count(*) filter (where removed_at is not null or withdrawn and reply_count > 0))::int as places
			from removed group by review_id
		) r where c.id = r.review_id and (r.replies > 0 or r.places > 0);
	update list_counts c set reply_count = c.reply_count - r.replies, place_count = c.place_count - r.places
		from (
			select list_id, (count(parent_id) filter (where not withdrawn))::int as replies,
				(count(*) filter (where removed_at is not null or withdrawn and reply_count > 0))::int as places
			from removed group by list_id
		) r where c.id = r.list_id and (r.replies > 0 or r.places > 0);
	if exists (select from removed where withdrawn) then
		perform remove_activities(array(select id from removed where withdrawn and review_id is not null));
		delete from mentions where subject in (select id from removed where withdrawn and mentioned <> '{}');
	end if;
	-- A place goes with its last reply; one that still has likes is left to `delete_places`
	if cardinality(parents) > 0 then
		delete from comments where id = any (parents) and removed_at is not null and reply_count = 0 and likes = 0;
	end if;
	return null;
end $$;

create or replace function comment_moved() returns trigger language plpgsql as $$
declare
	is_reply integer := (new.parent_id is not null and not new.withdrawn)::int;
	is_place integer := (new.removed_at is not null or new.withdrawn and new.reply_count > 0)::int;
begin
	if new.removed_at is null and not new.withdrawn then
		perform count_review_engagement(old.review_id, utc_day(old.created_at), -1, 0, -1);
		perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 0, 1);
	end if;
	if is_reply > 0 or is_place > 0 then
		update review_counts set
			reply_count = reply_count + case id when new.review_id then 1 else -1 end * is_reply,
			place_count = place_count + case id when new.review_id then 1 else -1 end * is_place
		where id in (old.review_id, new.review_id);
	end if;
	return null;
end $$;

-- Withdrawn ones are places already.
create or replace function leave_places(ids uuid[], at timestamptz) returns integer language plpgsql as $$
declare
	emptied comments[];
	counted comments[];
begin
	perform from comments where id = any (ids) order by id for update;
	emptied := array(select c from comments c where id = any (ids) and reply_count > 0 and removed_at is null);
	if cardinality(emptied) = 0 then return 0; end if;
	counted := array(select e::comments from unnest(emptied) e where not e.withdrawn);
	update comments set user_id = null, content = '', contains_spoilers = false, mentioned = '{}', edited_at = null, removed_at = at,
		withdrawn = false, spoiler_locked = false
		where id in (select id from unnest(emptied));
	perform uncount_comments(counted);
	perform remove_activities(array(select id from unnest(emptied) e where e.withdrawn and e.review_id is not null));
	delete from mentions where subject in (select id from unnest(emptied) e where e.withdrawn and e.mentioned <> '{}');
	update review_counts c set place_count = c.place_count + e.n
		from (select review_id, count(*)::int as n from unnest(counted) group by review_id) e where c.id = e.review_id;
	update list_counts c set place_count = c.place_count + e.n
		from (select list_id, count(*)::int as n from unnest(counted) group by list_id) e where c.id = e.list_id;
	return cardinality(emptied);
end $$;

-- An activity that comes back is in the feeds again.
create or replace function activity_handed_over() returns trigger language plpgsql as $$
begin
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = old.id limit 500));
	perform from user_counts where id in (old.user_id, new.user_id) order by id for no key update;
	update user_counts set activity_count = activity_count + case id when new.user_id then 1 else -1 end where id in (old.user_id, new.user_id);
	insert into feed_corrections (user_id, created_at, n)
		select old.user_id, old.created_at, -1 where exists (select from follows where followed_id = old.user_id and created_at > old.created_at);
	insert into feed_corrections (user_id, created_at, n)
		select new.user_id, new.created_at, 1 where exists (select from follows where followed_id = new.user_id and created_at > new.created_at);
	return null;
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

-- Removal of one text

create table removed_texts (
	subject_id uuid primary key,
	subject text not null check (subject in ('review', 'comment', 'list')),
	author_id uuid not null references users on delete cascade,
	-- the hidden account that keeps it
	owner_id uuid not null unique references users on delete cascade,
	action_id uuid not null,
	removed_at timestamptz(3) not null
);
create index removed_texts_of_author on removed_texts (author_id);
create index withdrawn_comments on comments (coalesce(review_id, list_id)) where withdrawn;
create index removed_texts_oldest on removed_texts (removed_at);

-- Takes back what others were notified of these texts.
create function take_back_news_of(ids uuid[]) returns void language plpgsql as $$
begin
	perform take_back_notifications(array_agg(target), array_agg(source)) from (
		select coalesce(review_id, list_id) as target, id as source from comments where id = any (ids)
		union all select parent_id, id from comments where id = any (ids) and parent_id is not null
		union all select copied_from, id from lists where id = any (ids) and copied_from is not null
		union all select id, id from unnest(ids) id
	) events having count(*) > 0;
end $$;

-- Locks a review with what counts it, in the order of locks.
create function lock_reviews(ids uuid[]) returns void language plpgsql as $$
begin
	perform from reviews where id = any (ids) order by id for update;
	perform from review_counts where id = any (ids) order by id for no key update;
	perform from library_entries e where (user_id, game_id) in (select user_id, game_id from reviews where id = any (ids)) order by user_id, game_id for update;
	perform from game_counts where id in (select game_id from reviews where id = any (ids)) order by id for no key update;
end $$;

create function lock_comments(ids uuid[]) returns void language plpgsql as $$
begin
	perform from comments where id in (select unnest(ids) union select parent_id from comments where id = any (ids)) order by id for update;
	perform from review_counts where id in (select review_id from comments where id = any (ids)) order by id for no key update;
	perform from list_counts where id in (select list_id from comments where id = any (ids)) order by id for no key update;
end $$;

-- Hides a text from all but its author and moderators. Returns its author; null if it is not there.
create function remove_text(of_subject text, text_id uuid, new_owner uuid, of_action uuid, at timestamptz) returns uuid language plpgsql as $$
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
create function restore_text(text_id uuid) returns text language plpgsql as $$
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
create function release_removed_texts(before timestamptz, most integer) returns integer language plpgsql as $$
declare released integer;
begin
	update hidden_users set is_kept = false
		where user_id in (select owner_id from removed_texts where removed_at < before and exists (
			select from hidden_users h where h.user_id = owner_id and h.is_kept) order by removed_at limit most);
	get diagnostics released = row_count;
	return released;
end $$;

-- Bans

-- What accounts wrote is withdrawn after a ban, and counted again after its end, in batches.
create table ban_settlements (
	user_id uuid primary key references users on delete cascade,
	since timestamptz(3) not null
);

create function user_banned() returns trigger language plpgsql as $$
begin
	if new.banned_at is not null then
		insert into hidden_users (user_id, since, is_kept) values (new.id, new.banned_at, true) on conflict (user_id) do nothing;
		perform count_site('users', -1);
		update sessions set ended_at = new.banned_at where user_id = new.id and ended_at is null;
		delete from login_tickets where user_id = new.id;
	else
		delete from hidden_users where user_id = new.id;
		perform count_site('users', 1);
	end if;
	insert into ban_settlements (user_id, since) values (new.id, coalesce(new.banned_at, old.banned_at)) on conflict (user_id) do nothing;
	return null;
end $$;
create trigger user_banned after update of banned_at on users for each row
	when ((old.banned_at is null) <> (new.banned_at is null) and new.deleted_at is null) execute function user_banned();

drop trigger user_hidden on users;
create trigger user_hidden after update of deleted_at on users for each row
	when (old.deleted_at is null and new.deleted_at is not null and old.banned_at is null) execute function user_counted();
create or replace function user_hidden() returns trigger language plpgsql as $$
begin
	insert into hidden_users (user_id, since) values (new.id, new.deleted_at) on conflict (user_id) do update set is_kept = false;
	-- What was removed of a person goes with them
	update hidden_users set is_kept = false where is_kept and user_id in (select owner_id from removed_texts where author_id = new.id);
	return null;
end $$;

-- Withdraws up to `most` texts of a banned account, or counts those of one that is back. Returns how many rows it changed; 0: done;
-- null while another process does it.
create function settle_ban(account uuid, most integer) returns integer language plpgsql as $$
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

-- As before, and kept accounts are left alone.
create or replace function purge_batch(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer := 0;
	ids uuid[];
begin
	-- A killed process lets go of it at once
	if not pg_try_advisory_xact_lock(hashtextextended(account::text, 5091157)) then return null; end if;
	if not exists (select from users where id = account and deleted_at is not null) then return 0; end if;
	-- One that keeps a removed text
	if exists (select from hidden_users where user_id = account and is_kept) then return 0; end if;
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
