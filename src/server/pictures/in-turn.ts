import { AppError } from '../errors.ts'

const BUSY = { code: 'busy', error: 'Many pictures are being worked on right now. Please try again in a moment.' }
const RETRY_SECONDS = '5'

/** Lets so much work run at once and so much wait, so that memory stays bounded; refuses the rest with a 503. */
export function inTurn(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
	let running = 0
	const waiting: (() => void)[] = []
	return async (work) => {
		if (running >= atOnce) {
			if (waiting.length >= mostWaiting) throw new AppError(503, BUSY, { headers: { 'retry-after': RETRY_SECONDS } })
			await new Promise<void>((resolve) => waiting.push(resolve))
		} else running++
		try {
			return await work()
		} finally {
			// whoever waits longest takes over the place
			const next = waiting.shift()
			if (next) next()
			else running--
		}
	}
}
