import { expect, test } from 'vitest'
import type { FactsRow } from './queries.ts'
import { rankByFacts } from './rank-by-facts.ts'

const game = (id: number, genres: string[], developers: string[] = [], game_modes: string[] = []): FactsRow => ({
	id,
	name: `Game ${id}`,
	genres,
	developers,
	game_modes,
})

test('rare facts that many liked games have come first; a fact of all games says nothing', () => {
	const games = [
		game(1, ['Horror'], ['A'], ['Single-player']),
		game(2, ['Racing'], ['B'], ['Single-player']),
		game(3, ['Racing'], ['C'], ['Single-player']),
		game(4, ['Sports'], ['D'], ['Single-player']),
	]
	const liked = [game(10, ['Racing'], ['Z'], ['Single-player']), game(11, ['Racing', 'Horror'], ['Y'])]
	expect(rankByFacts(liked, games).map(({ game, fact, like }) => [game.id, fact.value, like])).toEqual([
		// Half of the liked games have it, but only one of four others
		[1, 'Horror', 'Game 11'],
		[2, 'Racing', 'Game 10'],
		[3, 'Racing', 'Game 10'],
	])
	expect(rankByFacts(liked, [])).toEqual([])
	expect(rankByFacts([], games)).toEqual([])
})

test('a studio says more than a genre, and the liked game named is the one most alike', () => {
	const games = [
		game(1, ['Puzzle']),
		game(2, ['Racing'], ['A']),
		game(3, ['Puzzle', 'Horror']),
		game(4, ['Sports'], ['B']),
	]
	const liked = [game(10, ['Puzzle'], ['A']), game(11, ['Puzzle', 'Horror'])]
	const ranked = rankByFacts(liked, games)
	expect(ranked[0]).toMatchObject({ game: { id: 2 }, fact: { kind: 'studio', value: 'A' }, like: 'Game 10' })
	expect(ranked.find(({ game }) => game.id === 3)).toMatchObject({ like: 'Game 11' })
	expect(ranked.map(({ game }) => game.id)).not.toContain(4)
})

test('a studio does not fill the list', () => {
	const liked = [game(10, ['Racing'], ['A'])]
	const ofStudio = [1, 2, 3, 4].map((id) => game(id, ['Sports'], ['A']))
	const others = [5, 6, 7, 8, 9].map((id) => game(id, [id < 7 ? 'Racing' : 'Horror'], ['B']))
	expect(rankByFacts(liked, [...ofStudio, ...others]).map(({ game }) => game.id)).toEqual([1, 5, 2, 6, 3, 4])
})
