-- A session of an unknown day is what a program knows only the sum of
alter table play_sessions alter column day drop not null;
alter table play_sessions drop constraint play_sessions_minutes_check;
alter table play_sessions add constraint play_sessions_minutes_check check (minutes >= 1 and minutes <= case when day is null then 6000000 else 1440 end);
