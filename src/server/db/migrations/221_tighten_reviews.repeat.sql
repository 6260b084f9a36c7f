with loose as (
	select id from reviews where position('||' in description) > 0 and description <> tight_spans(description) order by id limit 1000 for no key update
), tightened as (
	update reviews set description = tight_spans(description) where id in (select id from loose)
)
select count(*)::int as remaining from loose
