-- A left join, because the planner drops it where no count is read.
create or replace view visible_users as
	select u.id, u.username, u.picture, u.bio, u.created_at, u.needs_username, c.review_count, c.follower_count, c.following_count,
		c.list_count, c.activity_count, c.impressions_week, c.impressions_month, c.impressions_year, c.impressions_total, c.username_key
	from users u left join user_counts c on c.id = u.id where u.deleted_at is null and u.banned_at is null;

-- Those whom a viewer (null: a visitor) may see. The database inlines functions of this form, so that conditions on them use indexes.
-- For most members a statement learns once that there is nothing to look for; for the others it looks each id up. `not in` would read all
-- of theirs, and `exists … is not true` lets the database look one account up, or hash all hidden ones for many rows, in the order of an index.
create or replace function visible_users(viewer uuid) returns table (
	id uuid, username text, picture text, bio text, created_at timestamptz, needs_username boolean,
	review_count integer, follower_count integer, following_count integer, list_count integer, activity_count integer,
	impressions_week integer, impressions_month integer, impressions_year integer, impressions_total integer, username_key text
) language sql stable as $$
	select * from visible_users u where (viewer is null or not (select exists (select from blocked_pairs p where p.viewer_id = viewer))
			or not exists (select from blocked_pairs p where p.viewer_id = viewer and p.hidden_id = u.id))
$$;

-- The same without people whom the viewer has muted, for what comes unasked.
create or replace function quiet_users(viewer uuid) returns table (
	id uuid, username text, picture text, bio text, created_at timestamptz, needs_username boolean,
	review_count integer, follower_count integer, following_count integer, list_count integer, activity_count integer,
	impressions_week integer, impressions_month integer, impressions_year integer, impressions_total integer, username_key text
) language sql stable as $$
	select * from visible_users(viewer) u where (viewer is null or not (select exists (select from mutes m where m.muter_id = viewer))
			or not exists (select from mutes m where m.muter_id = viewer and m.muted_id = u.id))
$$;

-- The rankings of these quiet people, for lists in their order. Rankings count up to a thousand of them, for which hidden accounts are read
-- once instead of looked up for each.
create or replace function quiet_user_counts(viewer uuid) returns setof user_rankings language sql stable as $$
	select * from user_rankings c where c.id not in (select user_id from hidden_users)
		and (viewer is null or not (select exists (select from quiet_pairs p where p.viewer_id = viewer))
			or not exists (select from quiet_pairs p where p.viewer_id = viewer and p.hidden_id = c.id))
$$;
