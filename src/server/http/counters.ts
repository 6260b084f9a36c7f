import { LRUCache } from 'lru-cache'
import { isYounger } from './age.ts'

/** Counters of what callers use up in a time window, in this process or shared by all. */
export interface Counters {
	/** Adds to a counter, unless that would exceed its limit. The window begins with the first addition. */
	add: (addition: Addition) => Promise<Usage>
	close: () => void
}

export interface Addition {
	/** What is counted, such as requests of a class. */
	group: string
	/** The account or network that it counts for. */
	subject: string
	/** A whole number. */
	amount: number
	limit: number
	windowMs: number
}

/** The state of a counter. */
export interface Usage {
	/** Whether the amount was added: it is within the limit. */
	isAllowed: boolean
	/** The sum of the window. */
	used: number
	/** When the window ends, in milliseconds from now. */
	resetMs: number
}

/** How many counters of a group are counted. Past it, those with the oldest windows start over. */
const MAX_COUNTERS = 20_000

/** Creates counters in this process's memory. */
export function createLocalCounters(clock: () => number): Counters {
	const groups = new Map<string, LRUCache<string, { sinceMs: number; used: number }>>()

	function getGroup(group: string) {
		const existing = groups.get(group)
		if (existing) return existing
		const counters = new LRUCache<string, { sinceMs: number; used: number }>({ max: MAX_COUNTERS })
		groups.set(group, counters)
		return counters
	}

	return {
		async add({ group, subject, amount, limit, windowMs }) {
			const counters = getGroup(group)
			const nowMs = clock()
			// Peeking keeps the order: the counter with the oldest window is evicted first
			let counter = counters.peek(subject)
			if (!counter || !isYounger(counter.sinceMs, windowMs, nowMs)) {
				counter = { sinceMs: nowMs, used: 0 }
				counters.set(subject, counter)
			}
			const isAllowed = counter.used + amount <= limit
			if (isAllowed) counter.used += amount
			return { isAllowed, used: counter.used, resetMs: counter.sinceMs + windowMs - nowMs }
		},
		close() {},
	}
}
