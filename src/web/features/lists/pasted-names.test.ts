import { expect, test } from 'vitest'
import type { GameRef } from '#contract/game-ref.ts'
import { lookUpNames, matchName, parseNames } from './pasted-names.ts'

const game = (name: string, releaseDate: string | null = null, id = name.length): GameRef => ({
	id,
	name,
	cover: null,
	releaseDate,
	developers: [],
})

test('names are read from lines, without doubles, empty lines and the marks of lists', () => {
	expect(
		parseNames('1. Celeste\r\n- Hades\n\n  * Ōkami \nHADES\n7 Days to Die\n1080° Snowboarding\n12) Tetris\n\u0007\n'),
	).toEqual(['Celeste', 'Hades', 'Ōkami', '7 Days to Die', '1080° Snowboarding', 'Tetris'])
	expect(parseNames(' \n\n')).toEqual([])
})

test.each([
	['okami', 'Ōkami'],
	['POKÉMON RED', 'Pokémon Red'],
	['baldur’s gate  3', "Baldur's Gate 3"],
	['Tetris (1984)', 'Tetris'],
	['Tetris 1984', 'Tetris'],
])('%s is surely %s', (name, title) => {
	const games = [game('Another', null, 1), game(title, '1984-06-06', 2)]
	expect(matchName(name, games)).toEqual({ name, isSure: true, games: [games[1]], hasFailed: false })
})

test('a name that several games have, or none, has up to three choices, equal names first', () => {
	const games = [
		game('Resident Evil', '1996', 1),
		game('Resident Evil 4', '2005', 2),
		game('Resident Evil 4', '2023', 3),
		game('Resident Evil 5', '2009', 4),
	]
	const idsOf = (name: string) => matchName(name, games).games.map(({ id }) => id)
	expect(matchName('resident evil 4', games).isSure).toBe(false)
	expect(idsOf('resident evil 4')).toEqual([2, 3, 1])
	expect(idsOf('Resident Evil 4 (2023)')).toEqual([3])
	expect(idsOf('residnt evil')).toEqual([1, 2, 3])
	expect(matchName('xyzzy', [])).toEqual({ name: 'xyzzy', isSure: false, games: [], hasFailed: false })
})

const options = { onProgress: () => {}, signal: new AbortController().signal }

test('names are looked up four at once, in their order, and one that fails does not stop the others', async () => {
	const names = Array.from({ length: 20 }, (_, index) => `Game ${index}`)
	let [atOnce, most] = [0, 0]
	const progress: number[] = []
	const matches = await lookUpNames(names, {
		...options,
		onProgress: (done) => progress.push(done),
		find: async (name) => {
			most = Math.max(most, ++atOnce)
			await Promise.resolve()
			atOnce--
			if (name === 'Game 7') throw new Error('lost')
			return [game(name)]
		},
	})
	expect(most).toBe(4)
	expect(progress.at(-1)).toBe(20)
	expect(matches.map(({ name }) => name)).toEqual(names)
	expect(matches.filter(({ hasFailed }) => hasFailed).map(({ name }) => name)).toEqual(['Game 7'])
	expect(matches.filter(({ isSure }) => isSure)).toHaveLength(19)
})

test('a name that is too short is not searched for', async () => {
	const [match] = await lookUpNames(['x'], { ...options, find: () => Promise.reject(new Error('asked')) })
	expect(match).toEqual({ name: 'x', isSure: false, games: [], hasFailed: false })
})

test('calls end when the server is away, and when nothing waits for them', async () => {
	const names = Array.from({ length: 100 }, (_, index) => `Game ${index}`)
	let calls = 0
	const fail = () => {
		calls++
		return Promise.reject(new Error('away'))
	}
	const matches = await lookUpNames(names, { ...options, find: fail })
	expect(matches.every(({ hasFailed }) => hasFailed)).toBe(true)
	expect(calls).toBeLessThan(12)
	calls = 0
	await lookUpNames(names, { ...options, find: fail, signal: AbortSignal.abort() })
	expect(calls).toBe(0)
})
