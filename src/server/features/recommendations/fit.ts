import { fitEase, type Weight } from './ease.ts'
import { countLikes, type Likes } from './likes.ts'
import { findNeighbors, NEIGHBORS } from './neighbors.ts'

/** The most liked games have neighbors. */
const MAX_GAMES = 100_000
const ROWS_PER_BATCH = 500

/** Rows of one of the tables, as one statement writes them: lists are texts of arrays, which the main thread passes on unread. */
export type FittedBatch =
	| { table: 'game_weights'; ids: number[]; games: string[]; weights: string[] }
	| { table: 'game_neighbors'; ids: number[]; neighbors: string[]; similarities: string[]; people: string[] }

/** Fits the model and finds all neighbors; the batches are the rows of both tables. */
export function fitModel(likes: Likes, gameIds: Int32Array): Generator<FittedBatch> {
	const weights = groupByLiked(fitEase(likes))
	const neighbors = packNeighbors(likes)
	return listBatches(weights, neighbors, (game) => gameIds[game] ?? 0)
}

function* listBatches(
	weights: ReturnType<typeof groupByLiked>,
	neighbors: ReturnType<typeof packNeighbors>,
	toId: (game: number) => number,
): Generator<FittedBatch> {
	const toArray = (values: ArrayLike<number>, convert: (value: number) => number) =>
		`{${Array.from(values, convert).join()}}`
	const liked = [...weights]
	for (let at = 0; at < liked.length; at += ROWS_PER_BATCH) {
		const rows = liked.slice(at, at + ROWS_PER_BATCH)
		yield {
			table: 'game_weights',
			ids: rows.map(([game]) => toId(game)),
			games: rows.map(([, { games }]) => toArray(games, toId)),
			weights: rows.map(([, { values }]) => toArray(values, toReal)),
		}
	}
	const { games, starts } = neighbors
	for (let at = 0; at < games.length; at += ROWS_PER_BATCH) {
		const rows = games.slice(at, at + ROWS_PER_BATCH)
		const listEach = (values: Int32Array | Float32Array, convert: (value: number) => number) =>
			rows.map((_, row) => toArray(values.subarray(starts[at + row], starts[at + row + 1]), convert))
		yield {
			table: 'game_neighbors',
			ids: rows.map(toId),
			neighbors: listEach(neighbors.others, toId),
			similarities: listEach(neighbors.similarities, toReal),
			people: listEach(neighbors.people, (people) => people),
		}
	}
}

/** What liking each game says of others: the weights of the model the other way round, as a person's likes ask for them. */
function groupByLiked(model: ReadonlyMap<number, readonly Weight[]>) {
	const weights = new Map(Array.from(model.keys(), (game) => [game, { games: [] as number[], values: [] as number[] }]))
	for (const [game, ofGame] of model)
		for (const { from, weight } of ofGame) {
			weights.get(from)?.games.push(game)
			weights.get(from)?.values.push(weight)
		}
	return weights
}

/** Finds the neighbors of the most liked games, in twelve bytes for each. */
function packNeighbors(likes: Likes) {
	const least =
		countLikes(likes)
			.sort()
			.at(-MAX_GAMES - 1) ?? 0
	const most = Math.min(likes.gameCount, MAX_GAMES) * NEIGHBORS.most
	const [others, similarities, people] = [new Int32Array(most), new Float32Array(most), new Int32Array(most)]
	const games: number[] = []
	const starts = [0]
	let count = 0
	for (const { game, neighbors } of findNeighbors(likes, least)) {
		if (neighbors.length === 0) continue
		for (const neighbor of neighbors) {
			others[count] = neighbor.game
			similarities[count] = neighbor.similarity
			people[count++] = neighbor.people
		}
		games.push(game)
		starts.push(count)
	}
	return { games, starts, others, similarities, people }
}

/** As precise as the column. */
function toReal(value: number): number {
	return Number(value.toPrecision(8))
}
