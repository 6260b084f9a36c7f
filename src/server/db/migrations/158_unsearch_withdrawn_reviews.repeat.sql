-- What was withdrawn before, a thousand reviews at a time.
with next as (
	select s.review_id from hidden_users h join reviews r on r.user_id = h.user_id join review_search s on s.review_id = r.id
	where r.withdrawn limit 1000
), gone as (
	delete from review_search where review_id in (select review_id from next)
)
select count(*)::int as remaining from next;
