import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ObserveStatement } from '#server/db/connect.ts'
import type { QueueState } from '#server/http/limiter.ts'
import { createHttpMetrics, type HttpMetrics } from './http-metrics.ts'
import { addCacheReadings, addCounter, addGauge, addQueueReadings } from './readings.ts'
import { addSiteReadings, type ObservedServices } from './site-readings.ts'

/** The Prometheus metrics of a site. What has a count or a queue of its own is read when the metrics are, and costs nothing before. */
export interface Metrics {
	registry: Registry
	http: HttpMetrics
	observeStatement: ObserveStatement
	/** Counts a run of a job that ended at `atMs`. */
	observeJob: (name: string, run: { seconds: number; atMs: number; hasFailed: boolean }) => void
	/** From now on the metrics contain the state of a queue. */
	watchQueue: (name: string, readState: () => QueueState) => void
	watchServices: (services: ObservedServices) => void
	watchDatabase: (database: { countConnections: () => { open: number; idle: number; waiting: number } }) => void
	watchConnections: (connections: {
		countLoad: () => { open: number; pendingRequests: number; refused: number }
	}) => void
}

const STATEMENT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const JOB_BUCKETS = [0.01, 0.1, 1, 10, 60, 600]

/** Creates the metrics of a site, in a registry of its own. */
export function createMetrics(): Metrics {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	const http = createHttpMetrics(registry)
	const queues = new Map<string, () => QueueState>()
	addQueueReadings(registry, queues)
	return {
		registry,
		http,
		observeStatement: createStatementObserver(registry),
		observeJob: createJobObserver(registry),
		watchQueue: (name, readState) => queues.set(name, readState),
		watchServices(services) {
			queues.set('passwords', services.passwords.queueState)
			queues.set('drawings', services.drawings.queueState)
			queues.set('imported images', services.images.queueState)
			queues.set('picture uploads', services.pictureUploads.queueState)
			const countPages = () => {
				const { hits, misses } = services.pages.countLookups()
				return { hits: hits + http.countCachedPages(), misses }
			}
			const caches = Object.entries(services.pictureCaches).map(([name, cache]) => [name, cache.countLookups] as const)
			addCacheReadings(registry, new Map([['pages', countPages], ...caches]))
			addSiteReadings(registry, services)
		},
		watchDatabase: ({ countConnections }) => addConnectionPool(registry, countConnections),
		watchConnections: ({ countLoad }) => addClientConnections(registry, countLoad),
	}
}

function createStatementObserver(registry: Registry): ObserveStatement {
	const durations = new Histogram({
		name: 'savepoint_database_statement_duration_seconds',
		help: 'Duration of statements by result, without the wait for a connection.',
		labelNames: ['result'],
		buckets: STATEMENT_BUCKETS,
		registers: [registry],
	})
	const [succeeded, failed] = [durations.labels('ok'), durations.labels('error')]
	return (seconds, hasFailed) => (hasFailed ? failed : succeeded).observe(seconds)
}

function createJobObserver(registry: Registry): Metrics['observeJob'] {
	// Prometheus has a label "job" of its own
	const labelNames = ['name']
	const registers = [registry]
	const durations = new Histogram({
		name: 'savepoint_job_duration_seconds',
		help: 'Duration of the runs of a background job.',
		labelNames,
		buckets: JOB_BUCKETS,
		registers,
	})
	const failures = new Counter({
		name: 'savepoint_job_failures_total',
		help: 'Failed runs of a background job.',
		labelNames,
		registers,
	})
	const successes = new Gauge({
		name: 'savepoint_job_last_success_timestamp_seconds',
		help: 'When a background job last succeeded in this process.',
		labelNames,
		aggregator: 'max',
		registers,
	})
	return (name, { seconds, atMs, hasFailed }) => {
		durations.observe({ name }, seconds)
		failures.inc({ name }, hasFailed ? 1 : 0)
		if (!hasFailed) successes.set({ name }, atMs / 1000)
	}
}

function addConnectionPool(
	registry: Registry,
	countConnections: () => { open: number; idle: number; waiting: number },
): void {
	addGauge(registry, {
		name: 'savepoint_database_connections',
		help: 'Connections to the database by state.',
		labelNames: ['state'],
		read() {
			const { open, idle } = countConnections()
			return [
				[{ state: 'idle' }, idle],
				[{ state: 'used' }, open - idle],
			]
		},
	})
	addGauge(registry, {
		name: 'savepoint_database_waiting',
		help: 'Callers that wait for a connection to the database.',
		read: () => [[{}, countConnections().waiting]],
	})
}

function addClientConnections(
	registry: Registry,
	countLoad: () => { open: number; pendingRequests: number; refused: number },
): void {
	addGauge(registry, {
		name: 'savepoint_http_connections',
		help: 'Open connections of clients.',
		read: () => [[{}, countLoad().open]],
	})
	addGauge(registry, {
		name: 'savepoint_http_requests_in_flight',
		help: 'Requests without a complete response.',
		read: () => [[{}, countLoad().pendingRequests]],
	})
	addCounter(registry, {
		name: 'savepoint_http_connections_refused_total',
		help: 'Connections refused because there were too many, of one address or of all.',
		read: () => [[{}, countLoad().refused]],
	})
}
