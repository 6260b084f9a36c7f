-- Visitors are counted by network as limits count them: three of an IPv4 address or an IPv6 /64 network, and 4 and 16 times as many of
-- a /56 and a /48. `network_letters` says how much of a visitor's hash is that of each, the narrowest first.

create function count_visitors(of_review uuid, on_day date, network text) returns bigint language sql stable as $$
	select count(*) from review_seen
	where review_id = of_review and day = on_day and viewer >= network and viewer < network || '~' and length(viewer) < 36
$$;

create function add_sightings(of_reviews uuid[], viewers text[], days date[], opens boolean[], network_letters integer[], visitors_each integer[]) returns void language plpgsql as $$
declare
	current_day date;
	is_past boolean;
	added jsonb;
	fresh uuid[];
	authors uuid[];
begin
	-- Like windows_day for past days, but locked before the reviews
	select coalesce(next, today) into current_day from windows;
	is_past := exists (select from unnest(days) day where day < current_day);
	if is_past then
		select coalesce(next, today) into current_day from windows for share;
	end if;
	-- Known sightings come first, because most reports repeat them and need no lock. The lock of a review's counts also
	-- makes one transaction at a time count the visitors of a network.
	fresh := array(
		select distinct review_id from unnest(of_reviews, viewers, days, opens) as report (review_id, viewer, day, opened)
		where not exists (select from review_seen s where s.review_id = report.review_id and s.viewer = report.viewer
			and s.day = report.day and (s.opened or not report.opened))
	);
	if cardinality(fresh) = 0 then return; end if;
	perform from review_counts where id = any (fresh) order by id for no key update;
	if is_past then perform advance_reviews(fresh, current_day); end if;

	with reported as (
		select report.*, s.viewer is null and length(report.viewer) < 36 as is_new_visitor
		from unnest(of_reviews, viewers, days, opens) as report (review_id, viewer, day, opened)
		join review_counts r on r.id = report.review_id and r.user_id::text <> report.viewer
		left join review_seen s on s.review_id = report.review_id and s.viewer = report.viewer collate "C" and s.day = report.day
		where s.viewer is null or report.opened and not s.opened
	), narrow_ranked as (
		select *, row_number() over (partition by review_id, left(viewer, network_letters[1]), day, is_new_visitor order by viewer) as place from reported
	), narrow as (
		select review_id, viewer, day, opened, is_new_visitor from narrow_ranked
		where not is_new_visitor or place + count_visitors(review_id, day, left(viewer, network_letters[1])) <= visitors_each[1]
	), wide_ranked as (
		select *, row_number() over (partition by review_id, left(viewer, network_letters[2]), day, is_new_visitor order by viewer) as place from narrow
	), wide as (
		select review_id, viewer, day, opened, is_new_visitor from wide_ranked
		where not is_new_visitor or place + count_visitors(review_id, day, left(viewer, network_letters[2])) <= visitors_each[2]
	), widest_ranked as (
		select *, row_number() over (partition by review_id, left(viewer, network_letters[3]), day, is_new_visitor order by viewer) as place from wide
	), admitted as (
		select review_id, viewer, day, opened, is_new_visitor from widest_ranked
		where not is_new_visitor or place + count_visitors(review_id, day, left(viewer, network_letters[3])) <= visitors_each[3]
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

	update review_counts r set
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

	authors := array(
		select distinct r.user_id from review_counts r join jsonb_to_recordset(added) as seen (review_id uuid, impressions integer) on r.id = seen.review_id
		where impressions > 0
	);
	perform from user_counts where id = any (authors) order by id for no key update;
	if is_past then perform advance_users(authors, current_day); end if;
	with by_author as materialized (
		select r.user_id, day, sum(impressions)::int as impressions
		from review_counts r join jsonb_to_recordset(added) as seen (review_id uuid, day date, impressions integer) on r.id = seen.review_id
		where impressions > 0 group by r.user_id, day
	), counted as (
		update user_counts u set
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