import { expect, test } from 'vitest'
import { parseUserContentFilters, userContentInput, userContentQuery } from './user-content-filters.ts'

const of = (query: string) => parseUserContentFilters(new URLSearchParams(query))
const noon = Date.UTC(2026, 10, 21, 12)

test('without a query, the request is for the newest twelve of all time', () => {
	expect(of('')).toEqual({ search: '', date: 'all', cursor: null })
	expect(userContentInput('ada', of(''), noon)).toEqual({ query: { username: 'ada', limit: 12 } })
})

test('a date filter covers whole UTC days, including today', () => {
	const since = (date: string, nowMs = noon) => userContentInput('ada', of(`date=${date}`), nowMs).query.since
	expect(since('week')).toBe('2026-11-15T00:00:00.000Z')
	expect(since('month')).toBe('2026-10-23T00:00:00.000Z')
	expect(since('year')).toBe('2025-11-22T00:00:00.000Z')
	expect(since('week', noon + 11 * 3_600_000)).toBe(since('week'))
	for (const nothing of ['all', 'decade', 'constructor', '']) expect(since(nothing), nothing).toBeUndefined()
})

test('parsing a URL and writing it again gives the same URL', () => {
	for (const query of ['', '?search=a+b&date=week', '?search=%26%3D', '?date=year&cursor=x'])
		expect(userContentQuery(of(query))).toBe(query)
})
