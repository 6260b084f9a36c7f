import type { TimeZone } from './time-zone.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The parts of a moment that are shown. */
export type Precision = 'month' | 'day' | 'minute'

function createFormats(timeZone: TimeZone) {
	const create = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone })
	const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
	return {
		weekday: create({ weekday: 'long' }),
		shortMonth: create({ month: 'short' }),
		numbers: create({ year: 'numeric', month: 'numeric', day: 'numeric' }),
		month: create({ year: 'numeric', month: 'long' }),
		day: create(day),
		minute: create({ ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
	}
}

const formatsByZone = new Map<TimeZone, ReturnType<typeof createFormats>>()

function formatsOf(zone: TimeZone) {
	const formats = formatsByZone.get(zone) ?? createFormats(zone)
	formatsByZone.set(zone, formats)
	return formats
}

/** Formats a moment: `November 2026`, `November 21, 2026`, or `November 21, 2026 at 3:04 PM UTC`. */
export const formatMoment = (time: string, precision: Precision, zone: TimeZone) =>
	formatsOf(zone)[precision].format(new Date(time))

/**
 * Formats a time as people say it: `now` within a minute, then `5 min`, `3 h`, `yesterday`, `Tuesday` within a week,
 * `19 Nov` within the year, `19 Nov 2025`.
 */
export function formatTime(time: string, nowMs: number, zone: TimeZone): string {
	const date = new Date(time)
	const agoMs = nowMs - date.getTime()
	if (agoMs < MINUTE_MS) return 'now'
	if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min`
	if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h`
	const days = countDays(date.getTime(), nowMs, zone)
	if (days <= 1) return 'yesterday'
	const { weekday, shortMonth } = formatsOf(zone)
	if (days < 7) return weekday.format(date)
	const [year, , dayOfMonth] = readNumbers(date.getTime(), zone)
	const day = `${dayOfMonth} ${shortMonth.format(date)}`
	return year === readNumbers(nowMs, zone)[0] ? day : `${day} ${year}`
}

/** Formats a time within a sentence: `just now`, `3 h ago`, `yesterday`, `on Tuesday`, `on 19 Nov`. */
export function formatTimeAgo(time: string, nowMs: number, zone: TimeZone): string {
	const text = formatTime(time, nowMs, zone)
	if (text === 'now') return 'just now'
	if (text === 'yesterday') return text
	return /\d (min|h)$/.test(text) ? `${text} ago` : `on ${text}`
}

/** Names the part of a feed that a time belongs to. */
export function formatDayGroup(time: string, nowMs: number, zone: TimeZone): string {
	const days = countDays(Date.parse(time), nowMs, zone)
	return days <= 0 ? 'Today' : days === 1 ? 'Yesterday' : days < 7 ? 'This week' : 'Earlier'
}

/** Counts the midnights between two times. */
function countDays(fromMs: number, toMs: number, zone: TimeZone): number {
	const dayNumber = (timeMs: number) => {
		const [year, month, day] = readNumbers(timeMs, zone)
		return Date.UTC(year, month - 1, day) / DAY_MS
	}
	return dayNumber(toMs) - dayNumber(fromMs)
}

/** Returns the year, month and day of a time. */
function readNumbers(timeMs: number, zone: TimeZone): [number, number, number] {
	const [month = 1, day = 1, year = 1970] = formatsOf(zone).numbers.format(timeMs).split('/').map(Number)
	return [year, month, day]
}
