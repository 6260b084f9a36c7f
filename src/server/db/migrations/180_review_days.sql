-- The day on which a review was written where its writer was; without one it is UTC's.
alter table reviews add column day date;
create index reviews_of_user_by_day on reviews (user_id, coalesce(day, utc_day(created_at)), created_at, id);
