import {
	EMPTY_BACKLOG,
	EMPTY_WISHLIST,
	EVENING_MINUTES,
	EVERYTHING_SEEN,
	MAX_OTHERS,
	NEXT_SOURCES,
	type Next,
	type NextQuery,
	type NextSource,
	NOTHING_FITS,
	NOTHING_NEW,
	POSTPONED_DAYS,
	type TimeAtHand,
	WEEKEND_MINUTES,
} from '#contract/next.ts'
import { MIN_OWN_RATINGS, RATE_FIVE_GAMES } from '#contract/recommendations.ts'
import type { Db } from '#server/db/tables.ts'
import { listKnown } from '#server/features/recommendations/queries.ts'
import { recommend } from '#server/features/recommendations/recommend.ts'
import { findTimesToBeat } from '#server/features/time-to-beat/queries.ts'
import {
	type Candidate,
	findNextGames,
	hasWaiting,
	listFittingOf,
	listRated,
	listWaiting,
	type NextFilters,
	type RatedGame,
} from './queries.ts'
import { rankCandidates } from './rank.ts'
import { explainPick } from './reason.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The best known games of which new ones are suggested beyond recommendations. */
const MAX_KNOWN = 400

const MINUTES: Readonly<Record<TimeAtHand, { min: number; max: number }>> = {
	evening: { min: -1, max: EVENING_MINUTES },
	weekend: { min: EVENING_MINUTES, max: WEEKEND_MINUTES },
	long: { min: WEEKEND_MINUTES, max: 2 ** 31 - 1 },
}

/** Returns the moment from which on postponements count. */
export const postponedSince = (at: number) => new Date(at - POSTPONED_DAYS * DAY_MS).toISOString()

/** Games of one source that fit, the best first. */
interface Ranked {
	source: NextSource
	games: Candidate[]
	/** The reasons of recommended games. */
	reasons: ReadonlyMap<number, string>
}

/** Suggests a game to play next, the same for a whole day, with others of its source. */
export async function suggestNext(db: Db, userId: string, query: NextQuery, at: number): Promise<Next> {
	const { time, platform, mood = [], source, skip = [] } = query
	const day = new Date(at).toISOString().slice(0, 10)
	const minutes = time && MINUTES[time]
	const filters: NextFilters = { userId, day, postponedSince: postponedSince(at), platform, mood, minutes }
	const rated = await listRated(db, userId)
	const skipped = new Set(skip)
	const sources = source ? [source] : NEXT_SOURCES
	let hasSkipped = false
	for (const each of sources)
		for await (const { games, reasons } of rankSource(db, each, filters, rated)) {
			const pick = games.find(({ id }) => !skipped.has(id))
			if (pick) {
				const reason = reasons.get(pick.id) ?? explainPick(pick, { source: each, day, rated })
				return answer(db, pick, games, reason)
			}
			hasSkipped ||= games.length > 0
		}
	const isFiltered = time !== undefined || platform !== undefined || mood.length > 0
	const reason = hasSkipped
		? EVERYTHING_SEEN
		: isFiltered
			? NOTHING_FITS
			: await explainNothing(db, userId, source ?? 'new', rated)
	return { game: null, reason, timeToBeat: null, others: { shortest: [], longestWaiting: [], lovedByFriends: [] } }
}

/** Ranks the games of a source that fit; of new ones the recommended ones and, for when these are seen, the best known ones. */
async function* rankSource(
	db: Db,
	source: NextSource,
	filters: NextFilters,
	rated: readonly RatedGame[],
): AsyncGenerator<Pick<Ranked, 'games' | 'reasons'>> {
	const { userId, day, minutes } = filters
	const rank = (candidates: readonly Candidate[], recommended: readonly number[]) =>
		rankCandidates(candidates, { day, userId, rated, byTime: minutes !== undefined, recommended })
	if (source !== 'new') {
		yield { games: rank(await listWaiting(db, source, filters), []), reasons: new Map() }
		return
	}
	const { games } = await recommend(db, userId)
	const recommended = games.map(({ game }) => game.id)
	const reasons = new Map(games.map(({ game, reason }) => [game.id, reason]))
	yield { games: rank(await listFittingOf(db, recommended, filters), recommended), reasons }
	const known = (await listKnown(db, userId, MAX_KNOWN)).map(({ id }) => id).filter((id) => !reasons.has(id))
	yield { games: rank(await listFittingOf(db, known, filters), []), reasons: new Map() }
}

async function answer(db: Db, pick: Candidate, games: readonly Candidate[], reason: string): Promise<Next> {
	const rest = games.filter((game) => game !== pick)
	const lists = {
		shortest: takeBy(rest, ({ minutes }) => minutes),
		longestWaiting: takeBy(rest, ({ since }) => (since === null ? null : Date.parse(since))),
		lovedByFriends: takeBy(rest, ({ lovers }) => (lovers > 0 ? -lovers : null)),
	}
	const [found, times] = await Promise.all([
		findNextGames(db, [...new Set([pick, ...Object.values(lists).flat()].map(({ id }) => id))]),
		findTimesToBeat(db, [pick.id]),
	])
	const toRefs = (list: readonly Candidate[]) => list.flatMap(({ id }) => found.get(id) ?? [])
	const time = times.get(pick.id)
	return {
		game: found.get(pick.id) ?? null,
		reason,
		timeToBeat: time?.source ? time : null,
		others: {
			shortest: toRefs(lists.shortest),
			longestWaiting: toRefs(lists.longestWaiting),
			lovedByFriends: toRefs(lists.lovedByFriends),
		},
	}
}

/** Takes the games with the lowest keys, without those that have none. */
function takeBy(games: readonly Candidate[], toKey: (game: Candidate) => number | null): Candidate[] {
	return games
		.flatMap((game) => {
			const key = toKey(game)
			return key === null ? [] : [{ game, key }]
		})
		.sort((a, b) => a.key - b.key || a.game.id - b.game.id)
		.slice(0, MAX_OTHERS)
		.map(({ game }) => game)
}

async function explainNothing(
	db: Db,
	userId: string,
	source: NextSource,
	rated: readonly RatedGame[],
): Promise<string> {
	if (source === 'new') return rated.length < MIN_OWN_RATINGS ? RATE_FIVE_GAMES : NOTHING_NEW
	if (await hasWaiting(db, source, userId)) return NOTHING_FITS
	return source === 'backlog' ? EMPTY_BACKLOG : EMPTY_WISHLIST
}
