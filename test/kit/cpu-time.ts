const RUN_COUNT = 3

/**
 * Milliseconds of the processor that synchronous work takes in this thread: what other programs take does not count. The
 * least of three tries, because a neighbor in the same caches and the first compilation only add.
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
