-- What a following counts.

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

-- follow_begun has locked both rows.
create or replace function follow_counted() returns trigger language plpgsql as $$
begin
	update user_counts set following_count = following_count + 1 where id = new.follower_id;
	update user_counts set follower_count = follower_count + 1 where id = new.followed_id;
	return null;
end $$;

create or replace function follow_notified() returns trigger language plpgsql as $$
begin
	perform notify_user(new.followed_id, 'follow', new.followed_id, new.follower_id, new.follower_id, new.created_at);
	return null;
end $$;

create or replace function follows_ended() returns trigger language plpgsql as $$
begin
	delete from activity_reads r using ended e where r.reader_id = e.follower_id and r.user_id = e.followed_id;
	perform from user_counts where id in (select follower_id from ended union select followed_id from ended) order by id for no key update;
	update user_counts u set following_count = u.following_count - c.following, follower_count = u.follower_count - c.followers
		from (
			select id, sum(following)::int as following, sum(followers)::int as followers
			from (select follower_id as id, 1 as following, 0 as followers from ended union all select followed_id, 0, 1 from ended) sides group by id
		) c where u.id = c.id;
	return null;
end $$;

create or replace function follows_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(followed_id), array_agg(follower_id)) from ended having count(*) > 0;
	return null;
end $$;

create or replace trigger follows_010 before insert on follows
	for each row execute function follow_begun();
create or replace trigger follows_020 after insert on follows
	for each row execute function follow_counted();
create or replace trigger follows_030 after insert on follows
	for each row execute function follow_notified();
create or replace trigger follows_040 after delete on follows referencing old table as ended
	for each statement execute function follows_ended();
create or replace trigger follows_050 after delete on follows referencing old table as ended
	for each statement execute function follows_taken_back();
