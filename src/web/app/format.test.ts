import { expect, test } from 'vitest'
import { formatDay, formatRelease, pluralize, releaseYear } from './format.ts'

test('a release date is formatted at its own precision', () => {
	expect(formatRelease('1998-11-21')).toBe('November 21, 1998')
	expect(formatRelease('1998-11')).toBe('November 1998')
	expect(formatRelease('1998')).toBe('1998')
	expect(releaseYear('1998-11')).toBe('1998')
})

test('a day is formatted in UTC', () => {
	expect(formatDay('2026-11-21T23:59:59.999Z')).toBe('November 21, 2026')
})

test('one is singular, every other count is plural', () => {
	expect([0, 1, 2, 1234].map((n) => pluralize(n, 'review'))).toEqual([
		'0 reviews',
		'1 review',
		'2 reviews',
		'1,234 reviews',
	])
})
