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
	let failureCount = 0
	let lastError: unknown
	let timer: NodeJS.Timeout | undefined

	function writeLine(): void {
		if (failureCount > 0)
			log.error({ err: lastError, failures: failureCount }, 'the database or the disk is unavailable')
		timer = failureCount > 0 ? setTimeout(writeLine, LOG_INTERVAL_MS).unref() : undefined
		failureCount = 0
		lastError = undefined
	}
	return {
		record(error) {
			failureCount++
			lastError = error
			if (!timer) writeLine()
		},
	}
}
