import type { Refusal } from '#contract/endpoint.ts'
import { AppError } from './errors.ts'

/** A queue for costly work. */
export interface Turn {
	/** Does the work when it is its turn. Throws 503 where too much waits already. */
	run: <T>(work: () => Promise<T>) => Promise<T>
	/** Throws that 503 now, before anything is done for what would be refused anyway. */
	refuseWhenFull: () => void
}

/** Lets so much work run at once and so much wait, so that memory and processors stay bounded; the rest is refused. */
export function inTurn({
	atOnce,
	mostWaiting,
	why,
	retrySeconds,
}: {
	atOnce: number
	mostWaiting: number
	why: Refusal
	retrySeconds: number
}): Turn {
	let running = 0
	const waiting: (() => void)[] = []
	function refuseWhenFull(): void {
		if (running >= atOnce && waiting.length >= mostWaiting)
			throw new AppError(503, why, { headers: { 'retry-after': String(retrySeconds) } })
	}
	return {
		refuseWhenFull,
		async run(work) {
			refuseWhenFull()
			if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
			else running++
			try {
				return await work()
			} finally {
				// whoever waits longest takes over the place
				const next = waiting.shift()
				if (next) next()
				else running--
			}
		},
	}
}
