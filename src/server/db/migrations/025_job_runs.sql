-- The scheduled jobs of all processes. The lease says which process runs a job, and expires unless it is renewed; the rest
-- says how the last runs went, for the operator.
create table job_runs (
	job text primary key,
	process text not null,
	leased_until timestamptz(3),
	started_at timestamptz(3) not null,
	finished_at timestamptz(3),
	duration_ms integer,
	has_failed boolean not null default false,
	failed_at timestamptz(3),
	error text
) with (fillfactor = 50);
