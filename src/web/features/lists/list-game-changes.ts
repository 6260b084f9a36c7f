import type { GameRef } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'

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

/** The last change. `full`: the list had no room for the game. `at` is the index, from 0. */
export interface LastChange {
	kind: 'added' | 'removed' | 'restored' | 'moved' | 'full'
	listed: ListedGame
	at: number
}

export type GamesChange =
	| { kind: 'add'; game: GameRef }
	| { kind: 'remove'; id: number }
	/** Restores the game that was removed last. */
	| { kind: 'restore' }
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
			const listed = { game: change.game, notes: '' }
			if (games.some(({ game }) => game.id === change.game.id)) return before
			if (games.length >= LIMITS.gamesPerList) return after(games, { kind: 'full', listed, at: games.length })
			return after([...games, listed], { kind: 'added', listed, at: games.length })
		}
		case 'restore':
			if (last?.kind !== 'removed') return before
			return after(games.toSpliced(last.at, 0, last.listed), { ...last, kind: 'restored' })
	}
	const at = games.findIndex(({ game }) => game.id === change.id)
	const listed = games[at]
	if (!listed) return before
	switch (change.kind) {
		case 'remove':
			return after(games.toSpliced(at, 1), { kind: 'removed', listed, at })
		case 'note':
			return { ...before, games: games.with(at, { ...listed, notes: change.notes }) }
		case 'move': {
			const to = Math.min(Math.max(change.to, 0), games.length - 1)
			if (to === at) return before
			return after(games.toSpliced(at, 1).toSpliced(to, 0, listed), { kind: 'moved', listed, at: to })
		}
	}
}

/** Returns a message about the last change, null if there is none. */
export function describeLastChange({ games, last }: ListedGames): string | null {
	if (last === null) return null
	const { name } = last.listed.game
	switch (last.kind) {
		case 'added':
			return `${name} added as number ${last.at + 1}.`
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
