-- Whom people do not want to meet. A block hides two accounts from each other. A mute hides one from the other where it
-- comes unasked: in feeds, rankings, comments and notifications.

create table blocks (
	blocker_id uuid not null references users on delete cascade,
	blocked_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	primary key (blocker_id, blocked_id),
	check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id, blocker_id);
create index blocks_newest on blocks (blocker_id, created_at desc, blocked_id desc);

create table mutes (
	muter_id uuid not null references users on delete cascade,
	muted_id uuid not null references users on delete cascade,
	created_at timestamptz(3) not null,
	primary key (muter_id, muted_id),
	check (muter_id <> muted_id)
);
create index mutes_of_muted on mutes (muted_id, muter_id);
create index mutes_newest on mutes (muter_id, created_at desc, muted_id desc);

-- Whom a viewer does not see at all, since one of the two has blocked the other.
create view blocked_pairs as
	select blocker_id as viewer_id, blocked_id as hidden_id from blocks
	union all select blocked_id, blocker_id from blocks;

-- Those, and whom the viewer has muted.
create view quiet_pairs as
	select viewer_id, hidden_id from blocked_pairs
	union all select muter_id, muted_id from mutes;

create function is_blocked_between(one uuid, other uuid) returns boolean language sql stable as $$
	select exists (select from blocks where blocker_id = one and blocked_id = other)
		or exists (select from blocks where blocker_id = other and blocked_id = one)
$$;

-- Ends the follows between two accounts, in a transaction that has inserted a block, and locks the counts of both. A follow that
-- was committed before the counts were locked is not deleted under their lock, as the order of locks has it: the
-- transaction is repeated.
create function end_follows_between(one uuid, other uuid) returns void language plpgsql as $$
begin
	with held as (
		select follower_id, followed_id from follows
		where (follower_id = one and followed_id = other) or (follower_id = other and followed_id = one)
		order by follower_id, followed_id for update
	)
	delete from follows f using held where f.follower_id = held.follower_id and f.followed_id = held.followed_id;
	perform from user_counts where id in (one, other) order by id for no key update;
	if exists (select from follows where follower_id = one and followed_id = other)
		or exists (select from follows where follower_id = other and followed_id = one) then
		raise exception 'a follow began meanwhile' using errcode = 'serialization_failure';
	end if;
end $$;

create or replace function follow_begun() returns trigger language plpgsql as $$
begin
	-- Waits for an unfollow of the same user, which holds this row before the counts
	perform from follows where follower_id = new.follower_id and followed_id = new.followed_id for update;
	-- The foreign keys lock these later; a deletion locks a user before the counts
	perform from users where id in (new.follower_id, new.followed_id) order by id for key share;
	perform from user_counts where id in (new.follower_id, new.followed_id) order by id for no key update;
	-- Under the lock of the counts, which a block takes as well
	if is_blocked_between(new.follower_id, new.followed_id) then return null; end if;
	select activity_count - (select count(*) from activities where user_id = new.followed_id and created_at >= new.created_at)
		into new.activities_before from user_counts where id = new.followed_id;
	select coalesce(max(id), 0) into new.corrected_to from feed_corrections where user_id = new.followed_id;
	-- The foreign key rejects a deleted user
	new.activities_before := coalesce(new.activities_before, 0);
	return new;
end $$;

-- What somebody does whom the recipient has muted or blocked, or who has blocked them, notifies nobody.
create or replace function notify_user(recipient uuid, of_kind text, of_target uuid, of_source uuid, actor uuid, at timestamptz) returns void language plpgsql as $$
declare
	has_repeats boolean := of_kind in ('comment', 'reply');
	new_actors integer := case when has_repeats then 0 else 1 end;
	notification uuid;
	channels record;
begin
	if recipient is null or recipient = actor then return; end if;
	if exists (select from mutes where muter_id = recipient and muted_id = actor) or is_blocked_between(recipient, actor) then return; end if;
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

-- The name of somebody between whom and the author is a block is plain text, as one that is nobody's.
create or replace function store_mentions(of_subject uuid, author uuid, names text[], told uuid[], at timestamptz) returns void language plpgsql as $$
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
		select distinct k from unnest(held) k where k <> all (users_before) and k <> all (told) and not exists (
			select from notification_events e where e.target = of_subject and e.source = of_subject and e.kind = 'mention' and e.user_id = k
		) order by k
	loop
		perform notify_user(recipient, 'mention', of_subject, of_subject, author, at);
	end loop;
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
