-- When the last run that succeeded ended. Until now it was known only if no run had failed since.
alter table job_runs add column succeeded_at timestamptz(3);
update job_runs set succeeded_at = finished_at where not has_failed;
