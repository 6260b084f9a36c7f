-- A left join, because the planner drops it where no count is read.
create or replace view visible_users as
	select u.id, u.username, u.picture, u.bio, u.created_at, u.needs_username, c.review_count, c.follower_count, c.following_count,
		c.list_count, c.activity_count, c.impressions_week, c.impressions_month, c.impressions_year, c.impressions_total, c.username_key
	from users u left join user_counts c on c.id = u.id where u.deleted_at is null and u.banned_at is null;
