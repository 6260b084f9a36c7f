-- Who does not see whom (decision 45).

-- Whom a viewer does not see at all, since one of the two has blocked the other.
create or replace view blocked_pairs as
	select blocker_id as viewer_id, blocked_id as hidden_id from blocks
	union all select blocked_id, blocker_id from blocks;

-- Those, and whom the viewer has muted.
create or replace view quiet_pairs as
	select viewer_id, hidden_id from blocked_pairs
	union all select muter_id, muted_id from mutes;

create or replace function is_blocked_between(one uuid, other uuid) returns boolean language plpgsql stable as $$
begin
	return exists (select from blocks where blocker_id = one and blocked_id = other)
		or exists (select from blocks where blocker_id = other and blocked_id = one);
end $$;

-- Ends the follows between two accounts, in a transaction that has inserted a block, and locks the counts of both. A follow that
-- was committed before the counts were locked is not deleted under their lock, as the order of locks has it: the
-- transaction is repeated.
create or replace function end_follows_between(one uuid, other uuid) returns void language plpgsql as $$
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
