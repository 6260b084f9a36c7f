import type { GameRef } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import { pluralize } from '#web/app/format.ts'

/** A game in the list editor. */
export interface ListedGame {
	game: GameRef
	notes: string
}

/** The state of the list editor: the games and the last change. */
export interface ListedGames {
	games: readonly ListedGame[]
	last: LastChange | null
	/** Counts the changes, to tell two equal ones apart. */
	changes: number
}

/** The last change. `full`: the list had no room for the game. `withdrawn`: an addition was undone. `at` is the index, from 0. */
export interface LastChange {
	kind: 'added' | 'removed' | 'restored' | 'moved' | 'full' | 'withdrawn'
	listed: ListedGame
	at: number
	/** How many games changed, from `at` on. */
	count: number
}

export type GamesChange =
	/** Adds games at the end: those that are not in the list, as far as there is room. */
	| { kind: 'add'; games: readonly GameRef[] }
	| { kind: 'remove'; id: number }
	/** Undoes the last change, if `isUndoable`. */
	| { kind: 'undo' }
	/** `to` is an index from 0, clamped to the list. */
	| { kind: 'move'; id: number; to: number }
	| { kind: 'note'; id: number; notes: string }
	/** Replaces all games. */
	| { kind: 'restart'; games: readonly ListedGame[] }

/** Applies a change. A list contains each game once, and at most `LIMITS.listGames` games. */
export function changeGames(before: ListedGames, change: GamesChange): ListedGames {
	const { games, last } = before
	const after = (games: ListedGames['games'], last: LastChange | null) => ({
		games,
		last,
		changes: before.changes + 1,
	})
	switch (change.kind) {
		case 'restart':
			return after(change.games, null)
		case 'add': {
			const distinct = [...new Map(change.games.map((game) => [game.id, game])).values()]
			const added = distinct
				.filter(({ id }) => games.every(({ game }) => game.id !== id))
				.map((game) => ({ game, notes: '' }))
			const [listed] = added
			if (!listed) return before
			const next = [...games, ...added].slice(0, LIMITS.gamesPerList)
			const count = next.length - games.length
			return after(next, { kind: count > 0 ? 'added' : 'full', listed, at: games.length, count })
		}
		case 'undo':
			if (last === null || !isUndoable(last)) return before
			return last.kind === 'removed'
				? after(games.toSpliced(last.at, 0, last.listed), { ...last, kind: 'restored' })
				: after(games.toSpliced(last.at, last.count), { ...last, kind: 'withdrawn' })
	}
	const at = games.findIndex(({ game }) => game.id === change.id)
	const listed = games[at]
	if (!listed) return before
	switch (change.kind) {
		case 'remove':
			return after(games.toSpliced(at, 1), { kind: 'removed', listed, at, count: 1 })
		case 'note':
			// Undoing an addition would take the note along
			return {
				...before,
				games: games.with(at, { ...listed, notes: change.notes }),
				last: last?.kind === 'added' ? null : last,
			}
		case 'move': {
			const to = Math.min(Math.max(change.to, 0), games.length - 1)
			if (to === at) return before
			return after(games.toSpliced(at, 1).toSpliced(to, 0, listed), { kind: 'moved', listed, at: to, count: 1 })
		}
	}
}

/** Returns a game as a list has it, without what else a search tells of it. */
export const toGameRef = ({ id, name, cover, releaseDate, developers }: GameRef): GameRef => ({
	id,
	name,
	cover,
	releaseDate,
	developers,
})

/** Whether the last change can be undone: a removal, or the addition of several games. */
export const isUndoable = ({ kind, count }: LastChange) => kind === 'removed' || (kind === 'added' && count > 1)

/** Returns a message about the last change, null if there is none. */
export function describeLastChange({ games, last }: ListedGames): string | null {
	if (last === null) return null
	const { name } = last.listed.game
	switch (last.kind) {
		case 'added':
			return last.count > 1 ? `${pluralize(last.count, 'game')} added.` : `${name} added as number ${last.at + 1}.`
		case 'withdrawn':
			return `${pluralize(last.count, 'game')} removed.`
		case 'removed':
			return `${name} removed.`
		case 'restored':
			return `${name} is back at number ${last.at + 1}.`
		case 'moved':
			return `${name} is now number ${last.at + 1} of ${games.length}.`
		case 'full':
			return null
	}
}
