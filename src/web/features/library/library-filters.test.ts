import { expect, test } from 'vitest'
import { libraryInput, libraryQuery, parseLibraryFilters } from './library-filters.ts'

const parse = (query: string) => parseLibraryFilters(new URLSearchParams(query))

test.each([
	'',
	'?status=playing',
	'?wished=true&sortBy=name',
	'?loved=true&search=lamp&genre=Puzzle&platform=PC&rating=4.5&sortBy=rating&cursor=abc',
])('the URL %s keeps its filters', (query) => {
	expect(libraryQuery(parse(query))).toBe(query)
})

test.each([
	'?status=beaten',
	'?wished=no',
	'?sortBy=updatedAt',
	'?rating=7',
	'?rating=0.3',
	'?rating=many',
	'?search=%00',
])('what is unknown in the URL %s is left out', (query) => {
	expect(libraryQuery(parse(query))).toBe('')
})

test('a rating asks for exactly that rating, a shelf for its status or mark', () => {
	expect(libraryInput('anna', parse('?status=paused&rating=3.5'))).toEqual({
		query: { username: 'anna', sortBy: 'updatedAt', limit: 48, status: 'paused', minRating: 3.5, maxRating: 3.5 },
	})
	expect(libraryInput('anna', parse('?wished=true')).query).toMatchObject({ wished: true })
	expect(libraryInput('anna', parse('')).query).not.toHaveProperty('status')
})
