-- What a review, a like and a look at a review count.

-- The reviews that a viewer (null: a visitor) may read.
create or replace function visible_reviews(viewer uuid) returns setof reviews language sql stable as $$
	select * from reviews r where r.state = 'published' and exists (select from hidden_users h where h.user_id = r.user_id) is not true
		and (viewer is null or not (select exists (select from blocked_pairs p where p.viewer_id = viewer))
			or not exists (select from blocked_pairs p where p.viewer_id = viewer and p.hidden_id = r.user_id))
$$;

-- The same without people whom the viewer has muted, for what comes unasked.
create or replace function quiet_reviews(viewer uuid) returns setof reviews language sql stable as $$
	select * from visible_reviews(viewer) r where (viewer is null or not (select exists (select from mutes m where m.muter_id = viewer))
			or not exists (select from mutes m where m.muter_id = viewer and m.muted_id = r.user_id))
$$;

-- The rankings of these quiet reviews, for lists in their order.
create or replace function quiet_review_counts(viewer uuid) returns setof review_rankings language sql stable as $$
	select * from review_rankings c where c.is_published and exists (select from hidden_users h where h.user_id = c.user_id) is not true
		and (viewer is null or not (select exists (select from quiet_pairs p where p.viewer_id = viewer))
			or not exists (select from quiet_pairs p where p.viewer_id = viewer and p.hidden_id = c.user_id))
$$;

create or replace function add_review_counts() returns trigger language plpgsql as $$
begin
	insert into review_counts (id, game_id, user_id, created_at) values (new.id, new.game_id, new.user_id, new.created_at);
	return null;
end $$;

create or replace function move_review_counts() returns trigger language plpgsql as $$
begin
	update review_counts set game_id = new.game_id where id = new.id;
	return null;
end $$;

create or replace function remove_review_counts() returns trigger language plpgsql as $$
begin
	delete from review_counts where id = old.id;
	return null;
end $$;

create or replace function count_review_engagement(review uuid, on_day date, by integer, likes_by integer, comments_by integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	if on_day < today then perform advance_reviews(array[review], today); end if;
	update review_counts set
		likes = likes + likes_by,
		comment_count = comment_count + comments_by,
		engagements_week = engagements_week + case when on_day > today - 7 then by else 0 end,
		engagements_month = engagements_month + case when on_day > today - 30 then by else 0 end,
		engagements_year = engagements_year + case when on_day > today - 365 then by else 0 end,
		engagements_total = engagements_total + by
	where id = review;
	-- A review that is being deleted takes its days with it
	if found then
		insert into review_days (review_id, day, engagements) values (review, on_day, by)
			on conflict (review_id, day) do update set engagements = review_days.engagements + by;
	end if;
end $$;

-- Takes likes and comments, one for each time, out of the counts of their reviews.
create or replace function take_engagements(of_reviews uuid[], times timestamptz[], likes_each integer, comments_each integer) returns void language plpgsql as $$
declare current_day date;
begin
	select coalesce(next, today) into current_day from windows for share;
	perform from review_counts where id = any (of_reviews) order by id for no key update;
	perform advance_reviews(of_reviews, current_day);
	update review_counts c set
		likes = c.likes - likes_each * t.n,
		comment_count = c.comment_count - comments_each * t.n,
		engagements_week = c.engagements_week - t.week,
		engagements_month = c.engagements_month - t.month,
		engagements_year = c.engagements_year - t.year,
		engagements_total = c.engagements_total - t.n
	from (
		select review_id, count(*)::int as n,
			(count(*) filter (where utc_day(at) > current_day - 7))::int as week,
			(count(*) filter (where utc_day(at) > current_day - 30))::int as month,
			(count(*) filter (where utc_day(at) > current_day - 365))::int as year
		from unnest(of_reviews, times) as taken (review_id, at) group by review_id
	) t where c.id = t.review_id;
	-- A review that is being deleted takes its days with it
	insert into review_days (review_id, day, engagements)
		select review_id, utc_day(at), -count(*)::int from unnest(of_reviews, times) as taken (review_id, at)
		where exists (select from reviews where id = review_id) group by 1, 2
		on conflict (review_id, day) do update set engagements = review_days.engagements + excluded.engagements;
end $$;

create or replace function count_user_impressions(author uuid, on_day date, by integer) returns void language plpgsql as $$
declare today date := windows_day(on_day, by);
begin
	if on_day < today then perform advance_users(array[author], today); end if;
	update user_counts set
		impressions_week = impressions_week + case when on_day > today - 7 then by else 0 end,
		impressions_month = impressions_month + case when on_day > today - 30 then by else 0 end,
		impressions_year = impressions_year + case when on_day > today - 365 then by else 0 end,
		impressions_total = impressions_total + by
	where id = author;
	if found then
		insert into user_days (user_id, day, impressions) values (author, on_day, by)
			on conflict (user_id, day) do update set impressions = user_days.impressions + by;
	end if;
end $$;

-- Adds the impressions of a review to an author, or takes them away (-1).
create or replace function count_author_impressions(author uuid, review uuid, by integer) returns void language plpgsql as $$
declare
	counts review_counts;
	current_day date;
begin
	select coalesce(next, today) into current_day from windows for share;
	perform from review_counts where id = review for no key update;
	perform advance_reviews(array[review], current_day);
	select * into counts from review_counts where id = review;
	if counts.impressions_total is null or counts.impressions_total = 0 then return; end if;
	perform advance_users(array[author], current_day);
	update user_counts set
		impressions_week = impressions_week + by * counts.impressions_week,
		impressions_month = impressions_month + by * counts.impressions_month,
		impressions_year = impressions_year + by * counts.impressions_year,
		impressions_total = impressions_total + by * counts.impressions_total
	where id = author;
	if found then
		insert into user_days (user_id, day, impressions)
			select author, day, by * impressions from review_days where review_id = review and impressions > 0
			on conflict (user_id, day) do update set impressions = user_days.impressions + excluded.impressions;
	end if;
end $$;

-- Writes down reports of seen reviews, each once, and counts what is new: a new row is an impression, a row that is opened for
-- the first time a view. Reviews that are gone or hidden, looks of their authors, and visitors of a network past its number in
-- `visitors_each` are passed over; the first `network_letters` of a visitor are the network.
create or replace function add_impressions(of_reviews uuid[], viewers text[], days date[], opens boolean[], network_letters integer[], visitors_each integer[]) returns void language plpgsql as $$
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
	-- Known impressions come first, because most reports repeat them and need no lock. The lock of a review's counts also
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
		join review_counts r on r.id = report.review_id and r.is_published and r.user_id::text <> report.viewer
		left join review_seen s on s.review_id = report.review_id and s.viewer = report.viewer collate "C" and s.day = report.day
		where s.viewer is null or report.opened and not s.opened
	), counted as (
		select r.*, seen.narrow, seen.wide, seen.widest from reported r cross join lateral (
			select count(*) filter (where left(s.viewer, network_letters[1]) = left(r.viewer, network_letters[1])) as narrow,
				count(*) filter (where left(s.viewer, network_letters[2]) = left(r.viewer, network_letters[2])) as wide, count(*) as widest
			from review_seen s
			where r.is_new_visitor and s.review_id = r.review_id and s.day = r.day and length(s.viewer) < 36
				and s.viewer >= left(r.viewer, network_letters[3]) and s.viewer < left(r.viewer, network_letters[3]) || '~'
		) seen
	), narrow_ranked as (
		select *, row_number() over (partition by review_id, left(viewer, network_letters[1]), day, is_new_visitor order by viewer) as narrow_place from counted
	), wide_ranked as (
		select *, row_number() over (partition by review_id, left(viewer, network_letters[2]), day, is_new_visitor order by viewer) as wide_place from narrow_ranked
		where not is_new_visitor or narrow_place + narrow <= visitors_each[1]
	), widest_ranked as (
		select *, row_number() over (partition by review_id, left(viewer, network_letters[3]), day, is_new_visitor order by viewer) as widest_place from wide_ranked
		where not is_new_visitor or wide_place + wide <= visitors_each[2]
	), admitted as (
		select * from widest_ranked where not is_new_visitor or widest_place + widest <= visitors_each[3]
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

-- Adds impressions and views of a review on a day to its counts, and the impressions to its author's.
create or replace function count_review_seen(review uuid, on_day date, impressions_by integer, views_by integer) returns void language plpgsql as $$
declare
	today date := windows_day(on_day, impressions_by);
	author uuid;
begin
	if on_day < today then perform advance_reviews(array[review], today); end if;
	update review_counts set
		views = views + views_by,
		impressions_week = impressions_week + case when on_day > today - 7 then impressions_by else 0 end,
		impressions_month = impressions_month + case when on_day > today - 30 then impressions_by else 0 end,
		impressions_year = impressions_year + case when on_day > today - 365 then impressions_by else 0 end,
		impressions_total = impressions_total + impressions_by
	where id = review returning user_id into author;
	if found and impressions_by <> 0 then
		insert into review_days (review_id, day, impressions) values (review, on_day, impressions_by)
			on conflict (review_id, day) do update set impressions = review_days.impressions + impressions_by;
		perform count_user_impressions(author, on_day, impressions_by);
	end if;
end $$;

-- Before the deletion, which takes the review's days and counts with it
create or replace function review_unseen() returns trigger language plpgsql as $$
begin
	perform from review_counts where id = old.id for update;
	perform from library_entries where user_id = old.user_id and game_id = old.game_id for update;
	perform from game_counts where id = old.game_id for no key update;
	if is_kept(old.state) then perform count_author_impressions(old.user_id, old.id, -1); end if;
	return old;
end $$;

-- Locks a review with what counts it, in the order of locks.
create or replace function lock_reviews(ids uuid[]) returns void language plpgsql as $$
begin
	perform from reviews where id = any (ids) order by id for update;
	perform from review_counts where id = any (ids) order by id for no key update;
	perform from library_entries e where (user_id, game_id) in (select user_id, game_id from reviews where id = any (ids)) order by user_id, game_id for update;
	perform from game_counts where id in (select game_id from reviews where id = any (ids)) order by id for no key update;
end $$;

-- Writes a review's rating into its author's entry of the game, which is made if there is none.
create or replace function give_rating(review reviews) returns void language plpgsql as $$
begin
	insert into library_entries (user_id, game_id, status, half_stars, platform, review_id, reviewed_platform, reviewed_hours, is_withdrawn, created_at, updated_at)
		values (review.user_id, review.game_id, 'played', review.half_stars, review.platform, review.id, review.platform, review.time_played,
			review.state = 'withdrawn', review.created_at, review.created_at)
		on conflict (user_id, game_id) do update set
			status = case when library_entries.status is null or library_entries.status = 'backlog' then 'played' else library_entries.status end,
			is_wished = library_entries.is_wished and library_entries.status is not null and library_entries.status <> 'backlog',
			half_stars = excluded.half_stars, review_id = excluded.review_id,
			reviewed_platform = excluded.reviewed_platform, reviewed_hours = excluded.reviewed_hours,
			updated_at = greatest(library_entries.updated_at, excluded.updated_at);
end $$;

-- The day on which a review counts: of an imported one a day that no window has, because it is no news (decision 62).
create or replace function counted_day(review reviews) returns date language sql immutable as $$
	select case when review.is_quiet then date '0001-01-01' else utc_day(review.created_at) end
$$;

create or replace function review_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		update games set hidden = false where id = new.game_id and hidden;
		perform give_rating(new);
		perform count_game_review(new.game_id, counted_day(new), 1);
		if not new.is_quiet then
			insert into activities (id, user_id, kind, created_at) values (new.id, new.user_id, 'review', new.created_at);
		end if;
		update user_counts set review_count = review_count + 1 where id = new.user_id;
		perform count_site('reviews', 1);
	else
		if is_kept(old.state) then perform take_rating(old.id, old.user_id, old.game_id); end if;
		if old.state = 'published' then perform count_game_review(old.game_id, counted_day(old), -1); end if;
		perform remove_activities(array[old.id]);
		if is_kept(old.state) then update user_counts set review_count = review_count - 1 where id = old.user_id; end if;
		if old.state = 'published' then perform count_site('reviews', -1); end if;
	end if;
	return null;
end $$;

-- What a review counts follows its state, in the order of locks.
create or replace function review_state_changed() returns trigger language plpgsql as $$
declare
	kept integer := is_kept(new.state)::int - is_kept(old.state)::int;
	published integer := (new.state = 'published')::int - (old.state = 'published')::int;
begin
	if published <> 0 then update review_counts set is_published = new.state = 'published' where id = new.id; end if;
	if kept < 0 then perform take_rating(new.id, new.user_id, new.game_id); end if;
	-- Its author may have the rating without the review since
	if kept > 0 then perform give_rating(new); end if;
	if published <> 0 then perform count_game_review(new.game_id, counted_day(new), published); end if;
	if kept <> 0 then
		perform set_activity_author(new.id, case when kept > 0 then new.user_id end);
		update user_counts set review_count = review_count + kept where id = new.user_id;
		perform count_author_impressions(new.user_id, new.id, kept);
	end if;
	if published <> 0 then perform count_site('reviews', published); end if;
	return null;
end $$;

create or replace function review_changed() returns trigger language plpgsql as $$
begin
	-- Nothing to do if the entry was rated, which has changed the review
	update library_entries set half_stars = new.half_stars, reviewed_platform = new.platform, reviewed_hours = new.time_played, updated_at = new.updated_at
		where user_id = new.user_id and game_id = new.game_id
			and (half_stars, reviewed_platform, reviewed_hours) is distinct from (new.half_stars, new.platform, new.time_played);
	return null;
end $$;

create or replace function review_like_counted() returns trigger language plpgsql as $$
begin
	perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 1, 0);
	return null;
end $$;

create or replace function review_likes_removed() returns trigger language plpgsql as $$
begin
	perform take_engagements(array_agg(review_id), array_agg(created_at), 1, 0) from removed having count(*) > 0;
	return null;
end $$;

-- When two games become one, likes and comments move to the review that stays, and its author has heard of them.
create or replace function review_like_moved_away() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array[old.review_id], array[old.user_id]);
	return null;
end $$;

create or replace function review_like_moved() returns trigger language plpgsql as $$
begin
	perform count_review_engagement(old.review_id, utc_day(old.created_at), -1, -1, 0);
	perform count_review_engagement(new.review_id, utc_day(new.created_at), 1, 1, 0);
	return null;
end $$;

-- Its trigger fires after the one that counts, which locks first.
create or replace function review_like_notified() returns trigger language plpgsql as $$
begin
	perform notify_user((select user_id from reviews where id = new.review_id), 'review_like', new.review_id, new.user_id, new.user_id, new.created_at);
	return null;
end $$;

create or replace function review_likes_taken_back() returns trigger language plpgsql as $$
begin
	perform take_back_notifications(array_agg(review_id), array_agg(user_id)) from removed having count(*) > 0;
	return null;
end $$;

create or replace trigger reviews_010 before delete on reviews
	for each statement execute function lock_windows();
create or replace trigger reviews_020 before update of contains_spoilers on reviews
	for each row when (new.spoiler_locked) execute function keep_spoiler_mark();
create or replace trigger reviews_030 before delete on reviews
	for each row execute function review_unseen();
-- Before the triggers that count
create or replace trigger reviews_040 after delete on reviews
	for each row execute function remove_review_counts();
create or replace trigger reviews_050 after update of half_stars, platform, time_played on reviews
	for each row when ((old.half_stars, old.platform, old.time_played) is distinct from (new.half_stars, new.platform, new.time_played)) execute function review_changed();
create or replace trigger reviews_060 after insert or delete on reviews
	for each row execute function review_counted();
create or replace trigger reviews_070 after insert on reviews
	for each row execute function add_review_counts();
create or replace trigger reviews_080 after update of game_id on reviews
	for each row when (old.game_id <> new.game_id) execute function move_review_counts();
-- After the triggers that lock games and people in their order
create or replace trigger reviews_090 after insert or update of created_at on reviews
	for each row execute function raise_fed_at();
create or replace trigger reviews_100 after update of state on reviews
	for each row when (old.state <> new.state) execute function review_state_changed();
create or replace trigger reviews_110 after insert on reviews
	for each row execute function review_searchable();
create or replace trigger reviews_120 after update of description, game_name, contains_spoilers, state, game_id on reviews
	for each row when (new.state = 'published' and (old.description, old.game_name, old.contains_spoilers, old.state, old.game_id) is distinct from (new.description, new.game_name, new.contains_spoilers, new.state, new.game_id)) execute function review_searchable();
create constraint trigger reviews_130 after update of spoiler_locked on reviews deferrable initially deferred
	for each row when (new.spoiler_locked and not old.spoiler_locked) execute function spoiler_lock_logged();
create or replace trigger reviews_140 after update of state on reviews
	for each row when (new.state <> 'published' and old.state = 'published') execute function review_unsearchable();
create or replace trigger reviews_150 after insert on reviews
	for each row when (new.mentioned <> '{}') execute function users_mentioned();
create or replace trigger reviews_160 after update of mentioned on reviews
	for each row when (new.mentioned <> '{}' or old.mentioned <> '{}') execute function users_mentioned();
create constraint trigger reviews_170 after update of state on reviews deferrable initially deferred
	for each row when (new.state in ('held', 'removed') and old.state <> new.state) execute function removal_logged();
create or replace trigger reviews_180 after delete on reviews referencing old table as removed
	for each statement execute function users_unmentioned();

create or replace trigger review_likes_010 before delete on review_likes
	for each statement execute function lock_windows();
create or replace trigger review_likes_020 after insert on review_likes
	for each row execute function review_like_counted();
create or replace trigger review_likes_030 after update of review_id on review_likes
	for each row when (old.review_id <> new.review_id) execute function review_like_moved();
create or replace trigger review_likes_040 after update of review_id on review_likes
	for each row when (old.review_id <> new.review_id) execute function review_like_moved_away();
create or replace trigger review_likes_050 after insert on review_likes
	for each row execute function review_like_notified();
create or replace trigger review_likes_060 after delete on review_likes referencing old table as removed
	for each statement execute function review_likes_removed();
create or replace trigger review_likes_070 after delete on review_likes referencing old table as removed
	for each statement execute function review_likes_taken_back();
