import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type FittedBatch, fitModel } from './fit.ts'
import { createLikesCollector } from './likes-collector.ts'

/** What the thread is asked for, one at a time. */
export type FitRequest =
	/** Adds people by the ids of the games that each likes, separated by commas. */
	| { kind: 'add'; people: string[] }
	| { kind: 'fit' }
	/** Asks for the next rows. */
	| { kind: 'next' }

export interface FitReply {
	/** How many likes were added by now. */
	likes: number
	/** The next rows; null after the last ones, and if none were asked for. */
	batch: FittedBatch | null
}

// On Linux a thread has a priority of its own: answers to people go first
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

let collector: ReturnType<typeof createLikesCollector> | undefined = createLikesCollector()
let likes = 0
let batches: Generator<FittedBatch> | undefined

parentPort?.on('message', (request: FitRequest) => {
	const batch = answer(request)
	parentPort?.postMessage({ likes, batch } satisfies FitReply)
})

function answer(request: FitRequest): FittedBatch | null {
	if (request.kind === 'add') for (const games of request.people) likes = collector?.add(games) ?? 0
	if (request.kind === 'fit') {
		const packed = collector?.pack()
		// Its memory is needed
		collector = undefined
		batches = packed && fitModel(packed.likes, packed.gameIds)
	}
	return (request.kind === 'next' && batches?.next().value) || null
}
