import { expect, test } from 'vitest'
import { parseReviewListFilters, reviewListInput, reviewListPath } from './review-filters.ts'

const of = (query: string) => parseReviewListFilters(new URLSearchParams(query))

test('without a query, the request is for the newest twelve', () => {
	expect(of('')).toEqual({ gameId: null, order: 'recency', search: '', cursor: null })
	expect(reviewListInput(of(''))).toEqual({ query: { sortBy: 'createdAt', limit: 12 } })
})

test('each sort order of the URL maps to one of the API', () => {
	const sorts = ['recency', 'priority', 'rating', 'views'].map(
		(word) => reviewListInput(of(`sortBy=${word}`)).query.sortBy,
	)
	expect(sorts).toEqual(['createdAt', 'likes', 'rating', 'views'])
	expect(of('sortBy=constructor').order).toBe('recency')
})

test('parsing a URL and writing it again gives the same URL', () => {
	for (const path of [
		'/reviews',
		'/reviews?gameId=7&sortBy=rating&search=a+b',
		'/reviews?search=%26%3D',
		'/reviews?gameId=2147483647&cursor=x',
	])
		expect(reviewListPath(of(path.split('?')[1] ?? ''))).toBe(path)
})

test('an invalid game id matches no game instead of every game', () => {
	for (const id of ['abc', '0', '-1', '1.5', '1e3', '2147483648', ' 7'])
		expect(of(`gameId=${encodeURIComponent(id)}`).gameId, id).toBeNaN()
	expect(of('gameId=').gameId).toBeNull()
})

test('a search is trimmed and cut to the length that the API accepts', () => {
	expect(of('search=%20zelda%20').search).toBe('zelda')
	expect(of('search=%00a%1Bb%0A').search).toBe('a b')
	expect(Array.from(of(`search=${encodeURIComponent('\u{1F31F}'.repeat(300))}`).search)).toHaveLength(200)
})
