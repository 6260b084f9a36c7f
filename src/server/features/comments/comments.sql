-- What a comment and its replies count, and the tombstones that deleted comments leave.

-- The comments whose text a viewer (null: a visitor) may read, as far as their authors decide it: what they are on is asked apart.
create or replace function visible_comments(viewer uuid) returns setof comments language sql stable as $$
	select * from comments c where c.state = 'published' and exists (select from hidden_users h where h.user_id = c.user_id) is not true
		and (viewer is null or not (select exists (select from blocked_pairs p where p.viewer_id = viewer))
			or not exists (select from blocked_pairs p where p.viewer_id = viewer and p.hidden_id = c.user_id))
$$;

-- The same without people whom the viewer has muted, for what comes unasked.
create or replace function quiet_comments(viewer uuid) returns setof comments language sql stable as $$
	select * from visible_comments(viewer) c where (viewer is null or not (select exists (select from mutes m where m.muter_id = viewer))
			or not exists (select from mutes m where m.muter_id = viewer and m.muted_id = c.user_id))
$$;

-- Adds to the replies of a comment, and to those counted of its review or list. Parents are locked before what counts them.
create or replace function count_replies(parents uuid[]) returns void language plpgsql as $$
begin
	perform from comments where id = any (parents) order by id for no key update;
	update comments c set reply_count = (c.reply_count + p.n)
		from (select id, count(*)::int as n from unnest(parents) id where id is not null group by id) p where c.id = p.id;
end $$;

-- Adds to the comments, replies and tombstones counted of a review or list.
create or replace function count_comment_change(of_comment comments, comments_by integer, replies_by integer, tombstones_by integer) returns void language plpgsql as $$
begin
	if of_comment.list_id is not null then
		if comments_by <> 0 then
			perform count_list_engagement(of_comment.list_id, utc_day(of_comment.created_at), 0, comments_by, replies_by);
		end if;
		if tombstones_by <> 0 then update list_counts set tombstone_count = tombstone_count + tombstones_by where id = of_comment.list_id; end if;
		return;
	end if;
	if comments_by <> 0 then
		perform count_review_engagement(of_comment.review_id, utc_day(of_comment.created_at), comments_by, 0, comments_by);
	end if;
	if replies_by <> 0 or tombstones_by <> 0 then
		update review_counts set reply_count = reply_count + replies_by, tombstone_count = tombstone_count + tombstones_by where id = of_comment.review_id;
	end if;
end $$;

-- Takes comments out of what counts them, when they are deleted or leave a tombstone.
create or replace function uncount_comments(gone comments[]) returns void language plpgsql as $$
begin
	if cardinality(gone) = 0 then return; end if;
	perform take_engagements(array_agg(review_id), array_agg(created_at), 0, 1) from unnest(gone) where review_id is not null having count(*) > 0;
	perform take_list_engagements(array_agg(list_id), array_agg(created_at), 0, 1) from unnest(gone) where list_id is not null having count(*) > 0;
	perform remove_activities(array(select id from unnest(gone) where review_id is not null));
	perform take_back_notifications(array_agg(target), array_agg(id)) from (
		select coalesce(review_id, list_id) as target, id from unnest(gone)
		union all select parent_id, id from unnest(gone) where parent_id is not null
		union all select id, id from unnest(gone)
	) events having count(*) > 0;
	if exists (select from unnest(gone) where mentioned <> '{}') then
		delete from mentions where subject in (select id from unnest(gone) where mentioned <> '{}');
	end if;
end $$;

create or replace function lock_comments(ids uuid[]) returns void language plpgsql as $$
begin
	perform from comments where id in (select unnest(ids) union select parent_id from comments where id = any (ids)) order by id for update;
	perform from review_counts where id in (select review_id from comments where id = any (ids)) order by id for no key update;
	perform from list_counts where id in (select list_id from comments where id = any (ids)) order by id for no key update;
end $$;

-- Those that are not published count as tombstones already.
create or replace function leave_tombstones(ids uuid[], at timestamptz) returns integer language plpgsql as $$
declare
	emptied comments[];
	counted comments[];
begin
	perform from comments where id = any (ids) order by id for update;
	emptied := array(select c from comments c where id = any (ids) and reply_count > 0 and removed_at is null);
	if cardinality(emptied) = 0 then return 0; end if;
	counted := array(select e::comments from unnest(emptied) e where e.state = 'published');
	update comments set user_id = null, content = '', contains_spoilers = false, mentioned = '{}', edited_at = null, removed_at = at,
		state = 'published', spoiler_locked = false
		where id in (select id from unnest(emptied));
	perform uncount_comments(counted);
	perform remove_activities(array(select id from unnest(emptied) e where e.state <> 'published' and e.review_id is not null));
	delete from mentions where subject in (select id from unnest(emptied) e where e.state <> 'published' and e.mentioned <> '{}');
	update review_counts c set tombstone_count = c.tombstone_count + e.n
		from (select review_id, count(*)::int as n from unnest(counted) group by review_id) e where c.id = e.review_id;
	update list_counts c set tombstone_count = c.tombstone_count + e.n
		from (select list_id, count(*)::int as n from unnest(counted) group by list_id) e where c.id = e.list_id;
	return cardinality(emptied);
end $$;

create or replace function comment_counted() returns trigger language plpgsql as $$
declare replies integer := (new.parent_id is not null)::int;
begin
	if new.parent_id is not null then perform count_replies(array[new.parent_id]); end if;
	if new.list_id is not null then
		perform count_list_engagement(new.list_id, utc_day(new.created_at), 0, 1, replies);
		return null;
	end if;
	perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 0, 1);
	if replies > 0 then update review_counts set reply_count = reply_count + 1 where id = new.review_id; end if;
	insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'comment', new.created_at);
	return null;
end $$;

create or replace function comments_removed() returns trigger language plpgsql as $$
declare
	parents uuid[] := array(select distinct parent_id from removed where parent_id is not null);
begin
	perform from comments where id = any (parents) order by id for update;
	update comments c set reply_count = c.reply_count - r.n
		from (select parent_id, count(*)::int as n from removed where parent_id is not null and state = 'published' group by parent_id) r where c.id = r.parent_id;
	perform uncount_comments(array(select r::comments from removed r where removed_at is null and state = 'published'));
	update review_counts c set reply_count = c.reply_count - r.replies, tombstone_count = c.tombstone_count - r.tombstones
		from (
			select review_id, (count(parent_id) filter (where state = 'published'))::int as replies,
				(count(*) filter (where removed_at is not null or state <> 'published' and reply_count > 0))::int as tombstones
			from removed group by review_id
		) r where c.id = r.review_id and (r.replies > 0 or r.tombstones > 0);
	update list_counts c set reply_count = c.reply_count - r.replies, tombstone_count = c.tombstone_count - r.tombstones
		from (
			select list_id, (count(parent_id) filter (where state = 'published'))::int as replies,
				(count(*) filter (where removed_at is not null or state <> 'published' and reply_count > 0))::int as tombstones
			from removed group by list_id
		) r where c.id = r.list_id and (r.replies > 0 or r.tombstones > 0);
	if exists (select from removed where state <> 'published') then
		perform remove_activities(array(select id from removed where state <> 'published' and review_id is not null));
		delete from mentions where subject in (select id from removed where state <> 'published' and mentioned <> '{}');
	end if;
	-- A tombstone goes with its last reply; one that still has likes is left to `delete_tombstones`
	if cardinality(parents) > 0 then
		delete from comments p where id = any (parents) and removed_at is not null and likes = 0
			and not exists (select from comments r where r.parent_id = p.id);
	end if;
	return null;
end $$;

create or replace function comment_moved_away() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array[old.review_id, new.parent_id], array[old.id, old.id]);
	return null;
end $$;

create or replace function comment_moved() returns trigger language plpgsql as $$
declare
	is_reply integer := (new.parent_id is not null and new.state = 'published')::int;
	is_tombstone integer := (new.removed_at is not null or new.state <> 'published' and new.reply_count > 0)::int;
begin
	if new.removed_at is null and new.state = 'published' then
		perform count_review_engagement(old.review_id, utc_day(old.created_at), -1, 0, -1);
		perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 0, 1);
	end if;
	if is_reply > 0 or is_tombstone > 0 then
		update review_counts set
			reply_count = reply_count + case id when new.review_id then 1 else -1 end * is_reply,
			tombstone_count = tombstone_count + case id when new.review_id then 1 else -1 end * is_tombstone
		where id in (old.review_id, new.review_id);
	end if;
	return null;
end $$;

-- One that is not published counts as a tombstone while it has replies, and as no reply.
create or replace function comment_state_changed() returns trigger language plpgsql as $$
declare
	kept integer := is_kept(new.state)::int - is_kept(old.state)::int;
	published integer := (new.state = 'published')::int - (old.state = 'published')::int;
begin
	if published <> 0 and new.parent_id is not null then
		update comments set reply_count = reply_count + published where id = new.parent_id;
		perform count_comment_change(new, published, published, 0);
	elsif published <> 0 then
		perform count_comment_change(new, published, 0, case when new.reply_count > 0 then -published else 0 end);
	end if;
	if kept <> 0 then perform set_activity_author(new.id, case when kept > 0 then new.user_id end); end if;
	return null;
end $$;

create or replace function hidden_comment_answered() returns trigger language plpgsql as $$
begin
	perform count_comment_change(new, 0, 0, case when new.reply_count > 0 then 1 else -1 end);
	return null;
end $$;

-- Who was notified of a comment: as a reply to theirs, or as one on their review or list.
create or replace function recipients_of_comment(new_comment comments) returns uuid[] language plpgsql stable as $$
begin
	return array(
		select user_id from notification_events
			where target in (new_comment.parent_id, new_comment.review_id, new_comment.list_id) and source = new_comment.id
	);
end $$;

-- Each recipient hears of a comment once: as the author of the comment that it answers, else as mentioned in it, else as the
-- author of the review or list.
create or replace function comment_notified() returns trigger language plpgsql as $$
declare
	answered uuid := (select user_id from comments where id = new.parent_id and state = 'published');
	author uuid := coalesce((select user_id from reviews where id = new.review_id), (select user_id from lists where id = new.list_id));
	is_author_mentioned boolean := false;
begin
	perform notify_user(answered, 'reply', new.parent_id, new.id, new.user_id, new.created_at);
	if new.mentioned <> '{}' then
		perform store_mentions(new.id, new.user_id, new.mentioned, recipients_of_comment(new), new.created_at);
		is_author_mentioned := exists (select from mentions where subject = new.id and user_id = author);
	end if;
	if author is distinct from answered and not is_author_mentioned then
		perform notify_user(author, 'comment', coalesce(new.review_id, new.list_id), new.id, new.user_id, new.created_at);
	end if;
	return null;
end $$;

create or replace function comment_users_mentioned() returns trigger language plpgsql as $$
begin
	perform store_mentions(new.id, new.user_id, new.mentioned, recipients_of_comment(new), coalesce(new.edited_at, new.created_at));
	return null;
end $$;

create or replace function comment_like_counted() returns trigger language plpgsql as $$
begin
	update comments set likes = likes + 1 where id = new.comment_id;
	return null;
end $$;

create or replace function comment_likes_removed() returns trigger language plpgsql as $$
begin
	perform from comments where id in (select comment_id from removed) order by id for no key update;
	update comments c set likes = c.likes - r.n
		from (select comment_id, count(*)::int as n from removed group by comment_id) r where c.id = r.comment_id;
	return null;
end $$;

create or replace function comment_like_notified() returns trigger language plpgsql as $$
begin
	perform notify_user((select user_id from comments where id = new.comment_id), 'comment_like', new.comment_id, new.user_id, new.user_id, new.created_at);
	return null;
end $$;

create or replace function comment_likes_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(comment_id), array_agg(user_id)) from removed having count(*) > 0;
	return null;
end $$;

create or replace trigger comments_010 before delete on comments
	for each statement execute function lock_windows();
create or replace trigger comments_020 before update of contains_spoilers on comments
	for each row when (new.spoiler_locked) execute function keep_spoiler_mark();
create or replace trigger comments_030 after insert on comments
	for each row execute function comment_counted();
create or replace trigger comments_040 after update of review_id on comments
	for each row when (old.review_id <> new.review_id) execute function comment_moved();
create or replace trigger comments_050 after update of review_id on comments
	for each row when (old.review_id <> new.review_id) execute function comment_moved_away();
create or replace trigger comments_060 after insert on comments
	for each row execute function comment_notified();
create constraint trigger comments_070 after update of spoiler_locked on comments deferrable initially deferred
	for each row when (new.spoiler_locked and not old.spoiler_locked) execute function spoiler_lock_logged();
create or replace trigger comments_080 after update of mentioned on comments
	for each row when (new.removed_at is null and (new.mentioned <> '{}' or old.mentioned <> '{}')) execute function comment_users_mentioned();
create or replace trigger comments_090 after update of state on comments
	for each row when (old.state <> new.state and new.removed_at is null) execute function comment_state_changed();
create or replace trigger comments_100 after update of reply_count on comments
	for each row when (old.state <> 'published' and new.state <> 'published' and (old.reply_count > 0) <> (new.reply_count > 0)) execute function hidden_comment_answered();
create constraint trigger comments_110 after update of state on comments deferrable initially deferred
	for each row when (new.state in ('held', 'removed') and old.state <> new.state) execute function removal_logged();
create or replace trigger comments_120 after delete on comments referencing old table as removed
	for each statement execute function comments_removed();

create or replace trigger comment_likes_010 after insert on comment_likes
	for each row execute function comment_like_counted();
create or replace trigger comment_likes_020 after insert on comment_likes
	for each row execute function comment_like_notified();
create or replace trigger comment_likes_030 after delete on comment_likes referencing old table as removed
	for each statement execute function comment_likes_removed();
create or replace trigger comment_likes_040 after delete on comment_likes referencing old table as removed
	for each statement execute function comment_likes_taken_back();
