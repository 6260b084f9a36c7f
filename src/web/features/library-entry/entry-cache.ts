import type { QueryClient } from '@tanstack/react-query'
import { getGame } from '#contract/games.ts'
import { getLibraryEntry } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { getReview, listReviews } from '#contract/reviews.ts'
import { read } from '#web/app/data.tsx'

const readsOf = (gameId: number) => ({
	game: read(getGame, { params: { id: gameId } }),
	detail: read(getLibraryEntry, { params: { gameId } }),
})

/** Puts an entry that the server has returned where screens read it. */
export async function cacheEntry(client: QueryClient, gameId: number, entry: LibraryEntry | null): Promise<void> {
	const { game, detail } = readsOf(gameId)
	// A response on its way is older
	await Promise.all([game, detail].map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })))
	client.setQueryData(game.queryKey, (before) => before && { ...before, data: { ...before.data, myEntry: entry } })
	client.setQueryData(detail.queryKey, (before) => before && { ...before, entry })
}

/** Refetches what shows a game's entry, and its counts. Lists keep what they show until they are opened again. */
export function refreshEntry(client: QueryClient, gameId: number, { hasNewRating = false } = {}): void {
	refreshEntries(client, [gameId], { hasNewRating })
}

/** Does the same for several games. */
export function refreshEntries(client: QueryClient, gameIds: readonly number[], { hasNewRating = false } = {}): void {
	const reads = gameIds.map(readsOf).flatMap(({ game, detail }) => [game.queryKey, detail.queryKey])
	for (const queryKey of reads) void client.invalidateQueries({ queryKey, exact: true })
	// The rating of a review is that of the entry
	for (const { url } of hasNewRating ? [getReview, listReviews] : []) void client.invalidateQueries({ queryKey: [url] })
	void client.invalidateQueries({ predicate: ({ queryKey: [url] }) => isAboutLibraries(url), refetchType: 'none' })
	void client.invalidateQueries({ queryKey: ['/api/library/summary'] })
	// The progress of a list
	void client.invalidateQueries({ queryKey: ['/api/lists/:id'] })
}

/** Whether an address is that of a library, diary, statistics or the feed, by its path: their contracts would cost the game's page 2 kB. */
const isAboutLibraries = (url: unknown) => typeof url === 'string' && /^\/api\/(library|feed)(?!\/\{)/.test(url)
