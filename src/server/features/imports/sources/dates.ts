import type { DATE_ORDERS } from '#contract/imports.ts'

export type DateOrder = (typeof DATE_ORDERS)[number]

/** Words that stand for no date, in lower case. */
const NONE = new Set(['', '0', '-', '--', '—', 'none', 'null', 'nan', 'n/a', 'undefined', 'never', 'nat', 'tba', 'tbd'])
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const FIRST_YEAR = 1950
const LAST_YEAR = 2100

/** A reduced ISO date, null for none, or why there is none: it cannot be read, or it fits two orders. */
export type ReadDate = string | null | typeof UNREADABLE_DATE | AmbiguousDate
export const UNREADABLE_DATE: unique symbol = Symbol('unreadable date')
/** A date that fits two orders of day and month: all that is known is the year, if that much. */
export interface AmbiguousDate {
	year: string | null
}

/** Reads a date of any spelling. Without an order, one that fits two is ambiguous. */
export function readDate(value: unknown, order: DateOrder | null = null): ReadDate {
	if (typeof value === 'number') return ofUnixTime(value)
	if (typeof value !== 'string') return value == null ? null : UNREADABLE_DATE
	const text = value.trim().slice(0, 100)
	if (isNone(text)) return null
	if (/^\d{9,13}$/.test(text)) return ofUnixTime(Number(text))
	const iso = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[T ]|$)/.exec(text)
	if (iso) return toDate(iso[1], iso[2], iso[3])
	const quarter = /^(\d{4})[- ]?Q[1-4]$/i.exec(text) ?? /^Q[1-4][- ]?(\d{4})$/i.exec(text)
	if (quarter) return toDate(quarter[1])
	const short = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[, T]|$)/.exec(text)
	if (short) return ofThree(short[1] ?? '', short[2] ?? '', short[3] ?? '', order)
	return ofWords(text)
}

/** Whether a text stands for no date. */
function isNone(text: string): boolean {
	return NONE.has(text.toLowerCase()) || /^0{4}([-/.]0{1,2}){0,2}/.test(text) || /^0001-01-01/.test(text)
}

/** The orders in which a text is a date; all of them where the order doesn't matter. */
export function fittingOrders(text: string): DateOrder[] {
	return (['ymd', 'dmy', 'mdy'] as const).filter((order) => {
		const date = readDate(text, order)
		return typeof date === 'string' || date === null
	})
}

/** Whether a text is a date only by its order. */
export function isAmbiguous(text: string): boolean {
	const date = readDate(text)
	return typeof date === 'object' && date !== null
}

/** Returns the year of a date, null if there is none. */
export function readYear(value: unknown): number | null {
	const date = readDate(value)
	const text = typeof date === 'string' ? date : typeof date === 'object' && date !== null ? date.year : null
	return text === null ? null : Number(text.slice(0, 4))
}

/** Reads a time: ISO 8601 in UTC, or a date where that is all; null if it says nothing. */
export function readTime(value: unknown, order: DateOrder | null = null): string | null {
	if (typeof value === 'string' && /^\d{4}-\d\d?-\d\d?[T ]\d{1,2}:\d\d/.test(value.trim())) {
		const text = value.trim().slice(0, 40).replace(' ', 'T').replace(' ', '')
		const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
		const time = Date.parse(hasZone ? text : `${text}Z`)
		if (!Number.isNaN(time) && isYear(new Date(time).getUTCFullYear())) return new Date(time).toISOString()
	}
	const unix = typeof value === 'string' && /^\d{9,13}$/.test(value.trim()) ? Number(value) : value
	if (typeof unix === 'number') {
		const time = msOf(unix)
		return time === null ? null : new Date(time).toISOString()
	}
	const date = readDate(value, order)
	return typeof date === 'string' && date.length === 10 ? date : null
}

function ofUnixTime(value: number): ReadDate {
	if (value === 0) return null
	const time = msOf(value)
	return time === null ? UNREADABLE_DATE : new Date(time).toISOString().slice(0, 10)
}

/** Unix time in seconds or milliseconds. */
function msOf(value: number): number | null {
	const time = value > 100_000_000_000 ? value : value * 1000
	return Number.isFinite(time) && time > 0 && time < Date.UTC(LAST_YEAR, 0) ? time : null
}

type WholeOrPart = string | typeof UNREADABLE_DATE

const isYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR

function toDate(year = '', month = '', day = ''): WholeOrPart {
	if (!isYear(Number(year))) return UNREADABLE_DATE
	const [m, d] = [Number(month), Number(day)]
	if (m === 0) return year
	if (m > 12) return UNREADABLE_DATE
	const reduced = `${year}-${String(m).padStart(2, '0')}`
	if (d === 0) return reduced
	return d > new Date(Date.UTC(Number(year), m, 0)).getUTCDate()
		? UNREADABLE_DATE
		: `${reduced}-${String(d).padStart(2, '0')}`
}

/** Three numbers of which none is plainly the year's first: `3/4/2020` or `03.04.20`. */
function ofThree(a: string, b: string, c: string, order: DateOrder | null): ReadDate {
	const year = (text: string) => (text.length === 4 ? text : `${Number(text) < 70 ? 20 : 19}${text.padStart(2, '0')}`)
	const byOrder: Record<DateOrder, WholeOrPart> = {
		dmy: toDate(year(c), b, a),
		mdy: toDate(year(c), a, b),
		ymd: c.length === 4 ? UNREADABLE_DATE : toDate(year(a), b, c),
	}
	if (order) return byOrder[order]
	const dates = [...new Set(Object.values(byOrder))].filter((date) => typeof date === 'string')
	if (dates.length <= 1) return dates[0] ?? UNREADABLE_DATE
	return { year: c.length === 4 ? c : null }
}

/** English words: `Jun 25, 2020 (Europe)`, `25 June 2020`, `June 2020`. */
function ofWords(text: string): ReadDate {
	const words = text
		.toLowerCase()
		.split(/[\s,.]/)
		.filter((word) => word !== '')
		.slice(0, 3)
	const month = words.findIndex((word) => MONTHS.includes(word.slice(0, 3)) && !/\d/.test(word))
	const year = words.find((word) => /^\d{4}$/.test(word))
	if (month === -1 || year === undefined) return UNREADABLE_DATE
	const day = words.find((word) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word))
	const number = MONTHS.indexOf((words[month] ?? '').slice(0, 3)) + 1
	return toDate(year, String(number), day?.replace(/\D/g, ''))
}
