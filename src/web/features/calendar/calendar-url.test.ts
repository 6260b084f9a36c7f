import { expect, test } from 'vitest'
import { calendarPath, parseCalendarUrl, shiftMonth } from './calendar-url.ts'

const parse = (query: string) => parseCalendarUrl(new URLSearchParams(query))

test('the months before and after one are over the ends of years, and end with the calendar', () => {
	expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1), shiftMonth('2026-05', 1)]).toEqual([
		'2027-01',
		'2025-12',
		'2026-06',
	])
	expect([shiftMonth('2026', -1), shiftMonth('2026', 1)]).toEqual(['2026-12', '2027-01'])
	expect([shiftMonth('1900-01', -1), shiftMonth('2099-12', 1), shiftMonth('2099', 1)]).toEqual([
		undefined,
		undefined,
		undefined,
	])
})

test('the URL has each filter as often as it has values, and what makes no sense in it counts as absent', () => {
	const shown = parse('month=2026-12&platform=PC&platform=PC&platform=Xbox%20Series%20X%7CS&genre=&from=2026-12-04')
	expect(shown).toEqual({
		month: '2026-12',
		from: '2026-12-04',
		platform: ['PC', 'Xbox Series X|S'],
		genre: [],
		cursor: undefined,
	})
	expect(calendarPath(shown)).toBe(
		'/games/upcoming?month=2026-12&from=2026-12-04&platform=PC&platform=Xbox+Series+X%7CS',
	)
	for (const month of ['2026-13', '2026-00', '1899-12', 'soon', '2026-12-01'])
		expect([month, parse(`month=${month}`).month]).toEqual([month, undefined])
	expect(parse('month=2027').month).toBe('2027')
	expect(parse('from=2026-12-40').from).toBeUndefined()
	expect(calendarPath({})).toBe('/games/upcoming')
})
