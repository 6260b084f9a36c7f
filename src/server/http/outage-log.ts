import type { FastifyBaseLogger } from 'fastify'

declare module 'fastify' {
	interface FastifyInstance {
		outages: OutageLog
	}
}

/** Logs failures that come by the thousand while the database or the disk is away. */
export interface OutageLog {
	/** Counts a failure. */
	record: (error: unknown) => void
}

const LOG_INTERVAL_MS = 1_000

/** Logs the first failure at once and then one line a second with the last one and how many there were. */
export function createOutageLog(log: FastifyBaseLogger): OutageLog {
	let failures = 0
	let last: unknown
	let timer: NodeJS.Timeout | undefined

	function write(): void {
		if (failures > 0) log.error({ err: last, failures }, 'the database or the disk is away')
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
