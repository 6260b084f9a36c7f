// A cluster for tests: two workers that a request blocks for good, or again and again for a third of the heartbeat's limit.

import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerPings } from '#server/lifecycle/heartbeat.ts'
import { createWorkers } from '#server/lifecycle/workers.ts'

const HEARTBEAT = { intervalMs: 100, maxUnanswered: 30 }
const BLOCK_MS = (HEARTBEAT.intervalMs * HEARTBEAT.maxUnanswered) / 3

function block(ms: number): void {
	const beganMs = performance.now()
	while (performance.now() - beganMs < ms);
}

if (cluster.isPrimary) {
	const report = (sentence: string) => process.stdout.write(`${sentence}\n`)
	const workers = createWorkers(2, { report, onFailure: (error) => report(error.message), heartbeat: HEARTBEAT })
	report(`Savepoint is ready: on port ${await workers.start()}`)
} else {
	answerPings()
	const server = createServer(async ({ url }, response) => {
		response.setHeader('connection', 'close')
		if (url === '/block') block(Number.POSITIVE_INFINITY)
		if (url === '/busy')
			for (let count = 0; count < 5; count++) {
				block(BLOCK_MS)
				await nextTurn()
			}
		response.end(String(process.pid))
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
}
