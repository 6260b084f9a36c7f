import {
	MIN_OWN_RATINGS,
	NO_RECOMMENDATIONS,
	RATE_FIVE_GAMES,
	type Recommendation,
	type Recommendations,
} from '#contract/recommendations.ts'
import type { Db } from '#server/db/tables.ts'
import { findFacts, findTaste, type KnownRow, listKnown, listLikely, listNextOfSeries } from './queries.ts'
import { type FactMatch, rankByFacts } from './rank-by-facts.ts'

/** Fills rows of two, three, four and six. */
const MOST = 36
/** With fewer likes, what is popular says more. */
const MIN_LIKES = 5
/** Liked games whose facts count, the newest. */
const MAX_LIKED_FACTS = 50
/** The best known games, of which the ones with common facts and the popular ones are chosen. */
const MAX_KNOWN = 400
/** Series of which the next game is recommended, those that were liked last. */
const MAX_SERIES = 6
/** So many ratings more make a game's likes count as if few had rated it. */
const DAMPING = 10
/** A half star and more up to four stars. */
const RATINGS_BELOW_LIKES = 7

/** Recommends games to a person: by what people like, while the site has a model; before that by series and by what the games have in common. */
export async function recommend(db: Db, userId: string): Promise<Recommendations> {
	const { ratings, liked, has_model } = await findTaste(db, userId, MIN_OWN_RATINGS)
	if (ratings < MIN_OWN_RATINGS) return { games: [], message: RATE_FIVE_GAMES }
	const games = await choose(db, userId, liked, has_model)
	return { games, message: games.length === 0 ? NO_RECOMMENDATIONS : null }
}

async function choose(db: Db, userId: string, liked: readonly number[], hasModel: boolean): Promise<Recommendation[]> {
	if (liked.length < (hasModel ? MIN_LIKES : 1)) return rankByLikes(await listKnown(db, userId, MAX_KNOWN))
	const likely = hasModel ? await listLikely(db, userId, liked, MOST) : []
	const found = likely.map(({ game, because }) => ({ game, reason: `Because you loved ${because.join(' and ')}` }))
	if (found.length === MOST) return found
	const newest = liked.slice(0, MAX_LIKED_FACTS)
	const [facts, known, next] = await Promise.all([
		findFacts(db, newest),
		listKnown(db, userId, MAX_KNOWN),
		listNextOfSeries(db, userId, newest, MAX_SERIES),
	])
	const ofSeries = next.map(({ game, series }) => ({ game, reason: `The next in a series you love: ${series}` }))
	const alike = rankByFacts(facts, known).map((match) => ({ game: match.game.game, reason: toReason(match) }))
	const rows = [...found, ...takeInTurn(ofSeries, alike)]
	const firsts = new Map(rows.toReversed().map((row) => [row.game.id, row]))
	return rows.filter((row) => firsts.get(row.game.id) === row).slice(0, MOST)
}

/** One of each in turn, and what is left of the longer one. */
function takeInTurn<Row>(first: readonly Row[], second: readonly Row[]): Row[] {
	const length = Math.max(first.length, second.length)
	return Array.from({ length }, (_, place) => [first[place], second[place]].filter((row) => row !== undefined)).flat()
}

function toReason({ fact, like }: FactMatch<KnownRow>): string {
	return fact.kind === 'studio' ? `By ${fact.value}, like ${like}` : `${fact.value}, like ${like}`
}

/** Ranks games by their likes, damped: what everybody rates and few love is not first. Ties stay in their order. */
function rankByLikes(known: readonly KnownRow[]): Recommendation[] {
	const score = ({ rating_counts }: KnownRow) => {
		const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
		return sum(rating_counts.slice(RATINGS_BELOW_LIKES)) / Math.sqrt(sum(rating_counts) + DAMPING)
	}
	return known
		.map((row) => ({ game: row.game, score: score(row) }))
		.sort((a, b) => b.score - a.score)
		.slice(0, MOST)
		.map(({ game }) => ({ game, reason: 'Popular here' }))
}
