import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitEase } from './ease.ts'
import { packLikes } from './likes.ts'
import { findNeighbors, NEIGHBORS } from './neighbors.ts'
import { rankGames } from './rank-unseen.ts'

const GAMES = 12
const ALL = { games: GAMES, weights: GAMES, people: 0 }
const crowd = fc.array(fc.uniqueArray(fc.nat({ max: GAMES - 1 }), { maxLength: GAMES }), {
	minLength: 1,
	maxLength: 40,
})

const likeBoth = (people: readonly (readonly number[])[], a: number, b: number) =>
	people.filter((games) => games.includes(a) && games.includes(b)).length

test('neighbors are those of a comparison of each pair', () => {
	fc.assert(
		fc.property(crowd, (people) => {
			for (const { game, neighbors } of findNeighbors(packLikes(people, GAMES))) {
				const expected = Array.from({ length: GAMES }, (_, other) => ({ other, both: likeBoth(people, game, other) }))
					.filter(({ other, both }) => other !== game && both >= NEIGHBORS.people)
					.map(({ other, both }) => {
						const cosine = both / Math.sqrt(likeBoth(people, game, game) * likeBoth(people, other, other))
						return { game: other, similarity: (cosine * both) / (both + NEIGHBORS.shrinkage), people: both }
					})
					.sort((a, b) => b.similarity - a.similarity || a.game - b.game)
				expect(neighbors).toEqual(expected)
			}
		}),
	)
})

test('a game has as many neighbors as are stored, the most alike', () => {
	const people = Array.from({ length: 6 }, () => Array.from({ length: 80 }, (_, game) => game))
	const [first] = findNeighbors(packLikes(people, 80))
	expect(first?.neighbors.map(({ game }) => game)).toEqual(Array.from({ length: NEIGHBORS.most }, (_, at) => at + 1))
})

/** Solves each column of EASE by itself: the least squares of a game from all others, with the same regularization. */
function solveColumn(people: readonly (readonly number[])[], games: readonly number[], game: number, lambda: number) {
	const others = games.filter((other) => other !== game)
	const rows = others.map((a) => [
		...others.map((b) => likeBoth(people, a, b) + (a === b ? lambda : 0)),
		likeBoth(people, a, game),
	])
	// Gauss and Jordan; the diagonal of such a matrix is never 0
	for (const [at, pivot] of rows.entries()) {
		const first = pivot[at] ?? 1
		for (const [column, value] of pivot.entries()) pivot[column] = value / first
		for (const [other, row] of rows.entries()) {
			const factor = row[at] ?? 0
			if (other !== at) for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - factor * value
		}
	}
	return new Map(others.map((other, at) => [other, rows[at]?.at(-1) ?? 0]))
}

test('weights are those of a regression of each game on all others', () => {
	fc.assert(
		fc.property(crowd, fc.integer({ min: 1, max: 300 }), (people, lambda) => {
			const model = fitEase(packLikes(people, GAMES), lambda, ALL)
			const games = [...new Set(people.flat())].sort((a, b) => a - b)
			expect([...model.keys()]).toEqual(games)
			for (const [game, weights] of model) {
				const expected = solveColumn(people, games, game, lambda)
				expect(weights).toHaveLength(games.length - 1)
				for (const { from, weight } of weights) expect(weight).toBeCloseTo(expected.get(from) ?? Number.NaN, 8)
			}
		}),
	)
})

test('the model knows the most liked games, and its largest weights', () => {
	const liked = Array.from({ length: 25 }, (_, game) => game)
	const model = fitEase(packLikes([liked, liked.slice(5)], liked.length), 10, { games: 20, weights: 7, people: 0 })
	expect([...model.keys()]).toEqual(liked.slice(5))
	expect(model.get(5)).toHaveLength(7)
})

test('no weight is kept of games that fewer than five people like, or like together', () => {
	const [four, five] = [Array.from({ length: 4 }, () => [0, 1, 2]), Array.from({ length: 5 }, () => [1, 2])]
	const model = fitEase(packLikes([...four, ...five, [2, 3], [3], [3], [3], [3]], 4), 10)
	expect([...model.keys()]).toEqual([1, 2, 3])
	expect([...model].map(([game, weights]) => [game, weights.map(({ from }) => from)])).toEqual([
		[1, [2]],
		[2, [1]],
		[3, []],
	])
})

test('games are ranked by what is liked, with the reasons, without what is known', () => {
	const weights = new Map([
		[0, [{ from: 1, weight: 0.5 }]],
		[
			2,
			[
				{ from: 1, weight: 0.2 },
				{ from: 3, weight: 0.4 },
				{ from: 4, weight: 0.3 },
			],
		],
		[5, [{ from: 1, weight: -0.1 }]],
	])
	const neighbors = new Map([
		[
			1,
			[
				{ game: 6, similarity: 0.9, people: 9 },
				{ game: 2, similarity: 0.9, people: 9 },
			],
		],
	])
	const liked = new Set([1, 3, 4])
	const ranked = rankGames(liked, new Set([...liked, 0]), weights, neighbors, 10)
	expect(ranked.map(({ game, because }) => [game, because])).toEqual([
		[2, [3, 4]],
		[6, [1]],
	])
	expect(rankGames(liked, liked, weights, neighbors, 1).map(({ game }) => game)).toEqual([2])
})
