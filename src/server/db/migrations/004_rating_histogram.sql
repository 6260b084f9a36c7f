-- How many reviews gave a game each rating, kept like the other counts: in the row of the game that every review locks
-- anyway, so that no further lock is taken in another order.

-- Reviews first, as their writers lock them: those under way are counted below, later ones by the new trigger.
lock table reviews in share row exclusive mode;

-- by half stars, 1 to 10
alter table games add column rating_counts integer[] not null default '{0,0,0,0,0,0,0,0,0,0}';
update games set rating_counts = counted.counts from (
	select game_id, array[
		count(*) filter (where half_stars = 1), count(*) filter (where half_stars = 2), count(*) filter (where half_stars = 3), count(*) filter (where half_stars = 4), count(*) filter (where half_stars = 5),
		count(*) filter (where half_stars = 6), count(*) filter (where half_stars = 7), count(*) filter (where half_stars = 8), count(*) filter (where half_stars = 9), count(*) filter (where half_stars = 10)
	]::integer[] as counts
	from reviews group by game_id
) counted where id = counted.game_id;

create or replace function review_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'UPDATE' then
		-- the trigger runs only where the two differ
		update games set
			rating_sum = rating_sum + new.half_stars - old.half_stars,
			rating_counts[old.half_stars] = rating_counts[old.half_stars] - 1,
			rating_counts[new.half_stars] = rating_counts[new.half_stars] + 1
		where id = new.game_id;
	elsif tg_op = 'INSERT' then
		perform count_game_review(new.game_id, utc_day(new.created_at), 1);
		update games set
			rating_sum = rating_sum + new.half_stars,
			rating_count = rating_count + 1,
			rating_counts[new.half_stars] = rating_counts[new.half_stars] + 1
		where id = new.game_id;
		update users set review_count = review_count + 1 where id = new.user_id;
		perform count_site('reviews', 1);
	else
		perform count_game_review(old.game_id, utc_day(old.created_at), -1);
		update games set
			rating_sum = rating_sum - old.half_stars,
			rating_count = rating_count - 1,
			rating_counts[old.half_stars] = rating_counts[old.half_stars] - 1
		where id = old.game_id;
		update users set review_count = review_count - 1 where id = old.user_id;
		perform count_site('reviews', -1);
	end if;
	return null;
end $$;
