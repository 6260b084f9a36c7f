import type { Weight } from './ease.ts'
import type { Neighbor } from './neighbors.ts'

/** A game with how much a person may like it, and what says so: the liked games that add most to it, the largest first. */
export interface Scored {
	game: number
	score: number
	because: number[]
}

/** The liked games that a reason names. */
const NAMED = 2

/**
 * The games that a person may like most, ties by number: those that the model knows by its weights, after them the others by their
 * neighbors. Without the games `known` to them.
 */
export function rankGames(
	liked: ReadonlySet<number>,
	known: ReadonlySet<number>,
	weights: ReadonlyMap<number, readonly Weight[]>,
	neighbors: readonly (readonly Neighbor[])[],
	most: number,
): Scored[] {
	const byModel: Scored[] = []
	const byNeighbors: Scored[] = []
	for (const [game, alike] of neighbors.entries()) {
		if (known.has(game)) continue
		const ofGame = weights.get(game)
		const scored = addUp(game, ofGame ?? alike.map(({ game: from, similarity: weight }) => ({ from, weight })), liked)
		if (scored.score > 0) (ofGame ? byModel : byNeighbors).push(scored)
	}
	return [...byModel.sort(compareScores), ...byNeighbors.sort(compareScores)].slice(0, most)
}

function addUp(game: number, weights: readonly Weight[], liked: ReadonlySet<number>): Scored {
	const added = weights.filter(({ from }) => liked.has(from))
	const because = added
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight || a.from - b.from)
		.slice(0, NAMED)
		.map(({ from }) => from)
	return { game, score: added.reduce((sum, { weight }) => sum + weight, 0), because }
}

const compareScores = (a: Scored, b: Scored) => b.score - a.score || a.game - b.game
