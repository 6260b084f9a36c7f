-- How widely a game is known, 0 to 100, as its source says: it decides between games of which people have said equally much.
alter table games add column prominence smallint not null default 0;

drop index games_popular_week;
drop index games_popular_month;
drop index games_popular_year;
drop index games_popular_all;
create index games_popular_week on games (reviews_week desc, rating_count desc, prominence desc, lower(name) collate "C", id);
create index games_popular_month on games (reviews_month desc, rating_count desc, prominence desc, lower(name) collate "C", id);
create index games_popular_year on games (reviews_year desc, rating_count desc, prominence desc, lower(name) collate "C", id);
create index games_popular_all on games (reviews_total desc, rating_count desc, prominence desc, lower(name) collate "C", id);
