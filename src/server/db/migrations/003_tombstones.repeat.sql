-- Moves what earlier versions have counted, a batch at a time.
with reviews as (
	update review_counts set tombstone_count = tombstone_count + place_count, place_count = 0
		where id = any (array(select id from review_counts where place_count <> 0 limit 10000 for no key update)) returning 1
), lists as (
	update list_counts set tombstone_count = tombstone_count + place_count, place_count = 0
		where id = any (array(select id from list_counts where place_count <> 0 limit 10000 for no key update)) returning 1
)
select (select count(*) from reviews)::int + (select count(*) from lists)::int as remaining
