import { createRandom, type Random } from '#art/random.ts'
import type { LibraryStatus } from '#contract/library-entry.ts'
import type { PlayOutcome } from '#contract/play.ts'
import { MEMBER } from './content.ts'
import { DAY_MS, type Timeline } from './timeline.ts'

/** A game of the catalog. */
export interface CatalogGame {
	id: number
	name: string
	platforms: readonly string[]
	releaseDate: string | null
}

/** A library entry, with what is known of its play and sessions. */
export interface EntryStory {
	by: string
	gameId: number
	/** Whether the review has made the entry, with its rating and platform. */
	isReviewed: boolean
	status: LibraryStatus | null
	halfStars: number | null
	isWished: boolean
	isLoved: boolean
	platform: string | null
	/** When the game came into the library, and the last change, in milliseconds since 1970. */
	at: number
	changedAt: number
	play: PlayStory | null
	/** Without a play they are loose. */
	sessions: { day: string; minutes: number }[]
}

interface PlayStory {
	startedOn: string | null
	endedOn: string | null
	outcome: PlayOutcome | null
	minutes: number | null
	isReplay: boolean
	note: string | null
}

/** Sessions of the last weeks are known one by one, earlier plays by their length. */
const SESSIONS_DAYS = 120
const OUTCOMES: readonly LibraryStatus[] = ['finished', 'completed', 'abandoned']
/** How often a game that was not reviewed has each status; the rest is wished for. */
const STATUS_WEIGHTS: readonly (readonly [LibraryStatus, number])[] = [
	['finished', 0.26],
	['backlog', 0.24],
	['played', 0.16],
	['abandoned', 0.05],
	['completed', 0.05],
	['paused', 0.03],
]
const NOTES = [
	'The last hour alone was worth it.',
	'Played with the sound of rain outside.',
	'Should have stopped for the night twice before I did.',
	'Better the second evening.',
	'Lent by my sister. She wants it back.',
]

/** Invents the libraries of the people, from their reviews and from the catalog. Deterministic. */
export function buildLibraries(
	{ joined, reviews }: Timeline,
	games: readonly CatalogGame[],
	findGame: (name: string, platform: string) => number,
	nowMs: number,
): { entries: EntryStory[]; favorites: { by: string; gameId: number; position: number }[] } {
	const random = createRandom('libraries')
	const today = new Date(nowMs).toISOString().slice(0, 10)
	const released = games.filter(({ releaseDate }) => releaseDate !== null && releaseDate <= today)
	const reviewed = reviews.map(({ review, at }) =>
		finishEntry(
			{
				by: review.by,
				gameId: findGame(review.game, review.platform),
				isReviewed: true,
				...pickReviewedStatus(review.rating, review.hours, random),
				halfStars: review.rating * 2,
				isWished: false,
				platform: review.platform,
				at,
				changedAt: at,
			},
			review.hours,
			nowMs,
			random,
		),
	)
	const others = [...joined].flatMap(([by, joinedAt]) => {
		const own = new Set(reviewed.filter((entry) => entry.by === by).map(({ gameId }) => gameId))
		const count = by === MEMBER ? 160 : Math.floor(random.between(2, 9) ** 2)
		const chosen = shuffle(
			released.filter(({ id }) => !own.has(id)),
			random,
		).slice(0, count)
		return chosen.map((game, index) => inventEntry(by, game, index, joinedAt, nowMs, random))
	})
	const entries = [...reviewed, ...others]
	const favorites = [...joined.keys()].flatMap((by) =>
		reviewed
			.filter((entry) => entry.by === by)
			.sort((a, b) => (b.halfStars ?? 0) - (a.halfStars ?? 0))
			.slice(0, 5)
			.map(({ gameId }, position) => ({ by, gameId, position })),
	)
	return { entries, favorites }
}

function pickReviewedStatus(rating: number, hours: number | null, random: Random) {
	const isLoved = rating === 5
	if (rating <= 2 && random.chance(0.7)) return { status: 'abandoned' as const, isLoved }
	if (hours === null || hours > 150) return { status: 'played' as const, isLoved }
	return { status: rating >= 4.5 && random.chance(0.25) ? ('completed' as const) : ('finished' as const), isLoved }
}

function inventEntry(
	by: string,
	game: CatalogGame,
	index: number,
	joinedAt: number,
	nowMs: number,
	random: Random,
): EntryStory {
	const since = Math.max(joinedAt, Date.parse(game.releaseDate ?? ''))
	// Two or three run now; the others come from all the time since joining
	const isRunning = index < 2 || (index === 2 && random.chance(0.5))
	const at = isRunning
		? nowMs - random.between(2, 30) * DAY_MS
		: random.between(Math.min(since, nowMs - DAY_MS), nowMs - DAY_MS)
	const status = isRunning ? 'playing' : pickStatus(random)
	const isOver = status !== null && ['played', ...OUTCOMES].includes(status)
	const halfStars = isOver && random.chance(0.8) ? Math.round(random.between(status === 'abandoned' ? 2 : 5, 10)) : null
	const changedAt = Math.max(joinedAt, isRunning ? at : at + random.between(0, 0.6) * (nowMs - at))
	return finishEntry(
		{
			by,
			gameId: game.id,
			isReviewed: false,
			status,
			halfStars,
			isWished: status === null || (status === 'backlog' && random.chance(0.1)),
			isLoved: halfStars === 10,
			platform: status === null || game.platforms.length === 0 ? null : random.pick(game.platforms),
			at: Math.round(Math.max(joinedAt, at)),
			changedAt: Math.round(changedAt),
		},
		isOver && random.chance(0.7) ? Math.ceil(random.between(1, 9) ** 2) : null,
		nowMs,
		random,
	)
}

function pickStatus(random: Random): LibraryStatus | null {
	let place = random.between(0, 1)
	for (const [status, weight] of STATUS_WEIGHTS) {
		place -= weight
		if (place < 0) return status
	}
	return null
}

/** Adds the play and sessions of an entry, before its last change. `hours` is the time played, null if unknown. */
function finishEntry(
	entry: Omit<EntryStory, 'play' | 'sessions'>,
	hours: number | null,
	nowMs: number,
	random: Random,
): EntryStory {
	const { status, changedAt } = entry
	if (status === 'playing' || status === 'paused') {
		const until = status === 'playing' ? nowMs : changedAt
		const sessions = inventSessions(until - random.between(5, 40) * DAY_MS, until, random)
		const startedOn = sessions[0]?.day ?? toDay(until)
		return {
			...entry,
			play: { startedOn, endedOn: null, outcome: null, minutes: null, isReplay: random.chance(0.1), note: null },
			sessions,
		}
	}
	const outcome = OUTCOMES.includes(status as LibraryStatus) ? (status as PlayOutcome) : null
	if (outcome === null && hours === null) return { ...entry, play: null, sessions: [] }
	const endedAt = changedAt - random.between(0, 3) * DAY_MS
	const startedAt = endedAt - (hours ?? 10) * random.between(0.4, 1.2) * DAY_MS
	const areSessionsKnown = hours !== null && hours < 60 && nowMs - endedAt < SESSIONS_DAYS * DAY_MS
	const precision = random.chance(0.8) ? 10 : random.chance(0.6) ? 7 : 4
	return {
		...entry,
		play: {
			startedOn: random.chance(0.7) ? toDay(startedAt).slice(0, precision) : null,
			endedOn: toDay(endedAt).slice(0, precision),
			outcome,
			minutes: hours === null || areSessionsKnown ? null : hours * 60,
			isReplay: random.chance(0.08),
			note: random.chance(0.1) ? random.pick(NOTES) : null,
		},
		sessions: areSessionsKnown ? inventSessions(startedAt, endedAt, random, hours * 60) : [],
	}
}

/** Invents sessions from one time to another, which last `total` minutes, or as long as they do. */
function inventSessions(from: number, to: number, random: Random, total = Number.POSITIVE_INFINITY) {
	const sessions: { day: string; minutes: number }[] = []
	let left = total
	for (let at = from; at <= to && left > 0; at += random.between(0.8, 4) * DAY_MS) {
		const minutes = Math.min(left, Math.round(random.between(4, 30)) * 5)
		sessions.push({ day: toDay(at), minutes })
		left -= minutes
	}
	// What is left was one long last day or two
	while (left > 0 && Number.isFinite(left)) {
		const minutes = Math.min(left, 480)
		sessions.push({ day: toDay(to), minutes })
		left -= minutes
	}
	return sessions
}

function shuffle<T>(things: readonly T[], random: Random): T[] {
	return things
		.map((thing) => ({ thing, place: random.between(0, 1) }))
		.sort((a, b) => a.place - b.place)
		.map(({ thing }) => thing)
}

function toDay(at: number): string {
	return new Date(at).toISOString().slice(0, 10)
}
