import { AggregatorRegistry } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** Lets the primary process of a cluster read the metrics of this worker. A process shares the metrics of one site. */
export function shareMetrics({ registry }: Pick<Metrics, 'registry'>): void {
	AggregatorRegistry.setRegistries([registry])
	// Listens for the requests of the primary process
	new AggregatorRegistry()
}

/**
 * Creates the function with which the primary process of a cluster reads the metrics of all workers as one: sums, or the
 * largest or smallest value where a sum means nothing. It rejects if a worker does not answer within 5 seconds.
 */
export function createClusterReader(): () => Promise<string> {
	const aggregator = new AggregatorRegistry()
	return () => aggregator.clusterMetrics()
}
