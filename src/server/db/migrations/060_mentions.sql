-- Users whom texts mention as `@name`. The column `mentioned` of a review, comment or list has the names in its texts, in
-- lower case, whether or not there are such users; here is a row for each that was a user's when it was written. The row
-- follows a user who changes their name.

create table mentions (
	-- the review, comment or list
	subject uuid not null,
	name text not null,
	user_id uuid not null references users on delete cascade,
	primary key (subject, name)
);
create index mentions_of_user on mentions (user_id);

alter table reviews add column mentioned text[] not null default '{}';
alter table comments add column mentioned text[] not null default '{}';
alter table lists add column mentioned text[] not null default '{}';

-- Deletes the notifications of users that a text mentions them. Each has one event.
create function take_back_mentions(of_subject uuid, users uuid[]) returns void language plpgsql as $$
declare
	ids uuid[] := array(
		select notification_id from notification_events
			where target = of_subject and source = of_subject and kind = 'mention' and user_id = any (users)
	);
begin
	if cardinality(ids) = 0 then return; end if;
	perform from notifications where id = any (ids) order by id for update;
	delete from notifications where id = any (ids);
end $$;

-- Stores which users a text mentions, and notifies those whom it did not mention before, except `told`, who have heard of
-- it in another way. The caller has locked the text.
create function store_mentions(of_subject uuid, author uuid, names text[], told uuid[], at timestamptz) returns void language plpgsql as $$
declare
	users_before uuid[] := array(select distinct user_id from mentions where subject = of_subject);
	known_names text[];
	known_users uuid[];
	-- those of them that no purge can delete before this ends
	held uuid[];
	recipient uuid;
begin
	select coalesce(array_agg(name), '{}'), coalesce(array_agg(user_id), '{}') into known_names, known_users from (
		select n.name, found.user_id from unnest(names) with ordinality n (name, place)
		cross join lateral (
			select coalesce(
				(select m.user_id from mentions m join visible_users u on u.id = m.user_id where m.subject = of_subject and m.name = n.name),
				(select u.id from visible_users u where lower(u.username) = n.name and not u.needs_username)
			) as user_id
		) found
		where found.user_id is not null order by n.place limit 20
	) known;
	held := array(select id from users where id = any (known_users) order by id for key share);
	delete from mentions where subject = of_subject and name <> all (known_names);
	insert into mentions (subject, name, user_id)
		select of_subject, name, user_id from unnest(known_names, known_users) known (name, user_id) where user_id = any (held)
		on conflict (subject, name) do update set user_id = excluded.user_id where mentions.user_id <> excluded.user_id;
	perform take_back_mentions(of_subject, array(select b from unnest(users_before) b where b <> all (known_users)));
	for recipient in
		select distinct k from unnest(held) k where k <> all (users_before) and k <> all (told) and not exists (
			select from notification_events e where e.target = of_subject and e.source = of_subject and e.kind = 'mention' and e.user_id = k
		) order by k
	loop
		perform notify_user(recipient, 'mention', of_subject, of_subject, author, at);
	end loop;
end $$;

-- The names of these triggers sort after those of the triggers that count, which lock first.
create function users_mentioned() returns trigger language plpgsql as $$
begin
	perform store_mentions(new.id, new.user_id, new.mentioned, '{}', case tg_op when 'INSERT' then new.created_at else new.updated_at end);
	return null;
end $$;
create trigger review_users_mentioned after insert on reviews for each row
	when (new.mentioned <> '{}') execute function users_mentioned();
create trigger review_users_mentioned_again after update of mentioned on reviews for each row
	when (new.mentioned <> '{}' or old.mentioned <> '{}') execute function users_mentioned();
create trigger list_users_mentioned after insert on lists for each row
	when (new.mentioned <> '{}') execute function users_mentioned();
create trigger list_users_mentioned_again after update of mentioned on lists for each row
	when (new.mentioned <> '{}' or old.mentioned <> '{}') execute function users_mentioned();

-- Those who have heard of a comment as a reply to theirs, or as one on their review or list.
create function told_of_comment(new_comment comments) returns uuid[] language sql stable as $$
	select array(
		select user_id from notification_events
			where target in (new_comment.parent_id, new_comment.review_id, new_comment.list_id) and source = new_comment.id
	)
$$;

create function comment_users_mentioned() returns trigger language plpgsql as $$
begin
	perform store_mentions(new.id, new.user_id, new.mentioned, told_of_comment(new), coalesce(new.edited_at, new.created_at));
	return null;
end $$;
create trigger comment_users_mentioned_again after update of mentioned on comments for each row
	when (new.removed_at is null and (new.mentioned <> '{}' or old.mentioned <> '{}')) execute function comment_users_mentioned();

-- Each recipient hears of a comment once: as the author of the comment that it answers, else as mentioned in it, else as the
-- author of the review or list.
create or replace function comment_notified() returns trigger language plpgsql as $$
declare
	answered uuid := (select user_id from comments where id = new.parent_id);
	author uuid := coalesce((select user_id from reviews where id = new.review_id), (select user_id from lists where id = new.list_id));
	is_author_mentioned boolean := false;
begin
	perform notify_user(answered, 'reply', new.parent_id, new.id, new.user_id, new.created_at);
	if new.mentioned <> '{}' then
		perform store_mentions(new.id, new.user_id, new.mentioned, told_of_comment(new), new.created_at);
		is_author_mentioned := exists (select from mentions where subject = new.id and user_id = author);
	end if;
	if author is distinct from answered and not is_author_mentioned then
		perform notify_user(author, 'comment', coalesce(new.review_id, new.list_id), new.id, new.user_id, new.created_at);
	end if;
	return null;
end $$;

-- Deletion

create function users_unmentioned() returns trigger language plpgsql as $$
declare ids uuid[] := array(select id from removed where mentioned <> '{}');
begin
	if cardinality(ids) = 0 then return null; end if;
	perform take_back_notifications(ids, ids);
	delete from mentions where subject = any (ids);
	return null;
end $$;
create trigger reviews_unmentioned after delete on reviews referencing old table as removed for each statement execute function users_unmentioned();
create trigger lists_unmentioned after delete on lists referencing old table as removed for each statement execute function users_unmentioned();

create or replace function uncount_comments(gone comments[]) returns void language plpgsql as $$
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
	if exists (select from unnest(gone) where mentioned <> '{}') then
		delete from mentions where subject in (select id from unnest(gone) where mentioned <> '{}');
	end if;
end $$;

create or replace function leave_places(ids uuid[], at timestamptz) returns integer language plpgsql as $$
declare emptied comments[];
begin
	perform from comments where id = any (ids) order by id for update;
	emptied := array(select c from comments c where id = any (ids) and reply_count > 0 and removed_at is null);
	if cardinality(emptied) = 0 then return 0; end if;
	update comments set user_id = null, content = '', contains_spoilers = false, mentioned = '{}', edited_at = null, removed_at = at
		where id in (select id from unnest(emptied));
	perform uncount_comments(emptied);
	update review_counts c set place_count = c.place_count + e.n
		from (select review_id, count(*)::int as n from unnest(emptied) group by review_id) e where c.id = e.review_id;
	update list_counts c set place_count = c.place_count + e.n
		from (select list_id, count(*)::int as n from unnest(emptied) group by list_id) e where c.id = e.list_id;
	return cardinality(emptied);
end $$;

-- Deletes up to `most` mentions in these texts. Returns how many rows went.
create function purge_mentions_in(ids uuid[], most integer) returns integer language plpgsql as $$
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

create or replace function purge_comments(ids uuid[], most integer) returns integer language plpgsql as $$
declare gone integer;
begin
	delete from comment_likes where ctid = any (array(select ctid from comment_likes where comment_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from activity_reads where ctid = any (array(select ctid from activity_reads where activity_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	gone := purge_mentions_in(ids, most);
	if gone > 0 then return gone; end if;
	-- Those with replies leave a place
	gone := leave_places(ids, now());
	if gone > 0 then return gone; end if;
	delete from comments where id = any (ids) and reply_count = 0;
	get diagnostics gone = row_count;
	return gone;
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
