-- Imports that admins start on the site. A job does them one at a time, and continues after a restart.
create table catalog_runs (
	id uuid primary key,
	source text not null,
	-- reads only what has changed since the last complete run
	refresh boolean not null,
	from_start boolean not null,
	state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
	created_at timestamptz(3) not null,
	started_at timestamptz(3),
	ended_at timestamptz(3),
	cancelled_at timestamptz(3),
	-- counts of records, the fraction that is read (0 to 1), and the first refusals
	progress jsonb not null default '{}',
	-- failed attempts one after the other
	failures integer not null default 0,
	-- a sentence for admins
	error text
);
create unique index catalog_runs_one_at_a_time on catalog_runs ((true)) where state in ('waiting', 'running');
create index catalog_runs_newest on catalog_runs (created_at);

create index game_pairs_unsure on game_pairs (noted_at, one, other) where not kept_apart;
