import { Worker } from 'node:worker_threads'
import type { DrawingRequest } from '#art/drawing-worker.ts'

const IDLE_MS = 60_000

/** A thread that makes pictures as SVG, one after the other; it starts with the first and ends when none is asked for in a minute. */
export function drawingThread() {
	let worker: Worker | undefined
	let idle: NodeJS.Timeout | undefined
	let onAnswer: { resolve: (svg: string) => void; reject: (error: unknown) => void } | undefined

	function started(): Worker {
		const thread = new Worker(new URL('../../../art/drawing-worker.ts', import.meta.url))
		thread.unref()
		thread.on('message', (svg: string) => onAnswer?.resolve(svg))
		// Its end follows, and the next picture gets another one
		thread.on('error', (error) => onAnswer?.reject(error))
		thread.on('exit', () => {
			// One that was ended here is nobody's any more
			if (worker !== thread) return
			worker = undefined
			onAnswer?.reject(new Error('The thread that draws has ended'))
		})
		return thread
	}

	async function end(): Promise<void> {
		clearTimeout(idle)
		const ended = worker
		worker = undefined
		onAnswer?.reject(new Error('The site is closing'))
		await ended?.terminate()
	}

	return {
		/** The picture as SVG. The next may be asked for when this one is there. */
		async svgOf(request: DrawingRequest): Promise<string> {
			clearTimeout(idle)
			worker ??= started()
			worker.postMessage(request)
			try {
				return await new Promise((resolve, reject) => {
					onAnswer = { resolve, reject }
				})
			} finally {
				onAnswer = undefined
				idle = setTimeout(() => void end(), IDLE_MS)
				idle.unref()
			}
		},
		close: end,
	}
}
