-- Which channels a notification uses: the site's bell and digest, mail as it happens, and push. They are read from the
-- recipient's preferences when it is opened; later events of an unread one change nothing about them.

alter table notifications
	-- false: only mailed or pushed, and in neither the bell nor the digest
	add column on_site boolean not null default true,
	-- no mail or push message has it yet
	add column mail_due boolean not null default false,
	add column push_due boolean not null default false,
	-- while a mail is due: when the recipient's next one is, at the earliest
	add column mail_at timestamptz(3),
	-- when the digest of what happened since the last one is due; null if nothing did
	add column digest_at timestamptz(3);

-- The bell pages through what is on the site alone
drop index notifications_of_user;
create index notifications_of_user on notifications (user_id, on_site, created_at desc, id desc);
drop index notifications_unread;
create index notifications_unread on notifications (user_id, created_at desc, id desc) where on_site and not is_read;
create index notifications_mail_due on notifications (mail_at) where mail_due and not is_read;
create index notifications_mail_due_of_user on notifications (user_id, created_at desc, id desc) where mail_due and not is_read;
create index notifications_push_due on notifications (created_at) where push_due and not is_read;
create index notifications_digest_due on notifications (digest_at) where digest_at is not null and not is_read;

-- The channels of a kind of notification, and the digest. What a person never chose is as DEFAULT_PREFERENCES of the
-- contract has it, and messages of moderators are always on the site and mailed.
create function notification_channels(recipient uuid, of_kind text, out on_site boolean, out by_mail boolean, out by_push boolean, out digest text) language sql stable as $$
	select
		of_kind = 'moderation' or coalesce((p.notifications -> of_kind ->> 'site')::boolean, true),
		of_kind = 'moderation' or coalesce((p.notifications -> of_kind ->> 'mail')::boolean, false),
		coalesce((p.notifications -> of_kind ->> 'push')::boolean, false),
		coalesce(p.digest, 'weekly')
	from (select) one left join preferences p on p.user_id = recipient
$$;

-- When a person's next digest is due, from a time on: at their time of the day or week, over which people are spread.
-- Null if they get none.
create function next_digest(account uuid, rhythm text, at timestamptz) returns timestamptz language sql immutable as $$
	select to_timestamp(ceil((extract(epoch from at) - spread % period) / period) * period + spread % period)
	from (select hashtext(account::text)::bigint + 2147483648 as spread,
		case rhythm when 'daily' then 86400 when 'weekly' then 604800 end as period) p
$$;

create or replace function notify_user(recipient uuid, of_kind text, of_target uuid, of_source uuid, actor uuid, at timestamptz) returns void language plpgsql as $$
declare
	has_repeats boolean := of_kind in ('comment', 'reply');
	new_actors integer := case when has_repeats then 0 else 1 end;
	notification uuid;
	channels record;
begin
	if recipient is null or recipient = actor then return; end if;
	-- Without the preferences, which are those of when it was opened. The digest's job knows whether the daily time is one of theirs.
	update notifications n set
		created_at = greatest(n.created_at, at), actor_count = n.actor_count + new_actors,
		digest_at = case when n.on_site then coalesce(n.digest_at, next_digest(recipient, 'daily', at)) end
		where user_id = recipient and kind = of_kind and target = of_target and not is_read
		returning id into notification;
	if notification is null then
		select * into channels from notification_channels(recipient, of_kind);
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

-- Messages of moderators are inserted as they are, and use the same channels.
create function moderation_notified() returns trigger language plpgsql as $$
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
create trigger moderation_notified before insert on notifications for each row when (new.kind = 'moderation') execute function moderation_notified();

-- What is read is due nowhere. What is not on the site counts as read once it is sent, so that the next event opens another.
create function settle_notification() returns trigger language plpgsql as $$
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
create trigger notification_settled before update of is_read, mail_due, push_due on notifications for each row execute function settle_notification();

create or replace function purge_notifications(account uuid, most integer) returns integer language plpgsql as $$
declare
	gone integer;
	ids uuid[] := array(select id from notifications where user_id = account order by on_site, created_at desc, id desc limit least(most, 50));
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
