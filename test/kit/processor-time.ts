/** Milliseconds of the processor that synchronous work takes in this thread; what other programs take does not count. */
export function processorMs(work: () => unknown): number {
	const before = process.threadCpuUsage()
	work()
	const { user, system } = process.threadCpuUsage(before)
	return (user + system) / 1000
}
