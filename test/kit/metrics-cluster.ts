// A cluster for tests: two workers with metrics of their own, which the primary process serves as one. Prints the port and
// the process IDs of the workers.

import cluster from 'node:cluster'
import { createClusterReader, shareMetrics } from '#server/telemetry/cluster-metrics.ts'
import { createMetrics } from '#server/telemetry/metrics.ts'
import { serveMetrics } from '#server/telemetry/metrics-server.ts'

const WORKERS = 2

if (cluster.isPrimary) {
	const read = createClusterReader(() => ({ ended: 3, hung: 0 }), { answerTimeoutMs: 2_000 })
	let ready = 0
	cluster.on('message', async (_worker, message) => {
		if (message !== 'ready' || ++ready < WORKERS) return
		const { port } = await serveMetrics({ host: '127.0.0.1', port: 0 }, read)
		const pids = Object.values(cluster.workers ?? {}).map((worker) => worker?.process.pid)
		process.stdout.write(`${[port, ...pids].join(' ')}\n`)
	})
	for (let id = 1; id <= WORKERS; id++) cluster.fork()
} else {
	const metrics = createMetrics()
	const id = cluster.worker?.id ?? 0
	metrics.observeStatement(0.001, false)
	metrics.jobs.observeRun('windows', { seconds: 0.02, atMs: id * 1000, hasFailed: false })
	metrics.watchQueue('mails', () => ({ running: 1, waiting: 10, oldestWaitMs: id * 1000, refused: 5 }))
	shareMetrics(metrics)
	process.send?.('ready')
}
