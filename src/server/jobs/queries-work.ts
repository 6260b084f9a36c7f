import { sql } from 'kysely'
import type { BackgroundJob, Work } from '#contract/admin-work.ts'
import type { Db } from '#server/db/tables.ts'

const MAX_COUNTED = sql.lit(1_000)
const MAX_ERRORS = 5

interface JobRow {
	name: string
	is_running: boolean
	is_requested: boolean
	process: string | null
	started_at: string | null
	finished_at: string | null
	duration_ms: number | null
	next_at: string | null
	has_failed: boolean
	failed_at: string | null
	error: string | null
}

/** Returns the state of the given jobs, in their order. */
export async function findJobStates(
	db: Db,
	jobs: readonly { name: string; intervalMs: number }[],
): Promise<BackgroundJob[]> {
	const { rows } = await sql<JobRow>`
		select job.name, coalesce(run.leased_until > clock_timestamp(), false) as is_running,
			run.requested_at is not null as is_requested, run.process, nullif(run.started_at, 'epoch') as started_at, run.finished_at, run.duration_ms,
			nullif(run.started_at, 'epoch') + make_interval(secs => job.ms / 1000) as next_at, coalesce(run.has_failed, false) as has_failed,
			run.failed_at, run.error
		from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ intervalMs }) => intervalMs)}::float8[])
			with ordinality job (name, ms, place)
		left join job_runs run on run.job = job.name order by job.place`.execute(db)
	return rows.map((row) => ({
		name: row.name,
		isRunning: row.is_running,
		isRequested: row.is_requested,
		process: row.process === '' ? null : row.process,
		startedAt: row.started_at,
		finishedAt: row.finished_at,
		durationMs: row.duration_ms,
		nextAt: row.next_at,
		hasFailed: row.has_failed,
		failedAt: row.failed_at,
		error: row.error,
	}))
}

/** Asks for a run of a job as soon as a process is free for it. */
export async function requestJob(db: Db, job: string): Promise<void> {
	await sql`
		insert into job_runs (job, process, started_at, requested_at) values (${job}, '', 'epoch', clock_timestamp())
		on conflict (job) do update set requested_at = excluded.requested_at`.execute(db)
}

/** Counts the mails that wait, at most 10,000, and those that failed. */
export async function findOutbox(db: Db): Promise<Work['mails']> {
	const { rows } = await sql<{ count: number; oldest_at: string | null; failing: number }>`
		select count(*)::int as count, min(created_at) as oldest_at, count(last_error)::int as failing
		from outgoing_mails`.execute(db)
	const errors = await sql<{ code: string; count: number }>`
		select last_error as code, count(*)::int as count from outgoing_mails where last_error is not null
		group by last_error order by count desc, code limit ${sql.lit(MAX_ERRORS)}`.execute(db)
	const [counted] = rows
	return {
		count: counted?.count ?? 0,
		oldestAt: counted?.oldest_at ?? null,
		failing: counted?.failing ?? 0,
		errors: errors.rows,
	}
}

/** Makes mails due that wait for their next attempt, up to `limit`; returns how many. */
export async function hurryMails(db: Db, at: string, limit: number): Promise<number> {
	const { rows } = await sql`
		with waiting as materialized (
			select id from outgoing_mails where next_attempt_at > ${at}::timestamptz
			order by next_attempt_at, id limit ${limit}::int for update skip locked
		)
		update outgoing_mails m set next_attempt_at = ${at}::timestamptz from waiting where m.id = waiting.id
		returning m.id`.execute(db)
	return rows.length
}

/** Counts the push messages that wait, and what is being deleted, each up to 1,000. */
export async function findBacklogs(db: Db): Promise<Pick<Work, 'pushes' | 'purges'>> {
	const count = async (oldest: ReturnType<typeof sql>) => {
		const { rows } = await sql<{ count: number; oldestAt: string | null }>`
			select count(*)::int as count, min(since) as "oldestAt" from (${oldest}) waiting`.execute(db)
		return rows[0] ?? { count: 0, oldestAt: null }
	}
	return {
		pushes: await count(
			sql`select created_at as since from push_deliveries where next_attempt_at is not null order by created_at limit ${MAX_COUNTED}`,
		),
		purges: await count(sql`select since from purges order by since limit ${MAX_COUNTED}`),
	}
}
