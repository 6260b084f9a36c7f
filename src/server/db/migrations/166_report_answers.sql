-- Whether the sender of a closed report is still to be answered, which a job does.
alter table reports add column awaits_answer boolean not null default false;
create index reports_to_answer on reports (closed_at, id) where awaits_answer;
