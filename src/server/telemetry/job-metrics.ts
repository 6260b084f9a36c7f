import { Counter, Histogram, type Registry } from 'prom-client'
import type { Values } from './readings.ts'

const BUCKETS = [0.01, 0.1, 1, 10, 60, 600]

/** Observes the jobs of a process. */
export interface JobMetrics {
	/** Counts a run in this process that ended at `atMs`. */
	observeRun: (name: string, run: { seconds: number; atMs: number; hasFailed: boolean }) => void
	/** Names the jobs that run once among all processes: when they last succeeded is in the database. */
	addSharedJobs: (names: readonly string[]) => void
	/** Returns when each job last succeeded: the shared ones according to the database, the others in this process. */
	listSuccesses: (stored: readonly { job: string; at: string }[]) => Values
}

/** Adds the durations and failures of jobs to a registry. */
export function createJobMetrics(registry: Registry): JobMetrics {
	// Prometheus has a label "job" of its own
	const labelNames = ['name']
	const registers = [registry]
	const durations = new Histogram({
		name: 'savepoint_job_duration_seconds',
		help: 'Duration of the runs of a background job in this process.',
		labelNames,
		buckets: BUCKETS,
		registers,
	})
	const failures = new Counter({
		name: 'savepoint_job_failures_total',
		help: 'Failed runs of a background job in this process.',
		labelNames,
		registers,
	})
	const ownSuccesses = new Map<string, number>()
	const sharedJobs = new Set<string>()
	return {
		observeRun(name, { seconds, atMs, hasFailed }) {
			durations.observe({ name }, seconds)
			failures.inc({ name }, hasFailed ? 1 : 0)
			if (!hasFailed) ownSuccesses.set(name, atMs / 1000)
		},
		addSharedJobs(names) {
			for (const name of names) sharedJobs.add(name)
		},
		listSuccesses(stored) {
			const own = [...ownSuccesses].filter(([name]) => !sharedJobs.has(name))
			// Another version may have jobs that this one does not run
			const shared = stored.filter(({ job }) => sharedJobs.has(job))
			return [
				...own.map(([name, seconds]) => [{ name }, seconds] as const),
				...shared.map(({ job, at }) => [{ name: job }, Date.parse(at) / 1000] as const),
			]
		},
	}
}
