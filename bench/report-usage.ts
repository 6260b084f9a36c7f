// Preloaded into each measured process: reports its resource usage on request, and exits with the benchmark.

/** The resource usage of a process: CPU time of all threads since its start, and current memory. */
export interface Usage {
	cpuMicros: number
	residentBytes: number
}

process.on('message', (message) => {
	if (message !== 'usage') return
	const { user, system } = process.cpuUsage()
	const usage: Usage = { cpuMicros: user + system, residentBytes: process.memoryUsage.rss() }
	process.send?.(usage)
})
process.on('disconnect', () => process.exit(0))
