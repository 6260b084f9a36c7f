/**
 * Whether something of the time `sinceMs` is younger than `maxAgeMs`. What is from the future is not: the clock has been set
 * back, and how old it is cannot be known.
 */
export function isYounger(sinceMs: number, maxAgeMs: number, nowMs: number): boolean {
	return sinceMs <= nowMs && nowMs - sinceMs < maxAgeMs
}
