import { expect, test, vi } from 'vitest'
import { formatDayGroup, formatMoment, formatTime, formatTimeAgo } from './relative-time.ts'

// A Saturday
const TIME = '2026-11-21T12:00:00.000Z'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const after = (ms: number) => Date.parse(TIME) + ms

test.each([
	[-5000, 'now', 'just now'],
	[0, 'now', 'just now'],
	[MINUTE - 1, 'now', 'just now'],
	[MINUTE, '1 min', '1 min ago'],
	[59 * MINUTE, '59 min', '59 min ago'],
	[HOUR, '1 h', '1 h ago'],
	// Past midnight, but not a day ago
	[23 * HOUR, '23 h', '23 h ago'],
	[DAY, 'yesterday', 'yesterday'],
	[1.4 * DAY, 'yesterday', 'yesterday'],
	[1.5 * DAY, 'Saturday', 'on Saturday'],
	[6 * DAY, 'Saturday', 'on Saturday'],
	[6.5 * DAY, '21 Nov', 'on 21 Nov'],
	[40 * DAY, '21 Nov', 'on 21 Nov'],
	[41 * DAY, '21 Nov 2026', 'on 21 Nov 2026'],
	[4000 * DAY, '21 Nov 2026', 'on 21 Nov 2026'],
])('after %i ms a time is "%s", and in a sentence "%s"', (ms, alone, inSentence) => {
	expect([formatTime(TIME, after(ms), 'UTC'), formatTimeAgo(TIME, after(ms), 'UTC')]).toEqual([alone, inSentence])
})

test('an exact time names its zone', () => {
	expect(formatMoment(TIME, 'minute', 'UTC').replace('\u202f', ' ')).toBe('November 21, 2026 at 12:00 PM UTC')
})

test('a feed is grouped by the days of its times', () => {
	const groups = [-HOUR, 0, 11 * HOUR, 12 * HOUR, 1.5 * DAY, 6 * DAY, 6.5 * DAY].map((ms) =>
		formatDayGroup(TIME, after(ms), 'UTC'),
	)
	expect(groups).toEqual(['Today', 'Today', 'Today', 'Yesterday', 'This week', 'This week', 'Earlier'])
})

test('a moment is one of the reader’s zone', () => {
	vi.stubEnv('TZ', 'Pacific/Auckland')
	try {
		expect(formatMoment(TIME, 'minute', undefined).replace('\u202f', ' ')).toBe('November 22, 2026 at 1:00 AM GMT+13')
		expect(formatMoment('2026-12-31T12:00:00Z', 'month', undefined)).toBe('January 2027')
		const nextNoon = after(1.5 * DAY)
		expect([formatTime(TIME, nextNoon, 'UTC'), formatTime(TIME, nextNoon, undefined)]).toEqual([
			'Saturday',
			'yesterday',
		])
		expect([formatDayGroup(TIME, after(11 * HOUR), undefined), formatTime(TIME, after(40 * DAY), undefined)]).toEqual([
			'Today',
			'22 Nov 2026',
		])
	} finally {
		vi.unstubAllEnvs()
	}
})
