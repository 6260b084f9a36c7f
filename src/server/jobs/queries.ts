import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** How long a process may run a job without renewing its lease. After a kill, another process waits as long. */
const LEASE_SECONDS = 4

// All times are the database's, because the clocks of machines differ. A start or a lease later than they can be was written
// before that clock was set back, and holds nobody up. Stored times are rounded, up to half a millisecond too late.
const ROUNDING = sql`interval '1 millisecond'`
const NOW_AT_MOST = sql`clock_timestamp() + ${ROUNDING}`
const LEASE = sql`clock_timestamp() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`
const isLeased = (table: string) =>
	sql`(${sql.ref(`${table}.leased_until`)} > clock_timestamp() and ${sql.ref(`${table}.leased_until`)} <= ${LEASE} + ${ROUNDING})`
const toInterval = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`

/** Returns in how many milliseconds a job is due in any process; 0 or less if it is. */
export async function findJobDelay(db: Db, job: string, intervalMs: number): Promise<number> {
	const { rows } = await sql<{ delay_ms: number }>`
		select ceil(extract(epoch from greatest(
			case when started_at <= ${NOW_AT_MOST} and requested_at is null then started_at + ${toInterval(intervalMs)} end,
			case when ${isLeased('job_runs')} then leased_until end,
			clock_timestamp()
		) - clock_timestamp()) * 1000)::int as delay_ms
		from job_runs where job = ${job}`.execute(db)
	return rows[0]?.delay_ms ?? 0
}

/** Leases a due job to a process; false if another one was faster. */
export async function claimJob(
	db: Db,
	{ job, process, intervalMs }: { job: string; process: string; intervalMs: number },
): Promise<boolean> {
	const { rows } = await sql`
		insert into job_runs as run (job, process, leased_until, started_at)
		values (${job}, ${process}, ${LEASE}, clock_timestamp())
		on conflict (job) do update
		set process = excluded.process, leased_until = excluded.leased_until, started_at = excluded.started_at,
			requested_at = null
		where (run.started_at + ${toInterval(intervalMs)} <= clock_timestamp() or run.started_at > ${NOW_AT_MOST}
				or run.requested_at is not null)
			and (run.leased_until is null or not ${isLeased('run')})
		returning job`.execute(db)
	return rows.length > 0
}

/** Extends the lease of a process that still runs a job. */
export async function renewJobLease(db: Db, job: string, process: string): Promise<void> {
	await sql`
		update job_runs set leased_until = ${LEASE}
		where job = ${job} and process = ${process} and leased_until is not null`.execute(db)
}

/** Records the end of a run, and ends its lease. `error` is the code or name of the failure; null if there was none. */
export async function finishJob(
	db: Db,
	{ job, process, durationMs, error }: { job: string; process: string; durationMs: number; error: string | null },
): Promise<void> {
	await sql`
		update job_runs
		set leased_until = null, finished_at = clock_timestamp(), duration_ms = ${Math.round(durationMs)}::int,
			has_failed = ${error !== null}::boolean,
			succeeded_at = case when ${error}::text is null then clock_timestamp() else succeeded_at end,
			failed_at = case when ${error}::text is null then failed_at else clock_timestamp() end,
			error = coalesce(${error}::text, error)
		where job = ${job} and process = ${process}`.execute(db)
}

/**
 * Lists the jobs that run once among all processes, with their last run: where and when it started and finished, how
 * long it took, and whether it failed; also when a run last succeeded, when one last failed, and the code or name of that
 * error.
 */
export function listJobRuns(db: Db) {
	return db.selectFrom('job_runs').selectAll().orderBy('job').execute()
}
