const count = new Intl.NumberFormat('en-US')
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
// A day is the same in every zone, and is read as its midnight in UTC. Moments are `Time`.
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats `1234` as `1,234`. */
export const formatCount = (n: number) => count.format(n)

/** Formats `12345` as `12.3K`, for narrow spaces. */
export const formatCompact = (n: number) => compact.format(n)

/** Formats a count with its noun: `1 review`, `2 reviews`. */
export const pluralize = (n: number, singular: string, plural = `${singular}s`) =>
	`${count.format(n)} ${n === 1 ? singular : plural}`

/** Formats a day of a calendar: `November 21, 2026`. */
export const formatDay = (date: string) => day.format(new Date(date))

/** Formats the month of a day: `November 2026`. */
export const formatMonth = (date: string) => month.format(new Date(date))

/** Formats a release date at its own precision: year, month or day. */
export function formatRelease(date: string): string {
	if (/^\d{4}-\d\d-\d\d$/.test(date)) return day.format(new Date(date))
	if (/^\d{4}-\d\d$/.test(date)) return month.format(new Date(`${date}-01`))
	return date
}

/** Returns the year of a release date. */
export const releaseYear = (date: string) => date.slice(0, 4)

/** Returns a day of the reader's own calendar, some days ago: `2026-11-21`. */
export function localDay(now: Date, daysAgo = 0): string {
	const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
	const twoDigits = (n: number) => String(n).padStart(2, '0')
	return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
}
