with loose as (
	select user_id, game_id from review_drafts where position('||' in description) > 0 and description <> tight_spans(description)
	order by user_id, game_id limit 1000 for no key update
), tightened as (
	update review_drafts set description = tight_spans(description) where (user_id, game_id) in (select user_id, game_id from loose)
)
select count(*)::int as remaining from loose
