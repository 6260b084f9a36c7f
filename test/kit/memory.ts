import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Memory in use, in bytes. */
interface MemoryInUse {
	/** JavaScript heap. */
	heap: number
	/** Buffers outside the heap. */
	buffers: number
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Measures the memory of this process after a garbage collection. */
export function memoryInUse(): MemoryInUse {
	collectGarbage()
	const { heapUsed: heap, external: buffers } = process.memoryUsage()
	return { heap, buffers }
}
