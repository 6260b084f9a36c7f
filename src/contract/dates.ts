const FUTURE_DATE = 'The date cannot be in the future'
const DAY_MS = 24 * 60 * 60 * 1000

/** Whether a day of the form 2026-11-21 exists in the calendar. */
export function isRealDay(day: string): boolean {
	const timeMs = Date.parse(`${day}T00:00:00Z`)
	return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(day)
}

/** Returns what is wrong with a reduced ISO date: one that does not exist (`invalid`) or is of the future. */
export function findDateProblem(date: string, nowMs: number, invalid: string): string | undefined {
	if (date < '1900' || (date.length === 10 && !isRealDay(date))) return invalid
	// In the zone of the player it may be tomorrow already
	const tomorrow = new Date(nowMs + DAY_MS).toISOString().slice(0, date.length)
	return date > tomorrow ? FUTURE_DATE : undefined
}
