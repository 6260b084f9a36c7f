import { createHash } from 'node:crypto'
import type { Candidate, RatedGame } from './queries.ts'

// The formula that the contract of `GET /next` states
const FRIENDS = 0.1
const DAY = 0.2
const PRIOR_RATINGS = 3
const PRIOR_STARS = 0.6
const MOST_HALF_STARS = 10
const HASHES = 2 ** 32

interface Ranking {
	day: string
	userId: string
	rated: readonly RatedGame[]
	/** Whether games with a known time come first. */
	byTime: boolean
	/** Recommended games, the likeliest first. */
	recommended: readonly number[]
}

/** Ranks the games that may be suggested, the best first. */
export function rankCandidates(candidates: readonly Candidate[], ranking: Ranking): Candidate[] {
	const { day, userId, rated, byTime, recommended } = ranking
	const rateGenre = rateGenres(rated)
	const places = new Map(recommended.map((id, place) => [id, 2 - place / Math.max(recommended.length - 1, 1)]))
	const score = ({ id, genres, lovers }: Candidate) =>
		(places.get(id) ?? mean(genres.map(rateGenre))) + (lovers > 0 ? FRIENDS : 0) + DAY * draw(`${day} ${userId} ${id}`)
	return candidates
		.map((candidate) => ({
			candidate,
			isLater: byTime && candidate.minutes === null ? 1 : 0,
			score: score(candidate),
		}))
		.sort((a, b) => a.isLater - b.isLater || b.score - a.score || a.candidate.id - b.candidate.id)
		.map(({ candidate }) => candidate)
}

/** Returns what a person's ratings give a genre, from 0 to 1. */
function rateGenres(rated: readonly RatedGame[]): (genre: string) => number {
	const sums = new Map<string, { ratings: number; stars: number }>()
	for (const { genres, half_stars } of rated)
		for (const genre of new Set(genres)) {
			const { ratings, stars } = sums.get(genre) ?? { ratings: PRIOR_RATINGS, stars: PRIOR_RATINGS * PRIOR_STARS }
			sums.set(genre, { ratings: ratings + 1, stars: stars + half_stars / MOST_HALF_STARS })
		}
	return (genre) => {
		const sum = sums.get(genre)
		return sum ? sum.stars / sum.ratings : PRIOR_STARS
	}
}

function mean(values: readonly number[]): number {
	return values.length === 0 ? PRIOR_STARS : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** A number from 0 to 1 that depends on the text alone. */
function draw(text: string): number {
	return createHash('sha256').update(text).digest().readUInt32BE(0) / HASHES
}
