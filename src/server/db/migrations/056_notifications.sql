-- What others did with something of a person. A notification collects the events of one kind about one thing until it is
-- read; the next event then opens another. Triggers write both, so what is taken back or deleted also leaves them.

create table notifications (
	id uuid primary key default gen_random_uuid(),
	-- the recipient
	user_id uuid not null references users on delete cascade,
	kind text not null check (kind in ('review_like', 'comment_like', 'list_like', 'comment', 'reply', 'mention', 'follow', 'list_copy', 'moderation')),
	-- the id of the review, comment, list or account that it is about
	target uuid not null,
	text text,
	actor_count integer not null default 0,
	is_read boolean not null default false,
	-- the time of the newest event
	created_at timestamptz(3) not null
);
create unique index notifications_open on notifications (user_id, kind, target) where not is_read;
create index notifications_of_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where not is_read;
create index notifications_oldest on notifications (created_at);

-- One row per like, comment, follow or mention. `source` is the comment, or the user where the event is the user's only one.
create table notification_events (
	target uuid not null,
	source uuid not null,
	kind text not null,
	user_id uuid not null,
	notification_id uuid not null references notifications on delete cascade,
	actor_id uuid not null,
	created_at timestamptz(3) not null,
	primary key (target, source, kind, user_id)
);
create index notification_events_newest on notification_events (notification_id, created_at desc);
-- Only here can one actor have several events
create index notification_events_of_actor on notification_events (notification_id, actor_id) where kind in ('comment', 'reply');

-- Adds an event to the recipient's unread notification of the same kind and target, or opens one. Nobody is notified of themselves.
create function notify_user(recipient uuid, of_kind text, of_target uuid, of_source uuid, actor uuid, at timestamptz) returns void language plpgsql as $$
declare
	has_repeats boolean := of_kind in ('comment', 'reply');
	notification uuid;
begin
	if recipient is null or recipient = actor then return; end if;
	insert into notifications as n (user_id, kind, target, actor_count, created_at)
		values (recipient, of_kind, of_target, case when has_repeats then 0 else 1 end, at)
		on conflict (user_id, kind, target) where not is_read do update set
			created_at = greatest(n.created_at, excluded.created_at), actor_count = n.actor_count + excluded.actor_count
		returning n.id into notification;
	if has_repeats and not exists (
		select from notification_events e where e.notification_id = notification and e.actor_id = actor and e.kind in ('comment', 'reply')
	) then
		update notifications set actor_count = actor_count + 1 where id = notification;
	end if;
	insert into notification_events (target, source, kind, user_id, notification_id, actor_id, created_at)
		values (of_target, of_source, of_kind, recipient, notification, actor, at);
end $$;

-- Takes events out of their notifications, read or not, and deletes those that become empty.
create function take_back_notifications(targets uuid[], sources uuid[]) returns void language plpgsql as $$
declare
	changed uuid[];
	of_notifications uuid[];
	actors uuid[];
begin
	changed := array(
		select distinct e.notification_id from unnest(targets, sources) as gone (target, source)
			join notification_events e on e.target = gone.target and e.source = gone.source
	);
	if cardinality(changed) = 0 then return; end if;
	perform from notifications where id = any (changed) order by id for update;
	with removed as (
		delete from notification_events e using unnest(targets, sources) as gone (target, source)
			where e.target = gone.target and e.source = gone.source returning e.notification_id, e.actor_id
	)
	select array_agg(notification_id), array_agg(actor_id) into of_notifications, actors
		from (select distinct notification_id, actor_id from removed) r;
	delete from notifications n where n.id = any (changed)
		and not exists (select from notification_events e where e.notification_id = n.id);
	update notifications n set
		created_at = (select e.created_at from notification_events e where e.notification_id = n.id order by e.created_at desc limit 1),
		actor_count = n.actor_count - (
			select count(*)::int from unnest(of_notifications, actors) as removed (notification_id, actor_id)
			where removed.notification_id = n.id and not exists (
				select from notification_events e where e.notification_id = n.id and e.actor_id = removed.actor_id and e.kind in ('comment', 'reply')
			)
		)
	where n.id = any (changed);
end $$;

-- The names sort after those of the triggers that count, which lock first.
create function review_like_notified() returns trigger language plpgsql as $$
begin
	perform notify_user((select user_id from reviews where id = new.review_id), 'review_like', new.review_id, new.user_id, new.user_id, new.created_at);
	return null;
end $$;
create trigger review_like_notified after insert on review_likes for each row execute function review_like_notified();

create function review_likes_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(review_id), array_agg(user_id)) from removed having count(*) > 0;
	return null;
end $$;
create trigger review_likes_taken_back after delete on review_likes referencing old table as removed for each statement execute function review_likes_taken_back();

create function comment_like_notified() returns trigger language plpgsql as $$
begin
	perform notify_user((select user_id from comments where id = new.comment_id), 'comment_like', new.comment_id, new.user_id, new.user_id, new.created_at);
	return null;
end $$;
create trigger comment_like_notified after insert on comment_likes for each row execute function comment_like_notified();

create function comment_likes_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(comment_id), array_agg(user_id)) from removed having count(*) > 0;
	return null;
end $$;
create trigger comment_likes_taken_back after delete on comment_likes referencing old table as removed for each statement execute function comment_likes_taken_back();

-- Each recipient hears of a comment once: the author of the comment that it answers, else that of the review or list.
create function comment_notified() returns trigger language plpgsql as $$
declare
	answered uuid := (select user_id from comments where id = new.parent_id);
	author uuid := coalesce((select user_id from reviews where id = new.review_id), (select user_id from lists where id = new.list_id));
begin
	perform notify_user(answered, 'reply', new.parent_id, new.id, new.user_id, new.created_at);
	if author is distinct from answered then
		perform notify_user(author, 'comment', coalesce(new.review_id, new.list_id), new.id, new.user_id, new.created_at);
	end if;
	return null;
end $$;
create trigger comment_notified after insert on comments for each row execute function comment_notified();

create function follow_notified() returns trigger language plpgsql as $$
begin
	perform notify_user(new.followed_id, 'follow', new.followed_id, new.follower_id, new.follower_id, new.created_at);
	return null;
end $$;
create trigger follow_notified after insert on follows for each row execute function follow_notified();

create function follows_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(followed_id), array_agg(follower_id)) from ended having count(*) > 0;
	return null;
end $$;
create trigger follows_taken_back after delete on follows referencing old table as ended for each statement execute function follows_taken_back();

-- When two games become one, likes and comments move to the review that stays, and its author has heard of them.
create function review_like_moved_away() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array[old.review_id], array[old.user_id]);
	return null;
end $$;
create trigger review_like_moved_away after update of review_id on review_likes for each row
	when (old.review_id <> new.review_id) execute function review_like_moved_away();

create function comment_moved_away() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array[old.review_id, new.parent_id], array[old.id, old.id]);
	return null;
end $$;
create trigger comment_moved_away after update of review_id on comments for each row
	when (old.review_id <> new.review_id) execute function comment_moved_away();

-- Deletes up to `most` rows of an account's notifications.
create function purge_notifications(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer;
	ids uuid[] := array(select id from notifications where user_id = account order by created_at desc, id desc limit least(most, 50));
begin
	if cardinality(ids) = 0 then return 0; end if;
	perform from notifications where id = any (ids) order by id for update;
	delete from notification_events where ctid = any (array(select ctid from notification_events where notification_id = any (ids) limit most));
	get diagnostics gone = row_count;
	if gone > 0 then return gone; end if;
	delete from notifications where id = any (ids);
	get diagnostics gone = row_count;
	return gone;
end $$;
