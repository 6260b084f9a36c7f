import { countLikes, invertLikes, type Likes } from './likes.ts'

export const NEIGHBORS = {
	/** Neighbors of a game. */
	most: 50,
	/** People who like both, at least. */
	people: 5,
	/** People who like both at which a similarity is worth half. */
	shrinkage: 10,
} as const

/** A game with how alike it is, 0 to 1, and how many people like both. */
export interface Neighbor {
	game: number
	similarity: number
	people: number
}

/**
 * Yields the neighbors of each game in turn that more than `least` people like, the most alike first: the cosine of those who like them,
 * shrunk by how few like both. Ties go to the lower number. Takes memory for one game at a time.
 */
export function* findNeighbors(likes: Likes, least = 0): Generator<{ game: number; neighbors: Neighbor[] }> {
	const counts = countLikes(likes)
	const byGame = invertLikes(likes)
	const both = new Int32Array(likes.gameCount)
	for (let game = 0; game < likes.gameCount; game++) {
		if ((counts[game] ?? 0) <= least) continue
		const seen: number[] = []
		for (let at = byGame.starts[game] ?? 0; at < (byGame.starts[game + 1] ?? 0); at++) {
			const person = byGame.people[at] ?? 0
			for (let like = likes.starts[person] ?? 0; like < (likes.starts[person + 1] ?? 0); like++) {
				const other = likes.games[like] ?? 0
				if (both[other] === 0) seen.push(other)
				both[other] = (both[other] ?? 0) + 1
			}
		}
		const neighbors: Neighbor[] = []
		for (const other of seen) {
			const people = both[other] ?? 0
			both[other] = 0
			if (other === game || people < NEIGHBORS.people) continue
			const cosine = people / Math.sqrt((counts[game] ?? 0) * (counts[other] ?? 0))
			neighbors.push({ game: other, similarity: (cosine * people) / (people + NEIGHBORS.shrinkage), people })
		}
		neighbors.sort((a, b) => b.similarity - a.similarity || a.game - b.game)
		yield { game, neighbors: neighbors.slice(0, NEIGHBORS.most) }
	}
}
