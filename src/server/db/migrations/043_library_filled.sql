-- No review without an entry is left (042).
drop trigger enter_earlier_review on reviews;
drop function enter_earlier_review();
drop function fill_library(integer);
drop table library_progress;
