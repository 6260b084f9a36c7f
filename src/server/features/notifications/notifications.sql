-- Who hears of what, on which channels, and what is taken back (decisions 38 and 39).

-- The channels of a kind of notification, and the digest. What a person never chose is as DEFAULT_PREFERENCES of the
-- contract has it, and messages of moderators are always on the site and mailed.
create or replace function notification_channels(recipient uuid, of_kind text, out on_site boolean, out by_mail boolean, out by_push boolean, out digest text) language plpgsql stable as $$
declare chosen preferences;
begin
	select * into chosen from preferences where user_id = recipient;
	on_site := of_kind = 'moderation' or coalesce((chosen.notifications -> of_kind ->> 'site')::boolean, true);
	by_mail := of_kind = 'moderation' or coalesce((chosen.notifications -> of_kind ->> 'mail')::boolean, false);
	by_push := coalesce((chosen.notifications -> of_kind ->> 'push')::boolean, false);
	digest := coalesce(chosen.digest, 'weekly');
end $$;

-- When a person's next digest is due, from a time on: at their time of the day or week, over which people are spread.
-- Null if they get none.
create or replace function next_digest(account uuid, rhythm text, at timestamptz) returns timestamptz language plpgsql immutable as $$
declare
	period integer := case rhythm when 'daily' then 86400 when 'weekly' then 604800 end;
	spread bigint := (hashtext(account::text)::bigint + 2147483648) % period;
begin
	return to_timestamp(ceil((extract(epoch from at) - spread) / period) * period + spread);
end $$;

-- Notifies a user of what an actor did, unless one has blocked the other or the recipient has muted the actor.
create or replace function notify_user(recipient uuid, of_kind text, of_target uuid, of_source uuid, actor uuid, at timestamptz) returns void language plpgsql as $$
declare
	has_repeats boolean := of_kind in ('comment', 'reply');
	new_actors integer := case when has_repeats then 0 else 1 end;
	notification uuid;
	channels record;
begin
	-- An import tells nobody (decision 62)
	if recipient is null or recipient = actor or current_setting('savepoint.quiet', true) = 'on' then return; end if;
	if exists (select from quiet_pairs where viewer_id = recipient and hidden_id = actor) then return; end if;
	-- Without the preferences, which are those of when it was opened. The digest's job knows whether the daily time is one of theirs.
	update notifications n set
		created_at = greatest(n.created_at, at), actor_count = n.actor_count + new_actors,
		digest_at = case when n.on_site then coalesce(n.digest_at, next_digest(recipient, 'daily', at)) end
		where user_id = recipient and kind = of_kind and target = of_target and not is_read
		returning id into notification;
	if notification is null then
		channels := notification_channels(recipient, of_kind);
		if not (channels.on_site or channels.by_mail or channels.by_push) then return; end if;
		insert into notifications as n (user_id, kind, target, actor_count, created_at, on_site, mail_due, push_due, mail_at, digest_at)
			values (recipient, of_kind, of_target, new_actors, at, channels.on_site, channels.by_mail, channels.by_push,
				-- A burst of events is one mail
				case when channels.by_mail then at + interval '1 minute' end,
				case when channels.on_site then next_digest(recipient, channels.digest, at) end)
			-- Another event has just opened it
			on conflict (user_id, kind, target) where not is_read do update set
				created_at = greatest(n.created_at, excluded.created_at), actor_count = n.actor_count + excluded.actor_count
			returning n.id into notification;
	end if;
	if has_repeats and not exists (
		select from notification_events e where e.notification_id = notification and e.actor_id = actor and e.kind in ('comment', 'reply')
	) then
		update notifications set actor_count = actor_count + 1 where id = notification;
	end if;
	insert into notification_events (target, source, kind, user_id, notification_id, actor_id, created_at)
		values (of_target, of_source, of_kind, recipient, notification, actor, at);
end $$;

-- Takes events out of their notifications, read or not, and deletes those that become empty.
create or replace function take_back_notifications(targets uuid[], sources uuid[]) returns void language plpgsql as $$
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

-- Takes back what others were notified of these texts.
create or replace function take_back_news_of(ids uuid[]) returns void language plpgsql as $$
begin
	perform take_back_notifications(array_agg(target), array_agg(source)) from (
		select coalesce(review_id, list_id) as target, id as source from comments where id = any (ids)
		union all select parent_id, id from comments where id = any (ids) and parent_id is not null
		union all select copied_from, id from lists where id = any (ids) and copied_from is not null
		union all select id, id from unnest(ids) id
	) events having count(*) > 0;
end $$;

-- Stores whom a text mentions and notifies them. A name that belongs to no user, or to one behind a block, stays plain text.
create or replace function store_mentions(of_subject uuid, author uuid, names text[], notified uuid[], at timestamptz) returns void language plpgsql as $$
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
		where found.user_id is not null and not is_blocked_between(author, found.user_id) order by n.place limit 20
	) known;
	held := array(select id from users where id = any (known_users) order by id for key share);
	delete from mentions where subject = of_subject and name <> all (known_names);
	insert into mentions (subject, name, user_id)
		select of_subject, name, user_id from unnest(known_names, known_users) known (name, user_id) where user_id = any (held)
		on conflict (subject, name) do update set user_id = excluded.user_id where mentions.user_id <> excluded.user_id;
	perform take_back_mentions(of_subject, array(select b from unnest(users_before) b where b <> all (known_users)));
	for recipient in
		select distinct k from unnest(held) k where k <> all (users_before) and k <> all (notified) and not exists (
			select from notification_events e where e.target = of_subject and e.source = of_subject and e.kind = 'mention' and e.user_id = k
		) order by k
	loop
		perform notify_user(recipient, 'mention', of_subject, of_subject, author, at);
	end loop;
end $$;

-- Deletes the notifications of users that a text mentions them. Each has one event.
create or replace function take_back_mentions(of_subject uuid, users uuid[]) returns void language plpgsql as $$
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

-- Its triggers fire after those that count, which lock first.
create or replace function users_mentioned() returns trigger language plpgsql as $$
begin
	perform store_mentions(new.id, new.user_id, new.mentioned, '{}', case tg_op when 'INSERT' then new.created_at else new.updated_at end);
	return null;
end $$;

create or replace function users_mentioned_in_private() returns trigger language plpgsql as $$
begin
	perform store_mentions(new.id, new.user_id, new.mentioned, array(select id from visible_users where lower(username) = any (new.mentioned)),
		case tg_op when 'INSERT' then new.created_at else new.updated_at end);
	return null;
end $$;

create or replace function users_unmentioned() returns trigger language plpgsql as $$
declare ids uuid[] := array(select id from removed where mentioned <> '{}');
begin
	if cardinality(ids) = 0 then return null; end if;
	perform take_back_notifications(ids, ids);
	delete from mentions where subject = any (ids);
	return null;
end $$;

-- What is read is due nowhere. What is not on the site counts as read once it is sent, so that the next event opens another.
create or replace function settle_notification() returns trigger language plpgsql as $$
begin
	if not (new.on_site or new.mail_due or new.push_due) then new.is_read := true; end if;
	if new.is_read then
		new.mail_due := false;
		new.push_due := false;
		new.digest_at := null;
	end if;
	if not new.mail_due then new.mail_at := null; end if;
	return new;
end $$;

-- Tells a person what became of the game that they suggested. No actor does this, so it has no events.
create or replace function notify_of_suggestion(recipient uuid, suggestion uuid, sentence text, at timestamptz) returns void language plpgsql as $$
declare channels record;
begin
	select * into channels from notification_channels(recipient, 'suggestion');
	if not (channels.on_site or channels.by_mail or channels.by_push) then return; end if;
	insert into notifications (user_id, kind, target, text, created_at, on_site, mail_due, push_due, mail_at, digest_at)
		values (recipient, 'suggestion', suggestion, sentence, at, channels.on_site, channels.by_mail, channels.by_push,
			case when channels.by_mail then at + interval '1 minute' end,
			case when channels.on_site then next_digest(recipient, channels.digest, at) end);
end $$;

-- Messages of moderators are inserted as they are, and use the same channels.
create or replace function moderation_notified() returns trigger language plpgsql as $$
declare channels record;
begin
	select * into channels from notification_channels(new.user_id, new.kind);
	new.on_site := true;
	new.mail_due := true;
	new.push_due := channels.by_push;
	new.mail_at := new.created_at;
	new.digest_at := next_digest(new.user_id, channels.digest, new.created_at);
	return new;
end $$;

create or replace trigger notifications_010 before insert on notifications
	for each row when (new.kind = 'moderation') execute function moderation_notified();
create or replace trigger notifications_020 before update of is_read, mail_due, push_due on notifications
	for each row execute function settle_notification();
