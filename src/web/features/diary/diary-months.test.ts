import { expect, test } from 'vitest'
import type { DiaryItem } from '#contract/diary.ts'
import { describeItem, formatMinutes, formatMonthSum, groupByMonth } from './diary-months.ts'

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
