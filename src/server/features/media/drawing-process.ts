import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Covers come by the screenful, so the process outlives the pause between two of them. */
const IDLE_MS = 10_000
/** Of JavaScript's memory, so that a process that needs more ends alone. The first is that of short-lived values. */
const MEMORY_LIMITS = ['--max-semi-space-size=2', '--max-old-space-size=128']
/** How much of the end of its error output an error says. */
const MAX_LOGGED_LENGTH = 500

/** A process that draws pictures, one at a time. */
export interface DrawingProcess<Request, Picture> {
	/** Returns the picture. Callers must await it before they request the next one. */
	draw: (request: Request) => Promise<Picture>
	close: () => Promise<void>
}

interface Options {
	/** How long a picture may take, and the error that the caller gets then. */
	timeout?: { ms: number; createError: () => Error }
	idleMs?: number
}

/**
 * Creates a process that runs a program, which answers each request with a picture. It starts with the first request, and
 * exits after ten seconds of idling or once a picture takes longer than the timeout. Only with its process does all the
 * memory go that fonts and drawing take.
 */
export function createDrawingProcess<Request extends object | string, Picture>(
	program: URL,
	{ timeout, idleMs = IDLE_MS }: Options = {},
): DrawingProcess<Request, Picture> {
	let child: ChildProcess | undefined
	let idleTimer: NodeJS.Timeout | undefined
	let onAnswer: { resolve: (picture: Picture) => void; reject: (error: unknown) => void } | undefined

	function start(): ChildProcess {
		const started = fork(fileURLToPath(program), {
			execArgv: ['--no-warnings', ...MEMORY_LIMITS],
			// No secrets
			env: {
				MALLOC_ARENA_MAX: '2',
				NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
				SystemRoot: process.env.SystemRoot,
			},
			// Keeps the types of binary data
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		})
		// It ends with this process, whose end closes the channel
		started.unref()
		let errors = ''
		const stderr = started.stderr as (NodeJS.ReadableStream & { unref?: () => void }) | null
		stderr?.setEncoding('utf8').on('data', (text: string) => {
			errors = (errors + text).slice(-MAX_LOGGED_LENGTH)
		})
		stderr?.unref?.()
		started.on('message', (picture: Picture) => {
			if (child === started) onAnswer?.resolve(picture)
		})
		// It exits after an error, and the next picture starts a new one
		started.on('error', (error) => {
			errors = error.message
		})
		started.on('close', () => {
			// Already closed or replaced
			if (child !== started) return
			child = undefined
			onAnswer?.reject(new Error(`The drawing process exited: ${errors}`))
		})
		return started
	}

	async function close(reason = new Error('The site is closing')): Promise<void> {
		clearTimeout(idleTimer)
		const closed = child
		child = undefined
		onAnswer?.reject(reason)
		if (closed === undefined || closed.exitCode !== null || closed.signalCode !== null) return
		const exited = new Promise((resolve) => closed.once('exit', resolve))
		closed.ref()
		closed.kill('SIGKILL')
		await exited
	}

	return {
		async draw(request) {
			clearTimeout(idleTimer)
			child ??= start()
			const answer = new Promise<Picture>((resolve, reject) => {
				onAnswer = { resolve, reject }
			})
			const { channel } = child
			channel?.ref()
			// A process that has just ended says so by its exit
			child.send(request, () => {})
			const timer = timeout && setTimeout(() => void close(timeout.createError()), timeout.ms)
			try {
				return await answer
			} finally {
				clearTimeout(timer)
				channel?.unref()
				onAnswer = undefined
				idleTimer = setTimeout(() => void close(), idleMs)
				idleTimer.unref()
			}
		},
		close,
	}
}
