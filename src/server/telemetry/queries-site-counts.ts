import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { countWaiting } from '#server/features/moderation/queries-cases.ts'

const MAX_COUNTED_PURGES = 1_000

export interface SiteCounts {
	/** The number of users, games, reviews and lists. */
	records: { subject: string; count: number }[]
	/** The number of deleted accounts and texts that wait for their purge, 1,000 at most. */
	pendingPurges: number
	/** When the oldest of them was deleted, in ISO 8601; null without any. */
	oldestPurgeAt: string | null
	/** The number of things with open reports, 1,000 at most, and when the oldest was reported, in ISO 8601; null without any. */
	openReports: number
	oldestReportAt: string | null
	/** When each of the jobs that run once among all processes last succeeded. */
	jobSuccesses: { job: string; at: string }[]
}

/** Reads the counts of the site for its metrics; the cost does not grow with the tables. */
export async function readSiteCounts(db: Db): Promise<SiteCounts> {
	const records = await sql<{ subject: string; count: number }>`
		select subject, sum(n)::int as count from site_counts group by subject`.execute(db)
	const purges = await sql<{ count: number; oldest: string | null }>`
		select count(*)::int as count, min(since) as oldest
		from (select since from purges order by since limit ${sql.lit(MAX_COUNTED_PURGES)}) pending`.execute(db)
	// A process of an earlier version sets finished_at only
	const successes = await sql<{ job: string; at: string }>`
		select job, at
		from (select job, greatest(succeeded_at, case when not has_failed then finished_at end) as at from job_runs) run
		where at is not null`.execute(db)
	const reports = await countWaiting(db, new Date(0).toISOString(), null)
	return {
		records: records.rows,
		pendingPurges: purges.rows[0]?.count ?? 0,
		oldestPurgeAt: purges.rows[0]?.oldest ?? null,
		openReports: reports.open,
		oldestReportAt: reports.oldest_at,
		jobSuccesses: successes.rows,
	}
}
