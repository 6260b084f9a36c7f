import type { Game } from '#contract/games.ts'

const MAX_PER_DECADE = 3
const MAX_PER_GENRE = 3

/**
 * Picks games across decades and genres: of each at most three while that is possible, otherwise the first ones. Keeps
 * their order.
 */
export function pickVariedGames<G extends Pick<Game, 'id' | 'releaseDate' | 'genres'>>(
	games: readonly G[],
	count: number,
): G[] {
	const decades = new Map<string, number>()
	const genres = new Map<string, number>()
	const isTaken = (counts: Map<string, number>, key: string | undefined, max: number) =>
		key !== undefined && (counts.get(key) ?? 0) >= max
	const add = (counts: Map<string, number>, key: string | undefined) =>
		key !== undefined && counts.set(key, (counts.get(key) ?? 0) + 1)
	const picked = new Set<G>()
	for (const game of games) {
		const decade = game.releaseDate?.slice(0, 3)
		const [genre] = game.genres
		if (picked.size === count || isTaken(decades, decade, MAX_PER_DECADE) || isTaken(genres, genre, MAX_PER_GENRE))
			continue
		picked.add(game)
		add(decades, decade)
		add(genres, genre)
	}
	for (const game of games) if (picked.size < count) picked.add(game)
	return games.filter((game) => picked.has(game))
}
