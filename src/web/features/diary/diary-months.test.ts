import { expect, test } from 'vitest'
import type { DiaryItem } from '#contract/diary.ts'
import {
	describeDay,
	describeItem,
	describeMonth,
	formatMinutes,
	formatMonthSum,
	groupByMonth,
	isJudgment,
	markDays,
	toCalendar,
} from './diary-months.ts'

const item = (day: string, id: number, kind: DiaryItem['kind'], minutes: number | null = null): DiaryItem => ({
	day,
	kind,
	game: { id, name: `Game ${id}`, cover: null, releaseDate: null, developers: [] },
	playId: null,
	outcome: null,
	isReplay: false,
	minutes,
	rating: null,
	reviewId: null,
})

test('items are grouped by month and day, and a month counts its games and the minutes of its sessions', () => {
	const months = groupByMonth([
		item('2026-11-21', 1, 'reviewed'),
		item('2026-11-21', 2, 'played', 70),
		item('2026-11-03', 1, 'ended', 600),
		item('2026-10-30', 1, 'started'),
	])
	expect(months.map(({ month, days, games, minutes }) => [month, days.map(({ day }) => day), games, minutes])).toEqual([
		['2026-11', ['2026-11-21', '2026-11-03'], 2, 70],
		['2026-10', ['2026-10-30'], 1, 0],
	])
	expect(months.map(formatMonthSum)).toEqual(['2 games · 1 h 10 min', '1 game'])
})

test.each([
	[0, '0 min'],
	[45, '45 min'],
	[60, '1 h'],
	[70, '1 h 10 min'],
	[90_000, '1,500 h'],
])('%i minutes are %s', (minutes, text) => {
	expect(formatMinutes(minutes)).toBe(text)
})

test.each([
	[{ kind: 'started', outcome: null, minutes: null }, 'Started'],
	[{ kind: 'ended', outcome: 'finished', minutes: 1860 }, 'Finished · 31 h'],
	[{ kind: 'ended', outcome: null, minutes: null }, 'Abandoned'],
	[{ kind: 'played', outcome: null, minutes: 70 }, '1 h 10 min'],
	[{ kind: 'reviewed', outcome: null, minutes: null }, 'Reviewed'],
] as const)('%j reads %s', (item, text) => {
	expect(describeItem(item)).toBe(text)
})

test('a calendar has the days of its months, with what is known of them', () => {
	const played = { day: '2028-02-29', minutes: 35, isFinish: false }
	const finished = { day: '2028-02-09', minutes: 0, isFinish: true }
	const months = toCalendar(2028, [finished, played])
	expect(months.map(({ days }) => days.length)).toEqual([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
	expect(months.flatMap(({ days }) => days.filter((day) => day !== null))).toEqual([finished, played])
	expect(months[1]?.days[28]).toBe(played)
	expect(months.slice(0, 2).map(describeMonth)).toEqual(['January 2028, 0 days', 'February 2028, 2 days, 35 min'])
	expect([played, finished, { ...played, isFinish: true }].map(describeDay)).toEqual([
		'February 29, 35 min',
		'February 9, finished a game',
		'February 29, 35 min, finished a game',
	])
})

test.each([
	['started', null, false],
	['played', null, false],
	['ended', 'finished', true],
	['ended', 'completed', true],
	['ended', 'abandoned', false],
	['ended', null, false],
	['reviewed', null, true],
] as const)('of what was %s as %s, the stars are shown: %s', (kind, outcome, isShown) => {
	expect(isJudgment({ kind, outcome })).toBe(isShown)
})

test('the days of a month are marked as far as they are loaded, and whole once the calendar has its year', () => {
	const [month] = groupByMonth([
		{ ...item('2028-02-09', 1, 'ended'), outcome: 'finished' },
		item('2028-02-08', 1, 'played', 30),
	])
	if (!month) throw new Error('The items are of one month')
	const marked = (calendar?: Parameters<typeof markDays>[1]) =>
		markDays(month, calendar).flatMap((mark, index) => (mark ? [[index + 1, mark]] : []))
	const asLoaded = [
		[8, 'play'],
		[9, 'finish'],
	]
	expect(marked()).toEqual(asLoaded)
	expect(marked({ year: 2027, days: [] })).toEqual(asLoaded)
	expect(marked({ year: 2028, days: [{ day: '2028-02-01', minutes: 5, isFinish: false }] })).toEqual([[1, 'play']])
	expect(markDays(month, undefined)).toHaveLength(29)
})
