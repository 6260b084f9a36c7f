-- What may be read of a text:
-- published: what others may read, unless it is private or its author is hidden
-- withdrawn: published by somebody who is banned since; no count includes it
-- held, removed: by a blocked word or a moderator, until it is restored or purged
-- purging: deleted, and going in batches
alter table reviews add column state text not null default 'published'
	constraint reviews_state_check check (state in ('published', 'withdrawn', 'held', 'removed', 'purging'));
alter table comments add column state text not null default 'published'
	constraint comments_state_check check (state in ('published', 'withdrawn', 'held', 'removed', 'purging'));
alter table lists add column state text not null default 'published'
	constraint lists_state_check check (state in ('published', 'withdrawn', 'held', 'removed', 'purging'));

-- A copy, so that lists in the order of counts leave the others out by their indexes
alter table review_counts add column is_published boolean not null default true;

-- Who reviews a game again keeps what a moderator removed
create unique index reviews_of_user_and_game on reviews (user_id, game_id) where state in ('published', 'withdrawn');

-- Held and removed ones, which their authors and moderators still see
create index hidden_reviews on reviews (id) where state in ('held', 'removed');
create index hidden_comments on comments (coalesce(review_id, list_id)) where state in ('held', 'removed');
create index hidden_lists on lists (id) where state in ('held', 'removed');

-- What is deleted in batches: an account with all that is its own, or one text with all that is on it
create table purges (
	id uuid primary key,
	subject text not null check (subject in ('user', 'review', 'comment', 'list')),
	since timestamptz(3) not null
);
create index purges_oldest on purges (since);

-- Null while the review, comment or list is hidden
alter table activities alter column user_id drop not null;

-- A removed review has no rating in its author's library, and a trigger brings the rating of an entry to its review
alter table reviews drop constraint reviews_rating_fkey;

-- `purges` has it from now on
alter table hidden_users alter column since drop not null;

-- Of comments that are gone while their replies are there: `place_count` before
alter table review_counts add column tombstone_count integer not null default 0;
alter table list_counts add column tombstone_count integer not null default 0;
alter index liked_places rename to liked_tombstones;
