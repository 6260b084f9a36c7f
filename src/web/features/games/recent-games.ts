import type { GameRef } from '#contract/game-ref.ts'
import { readCredentials } from '#web/app/credentials.ts'
import { createPersistedState } from '#web/app/persisted-state.ts'

const MAX_GAMES = 5

interface RecentGames {
	viewer: string
	games: GameRef[]
}

const storage = createPersistedState('recentGames', isRecentGames)

/** Returns the last five games that this viewer looked at in this browser, the latest first. */
export function readRecentGames(): GameRef[] {
	const stored = storage.get()
	return stored?.viewer === getViewer() ? stored.games : []
}

/** Stores that the viewer looks at a game. Those of another viewer are forgotten. */
export function recordRecentGame({ id, name, cover, releaseDate, developers }: GameRef): void {
	const others = readRecentGames().filter((game) => game.id !== id)
	storage.set({
		viewer: getViewer(),
		games: [{ id, name, cover, releaseDate, developers: developers.slice(0, 1) }, ...others].slice(0, MAX_GAMES),
	})
}

function getViewer(): string {
	const { accessToken, user } = readCredentials()
	if (accessToken === null) return 'visitor'
	try {
		return (JSON.parse(user ?? 'null') as { id?: string } | null)?.id ?? 'unknown'
	} catch {
		return 'unknown'
	}
}

function isRecentGames(value: unknown): value is RecentGames {
	const { viewer, games } = (value ?? {}) as Partial<RecentGames>
	return typeof viewer === 'string' && Array.isArray(games) && games.every(isGame)
}

function isGame(value: unknown): value is GameRef {
	const { id, name, cover, releaseDate, developers } = (value ?? {}) as Partial<GameRef>
	return (
		Number.isInteger(id) &&
		typeof name === 'string' &&
		(cover === null || typeof cover === 'string') &&
		(releaseDate === null || typeof releaseDate === 'string') &&
		Array.isArray(developers) &&
		developers.every((developer) => typeof developer === 'string')
	)
}
