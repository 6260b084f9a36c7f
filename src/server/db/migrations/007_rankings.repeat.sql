-- Whatever was added or changed while the rankings were filled, before there were triggers
with reviews as (
	insert into review_rankings select id, game_id, user_id, created_at, is_published, likes, views,
			engagements_week, engagements_month, engagements_year, engagements_total, impressions_week, impressions_month, impressions_year, impressions_total
		from review_counts c where not exists (select from review_rankings r where r.id = c.id) on conflict do nothing
), lists as (
	insert into list_rankings select id, user_id, created_at, is_public, engagements_week, engagements_month, engagements_year, engagements_total
		from list_counts c where not exists (select from list_rankings r where r.id = c.id) on conflict do nothing
), games as (
	insert into game_rankings select id, prominence, name_key, rating_count, reviews_week, reviews_month, reviews_year, reviews_total
		from game_counts c where not exists (select from game_rankings r where r.id = c.id) on conflict do nothing
), people as (
	insert into user_rankings select id, username_key, follower_count, impressions_week, impressions_month, impressions_year, impressions_total
		from user_counts c where not exists (select from user_rankings r where r.id = c.id) on conflict do nothing
), moved_reviews as (
	update review_rankings r set game_id = c.game_id, user_id = c.user_id, is_published = c.is_published from review_counts c
		where c.id = r.id and (c.game_id, c.user_id, c.is_published) <> (r.game_id, r.user_id, r.is_published)
), moved_lists as (
	update list_rankings r set is_public = c.is_public from list_counts c where c.id = r.id and c.is_public <> r.is_public
), renamed_games as (
	update game_rankings r set prominence = c.prominence, name_key = c.name_key from game_counts c
		where c.id = r.id and (c.prominence, c.name_key) <> (r.prominence, r.name_key)
), renamed_people as (
	update user_rankings r set username_key = c.username_key from user_counts c where c.id = r.id and c.username_key <> r.username_key
), changed as (
	insert into changed_rankings
	select 'review', c.id::text from review_counts c join review_rankings r using (id)
		where (c.likes, c.views, c.engagements_week, c.engagements_month, c.engagements_year, c.engagements_total,
				c.impressions_week, c.impressions_month, c.impressions_year, c.impressions_total)
			<> (r.likes, r.views, r.engagements_week, r.engagements_month, r.engagements_year, r.engagements_total,
				r.impressions_week, r.impressions_month, r.impressions_year, r.impressions_total)
	union all
	select 'list', c.id::text from list_counts c join list_rankings r using (id)
		where (c.engagements_week, c.engagements_month, c.engagements_year, c.engagements_total)
			<> (r.engagements_week, r.engagements_month, r.engagements_year, r.engagements_total)
	union all
	select 'game', c.id::text from game_counts c join game_rankings r using (id)
		where (c.rating_count, c.reviews_week, c.reviews_month, c.reviews_year, c.reviews_total)
			<> (r.rating_count, r.reviews_week, r.reviews_month, r.reviews_year, r.reviews_total)
	union all
	select 'user', c.id::text from user_counts c join user_rankings r using (id)
		where (c.follower_count, c.impressions_week, c.impressions_month, c.impressions_year, c.impressions_total)
			<> (r.follower_count, r.impressions_week, r.impressions_month, r.impressions_year, r.impressions_total)
)
select 0 as remaining
