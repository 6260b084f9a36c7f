import { Counter, Gauge, type Registry } from 'prom-client'
import type { QueueState } from '#server/http/limiter.ts'

type Labels = Readonly<Record<string, string>>
export type Values = Iterable<readonly [Labels, number]>

interface Reading {
	name: string
	help: string
	labelNames?: readonly string[]
	/** How the processes of a cluster make one value; the sum by default. */
	aggregator?: 'max' | 'min'
	/** Returns the present values; those with equal labels are added. */
	read: () => Values | Promise<Values>
}

/** Adds a gauge whose values are read when the metrics are. */
export function addGauge(registry: Registry, { read, labelNames = [], ...reading }: Reading): void {
	new Gauge({
		...reading,
		labelNames,
		registers: [registry],
		async collect() {
			const values = await read()
			this.reset()
			for (const [labels, value] of values) this.inc(labels, value)
		},
	})
}

/** Adds a counter whose totals are read when the metrics are. */
export function addCounter(registry: Registry, { read, labelNames = [], ...reading }: Reading): void {
	new Counter({
		...reading,
		labelNames,
		registers: [registry],
		async collect() {
			const values = await read()
			this.reset()
			for (const [labels, value] of values) this.inc(labels, value)
		},
	})
}

/** Adds the metrics of queues, by their names. */
export function addQueueReadings(registry: Registry, queues: ReadonlyMap<string, () => QueueState>): void {
	const labelNames = ['queue']
	const read = (toValue: (state: QueueState) => number) => () =>
		[...queues].map(([queue, readState]) => [{ queue }, toValue(readState())] as const)
	addGauge(registry, {
		name: 'savepoint_queue_length',
		help: 'Work that waits in a queue.',
		labelNames,
		read: read(({ waiting }) => waiting),
	})
	addGauge(registry, {
		name: 'savepoint_queue_running',
		help: 'Work of a queue in progress.',
		labelNames,
		read: read(({ running }) => running),
	})
	addGauge(registry, {
		name: 'savepoint_queue_oldest_age_seconds',
		help: 'How long the oldest waiting work has waited.',
		labelNames,
		aggregator: 'max',
		read: read(({ oldestWaitMs }) => oldestWaitMs / 1000),
	})
	addCounter(registry, {
		name: 'savepoint_queue_refused_total',
		help: 'Work refused because its queue was full or the wait too long.',
		labelNames,
		read: read(({ refused }) => refused),
	})
}

/** Adds the metric of caches, by their names. */
export function addCacheReadings(
	registry: Registry,
	caches: ReadonlyMap<string, () => { hits: number; misses: number }>,
): void {
	addCounter(registry, {
		name: 'savepoint_cache_lookups_total',
		help: 'Lookups in a cache by result.',
		labelNames: ['cache', 'result'],
		read: () =>
			[...caches].flatMap(([cache, countLookups]) => {
				const { hits, misses } = countLookups()
				return [[{ cache, result: 'hit' }, hits] as const, [{ cache, result: 'miss' }, misses] as const]
			}),
	})
}
