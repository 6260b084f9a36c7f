import { countLikes, type Likes } from './likes.ts'

export const EASE = {
	/** The most liked games, which the model knows. */
	games: 1_000,
	/** Weights that are kept of a game. */
	weights: 100,
	/** People who like a game, and those who like both games of a weight, at least: no weight tells what one person likes. */
	people: 5,
	/** The regularization; `npm run bench -- recommendations` tries others. */
	lambda: 200,
} as const
type Bounds = Readonly<Record<'games' | 'weights' | 'people', number>>

/** What liking one game says of another one. */
export interface Weight {
	/** The game that is liked. */
	from: number
	weight: number
}

/**
 * The closed form of EASE (Steck, 2019, https://arxiv.org/abs/1905.03375, algorithm 1) over the most liked games: for each of them the
 * weights of the other ones, the largest first by size. `lambda` is the regularization. Takes three matrices of `bounds.games` squared.
 */
export function fitEase(likes: Likes, lambda: number = EASE.lambda, bounds: Bounds = EASE): Map<number, Weight[]> {
	const known = findMostLiked(likes, bounds)
	const size = known.length
	const pairs = countPairs(likes, known)
	const inverse = invertSymmetric(regularize(pairs, size, lambda), size)
	const weights = new Map<number, Weight[]>()
	for (const [column, game] of known.entries()) {
		const own = inverse[column * size + column] ?? 1
		const found: Weight[] = []
		for (const [row, from] of known.entries())
			if (row !== column && (pairs[row * size + column] ?? 0) >= bounds.people)
				found.push({ from, weight: -(inverse[row * size + column] ?? 0) / own })
		found.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.from - b.from)
		weights.set(game, found.slice(0, bounds.weights))
	}
	return weights
}

/** The most liked games, ties by number, in the order of their numbers. */
function findMostLiked(likes: Likes, { games, people }: Bounds): number[] {
	const counts = countLikes(likes)
	return [...counts.keys()]
		.filter((game) => (counts[game] ?? 0) >= Math.max(people, 1))
		.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
		.slice(0, games)
		.sort((a, b) => a - b)
}

/** How many people like each pair of the games, as a matrix. */
function countPairs({ games, starts, gameCount }: Likes, known: readonly number[]): Int32Array {
	const size = known.length
	const places = new Int32Array(gameCount).fill(-1)
	for (const [place, game] of known.entries()) places[game] = place
	const pairs = new Int32Array(size * size)
	for (let person = 0; person + 1 < starts.length; person++) {
		const liked: number[] = []
		for (let at = starts[person] ?? 0; at < (starts[person + 1] ?? 0); at++) {
			const place = places[games[at] ?? 0] ?? -1
			if (place >= 0) liked.push(place)
		}
		for (const a of liked) for (const b of liked) pairs[a * size + b] = (pairs[a * size + b] ?? 0) + 1
	}
	return pairs
}

/** Adds `lambda` to the diagonal. */
function regularize(pairs: Int32Array, size: number, lambda: number): Float64Array {
	const matrix = Float64Array.from(pairs)
	for (let place = 0; place < size; place++) matrix[place * size + place] = (matrix[place * size + place] ?? 0) + lambda
	return matrix
}

/** Inverts a symmetric positive definite matrix in place, row by row, by Cholesky: M = LLᵀ, then M⁻¹ = L⁻ᵀL⁻¹. */
function invertSymmetric(matrix: Float64Array, size: number): Float64Array {
	factorize(matrix, size)
	const lower = invertLower(matrix, size)
	for (let i = 0; i < size; i++)
		for (let j = 0; j <= i; j++) {
			let sum = 0
			for (let k = i; k < size; k++) sum += (lower[i * size + k] ?? 0) * (lower[j * size + k] ?? 0)
			matrix[i * size + j] = sum
			matrix[j * size + i] = sum
		}
	return matrix
}

/** Replaces the lower half by L. */
function factorize(matrix: Float64Array, size: number): void {
	for (let i = 0; i < size; i++)
		for (let j = 0; j <= i; j++) {
			let sum = matrix[i * size + j] ?? 0
			for (let k = 0; k < j; k++) sum -= (matrix[i * size + k] ?? 0) * (matrix[j * size + k] ?? 0)
			matrix[i * size + j] = i === j ? Math.sqrt(sum) : sum / (matrix[j * size + j] ?? 1)
		}
}

/** The inverse of L, transposed, so that products run along rows. */
function invertLower(matrix: Float64Array, size: number): Float64Array {
	const inverse = new Float64Array(size * size)
	for (let column = 0; column < size; column++) {
		const row = column * size
		inverse[row + column] = 1 / (matrix[row + column] ?? 1)
		for (let i = column + 1; i < size; i++) {
			let sum = 0
			for (let k = column; k < i; k++) sum += (matrix[i * size + k] ?? 0) * (inverse[row + k] ?? 0)
			inverse[row + i] = -sum / (matrix[i * size + i] ?? 1)
		}
	}
	return inverse
}
