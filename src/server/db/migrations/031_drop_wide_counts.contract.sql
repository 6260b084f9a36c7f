-- The columns and indexes that the narrow rows of 028 to 030 have replaced. No process of an earlier version reads them any more.
drop trigger mirror_review_counts on review_counts;
drop trigger mirror_user_counts on user_counts;
drop trigger mirror_game_counts on game_counts;
drop function mirror_review_counts();
drop function mirror_user_counts();
drop function mirror_game_counts();
alter table reviews
	drop column likes, drop column comment_count, drop column views,
	drop column impressions_week, drop column impressions_month, drop column impressions_year, drop column impressions_total,
	drop column engagements_week, drop column engagements_month, drop column engagements_year, drop column engagements_total;
alter table users
	drop column review_count, drop column follower_count, drop column following_count, drop column list_count, drop column activity_count,
	drop column impressions_week, drop column impressions_month, drop column impressions_year, drop column impressions_total;
alter table games
	drop column rating_sum, drop column rating_count, drop column rating_counts,
	drop column reviews_week, drop column reviews_month, drop column reviews_year, drop column reviews_total;
