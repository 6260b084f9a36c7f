import { setTimeout } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { Db } from '#server/db/tables.ts'
import type { QueueState } from '#server/http/limiter.ts'
import { READINESS_CHECKS, type Readiness } from '#server/lifecycle/readiness.ts'
import type { JobMetrics } from './job-metrics.ts'
import { readSiteCounts, type SiteCounts } from './queries-site-counts.ts'
import { addCounter, addGauge, type Values } from './readings.ts'

interface Queue {
	queueState: () => QueueState
}
interface Cache {
	countLookups: () => { hits: number; misses: number }
}

/** What the metrics read of a site's services. */
export interface ObservedServices {
	db: Db
	clock: () => number
	readiness: Readiness
	mail: {
		countMails: () => Readonly<{ sent: number; delayed: number; lost: number }>
		measure: () => Promise<{ count: number; oldestAt: string | undefined }>
	}
	push: { countMessages: () => Readonly<{ sent: number; delayed: number; lost: number; dropped: number }> }
	passwords: Queue
	drawings: Queue
	images: Queue
	sharePictures: Queue
	pictureUploads: Queue
	pictureCaches: Readonly<Record<string, Cache>>
	pages: Cache & Queue
}

type Counts = SiteCounts & { mails: { count: number; oldestAt: string | undefined } }

/** How long the counts of the site are reused. */
const COUNTS_MAX_AGE_MS = 15_000
/** How long a scrape waits for them. */
const COUNTS_TIMEOUT_MS = 2_000

/**
 * Adds the metrics of readiness, mails, purges, stored records and the last successes of jobs. Without a database those that
 * it stores are absent.
 */
export function addSiteReadings(
	registry: Registry,
	{ db, clock, readiness, mail, push }: ObservedServices,
	jobs: JobMetrics,
): void {
	addGauge(registry, {
		name: 'savepoint_ready',
		help: 'Whether a check of /readyz passes (1) or fails (0).',
		labelNames: ['check'],
		aggregator: 'min',
		async read() {
			const failed = await readiness.findFailures()
			return READINESS_CHECKS.map((check) => [{ check }, failed.includes(check) ? 0 : 1] as const)
		},
	})
	addCounter(registry, {
		name: 'savepoint_mails_total',
		help: 'Mails by outcome: sent, delayed by a failed attempt, or lost.',
		labelNames: ['outcome'],
		read: () => Object.entries(mail.countMails()).map(([outcome, count]) => [{ outcome }, count] as const),
	})
	addCounter(registry, {
		name: 'savepoint_push_messages_total',
		help: 'Push messages by outcome: sent, delayed by a refusal, lost, or dropped because they are no longer wanted.',
		labelNames: ['outcome'],
		read: () => Object.entries(push.countMessages()).map(([outcome, count]) => [{ outcome }, count] as const),
	})

	const toAgeSeconds = (at: string | null | undefined) => (at ? Math.max(0, clock() - Date.parse(at)) / 1000 : 0)
	const counts = createCountsReader(clock, readiness, async () => ({
		...(await readSiteCounts(db)),
		mails: await mail.measure(),
	}))
	addGauge(registry, {
		name: 'savepoint_job_last_success_timestamp_seconds',
		help: 'When a background job last succeeded, in any process; in this one if every process has to run it.',
		labelNames: ['name'],
		aggregator: 'min',
		read: async () => jobs.listSuccesses((await counts())?.jobSuccesses ?? []),
	})
	const fromCounts = (toValues: (counts: Counts) => Values) => async () => {
		const present = await counts()
		return present ? toValues(present) : []
	}
	addGauge(registry, {
		name: 'savepoint_records',
		help: 'Stored users, games, reviews and lists.',
		labelNames: ['subject'],
		aggregator: 'max',
		read: fromCounts(({ records }) => records.map(({ subject, count }) => [{ subject }, count] as const)),
	})
	addGauge(registry, {
		name: 'savepoint_purges_pending',
		help: 'Deleted accounts and contents whose rows wait to be purged, 1,000 at most.',
		aggregator: 'max',
		read: fromCounts(({ pendingPurges }) => [[{}, pendingPurges]]),
	})
	addGauge(registry, {
		name: 'savepoint_purges_oldest_age_seconds',
		help: 'How long ago the oldest of them was deleted.',
		aggregator: 'max',
		read: fromCounts(({ oldestPurgeAt }) => [[{}, toAgeSeconds(oldestPurgeAt)]]),
	})
	addGauge(registry, {
		name: 'savepoint_reports_open',
		help: 'Reviews, comments, lists and users with open reports, 1,000 at most.',
		aggregator: 'max',
		read: fromCounts(({ openReports }) => [[{}, openReports]]),
	})
	addGauge(registry, {
		name: 'savepoint_reports_oldest_age_seconds',
		help: 'How long ago the oldest of them was reported.',
		aggregator: 'max',
		read: fromCounts(({ oldestReportAt }) => [[{}, toAgeSeconds(oldestReportAt)]]),
	})
	addGauge(registry, {
		name: 'savepoint_mails_waiting',
		help: 'Mails that wait to be sent, of all processes.',
		aggregator: 'max',
		read: fromCounts(({ mails }) => [[{}, mails.count]]),
	})
	addGauge(registry, {
		name: 'savepoint_mails_oldest_age_seconds',
		help: 'How long the oldest of them has waited.',
		aggregator: 'max',
		read: fromCounts(({ mails }) => [[{}, toAgeSeconds(mails.oldestAt)]]),
	})
}

/**
 * Returns a function that reads the counts at most every 15 seconds, one reading at a time, and returns undefined while the
 * database is unavailable or takes longer than two seconds. It asks readiness first, which answers within one.
 */
function createCountsReader(
	clock: () => number,
	readiness: Readiness,
	readCounts: () => Promise<Counts>,
): () => Promise<Counts | undefined> {
	let latest: { counts: Counts; atMs: number } | undefined
	let reading: Promise<Counts | undefined> | undefined
	async function read(): Promise<Counts | undefined> {
		if ((await readiness.findFailures()).length > 0) return undefined
		const atMs = clock()
		const counts = await readCounts()
		latest = { counts, atMs }
		return counts
	}
	return async () => {
		// A clock that was set back must not preserve old counts
		if (latest && Math.abs(clock() - latest.atMs) < COUNTS_MAX_AGE_MS) return latest.counts
		reading ??= read()
			.catch(() => undefined)
			.finally(() => {
				reading = undefined
			})
		return Promise.race([reading, setTimeout(COUNTS_TIMEOUT_MS, undefined, { ref: false })])
	}
}
