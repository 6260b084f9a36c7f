import type { FastifyBaseLogger } from 'fastify'

declare module 'fastify' {
	interface FastifyInstance {
		outages: OutageLog
	}
}

/** Throttled log of the failures of a database or disk outage, which can come by the thousand. */
export interface OutageLog {
	/** Records a failure for the next log line. */
	record: (error: unknown) => void
}

const LOG_INTERVAL_MS = 1_000

/** Creates a log that writes the first failure at once, then one line per second with the last failure and the count. */
export function createOutageLog(log: FastifyBaseLogger): OutageLog {
	let failures = 0
	let last: unknown
	let timer: NodeJS.Timeout | undefined

	function write(): void {
		if (failures > 0) log.error({ err: last, failures }, 'the database or the disk is unavailable')
		timer = failures > 0 ? setTimeout(write, LOG_INTERVAL_MS).unref() : undefined
		failures = 0
		last = undefined
	}
	return {
		record(error) {
			failures++
			last = error
			if (!timer) write()
		},
	}
}
