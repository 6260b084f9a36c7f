// Loaded into each measured process before its program: answers what it has used so far, and ends with the benchmark.

/** What a process has used: CPU time of all its threads since its start, and memory now. */
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
