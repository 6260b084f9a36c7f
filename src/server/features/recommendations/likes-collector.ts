import type { Likes } from './likes.ts'

const FIRST_SIZE = 1 << 16

/** Collects the likes of people, in memory that grows with them: four bytes for each. */
export function createLikesCollector() {
	let ids = new Int32Array(FIRST_SIZE)
	let count = 0
	const starts = [0]
	return {
		/** Adds a person, who likes the games with these ids, separated by commas. Returns how many likes there are by now. */
		add(games: string): number {
			for (const id of games.split(',')) {
				if (count === ids.length) {
					const larger = new Int32Array(ids.length * 2)
					larger.set(ids)
					ids = larger
				}
				ids[count++] = Number(id)
			}
			starts.push(count)
			return count
		},
		/** Returns the likes, with the id of each game by its number. The lower number has the lower id. */
		pack(): { likes: Likes; gameIds: Int32Array } {
			const games = ids.subarray(0, count)
			const gameIds = Int32Array.from(new Set(games)).sort()
			const numbers = new Map(Array.from(gameIds, (id, number) => [id, number]))
			for (const [at, id] of games.entries()) games[at] = numbers.get(id) ?? 0
			return { likes: { games, starts: Int32Array.from(starts), gameCount: gameIds.length }, gameIds }
		},
	}
}
