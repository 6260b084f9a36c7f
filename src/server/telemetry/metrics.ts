import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ObserveStatement } from '#server/db/connect.ts'
import type { NamedPool } from '#server/db/pool-state.ts'
import type { QueueState } from '#server/http/limiter.ts'
import { createHttpMetrics, type HttpMetrics } from './http-metrics.ts'
import { createJobMetrics, type JobMetrics } from './job-metrics.ts'
import { addCacheReadings, addCounter, addGauge, addQueueReadings } from './readings.ts'
import { addSiteReadings, type ObservedServices } from './site-readings.ts'

/** The Prometheus metrics of a site. What has a count or a queue of its own is read when the metrics are, and costs nothing before. */
export interface Metrics {
	registry: Registry
	http: HttpMetrics
	observeStatement: ObserveStatement
	jobs: JobMetrics
	/** From now on the metrics contain the state of a queue. */
	watchQueue: (name: string, readState: () => QueueState) => void
	watchServices: (services: ObservedServices) => void
	/** From now on the metrics contain the state of connection pools, by their names. */
	watchPools: (countConnections: () => NamedPool[]) => void
	watchConnections: (connections: {
		countLoad: () => { open: number; pendingRequests: number; refused: number }
	}) => void
}

const STATEMENT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Creates the metrics of a site, in a registry of its own. */
export function createMetrics(): Metrics {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	const http = createHttpMetrics(registry)
	const jobs = createJobMetrics(registry)
	const queues = new Map<string, () => QueueState>()
	addQueueReadings(registry, queues)
	return {
		registry,
		http,
		observeStatement: createStatementObserver(registry),
		jobs,
		watchQueue: (name, readState) => queues.set(name, readState),
		watchServices(services) {
			queues.set('passwords', services.passwords.queueState)
			queues.set('drawings', services.drawings.queueState)
			queues.set('imported images', services.images.queueState)
			queues.set('share pictures', services.sharePictures.queueState)
			queues.set('picture uploads', services.pictureUploads.queueState)
			queues.set('pages', services.pages.queueState)
			const countPages = () => {
				const { hits, misses } = services.pages.countLookups()
				return { hits: hits + http.countCachedPages(), misses }
			}
			const caches = Object.entries(services.pictureCaches).map(([name, cache]) => [name, cache.countLookups] as const)
			addCacheReadings(registry, new Map([['pages', countPages], ...caches]))
			addSiteReadings(registry, services, jobs)
		},
		watchPools: (countConnections) => addConnectionPools(registry, countConnections),
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

function addConnectionPools(registry: Registry, countConnections: () => NamedPool[]): void {
	addGauge(registry, {
		name: 'savepoint_database_connections',
		help: 'Connections to the database by pool and state: "main", "background" behind a pooler, and one pool per replica.',
		labelNames: ['pool', 'state'],
		read: () =>
			countConnections().flatMap(({ name: pool, open, idle }) => [
				[{ pool, state: 'idle' }, idle] as const,
				[{ pool, state: 'used' }, open - idle] as const,
			]),
	})
	addGauge(registry, {
		name: 'savepoint_database_waiting',
		help: 'Callers that wait for a connection, by pool.',
		labelNames: ['pool'],
		read: () => countConnections().map(({ name: pool, waiting }) => [{ pool }, waiting] as const),
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
