const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

const MINUTE_MS = 60_000
const steps = [
	['year', 365 * 24 * 60 * MINUTE_MS],
	['month', 30 * 24 * 60 * MINUTE_MS],
	['week', 7 * 24 * 60 * MINUTE_MS],
	['day', 24 * 60 * MINUTE_MS],
	['hour', 60 * MINUTE_MS],
	['minute', MINUTE_MS],
] as const

/** How long ago a time is, in its largest whole unit: `3 hours ago`, `yesterday`; `just now` within the last minute. */
export function timeAgo(time: string, nowMs: number): string {
	const agoMs = nowMs - Date.parse(time)
	for (const [unit, unitMs] of steps) if (agoMs >= unitMs) return words.format(-Math.floor(agoMs / unitMs), unit)
	return 'just now'
}

/** A time to the minute, where the person is: for the browser alone. */
export const exactTime = (time: string) => exact.format(new Date(time))
