const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

const MINUTE_MS = 60_000
const STEPS = [
	['year', 365 * 24 * 60 * MINUTE_MS],
	['month', 30 * 24 * 60 * MINUTE_MS],
	['week', 7 * 24 * 60 * MINUTE_MS],
	['day', 24 * 60 * MINUTE_MS],
	['hour', 60 * MINUTE_MS],
	['minute', MINUTE_MS],
] as const

/** Formats how long ago a time was, in the largest whole unit: `3 hours ago`, `yesterday`; `just now` within a minute. */
export function formatTimeAgo(time: string, nowMs: number): string {
	const agoMs = nowMs - Date.parse(time)
	for (const [unit, unitMs] of STEPS) if (agoMs >= unitMs) return relative.format(-Math.floor(agoMs / unitMs), unit)
	return 'just now'
}

/** Formats a time to the minute in the viewer's time zone. Only for the browser: the server does not know the zone. */
export const formatExactTime = (time: string) => exact.format(new Date(time))
