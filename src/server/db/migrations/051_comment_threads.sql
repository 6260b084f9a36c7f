-- Comments answer other comments, stand on lists too, and can be edited. There are two levels: replies hang under a comment
-- without a parent. One that is deleted while it has replies leaves a place: a row without author and text.

alter table comments
	add column parent_id uuid references comments on delete cascade,
	add column list_id uuid references lists on delete cascade,
	add column contains_spoilers boolean not null default false,
	add column reply_count integer not null default 0,
	add column edited_at timestamptz(3),
	-- set in a place that a deleted comment left
	add column removed_at timestamptz(3),
	alter column review_id drop not null,
	alter column user_id drop not null,
	add constraint comments_about_one check (num_nonnulls(review_id, list_id) = 1) not valid,
	add constraint comments_authored check ((user_id is null) = (removed_at is not null)) not valid;

create index threads_of_review on comments (review_id, created_at, id) where parent_id is null and review_id is not null;
create index threads_of_list on comments (list_id, created_at, id) where parent_id is null and list_id is not null;
create index replies_of_comment on comments (parent_id, created_at, id) where parent_id is not null;
create index replies_of_review on comments (review_id) where parent_id is not null and review_id is not null;
create index replies_of_list on comments (list_id) where parent_id is not null and list_id is not null;
create index liked_places on comments (id) where removed_at is not null and likes > 0;

-- `comment_count` is without places. The threads of a review are its comments without the replies and with the places.
alter table review_counts
	add column reply_count integer not null default 0,
	add column place_count integer not null default 0;

-- The same for the comments on lists; without a row there are none.
create table list_counts (
	id uuid primary key references lists on delete cascade,
	comment_count integer not null default 0,
	reply_count integer not null default 0,
	place_count integer not null default 0
);

-- Adds to the replies of a comment, and to those counted of its review or list. Parents are locked before what counts them.
create function count_replies(parents uuid[]) returns void language plpgsql as $$
begin
	perform from comments where id = any (parents) order by id for no key update;
	update comments c set reply_count = (c.reply_count + p.n)
		from (select id, count(*)::int as n from unnest(parents) id where id is not null group by id) p where c.id = p.id;
end $$;

create or replace function comment_counted() returns trigger language plpgsql as $$
declare replies integer := (new.parent_id is not null)::int;
begin
	if new.parent_id is not null then perform count_replies(array[new.parent_id]); end if;
	if new.list_id is not null then
		insert into list_counts as c (id, comment_count, reply_count) values (new.list_id, 1, replies)
			on conflict (id) do update set comment_count = c.comment_count + 1, reply_count = c.reply_count + replies;
		return null;
	end if;
	perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 0, 1);
	if replies > 0 then update review_counts set reply_count = reply_count + 1 where id = new.review_id; end if;
	insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'comment', new.created_at);
	return null;
end $$;

-- Takes comments out of what counts them, when they are deleted or leave a place.
create function uncount_comments(gone comments[]) returns void language plpgsql as $$
begin
	if cardinality(gone) = 0 then return; end if;
	perform take_engagements(array_agg(review_id), array_agg(created_at), 0, 1) from unnest(gone) where review_id is not null having count(*) > 0;
	perform from list_counts where id in (select list_id from unnest(gone)) order by id for no key update;
	update list_counts c set comment_count = c.comment_count - g.n
		from (select list_id, count(*)::int as n from unnest(gone) group by list_id) g where c.id = g.list_id;
	perform remove_activities(array(select id from unnest(gone) where review_id is not null));
	perform take_back_notifications(array_agg(target), array_agg(id)) from (
		select coalesce(review_id, list_id) as target, id from unnest(gone)
		union all select parent_id, id from unnest(gone) where parent_id is not null
		union all select id, id from unnest(gone)
	) events having count(*) > 0;
end $$;

create or replace function comments_removed() returns trigger language plpgsql as $$
declare
	parents uuid[] := array(select distinct parent_id from removed where parent_id is not null);
begin
	perform from comments where id = any (parents) order by id for update;
	update comments c set reply_count = c.reply_count - r.n
		from (select parent_id, count(*)::int as n from removed where parent_id is not null group by parent_id) r where c.id = r.parent_id;
	perform uncount_comments(array(select r::comments from removed r where removed_at is null));
	update review_counts c set reply_count = c.reply_count - r.replies, place_count = c.place_count - r.places
		from (select review_id, count(parent_id)::int as replies, count(removed_at)::int as places from removed group by review_id) r
		where c.id = r.review_id and (r.replies > 0 or r.places > 0);
	update list_counts c set reply_count = c.reply_count - r.replies, place_count = c.place_count - r.places
		from (select list_id, count(parent_id)::int as replies, count(removed_at)::int as places from removed group by list_id) r
		where c.id = r.list_id and (r.replies > 0 or r.places > 0);
	-- A place goes with its last reply; one that still has likes is left to `delete_places`
	if cardinality(parents) > 0 then
		delete from comments where id = any (parents) and removed_at is not null and reply_count = 0 and likes = 0;
	end if;
	return null;
end $$;

create or replace function comment_moved() returns trigger language plpgsql as $$
begin
	if new.removed_at is null then
		perform count_review_engagement(old.review_id, utc_day(old.created_at), -1, 0, -1);
		perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 0, 1);
	end if;
	if new.parent_id is not null or new.removed_at is not null then
		update review_counts set
			reply_count = reply_count + case id when new.review_id then 1 else -1 end * (new.parent_id is not null)::int,
			place_count = place_count + case id when new.review_id then 1 else -1 end * (new.removed_at is not null)::int
		where id in (old.review_id, new.review_id);
	end if;
	return null;
end $$;

-- Empties those of the comments that have replies, and leaves their places. The caller holds the windows.
create function leave_places(ids uuid[], at timestamptz) returns integer language plpgsql as $$
declare emptied comments[];
begin
	perform from comments where id = any (ids) order by id for update;
	emptied := array(select c from comments c where id = any (ids) and reply_count > 0 and removed_at is null);
	if cardinality(emptied) = 0 then return 0; end if;
	update comments set user_id = null, content = '', contains_spoilers = false, edited_at = null, removed_at = at
		where id in (select id from unnest(emptied));
	perform uncount_comments(emptied);
	update review_counts c set place_count = c.place_count + e.n
		from (select review_id, count(*)::int as n from unnest(emptied) group by review_id) e where c.id = e.review_id;
	update list_counts c set place_count = c.place_count + e.n
		from (select list_id, count(*)::int as n from unnest(emptied) group by list_id) e where c.id = e.list_id;
	return cardinality(emptied);
end $$;

-- Deletes up to `most` likes of places, or the places that have lost their last like and reply. Returns how many rows went.
create function delete_places(most integer) returns integer language plpgsql as $$
declare
	gone integer;
	place uuid := (select id from comments where removed_at is not null and likes > 0 order by id limit 1);
begin
	if place is null then return 0; end if;
	perform from windows for share;
	perform from comments where id = place for update;
	delete from comment_likes where ctid = any (array(select ctid from comment_likes where comment_id = place limit most));
	get diagnostics gone = row_count;
	delete from comments where id = place and reply_count = 0 and likes = 0;
	return gone;
end $$;
