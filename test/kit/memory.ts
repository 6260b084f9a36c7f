import { subscribe } from 'node:diagnostics_channel'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Worker } from 'node:worker_threads'

/** Memory in use, in bytes. */
export interface MemoryInUse {
	/** JavaScript heap. */
	heap: number
	/** Buffers outside the heap. */
	buffers: number
}

// Tracked from their start, so import this module before anything starts a worker
const workers = new Set<Worker>()
subscribe('worker_threads', (message) => {
	const { worker } = message as { worker: Worker }
	workers.add(worker)
	worker.once('exit', () => workers.delete(worker))
})
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Measures the memory of this process and its workers after a garbage collection. */
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
	// A heap snapshot is the only way to trigger a worker's garbage collection from here
	const snapshot = await worker.getHeapSnapshot()
	snapshot.destroy()
	const { used_heap_size, external_memory } = await worker.getHeapStatistics()
	return { heap: used_heap_size, buffers: external_memory }
}
