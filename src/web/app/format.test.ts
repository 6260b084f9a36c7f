import { expect, test } from 'vitest'
import { formatDay, formatRelease, localDay, pluralize, releaseYear } from './format.ts'

test('a release date is formatted at its own precision', () => {
	expect(formatRelease('1998-11-21')).toBe('November 21, 1998')
	expect(formatRelease('1998-11')).toBe('November 1998')
	expect(formatRelease('1998')).toBe('1998')
	expect(releaseYear('1998-11')).toBe('1998')
})

test('a day is the same in every zone', () => {
	expect(formatDay('2026-11-21')).toBe('November 21, 2026')
})

test('one is singular, every other count is plural', () => {
	expect([0, 1, 2, 1234].map((n) => pluralize(n, 'review'))).toEqual([
		'0 reviews',
		'1 review',
		'2 reviews',
		'1,234 reviews',
	])
})

test('a day is one of the reader’s own calendar, across months', () => {
	const now = new Date(2026, 10, 1, 0, 30)
	expect(localDay(now)).toBe('2026-11-01')
	expect(localDay(now, 1)).toBe('2026-10-31')
	expect(localDay(new Date(2026, 0, 1, 23, 59), 1)).toBe('2025-12-31')
})
