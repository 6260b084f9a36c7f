-- When an admin asked to run a job at once; the next process that claims it clears this.
alter table job_runs add column requested_at timestamptz(3);
