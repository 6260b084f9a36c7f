-- How many kept counts differ from their facts, by what they count; all 0 in a right database.
with
	day as (select today from windows),
	of_games as (
		select game_id, sum(half_stars) as stars, count(*) as total,
			count(*) filter (where utc_day(created_at) > today - 7) as week,
			count(*) filter (where utc_day(created_at) > today - 30) as month,
			count(*) filter (where utc_day(created_at) > today - 365) as year
		from reviews, day group by 1
	),
	of_reviews as (
		select review_id, count(*) as likes,
			count(*) filter (where utc_day(created_at) > today - 7) as week,
			count(*) filter (where utc_day(created_at) > today - 30) as month,
			count(*) filter (where utc_day(created_at) > today - 365) as year
		from review_likes, day group by 1
	),
	seen_reviews as (
		select review_id, sum(engagements) as engagements, sum(impressions) as total,
			sum(impressions) filter (where day > today - 7) as week,
			sum(impressions) filter (where day > today - 30) as month,
			sum(impressions) filter (where day > today - 365) as year
		from review_days, day group by 1
	),
	seen_users as (
		select user_id, sum(impressions_week) as week, sum(impressions_month) as month, sum(impressions_year) as year, sum(impressions_total) as total, count(*) as reviews
		from reviews group by 1
	)
select
	(select count(*)::int from games left join of_games on game_id = id
		where (rating_sum, rating_count, reviews_week, reviews_month, reviews_year, reviews_total)
			<> (coalesce(stars, 0), coalesce(total, 0), coalesce(week, 0), coalesce(month, 0), coalesce(year, 0), coalesce(total, 0))) games,
	(select count(*)::int from reviews r left join of_reviews l on l.review_id = id left join seen_reviews s on s.review_id = id
		where (r.likes, engagements_week, engagements_month, engagements_year, engagements_total, impressions_week, impressions_month, impressions_year, impressions_total)
			<> (coalesce(l.likes, 0), coalesce(l.week, 0), coalesce(l.month, 0), coalesce(l.year, 0), coalesce(engagements, 0), coalesce(s.week, 0), coalesce(s.month, 0), coalesce(s.year, 0), coalesce(s.total, 0))) as reviews,
	(select count(*)::int from users left join seen_users on user_id = id
		where (review_count, activity_count, impressions_week, impressions_month, impressions_year, impressions_total)
			<> (coalesce(reviews, 0), coalesce(reviews, 0), coalesce(week, 0), coalesce(month, 0), coalesce(year, 0), coalesce(total, 0))) users,
	(select count(*)::int from (select user_id, sum(impressions) n from user_days group by 1) d join users u on u.id = user_id where n <> impressions_total) user_days,
	(select count(*)::int from (select game_id, sum(reviews) n from game_days group by 1) d join games g on g.id = game_id where n <> reviews_total) game_days,
	(select count(*)::int from (select subject, sum(n) n from site_counts group by 1) s
		where n <> case subject when 'users' then (select count(*) from users) when 'games' then (select count(*) from games) when 'reviews' then (select count(*) from reviews) else n end) site
