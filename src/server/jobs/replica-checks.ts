import type { FastifyBaseLogger } from 'fastify'
import type { Replicas } from '#server/db/replicas.ts'

const INTERVAL_MS = 500

/** Checks the replicas twice a second and logs which of them leave or enter service. Returns a function that stops it. */
export function startReplicaChecks(replicas: Replicas, log: FastifyBaseLogger): () => void {
	let before = replicas.getStatuses()
	const timer = setInterval(() => {
		replicas
			.check()
			.then(() => {
				const after = replicas.getStatuses()
				for (const [index, { name, problem, error }] of after.entries()) {
					if (problem === before[index]?.problem) continue
					if (problem === undefined) log.info({ replica: name }, 'a replica is in service')
					else log.warn({ replica: name, problem, ...(error ? { err: error } : {}) }, 'a replica is out of service')
				}
				const isServed = (statuses: typeof after) => statuses.some(({ problem }) => problem === undefined)
				if (isServed(before) && !isServed(after)) log.warn('no replica is in service: the primary serves all reads')
				before = after
			})
			.catch((error: unknown) => log.error({ err: error }, 'the check of the replicas failed'))
	}, INTERVAL_MS)
	timer.unref()
	return () => clearInterval(timer)
}
