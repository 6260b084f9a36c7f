const RUN_COUNT = 3

/**
 * Measures the CPU time of synchronous work in this thread, in milliseconds; other processes do not count. Returns the
 * minimum of three runs, because shared CPU caches and the first compilation only add time.
 */
export function measureCpuMs(work: () => unknown): number {
	const tries = Array.from({ length: RUN_COUNT }, () => {
		const before = process.threadCpuUsage()
		work()
		const { user, system } = process.threadCpuUsage(before)
		return (user + system) / 1000
	})
	return Math.min(...tries)
}
