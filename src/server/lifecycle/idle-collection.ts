import type { Server } from 'node:http'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const QUIET_MS = 3_000
/** Less is not worth the pause. */
const MIN_GROWTH_BYTES = 12 * 1024 * 1024

interface Options {
	collect?: () => void
	quietMs?: number
	minGrowthBytes?: number
}

/**
 * Collects garbage once no request has come for some seconds, and memory has grown since the last time; V8 itself collects
 * only while the program allocates, so that a quiet site would keep what its last busy hour, or its start, left. Ends with
 * the server.
 */
export function collectWhenIdle(
	server: Server,
	{ collect = findCollector(), quietMs = QUIET_MS, minGrowthBytes = MIN_GROWTH_BYTES }: Options = {},
): void {
	let isQuiet = false
	let collectedBytes = 0
	server.on('request', () => {
		isQuiet = false
	})
	const timer = setInterval(() => {
		if (isQuiet && countBytes() > collectedBytes + minGrowthBytes) {
			collect()
			collectedBytes = countBytes()
		}
		isQuiet = true
	}, quietMs)
	timer.unref()
	server.once('close', () => clearInterval(timer))
}

/** Returns V8's own function, which needs no flag of the command line this way. */
function findCollector(): () => void {
	setFlagsFromString('--expose-gc')
	const collect = runInNewContext('gc') as () => void
	setFlagsFromString('--no-expose-gc')
	return collect
}

function countBytes(): number {
	const { used_heap_size, external_memory } = getHeapStatistics()
	return used_heap_size + external_memory
}
