import type { UpcomingGame } from '#contract/calendar.ts'
import { formatMonth } from '#web/app/format.ts'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Games that come out on the same day, or of which no more than the same month or year is known. */
export interface CalendarDay {
	/** `2026-12-04`, `2026-12` or `2026` */
	date: string
	games: UpcomingGame[]
}

/** Groups games, which come in the order of the calendar, by their release date. */
export function groupByDay(games: readonly UpcomingGame[]): CalendarDay[] {
	return [...Map.groupBy(games, ({ releaseDate }) => releaseDate ?? '')].map(([date, games]) => ({ date, games }))
}

/** Returns the heading of a release date: `Friday, December 4`, `Sometime in December 2026`, `Sometime in 2026`. */
export function dayHeading(date: string): string {
	if (date.length === 10) return weekday.format(new Date(date))
	return `Sometime in ${monthTitle(date)}`
}

/** Returns the name of a month or a year: `December 2026`, `2026`. */
export const monthTitle = (month: string) => (month.length === 4 ? month : formatMonth(`${month}-01`))
