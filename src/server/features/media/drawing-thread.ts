import { Worker } from 'node:worker_threads'

const IDLE_MS = 60_000
/** Of JavaScript's memory, so that a thread that needs more ends alone. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/** A thread that draws pictures as SVG, one at a time. */
export interface DrawingThread<Request> {
	/** Returns the picture as SVG. Callers must await it before they request the next one. */
	drawSvg: (request: Request) => Promise<string>
	close: () => Promise<void>
}

/**
 * Creates a thread that runs a program, which answers each request with an SVG. It starts with the first request, and exits
 * after a minute of idling or once a picture takes longer than the timeout, whose error the caller gets.
 */
export function createDrawingThread<Request>(
	program: URL,
	timeout?: { ms: number; createError: () => Error },
): DrawingThread<Request> {
	let worker: Worker | undefined
	let idleTimer: NodeJS.Timeout | undefined
	let onAnswer: { resolve: (svg: string) => void; reject: (error: unknown) => void } | undefined

	function startWorker(): Worker {
		const thread = new Worker(program, { resourceLimits: RESOURCE_LIMITS })
		thread.unref()
		thread.on('message', (svg: string) => {
			if (worker === thread) onAnswer?.resolve(svg)
		})
		// The thread exits after an error, and the next picture starts a new one
		thread.on('error', (error) => {
			if (worker !== thread) return
			worker = undefined
			onAnswer?.reject(error)
		})
		thread.on('exit', () => {
			// Already closed or replaced
			if (worker !== thread) return
			worker = undefined
			onAnswer?.reject(new Error('The drawing thread exited'))
		})
		return thread
	}

	async function close(reason = new Error('The site is closing')): Promise<void> {
		clearTimeout(idleTimer)
		const thread = worker
		worker = undefined
		onAnswer?.reject(reason)
		await thread?.terminate()
	}

	return {
		async drawSvg(request) {
			clearTimeout(idleTimer)
			worker ??= startWorker()
			worker.postMessage(request)
			const timer = timeout && setTimeout(() => void close(timeout.createError()), timeout.ms)
			try {
				return await new Promise((resolve, reject) => {
					onAnswer = { resolve, reject }
				})
			} finally {
				clearTimeout(timer)
				onAnswer = undefined
				idleTimer = setTimeout(() => void close(), IDLE_MS)
				idleTimer.unref()
			}
		},
		close,
	}
}
