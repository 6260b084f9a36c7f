-- The last visits that sessions still know, ten thousand accounts at a time.
with next as (
	select s.user_id, max((s.rotated_at at time zone 'UTC')::date) as seen_on
	from (
		select distinct user_id from sessions
		where not exists (select from user_visits v where v.user_id = sessions.user_id)
		limit 10000
	) someone
	join sessions s using (user_id) group by s.user_id
), filled as (
	insert into user_visits (user_id, seen_on) select user_id, seen_on from next on conflict do nothing
)
select count(*)::int as remaining from next;
