import { CALENDAR_YEARS } from '#contract/calendar.ts'
import { paths } from '#contract/paths.ts'

/** What a page of the calendar shows, as its URL says. */
export interface ShownCalendar {
	/** `2026-12`, or `2026` for the games of a year without a known month; undefined for the present month. */
	month: string | undefined
	/** The day from which on games are listed. */
	from: string | undefined
	platform: readonly string[]
	genre: readonly string[]
	cursor: string | undefined
}

const MONTH = /^(19|20)\d\d(-(0[1-9]|1[0-2]))?$/
const DAY = /^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

const readValue = (search: URLSearchParams, name: string, pattern: RegExp) => {
	const value = search.get(name)
	return value !== null && pattern.test(value) ? value : undefined
}

const readValues = (search: URLSearchParams, name: string) => [...new Set(search.getAll(name).filter(Boolean))]

/** Parses the URL of the calendar; what makes no sense counts as absent. */
export function parseCalendarUrl(search: URLSearchParams): ShownCalendar {
	return {
		month: readValue(search, 'month', MONTH),
		from: readValue(search, 'from', DAY),
		platform: readValues(search, 'platform'),
		genre: readValues(search, 'genre'),
		cursor: search.get('cursor') ?? undefined,
	}
}

/** Returns the path of a calendar. */
export function calendarPath({ month, from, platform, genre, cursor }: Partial<ShownCalendar>): string {
	return paths.upcoming({ month, from, platform, genre, cursor })
}

/** Returns the month some months later; undefined outside of the calendar. A year without months is between its December and the next January. */
export function shiftMonth(month: string, by: 1 | -1): string | undefined {
	const [year = 0, ofYear] = month.split('-').map(Number)
	const index = ofYear === undefined ? year * 12 + (by > 0 ? 12 : 11) : year * 12 + (ofYear - 1) + by
	const shifted = Math.floor(index / 12)
	if (shifted < CALENDAR_YEARS.first || shifted > CALENDAR_YEARS.last) return undefined
	return `${shifted}-${String((index % 12) + 1).padStart(2, '0')}`
}
