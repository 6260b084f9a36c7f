import { Worker } from 'node:worker_threads'
import type { FittedBatch } from './fit.ts'
import type { FitReply, FitRequest } from './fit-worker.ts'

const PROGRAM = new URL('./fit-worker.ts', import.meta.url)
/** Beside the heap there are a few bytes for each like, and matrices of a million numbers. */
const HEAP_MEGABYTES = 96

export interface FittingThread extends AsyncDisposable {
	/** Adds people by the ids of the games that each likes, separated by commas. Returns how many likes there are by now. */
	add: (people: string[]) => Promise<number>
	/** Fits the model to the likes of all people added, and yields its rows. */
	fit: () => Promise<AsyncGenerator<FittedBatch>>
}

/** Starts a thread that fits the model, with a heap of its own, so that no answer of this process waits for it. */
export function startFittingThread(): FittingThread {
	const worker = new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } })
	const ended = Promise.withResolvers<never>()
	// It may end while nothing is asked
	ended.promise.catch(() => {})
	worker.once('error', ended.reject)
	worker.once('exit', () => ended.reject(new Error('The thread that fits recommendations has ended')))

	function ask(request: FitRequest): Promise<FitReply> {
		const reply = new Promise<FitReply>((resolve) => worker.once('message', resolve))
		worker.postMessage(request)
		return Promise.race([reply, ended.promise])
	}
	async function* listBatches() {
		for (;;) {
			const { batch } = await ask({ kind: 'next' })
			if (!batch) return
			yield batch
		}
	}
	return {
		async add(people) {
			return (await ask({ kind: 'add', people })).likes
		},
		async fit() {
			await ask({ kind: 'fit' })
			return listBatches()
		},
		async [Symbol.asyncDispose]() {
			await worker.terminate()
		},
	}
}
