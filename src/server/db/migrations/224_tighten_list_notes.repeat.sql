with loose as (
	select id from list_items where position('||' in notes) > 0 and notes <> tight_spans(notes) order by id limit 1000 for no key update
), tightened as (
	update list_items set notes = tight_spans(notes) where id in (select id from loose)
)
select count(*)::int as remaining from loose
