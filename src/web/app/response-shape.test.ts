import { expect, test } from 'vitest'
import { getPopularGames } from '#contract/games.ts'
import { getReview } from '#contract/reviews.ts'
import { hasShape } from './response-shape.ts'

const popular = getPopularGames.schema.response[200]

test('a response has its shape if all required objects and arrays are present', () => {
	expect(hasShape(popular, { success: true, data: { games: [] } })).toBe(true)
	expect(hasShape(popular, { success: true, data: { games: [], more: 1 }, hasMore: 'who knows' })).toBe(true)
})

test.each([{}, [], null, 'games', { data: null }, { data: [] }, { data: {} }, { data: { games: {} } }])(
	'%j does not have the shape of popular games',
	(answer) => {
		expect(hasShape(popular, answer)).toBe(false)
	},
)

test('nullable and scalar values are not checked', () => {
	const review = { game: { developers: [], cover: null }, user: {} }
	const counts = { weeklyStats: {}, monthlyStats: {}, yearlyStats: {}, mentions: [] }
	expect(hasShape(getReview.schema.response[200], { ...review, ...counts })).toBe(true)
	expect(hasShape(getReview.schema.response[200], counts)).toBe(false)
})
