import { expect, test } from 'vitest'
import { pickVariedGames } from './varied-games.ts'

const game = (id: number, releaseDate: string | null, genre?: string) => ({
	id,
	releaseDate,
	genres: genre === undefined ? [] : [genre],
})
const ids = (games: { id: number }[]) => games.map(({ id }) => id)

test('of a decade and of a genre, three at most are picked', () => {
	const games = [
		...[1, 2, 3, 4].map((id) => game(id, '2015-01-01', `genre ${id}`)),
		...[5, 6, 7, 8].map((id) => game(id, `${1910 + id * 10}`, 'Platform')),
		game(9, null),
	]
	expect(ids(pickVariedGames(games, 7))).toEqual([1, 2, 3, 5, 6, 7, 9])
})

test('where there are too few, the first ones fill up, in their order', () => {
	const games = [1, 2, 3, 4, 5, 6].map((id) => game(id, '2015', 'Platform'))
	expect(ids(pickVariedGames(games, 5))).toEqual([1, 2, 3, 4, 5])
	expect(ids(pickVariedGames(games, 12))).toEqual([1, 2, 3, 4, 5, 6])
	expect(pickVariedGames([], 12)).toEqual([])
})
