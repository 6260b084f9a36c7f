import { expect, test } from 'vitest'
import { parseSearchParams, type SearchParams, searchPath } from './search-params.ts'

const parse = (query: string) => parseSearchParams(new URLSearchParams(query))

test('an empty URL gives the defaults', () => {
	expect(parse('')).toEqual({ query: '', tab: 'games', page: 1, cursor: null })
})

test('parsing a path gives the params it was made from', () => {
	for (const one of [
		{ query: 'zelda', tab: 'games', page: 3, cursor: null },
		{ query: 'a & b #1', tab: 'users', page: 1, cursor: 'abc' },
	] satisfies SearchParams[])
		expect(parse(searchPath(one).split('?')[1] ?? '')).toEqual(one)
})

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'page=900', 'page=1e9', 'tab=nonsense', 'cursor='])(
	'%s is ignored',
	(part) => {
		expect(parse(part)).toEqual({ query: '', tab: 'games', page: 1, cursor: null })
	},
)

test('a query is trimmed, and cut to 200 characters without splitting one', () => {
	expect(parse('query=%20 zelda  ').query).toBe('zelda')
	expect(parse(`query=${encodeURIComponent('🎮'.repeat(300))}`).query).toBe('🎮'.repeat(200))
})
