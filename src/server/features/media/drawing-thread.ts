import { Worker } from 'node:worker_threads'
import type { DrawingRequest } from '#art/drawing-worker.ts'

const IDLE_MS = 60_000

/** Creates a thread that draws pictures as SVG, one at a time. It starts with the first and exits after a minute of idling. */
export function createDrawingThread() {
	let worker: Worker | undefined
	let idleTimer: NodeJS.Timeout | undefined
	let onAnswer: { resolve: (svg: string) => void; reject: (error: unknown) => void } | undefined

	function startWorker(): Worker {
		const thread = new Worker(new URL('../../../art/drawing-worker.ts', import.meta.url))
		thread.unref()
		thread.on('message', (svg: string) => onAnswer?.resolve(svg))
		// The thread exits after an error, and the next picture starts a new one
		thread.on('error', (error) => onAnswer?.reject(error))
		thread.on('exit', () => {
			// Already closed or replaced
			if (worker !== thread) return
			worker = undefined
			onAnswer?.reject(new Error('The drawing thread exited'))
		})
		return thread
	}

	async function close(): Promise<void> {
		clearTimeout(idleTimer)
		const thread = worker
		worker = undefined
		onAnswer?.reject(new Error('The site is closing'))
		await thread?.terminate()
	}

	return {
		/** Returns the picture as SVG. Callers must await it before they request the next one. */
		async drawSvg(request: DrawingRequest): Promise<string> {
			clearTimeout(idleTimer)
			worker ??= startWorker()
			worker.postMessage(request)
			try {
				return await new Promise((resolve, reject) => {
					onAnswer = { resolve, reject }
				})
			} finally {
				onAnswer = undefined
				idleTimer = setTimeout(() => void close(), IDLE_MS)
				idleTimer.unref()
			}
		},
		close,
	}
}
