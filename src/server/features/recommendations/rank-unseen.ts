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
 * The games that a person may like most, ties by number: those that the model knows by its weights, after them the others by the
 * neighbors of what is liked. Without the games `known` to them. The statement of `listLikely` does the same with what is stored;
 * a test compares them.
 */
export function rankGames(
	liked: ReadonlySet<number>,
	known: ReadonlySet<number>,
	weights: ReadonlyMap<number, readonly Weight[]>,
	neighbors: ReadonlyMap<number, readonly Neighbor[]>,
	most: number,
): Scored[] {
	const byModel = [...weights].map(([game, ofGame]) => addUp(game, ofGame, liked))
	const byNeighbors = [...collectNeighbors(liked, weights, neighbors)].map(([game, alike]) => addUp(game, alike, liked))
	return [byModel, byNeighbors]
		.flatMap((scored) => scored.filter(({ game, score }) => score > 0 && !known.has(game)).sort(compareScores))
		.slice(0, most)
}

/** The games beyond the model that are neighbors of liked ones, with what each of these says. */
function collectNeighbors(
	liked: ReadonlySet<number>,
	weights: ReadonlyMap<number, unknown>,
	neighbors: ReadonlyMap<number, readonly Neighbor[]>,
): Map<number, Weight[]> {
	const found = new Map<number, Weight[]>()
	for (const from of liked)
		for (const { game, similarity } of neighbors.get(from) ?? [])
			if (!weights.has(game)) found.set(game, [...(found.get(game) ?? []), { from, weight: similarity }])
	return found
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
