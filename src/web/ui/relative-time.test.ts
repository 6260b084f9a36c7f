import { expect, test } from 'vitest'
import { formatTimeAgo } from './relative-time.ts'

const TIME = '2026-11-21T12:00:00.000Z'
const after = (ms: number) => Date.parse(TIME) + ms
const MINUTE = 60_000
const hour = 60 * MINUTE
const day = 24 * hour

test.each([
	[-5000, 'just now'],
	[0, 'just now'],
	[MINUTE - 1, 'just now'],
	[MINUTE, '1 minute ago'],
	[59 * MINUTE, '59 minutes ago'],
	[hour, '1 hour ago'],
	[23 * hour, '23 hours ago'],
	[day, 'yesterday'],
	[6 * day, '6 days ago'],
	[7 * day, 'last week'],
	[29 * day, '4 weeks ago'],
	[30 * day, 'last month'],
	[364 * day, '12 months ago'],
	[365 * day, 'last year'],
	[800 * day, '2 years ago'],
])('after %i ms a time is %s', (ms, sentence) => {
	expect(formatTimeAgo(TIME, after(ms))).toBe(sentence)
})
