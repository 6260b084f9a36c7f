-- The rows from before 030. Nobody waits for this.
alter table review_likes validate constraint review_likes_review_id_fkey;
alter table comments validate constraint comments_review_id_fkey;
alter table review_seen validate constraint review_seen_review_id_fkey;
alter table review_days validate constraint review_days_review_id_fkey;
