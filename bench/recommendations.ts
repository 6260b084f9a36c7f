import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createRandom, type Random } from '#art/random.ts'
import { EASE, fitEase, type Weight } from '#server/features/recommendations/ease.ts'
import { countLikes, type Likes, packLikes } from '#server/features/recommendations/likes.ts'
import { findNeighbors, type Neighbor } from '#server/features/recommendations/neighbors.ts'
import { rankGames } from '#server/features/recommendations/rank-unseen.ts'
import type { OperationFigure } from './operation.ts'

interface Person {
	liked: number[]
	/** Rated, but not liked. */
	others: number[]
}

const FOLDS = 5
const FOLDED_IN = 0.8
const MIN_LIKES = 5
const LIKED_FROM = 4
const RANKED = 100
const SHOWN = 20
const LAMBDAS = [50, 100, 200, 400]
/** One person in so many of those who train a model chooses its lambda. */
const TUNED_BY = 8

const PRINT_RATINGS = 'd <- dslabs::movielens; write.csv(d[, c("userId", "movieId", "rating")], row.names = FALSE)'

/**
 * Measures the recommendations on MovieLens (100,004 ratings), as Debian's r-cran-dslabs has it: five folds of people whom the model has
 * not seen, of each of whom 80 % of the ratings are known. Returns undefined where R or the package is not installed.
 */
export async function measureRecommendations(): Promise<OperationFigure[] | undefined> {
	const printed = await promisify(execFile)('Rscript', ['-e', PRINT_RATINGS], { maxBuffer: 32 * 1024 * 1024 }).catch(
		() => undefined,
	)
	if (!printed) return undefined
	const { people, films } = readPeople(printed.stdout)
	const random = createRandom('films')
	const order = shuffle([...people.keys()], random)
	const measured: Measured = { results: new Map(), neighborsMs: [], easeMs: [] }
	for (let fold = 0; fold < FOLDS; fold++) {
		const pick = (isTest: boolean) =>
			order.filter((_, at) => (at % FOLDS === fold) === isTest).flatMap((person) => people[person] ?? [])
		measureFold(pick(false), pick(true), films, random, measured)
	}
	const figures: OperationFigure[] = []
	for (const [title, { gains, shown, aim }] of measured.results) {
		const value = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
		figures.push({
			title: `${title}, NDCG@${RANKED} in thousandths`,
			value: value * 1000,
			unit: '',
			isFloor: true,
			aim,
		})
		figures.push({
			title: `${title}, different films shown`,
			value: shown.size,
			unit: '',
			isFloor: true,
			aim: aim && 300,
		})
	}
	const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
	return [
		...figures,
		{ title: 'neighbors of all films', value: median(measured.neighborsMs), unit: 'ms', aim: undefined },
		{ title: `EASE of ${EASE.games} films`, value: median(measured.easeMs), unit: 'ms', aim: undefined },
	]
}

interface Measured {
	results: Map<string, { gains: number[]; shown: Set<number>; aim: number | undefined }>
	neighborsMs: number[]
	easeMs: number[]
}

function measureFold(
	training: readonly Person[],
	unseen: readonly Person[],
	films: number,
	random: Random,
	{ results, neighborsMs, easeMs }: Measured,
): void {
	const likes = packLikes(
		training.map(({ liked }) => liked),
		films,
	)
	const startedMs = performance.now()
	const neighbors = listNeighbors(likes)
	neighborsMs.push(performance.now() - startedMs)
	const lambda = tuneLambda(training, films, random)
	const fittedMs = performance.now()
	const model = fitEase(likes, lambda)
	easeMs.push(performance.now() - fittedMs)
	const popular = [...countLikes(likes).entries()].sort(([a, m], [b, n]) => n - m || a - b).map(([film]) => film)
	for (const person of unseen) {
		const { given, hidden, known } = split(person, random)
		const record = (title: string, films: readonly number[], aim?: number) => {
			const result = results.get(title) ?? { gains: [], shown: new Set(), aim }
			results.set(title, result)
			result.gains.push(measureGain(films, hidden))
			for (const film of films.slice(0, SHOWN)) result.shown.add(film)
		}
		const rank = (weights: ReadonlyMap<number, readonly Weight[]>, without: ReadonlySet<number>) =>
			rankGames(given, without, weights, neighbors, RANKED).map(({ game }) => game)
		record('popularity', popular.filter((film) => !known.has(film)).slice(0, RANKED))
		record('neighbors alone', rank(new Map(), known), 300)
		record('for me', rank(model, known), 340)
		// Films that were rated low are offered, too, though the site never offers what is in the library
		record('neighbors alone, of all but the liked', rank(new Map(), given))
		record('for me, of all but the liked', rank(model, given))
	}
}

/** The lambda with the largest gain for some of those who train the model, without them. */
function tuneLambda(training: readonly Person[], films: number, random: Random): number {
	const judges = training.filter((_, at) => at % TUNED_BY === 0).map((person) => split(person, random))
	const rest = training.filter((_, at) => at % TUNED_BY !== 0)
	const likes = packLikes(
		rest.map(({ liked }) => liked),
		films,
	)
	const gains = LAMBDAS.map((lambda) => {
		const model = fitEase(likes, lambda)
		return judges.reduce((sum, { given, hidden, known }) => {
			const ranked = rankGames(given, known, model, new Map(), RANKED)
			return (
				sum +
				measureGain(
					ranked.map(({ game }) => game),
					hidden,
				)
			)
		}, 0)
	})
	return LAMBDAS[gains.indexOf(Math.max(...gains))] ?? 0
}

function listNeighbors(likes: Likes): Map<number, Neighbor[]> {
	return new Map(Array.from(findNeighbors(likes), ({ game, neighbors }) => [game, neighbors]))
}

/** Splits the ratings of a person into those that are known and those that are to be found. */
function split({ liked, others }: Person, random: Random) {
	const cut = Math.floor(liked.length * FOLDED_IN)
	const mixed = shuffle(liked, random)
	const given = new Set(mixed.slice(0, cut))
	const rated = shuffle(others, random).slice(0, Math.floor(others.length * FOLDED_IN))
	return { given, hidden: new Set(mixed.slice(cut)), known: new Set([...given, ...rated]) }
}

function measureGain(films: readonly number[], hidden: ReadonlySet<number>): number {
	const discount = (at: number) => 1 / Math.log2(at + 2)
	const gain = films.reduce((sum, film, at) => sum + (hidden.has(film) ? discount(at) : 0), 0)
	let best = 0
	for (let at = 0; at < Math.min(RANKED, hidden.size); at++) best += discount(at)
	return gain / best
}

/** People with at least five likes, and their films as numbers from 0. */
function readPeople(csv: string): { people: Person[]; films: number } {
	const films = new Map<string, number>()
	const people = new Map<string, Person>()
	for (const line of csv.trimEnd().split('\n').slice(1)) {
		const [user = '', film = '', rating = ''] = line.split(',')
		if (!films.has(film)) films.set(film, films.size)
		const person = people.get(user) ?? { liked: [], others: [] }
		people.set(user, person)
		person[Number(rating) >= LIKED_FROM ? 'liked' : 'others'].push(films.get(film) ?? 0)
	}
	return { people: [...people.values()].filter(({ liked }) => liked.length >= MIN_LIKES), films: films.size }
}

function shuffle<T>(values: readonly T[], random: Random): T[] {
	const mixed = [...values]
	for (let at = mixed.length - 1; at > 0; at--) {
		const other = random.whole(0, at)
		;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
	}
	return mixed
}
