import { expect, test } from 'vitest'
import { facetsInput, isNarrowed, libraryInput, libraryQuery, parseLibraryFilters } from './library-filters.ts'

const parse = (query: string) => parseLibraryFilters(new URLSearchParams(query))

test.each([
	'',
	'?status=playing',
	'?wished=true&sortBy=name',
	'?loved=true&search=lamp&genre=Puzzle&platform=PC&rating=4.5&sortBy=rating&cursor=abc',
	'?fromYear=2010&toYear=2019&sortBy=name&letter=L',
	'?toYear=1999',
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
	'?fromYear=soon',
	'?toYear=0099',
	'?fromYear=20190',
	'?letter=L',
])('what is unknown in the URL %s is left out', (query) => {
	expect(libraryQuery(parse(query))).toBe('')
})

test.each(['?sortBy=name&letter=LL', '?sortBy=name&letter=%23', '?sortBy=name&letter=l'])(
	'what is no letter in the URL %s is left out',
	(query) => {
		expect(libraryQuery(parse(query))).toBe('?sortBy=name')
	},
)

test('a rating asks for exactly that rating, a shelf for its status or mark', () => {
	expect(libraryInput('anna', parse('?status=paused&rating=3.5'))).toEqual({
		query: { username: 'anna', sortBy: 'updatedAt', limit: 48, status: 'paused', minRating: 3.5, maxRating: 3.5 },
	})
	expect(libraryInput('anna', parse('?wished=true')).query).toMatchObject({ wished: true })
	expect(libraryInput('anna', parse('')).query).not.toHaveProperty('status')
})

test('a length is whole hours, and stays in the address', () => {
	expect(libraryInput('anna', parse('?maxHours=10')).query).toMatchObject({ maxHours: 10 })
	expect(libraryQuery(parse('?maxHours=10&sortBy=shortest'))).toBe('?maxHours=10&sortBy=shortest')
	for (const query of ['?maxHours=0', '?maxHours=1.5', '?maxHours=11', '?maxHours=soon', '?maxHours='])
		expect([query, parse(query).maxHours]).toEqual([query, null])
})

test('facets are asked for with the filters of the list, without its order and place', () => {
	expect(facetsInput('anna', parse('?loved=true&fromYear=1990&genre=Puzzle&sortBy=name&letter=B&cursor=abc'))).toEqual({
		query: { username: 'anna', loved: true, genre: 'Puzzle', fromYear: 1990 },
	})
})

test('a list is narrowed by any filter and by a letter, but not by its shelf and order', () => {
	expect(isNarrowed(parse('?status=paused&sortBy=name'))).toBe(false)
	for (const query of [
		'?search=a',
		'?genre=Puzzle',
		'?platform=PC',
		'?fromYear=1990',
		'?toYear=1990',
		'?rating=1',
		'?maxHours=10',
	])
		expect([query, isNarrowed(parse(query))]).toEqual([query, true])
	expect(isNarrowed(parse('?sortBy=name&letter=B'))).toBe(true)
})
