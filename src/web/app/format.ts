const count = new Intl.NumberFormat('en-US')
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
// The server and every browser must write the same day, so it is the UTC one.
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `1234` as `1,234`. */
export const formatCount = (n: number) => count.format(n)

/** `12345` as `12.3K`, for narrow places. */
export const formatCompact = (n: number) => compact.format(n)

/** `1 review`, `2 reviews`. */
export const pluralize = (n: number, one: string, many = `${one}s`) => `${count.format(n)} ${n === 1 ? one : many}`

/** A time as a long date: `November 21, 2026`. */
export const formatDay = (time: string) => day.format(new Date(time))

/** The month of a time: `November 2026`. */
export const formatMonth = (time: string) => month.format(new Date(time))

/** A release date, which may be a year, a month or a day, as exactly as it is known. */
export function formatRelease(date: string): string {
	if (/^\d{4}-\d\d-\d\d$/.test(date)) return day.format(new Date(date))
	if (/^\d{4}-\d\d$/.test(date)) return month.format(new Date(`${date}-01`))
	return date
}

/** The year of a release date. */
export const releaseYear = (date: string) => date.slice(0, 4)
