import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, Registry } from 'prom-client'
import type { WorkerFailures } from '#server/lifecycle/worker-pool.ts'
import type { Metrics } from './metrics.ts'
import { addCounter } from './readings.ts'

/** The metrics of a process at one moment. */
type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** What a worker sends whenever the primary asks; the first one, which is empty, says that it may ask. */
interface SnapshotMessage {
	kind: 'metrics'
	snapshot: Snapshot
}
const REQUEST = 'send metrics'

/** Longer than a worker reads its metrics while the database is unavailable, and less than Prometheus waits. */
const ANSWER_TIMEOUT_MS = 4_000

/** Lets the primary process of a cluster read the metrics of this worker. */
export function shareMetrics({ registry }: Pick<Metrics, 'registry'>): void {
	function send(snapshot: Snapshot): void {
		const message: SnapshotMessage = { kind: 'metrics', snapshot }
		if (process.connected) process.send?.(message, () => {})
	}
	process.on('message', (message) => message === REQUEST && void registry.getMetricsAsJSON().then(send))
	send([])
}

/**
 * Creates the function with which the primary process of a cluster reads its own metrics and those of all workers as one:
 * sums, or the largest or smallest value where a sum means nothing. Totals also count workers that have ended, and those that
 * do not answer in time, because a total that shrinks looks like a restart of everything. Create it before the workers.
 */
export function createClusterReader(
	countFailures: () => WorkerFailures,
	{ answerTimeoutMs = ANSWER_TIMEOUT_MS } = {},
): () => Promise<string> {
	const own = createPrimaryRegistry(countFailures)
	/** What each worker sent last. */
	const latest = new Map<number, Snapshot>()
	const onAnswer = new Map<number, () => void>()
	let ended: Promise<Snapshot> = Promise.resolve([])
	cluster.on('message', ({ id }, message: Partial<SnapshotMessage>) => {
		if (message.kind !== 'metrics' || !message.snapshot || !cluster.workers?.[id]) return
		latest.set(id, message.snapshot)
		onAnswer.get(id)?.()
	})
	cluster.on('exit', ({ id }) => {
		const totals = keepTotals(latest.get(id) ?? [])
		ended = ended.then((before) => aggregate([before, totals]).getMetricsAsJSON())
		latest.delete(id)
		onAnswer.get(id)?.()
	})
	async function hasAnswered(id: number): Promise<boolean> {
		const { promise, resolve } = Promise.withResolvers<boolean>()
		onAnswer.set(id, () => resolve(true))
		cluster.workers?.[id]?.send(REQUEST)
		const answered = await Promise.race([promise, sleep(answerTimeoutMs, false, { ref: false })])
		onAnswer.delete(id)
		return answered
	}
	return async () => {
		const ids = [...latest.keys()]
		const answers = await Promise.all(ids.map(hasAnswered))
		const snapshots = ids.map((id, index) => {
			const snapshot = latest.get(id) ?? []
			return answers[index] ? snapshot : keepTotals(snapshot)
		})
		const [totals, primary] = await Promise.all([ended, own.getMetricsAsJSON()])
		return aggregate([primary, totals, ...snapshots]).metrics()
	}
}

/** Creates the metrics of the primary process itself. */
export function createPrimaryRegistry(countFailures: () => WorkerFailures): Registry {
	const registry = new Registry()
	addCounter(registry, {
		name: 'savepoint_worker_failures_total',
		help: 'Workers that ended unexpectedly, or were killed because they did not answer ("hung").',
		labelNames: ['reason'],
		read: () => Object.entries(countFailures()).map(([reason, count]) => [{ reason }, count] as const),
	})
	return registry
}

function aggregate(snapshots: readonly Snapshot[]): Registry {
	return AggregatorRegistry.aggregate([...snapshots])
}

/** Returns the metrics that only grow. */
function keepTotals(snapshot: Snapshot): Snapshot {
	return snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
}
