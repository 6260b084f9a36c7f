-- A visitor's `viewer` begins with the hash of the network address and ends with that of the browser: of one address only so
-- many count for a review and day. It is compared by bytes, so that an index finds what begins alike.
alter table review_seen alter column viewer type text collate "C";

-- Writes down reports of seen reviews, each once, and counts what is new: a new row is an impression, a row that is opened for
-- the first time a view. Reviews that are gone, looks of their authors, and visitors of an address past `visitors_each` are passed
-- over; the first `address_letters` of a visitor are the address.
create function add_sightings(
	of_reviews uuid[], viewers text[], days date[], opens boolean[], address_letters integer, visitors_each integer
) returns void language plpgsql as $$
declare
	current_day date;
	added jsonb;
begin
	-- as windows_day has it for what belongs to the past, but before the reviews
	select today into current_day from windows;
	if exists (select from unnest(days) day where day < current_day) then
		select today into current_day from windows for share;
	end if;
	-- A look at what is known first: most reports come again, and lock nothing. Whoever has the lock of a review also
	-- counts the visitors of an address alone.
	perform from reviews where id in (
		select review_id from unnest(of_reviews, viewers, days, opens) as report (review_id, viewer, day, opened)
		where not exists (select from review_seen s where s.review_id = report.review_id and s.viewer = report.viewer
			and s.day = report.day and (s.opened or not report.opened))
	) order by id for no key update;

	with reported as (
		select report.*, s.viewer is null as is_new, left(report.viewer, address_letters) as address, length(report.viewer) < 36 as is_visitor
		from unnest(of_reviews, viewers, days, opens) as report (review_id, viewer, day, opened)
		join reviews r on r.id = report.review_id and r.user_id::text <> report.viewer
		left join review_seen s on s.review_id = report.review_id and s.viewer = report.viewer collate "C" and s.day = report.day
		where s.viewer is null or report.opened and not s.opened
	), ranked as (
		select *, row_number() over (partition by review_id, address, day, is_new order by viewer) as place from reported
	), admitted as (
		select * from ranked n where not is_new or not is_visitor or place + (
			select count(*) from review_seen s
			where s.review_id = n.review_id and s.day = n.day and s.viewer >= n.address and s.viewer < n.address || '~' and length(s.viewer) < 36
		) <= visitors_each
	), written as (
		insert into review_seen (review_id, viewer, day, opened)
		select review_id, viewer, day, opened from admitted order by review_id, viewer, day
		on conflict (review_id, viewer, day) do update set opened = true where excluded.opened and not review_seen.opened
		returning review_id, day, opened, xmax = 0 as is_new
	)
	select jsonb_agg(s) into added from (
		select review_id, day, count(*) filter (where is_new) as impressions, count(*) filter (where opened) as views
		from written group by review_id, day
	) s;
	if added is null then return; end if;

	update reviews r set
		views = r.views + s.views,
		impressions_week = r.impressions_week + s.week,
		impressions_month = r.impressions_month + s.month,
		impressions_year = r.impressions_year + s.year,
		impressions_total = r.impressions_total + s.impressions
	from (
		select review_id, sum(views)::int as views, sum(impressions)::int as impressions,
			coalesce(sum(impressions) filter (where day > current_day - 7), 0)::int as week,
			coalesce(sum(impressions) filter (where day > current_day - 30), 0)::int as month,
			coalesce(sum(impressions) filter (where day > current_day - 365), 0)::int as year
		from jsonb_to_recordset(added) as seen (review_id uuid, day date, impressions integer, views integer) group by review_id
	) s where r.id = s.review_id;
	insert into review_days (review_id, day, impressions)
		select review_id, day, impressions from jsonb_to_recordset(added) as seen (review_id uuid, day date, impressions integer)
		where impressions > 0
		on conflict (review_id, day) do update set impressions = review_days.impressions + excluded.impressions;

	perform from users where id in (
		select r.user_id from reviews r join jsonb_to_recordset(added) as seen (review_id uuid, impressions integer) on r.id = seen.review_id
		where impressions > 0
	) order by id for no key update;
	with by_author as materialized (
		select r.user_id, day, sum(impressions)::int as impressions
		from reviews r join jsonb_to_recordset(added) as seen (review_id uuid, day date, impressions integer) on r.id = seen.review_id
		where impressions > 0 group by r.user_id, day
	), counted as (
		update users u set
			impressions_week = u.impressions_week + a.week,
			impressions_month = u.impressions_month + a.month,
			impressions_year = u.impressions_year + a.year,
			impressions_total = u.impressions_total + a.total
		from (
			select user_id, sum(impressions)::int as total,
				coalesce(sum(impressions) filter (where day > current_day - 7), 0)::int as week,
				coalesce(sum(impressions) filter (where day > current_day - 30), 0)::int as month,
				coalesce(sum(impressions) filter (where day > current_day - 365), 0)::int as year
			from by_author group by user_id
		) a where u.id = a.user_id
	)
	insert into user_days (user_id, day, impressions) select user_id, day, impressions from by_author
		on conflict (user_id, day) do update set impressions = user_days.impressions + excluded.impressions;
end $$;
