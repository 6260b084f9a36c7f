import { subscribe } from 'node:diagnostics_channel'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Worker } from 'node:worker_threads'

/** Bytes in use. */
export interface MemoryInUse {
	/** By JavaScript. */
	heap: number
	/** By buffers, which for the embedded database is all of its memory. */
	buffers: number
}

// Known from their start on, so this module is imported before anything starts one
const workers = new Set<Worker>()
subscribe('worker_threads', (message) => {
	const { worker } = message as { worker: Worker }
	workers.add(worker)
	worker.once('exit', () => workers.delete(worker))
})
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What this process and its workers, the embedded database among them, have in use after garbage collection. */
export async function memoryInUse(): Promise<MemoryInUse> {
	const ofWorkers = await Promise.all([...workers].map(memoryOfWorker))
	collectGarbage()
	const { heapUsed, external } = process.memoryUsage()
	return ofWorkers.reduce((sum, { heap, buffers }) => ({ heap: sum.heap + heap, buffers: sum.buffers + buffers }), {
		heap: heapUsed,
		buffers: external,
	})
}

async function memoryOfWorker(worker: Worker): Promise<MemoryInUse> {
	// A snapshot collects the garbage first, and nothing else does so from here
	const snapshot = await worker.getHeapSnapshot()
	snapshot.destroy()
	const { used_heap_size, external_memory } = await worker.getHeapStatistics()
	return { heap: used_heap_size, buffers: external_memory }
}
