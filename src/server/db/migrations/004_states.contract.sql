-- Removed texts go back from the hidden accounts that kept them to their authors, and their state says what they are.

alter table reviews disable trigger user;
alter table comments disable trigger user;
alter table lists disable trigger user;
alter table library_entries disable trigger user;
alter table activities disable trigger user;

alter table reviews drop constraint reviews_user_id_game_id_key;
alter table library_entries drop constraint library_entries_user_id_game_id_half_stars_key;

alter table library_entries add constraint library_entries_rated check (review_id is null or half_stars is not null);

update reviews set state = 'withdrawn' where withdrawn;
update comments set state = 'withdrawn' where withdrawn;
update lists set state = 'withdrawn' where withdrawn;

create temporary table hidden_texts on commit drop as
	select m.subject_id as id, m.author_id, m.owner_id, case a.action when 'hold' then 'held' else 'removed' end as state
	from removed_texts m join moderation_actions a on a.id = m.action_id;
-- Those of authors whose account is going, or which are going themselves, stay with the account that is purged
delete from hidden_texts h using hidden_users u where u.user_id = h.owner_id and not u.is_kept;
update reviews t set user_id = h.author_id, state = h.state from hidden_texts h where t.id = h.id;
update comments t set user_id = h.author_id, state = h.state from hidden_texts h where t.id = h.id;
update lists t set user_id = h.author_id, state = h.state from hidden_texts h where t.id = h.id;
update review_counts c set user_id = t.user_id, is_published = t.state = 'published' from reviews t
	where t.id = c.id and t.state <> 'published';
update list_counts c set user_id = t.user_id, is_public = false from lists t where t.id = c.id and t.state <> 'published';
update activities set user_id = null where id in (select id from hidden_texts);
delete from library_entries where user_id in (select owner_id from hidden_texts);
delete from users where id in (select owner_id from hidden_texts);
-- Of what an account that is not a person's still keeps until it is purged
update library_entries e set reviewed_platform = r.platform, reviewed_hours = r.time_played from reviews r
	where r.id = e.review_id and e.is_withdrawn and e.reviewed_platform is null;

insert into purges (id, subject, since) select user_id, 'user', since from hidden_users where not is_kept and since is not null on conflict do nothing;

alter table reviews enable trigger user;
alter table comments enable trigger user;
alter table lists enable trigger user;
alter table library_entries enable trigger user;
alter table activities enable trigger user;

drop table removed_texts;
alter table reviews drop column withdrawn;
alter table comments drop column withdrawn;
alter table lists drop column withdrawn;
alter table hidden_users drop column since, drop column is_kept;

drop index reviews_newest_of_authors, reviews_highest_rated_of_authors, reviews_of_game_newest_of_authors, reviews_of_game_highest_rated_of_authors;
-- Who may read a review is known from the index, for numbered pages and for counts
create index reviews_newest on reviews (created_at, id) include (user_id) where state = 'published';
create index reviews_highest_rated on reviews (half_stars, id) include (user_id) where state = 'published';
create index reviews_of_game_newest on reviews (game_id, created_at, id) include (user_id) where state = 'published';
create index reviews_of_game_highest_rated on reviews (game_id, half_stars, id) include (user_id) where state = 'published';
-- What fills feeds is read from the index alone; purges read hidden ones in the same order
drop index reviews_of_user_newest, lists_public_of_user;
create index reviews_of_user_newest on reviews (user_id, created_at, id) include (state);
create index lists_public_of_user on lists (user_id, created_at, id) where visibility = 'public' and state = 'published';

drop index review_counts_popular_week, review_counts_popular_month, review_counts_popular_year, review_counts_popular_all,
	review_counts_most_liked_of_authors, review_counts_most_viewed_of_authors, review_counts_of_game_most_liked_of_authors, review_counts_of_game_most_viewed_of_authors;
create index review_counts_popular_week on review_counts (engagements_week desc, impressions_week desc, created_at desc) where is_published and engagements_week > 0;
create index review_counts_popular_month on review_counts (engagements_month desc, impressions_month desc, created_at desc) where is_published and engagements_month > 0;
create index review_counts_popular_year on review_counts (engagements_year desc, impressions_year desc, created_at desc) where is_published and engagements_year > 0;
create index review_counts_popular_all on review_counts (engagements_total desc, impressions_total desc, created_at desc) where is_published and engagements_total > 0;
create index review_counts_most_liked on review_counts (likes, id) include (user_id) where is_published;
create index review_counts_most_viewed on review_counts (views, id) include (user_id) where is_published;
create index review_counts_of_game_most_liked on review_counts (game_id, likes, id) include (user_id) where is_published;
create index review_counts_of_game_most_viewed on review_counts (game_id, views, id) include (user_id) where is_published;

alter table review_counts drop column place_count;
alter table list_counts drop column place_count;
