with loose as (
	select id from comments where position('||' in content) > 0 and content <> tight_spans(content) order by id limit 1000 for no key update
), tightened as (
	update comments set content = tight_spans(content) where id in (select id from loose)
)
select count(*)::int as remaining from loose
