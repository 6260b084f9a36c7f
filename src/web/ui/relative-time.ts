const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

// UTC, because the server and every browser must format the same day
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/**
 * Formats a time as people say it: `now` within a minute, then `5 min`, `3 h`, `yesterday`, `Tuesday` within a week,
 * `19 Nov` within the year, `19 Nov 2025`.
 */
export function formatTime(time: string, nowMs: number): string {
	const date = new Date(time)
	const agoMs = nowMs - date.getTime()
	if (agoMs < MINUTE_MS) return 'now'
	if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min`
	if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h`
	const days = countDays(date.getTime(), nowMs)
	if (days <= 1) return 'yesterday'
	if (days < 7) return weekday.format(date)
	const day = `${date.getUTCDate()} ${month.format(date)}`
	const year = date.getUTCFullYear()
	return year === new Date(nowMs).getUTCFullYear() ? day : `${day} ${year}`
}

/** Formats a time within a sentence: `just now`, `3 h ago`, `yesterday`, `on Tuesday`, `on 19 Nov`. */
export function formatTimeAgo(time: string, nowMs: number): string {
	const text = formatTime(time, nowMs)
	if (text === 'now') return 'just now'
	if (text === 'yesterday') return text
	return /\d (min|h)$/.test(text) ? `${text} ago` : `on ${text}`
}

/** Names the part of a feed that a time belongs to. */
export function formatDayGroup(time: string, nowMs: number): string {
	const days = countDays(Date.parse(time), nowMs)
	return days <= 0 ? 'Today' : days === 1 ? 'Yesterday' : days < 7 ? 'This week' : 'Earlier'
}

/** Counts the midnights between two times. */
function countDays(fromMs: number, toMs: number): number {
	return Math.floor(toMs / DAY_MS) - Math.floor(fromMs / DAY_MS)
}

/** Formats a time to the minute. */
export const formatExactTime = (time: string) => `${exact.format(new Date(time))} UTC`
