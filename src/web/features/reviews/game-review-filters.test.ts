import { expect, test } from 'vitest'
import {
	type GameReviewFilters,
	gameReviewsInput,
	gameReviewsPath,
	parseGameReviewFilters,
} from './game-review-filters.ts'

const parse = (query: string) => parseGameReviewFilters(new URLSearchParams(query))
const NONE: GameReviewFilters = { sort: 'likes', rating: null, platform: null, cursor: null }

test('parsing a path gives the filters it was made from', () => {
	for (const filters of [
		NONE,
		{ sort: 'lowest', rating: 0.5, platform: 'Xbox Series X|S', cursor: 'abc' },
		{ ...NONE, rating: 5 },
	] satisfies GameReviewFilters[])
		expect(parse(gameReviewsPath(7, filters).split('?')[1] ?? '')).toEqual(filters)
})

test.each([
	'rating=0',
	'rating=5.5',
	'rating=4.2',
	'rating=-1',
	'rating=x',
	'rating=',
	'sort=views',
	'platform=',
	'cursor=',
])('%s is ignored', (query) => {
	expect(parse(query)).toEqual(NONE)
})

test('the lowest come first in ascending order, and a rating is both bounds', () => {
	expect(gameReviewsInput(7, { ...NONE, sort: 'lowest', rating: 2.5 })).toEqual({
		query: { gameId: 7, sortBy: 'rating', order: 'ASC', limit: 10, minRating: 2.5, maxRating: 2.5 },
	})
})
