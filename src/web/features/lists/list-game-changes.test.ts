import { expect, test } from 'vitest'
import type { GameRef } from '#contract/game-ref.ts'
import { changeGames, describeLastChange, type GamesChange, type ListedGames } from './list-game-changes.ts'

const game = (id: number): GameRef => ({ id, name: `Game ${id}`, cover: null, releaseDate: null, developers: [] })

const listOf = (...ids: number[]): ListedGames => ({
	games: ids.map((id) => ({ game: game(id), notes: '' })),
	last: null,
	changes: 0,
})

const after = (before: ListedGames, ...changes: GamesChange[]) => changes.reduce(changeGames, before)
const idsOf = ({ games }: ListedGames) => games.map(({ game }) => game.id)

test('a game is added at the end, and only once', () => {
	const list = after(listOf(1, 2), { kind: 'add', games: [game(3)] }, { kind: 'add', games: [game(1)] })
	expect(idsOf(list)).toEqual([1, 2, 3])
	expect(describeLastChange(list)).toBe('Game 3 added as number 3.')
})

test('a list holds 500 games; the next one is refused', () => {
	const full = listOf(...Array.from({ length: 499 }, (_, index) => index + 1))
	const list = after(full, { kind: 'add', games: [game(500)] })
	expect(list.last?.kind).toBe('added')
	const over = after(list, { kind: 'add', games: [game(501)] })
	expect([over.games.length, over.last?.kind, describeLastChange(over)]).toEqual([500, 'full', null])
})

test('a move to an index out of range is clamped', () => {
	expect(idsOf(after(listOf(1, 2, 3, 4), { kind: 'move', id: 1, to: 2 }))).toEqual([2, 3, 1, 4])
	expect(idsOf(after(listOf(1, 2, 3, 4), { kind: 'move', id: 4, to: 0 }))).toEqual([4, 1, 2, 3])
	expect(idsOf(after(listOf(1, 2, 3), { kind: 'move', id: 1, to: 99 }))).toEqual([2, 3, 1])
	expect(idsOf(after(listOf(1, 2, 3), { kind: 'move', id: 3, to: -1 }))).toEqual([3, 1, 2])
	expect(describeLastChange(after(listOf(1, 2, 3), { kind: 'move', id: 1, to: 1 }))).toBe(
		'Game 1 is now number 2 of 3.',
	)
})

test('a move to the same index, or of a missing game, changes nothing', () => {
	const list = listOf(1, 2)
	expect(after(list, { kind: 'move', id: 2, to: 1 })).toBe(list)
	expect(after(list, { kind: 'move', id: 9, to: 0 })).toBe(list)
	expect(after(list, { kind: 'remove', id: 9 })).toBe(list)
})

test('a removed game is restored once, to its position and with its notes', () => {
	const noted = after(listOf(1, 2, 3), { kind: 'note', id: 2, notes: 'The best of them' })
	const without = after(noted, { kind: 'remove', id: 2 })
	expect(idsOf(without)).toEqual([1, 3])
	const back = after(without, { kind: 'undo' }, { kind: 'undo' })
	expect(back.games).toEqual(noted.games)
	expect(describeLastChange(back)).toBe('Game 2 is back at number 2.')
})

test('a removal cannot be undone after another change', () => {
	const list = after(listOf(1, 2), { kind: 'remove', id: 1 }, { kind: 'add', games: [game(3)] }, { kind: 'undo' })
	expect(idsOf(list)).toEqual([2, 3])
})

test('several games are added in their order, without doubles, as far as there is room, and withdrawn together', () => {
	const list = after(listOf(1, 2), { kind: 'add', games: [4, 2, 3, 4].map(game) })
	expect(idsOf(list)).toEqual([1, 2, 4, 3])
	expect(describeLastChange(list)).toBe('2 games added.')
	const withdrawn = after(list, { kind: 'undo' }, { kind: 'undo' })
	expect([idsOf(withdrawn), describeLastChange(withdrawn)]).toEqual([[1, 2], '2 games removed.'])
	const nearlyFull = listOf(...Array.from({ length: 499 }, (_, index) => index + 1))
	const full = after(nearlyFull, { kind: 'add', games: [600, 601].map(game) })
	expect([idsOf(full).at(-1), full.games.length, full.last?.kind]).toEqual([600, 500, 'added'])
	expect(after(list, { kind: 'add', games: [game(1)] })).toBe(list)
})

test('notes move with their game', () => {
	const list = after(listOf(1, 2), { kind: 'note', id: 2, notes: 'x' }, { kind: 'move', id: 2, to: 0 })
	expect(list.games.map(({ notes }) => notes)).toEqual(['x', ''])
})
