// Any order of changes to libraries, also at once, against a model: it finds what no example thinks of.

import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { getGame } from '#contract/games.ts'
import {
	deleteLibraryEntry,
	getLibraryEntry,
	getLibrarySummary,
	type LibraryChange,
	saveFavorites,
	saveLibraryEntry,
} from '#contract/library.ts'
import { LIBRARY_STATUSES, type LibraryStatus } from '#contract/library-entry.ts'
import type { PlayOutcome } from '#contract/play.ts'
import {
	createPlay,
	createPlaySession,
	deletePlay,
	deletePlaySession,
	type PlayInput,
	updatePlay,
} from '#contract/plays.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createReview, deleteReview, updateReview } from '#contract/reviews.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { MergeRefused, mergeGames } from '#server/catalog/merge-games.ts'
import { gameWriter } from '#server/catalog/write-games.ts'
import { recount } from '#server/db/recount.ts'
import { ApiError } from '#web/app/api-client.ts'

// Random sequences of what people do with their libraries, checked against a model in memory and a recount of all counts.

const PLAYERS = 5
const GAMES = 2
const RUNS = Number(process.env.MODEL_RUNS ?? 8)
const PLATFORMS = ['PC', 'Nintendo Switch']
const DATES = [null, '2024', '2025-03', '2025-03-09', '2026-11-20']
const DAYS = ['2025-03-08', '2026-11-19', '2026-11-20']
const HOURS = [null, 3, 10, 60]

interface Play {
	startedOn: string | null
	endedOn: string | null
	outcome: PlayOutcome | null
	minutes: number | null
	/** When it was made. */
	at: number
}

interface Entry {
	status: LibraryStatus | null
	rating: number | null
	isWished: boolean
	isLoved: boolean
	platform: string | null
	review: { id: string; platform: string; hours: number | null } | null
	plays: Map<string, Play>
	sessions: Map<string, { day: string; minutes: number; playId: string | null }>
	/** When it last changed. */
	at: number
}

/** What the site should contain. People and games are indices; a merged game has the index of the other one. */
interface Model {
	entries: Map<string, Entry>
	favorites: number[][]
	mergedInto: number[]
}

interface Scene {
	site: TestSite
	players: Player[]
	/** IDs, also of games that were merged. */
	games: number[]
	model: Model
}

const KINDS = [
	...['rate', 'rate', 'rate', 'unrate', 'status', 'status', 'wish', 'wish', 'love', 'platform', 'remove'],
	...['review', 'review', 'review', 'edit', 'delete', 'deleteKeeping'],
	...['play', 'play', 'replacePlay', 'deletePlay', 'session', 'session', 'deleteSession'],
	...['favorites', 'merge', 'import', 'leave'],
] as const
interface Command {
	kind: (typeof KINDS)[number]
	who: number
	what: number
	other: number
	more: number
	rating: number
}
const command = fc.record<Command>({
	kind: fc.constantFrom(...KINDS),
	who: fc.nat(PLAYERS - 1),
	what: fc.nat(50),
	other: fc.nat(50),
	more: fc.nat(50),
	rating: fc.integer({ min: 1, max: 10 }).map((half) => half / 2),
})

test('libraries and the numbers of games match the model after any sequence of changes', {
	timeout: 3_600_000,
}, async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 90 }), async (commands) => {
			await using site = await startSite()
			const scene = await openScene(site)
			for (const next of commands) {
				site.time.now += 1000
				await perform(scene, next)
			}
			await expectModel(scene)
		}),
		// Shrinking what fails takes hours otherwise
		{ numRuns: RUNS, interruptAfterTimeLimit: 60_000 + 4_000 * RUNS },
	)
})

test('at once: after changes that overlap, ratings, entries and counts agree', { timeout: 3_600_000 }, async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 40, maxLength: 90 }), async (commands) => {
			await using site = await startSite()
			const scene = await openScene(site)
			for (let start = 0; start < commands.length; start += 10) {
				site.time.now += 1000
				await Promise.all(commands.slice(start, start + 10).map((next) => perform(scene, next)))
			}
			await expectAgreement(site)
		}),
		// A smaller case would not show it again: what overlapped was chance
		{ numRuns: RUNS, endOnFailure: true },
	)
})

async function openScene(site: TestSite): Promise<Scene> {
	return {
		site,
		players: await Promise.all(Array.from({ length: PLAYERS }, () => site.register())),
		games: await importGames(site, [...Array(GAMES).keys()]),
		model: {
			entries: new Map(),
			favorites: Array.from({ length: PLAYERS }, () => []),
			mergedInto: Array.from({ length: GAMES }, (_, game) => game),
		},
	}
}

/** Imports games of a catalog, new ones or again with other facts, and returns their IDs, of merged ones that of the other game. */
async function importGames({ services: { db, clock } }: TestSite, numbers: number[], edition = ''): Promise<number[]> {
	const write = gameWriter(db, 'model', clock)
	await write(
		numbers.map((n) => ({
			...{ sourceId: String(n), name: `Game ${n} ${edition}`, cover: null, releaseDate: '1998-11-21' },
			...{
				developers: [`Studio ${edition}`],
				publishers: [],
				genres: ['Adventure'],
				platforms: [...PLATFORMS, edition],
			},
			...{ gameModes: [], summary: null, storyline: null, description: null, screenshots: [], websites: [] },
			...{ prominence: null, externalIds: [] },
		})),
	)
	const rows = await db
		.selectFrom('game_records')
		.select(['source_id', 'game_id'])
		.where('source', '=', 'model')
		.execute()
	const ids = new Map(rows.map(({ source_id, game_id }) => [source_id, game_id]))
	return numbers.map((n) => ids.get(String(n)) as number)
}

/** Performs a command on the site and, if it was not refused, on the model. */
async function perform(scene: Scene, command: Command): Promise<void> {
	try {
		await performOn(scene, command)
	} catch (error) {
		// Not there, there already, gone meanwhile: the model stays as it is
		if (!(error instanceof MergeRefused) && !(error instanceof ApiError && error.status < 500)) throw error
	}
}

async function performOn(scene: Scene, { kind, who, what, other, more, rating }: Command): Promise<void> {
	const { site, players, games, model } = scene
	const player = players[who] as Player
	const address = what % games.length
	const gameId = games[address] as number
	const game = model.mergedInto[address] as number
	const key = `${who}:${game}`
	const entry = model.entries.get(key) ?? newEntry()
	const at = site.time.now
	const store = (changed: Entry) => {
		if (isEmpty(changed)) model.entries.delete(key)
		else model.entries.set(key, changed)
	}
	const platform = PLATFORMS[more % PLATFORMS.length] as string
	const hours = HOURS[more % HOURS.length] ?? null
	const save = async (body: LibraryChange) => {
		await site.call(saveLibraryEntry, { params: { gameId }, body }, player)
		const changed = { ...entry, ...body } as Entry
		if (JSON.stringify({ ...changed, at: 0 }) !== JSON.stringify({ ...entry, at: 0 })) store({ ...changed, at })
	}

	if (kind === 'rate') await save({ rating })
	else if (kind === 'unrate') await save({ rating: null })
	else if (kind === 'status') await save({ status: [...LIBRARY_STATUSES, null][more % 8] ?? null })
	else if (kind === 'wish') await save({ isWished: more % 2 === 0 })
	else if (kind === 'love') await save({ isLoved: more % 2 === 0 })
	else if (kind === 'platform') await save({ platform })
	else if (kind === 'remove') {
		await site.call(deleteLibraryEntry, { params: { gameId } }, player)
		model.entries.delete(key)
	} else if (kind === 'review') {
		const text = { platform, timePlayed: hours, description: 'Written by a test, at length.' }
		const { id } = await site.call(createReview, { body: { gameId, rating, ...text } }, player)
		const isBegun = entry.status !== null && entry.status !== 'backlog'
		store({
			...entry,
			status: isBegun ? entry.status : 'played',
			isWished: isBegun && entry.isWished,
			rating,
			platform: isNew(model, key) ? platform : entry.platform,
			review: { id, platform, hours },
			at,
		})
	} else if (kind === 'edit' && entry.review) {
		const body = { platform, timePlayed: hours, description: 'Written again by a test.', rating }
		await site.call(updateReview, { params: { id: entry.review.id }, body }, player)
		const review = { id: entry.review.id, platform, hours }
		const isSame = rating === entry.rating && JSON.stringify(review) === JSON.stringify(entry.review)
		store({ ...entry, rating, review, at: isSame ? entry.at : at })
	} else if ((kind === 'delete' || kind === 'deleteKeeping') && entry.review) {
		const keepRating = kind === 'deleteKeeping'
		await site.call(deleteReview, { params: { id: entry.review.id }, query: { keepRating } }, player)
		await site.services.purges.resume()
		store({ ...entry, review: null, rating: keepRating ? entry.rating : null })
	} else if (kind === 'play') {
		const body = inventPlay(other, more)
		const { id } = await site.call(createPlay, { params: { gameId }, body }, player)
		const plays = new Map([...entry.plays, [id, { ...body, at }]])
		store({ ...entry, plays, status: statusAfterPlay(entry.status, plays, id), at })
	} else if (kind === 'replacePlay') {
		const [id, play] = pick(entry.plays, other)
		if (!play) return
		const body = inventPlay(more, other)
		await site.call(updatePlay, { params: { id }, body }, player)
		const plays = new Map([...entry.plays, [id, { ...body, at: play.at }]])
		store({ ...entry, plays, status: statusAfterPlay(entry.status, plays, id), at })
	} else if (kind === 'deletePlay') {
		const [id, play] = pick(entry.plays, other)
		if (!play) return
		await site.call(deletePlay, { params: { id } }, player)
		const sessions = [...entry.sessions].map(
			([sessionId, session]) =>
				[sessionId, { ...session, playId: session.playId === id ? null : session.playId }] as const,
		)
		store({ ...entry, plays: without(entry.plays, id), sessions: new Map(sessions), at })
	} else if (kind === 'session') {
		const [playId] = more % 2 === 0 ? pick(entry.plays, other) : [null]
		const body = { day: DAYS[more % DAYS.length] as string, minutes: 1 + (other % 90), playId: playId || null }
		const { id } = await site.call(createPlaySession, { params: { gameId }, body }, player)
		const isNewest = ![...entry.sessions.values()].some(({ day }) => day > body.day)
		const wakes = entry.status === null || entry.status === 'backlog' || entry.status === 'paused'
		const status = isNewest && wakes ? 'playing' : entry.status
		store({ ...entry, sessions: new Map([...entry.sessions, [id, body]]), status, at })
	} else if (kind === 'deleteSession') {
		const [id, session] = pick(entry.sessions, other)
		if (!session) return
		await site.call(deletePlaySession, { params: { id } }, player)
		store({ ...entry, sessions: without(entry.sessions, id), at })
	} else if (kind === 'favorites') {
		const chosen = [...new Set([game, model.mergedInto[other % games.length] as number])]
		await site.call(saveFavorites, { body: { gameIds: chosen.map((index) => games[index] as number) } }, player)
		model.favorites[who] = chosen
	} else if (kind === 'merge') await merge(scene, game, model.mergedInto[other % games.length] as number)
	else if (kind === 'import') await importGames(site, [address], `Edition ${more}`)
	else if (kind === 'leave') {
		// Its place is taken by somebody new
		players[who] = await site.register()
		await site.call(deleteAccount, { body: { password: PASSWORD } }, player)
		await site.services.purges.resume()
		for (const index of games.keys()) model.entries.delete(`${who}:${index}`)
		model.favorites[who] = []
	}
}

/** Merges a game into another one. Where a person has both, what was changed last counts. */
async function merge({ site, games, model }: Scene, target: number, duplicate: number): Promise<void> {
	if (target === duplicate) return
	const { db, clock } = site.services
	await mergeGames(db, games[target] as number, games[duplicate] as number, { clock, keepNewest: false })
	model.mergedInto = model.mergedInto.map((index) => (index === duplicate ? target : index))
	for (let who = 0; who < PLAYERS; who++) {
		const [mine, theirs] = [model.entries.get(`${who}:${target}`), model.entries.get(`${who}:${duplicate}`)]
		model.entries.delete(`${who}:${duplicate}`)
		if (theirs) model.entries.set(`${who}:${target}`, mine ? mergeEntries(mine, theirs) : theirs)
		const favorites = model.favorites[who] as number[]
		model.favorites[who] = favorites.includes(target)
			? favorites.filter((index) => index !== duplicate)
			: favorites.map((index) => (index === duplicate ? target : index))
	}
	// A new game in the place of the one that is gone
	model.mergedInto.push(games.length)
	games.push(...(await importGames(site, [games.length])))
}

function mergeEntries(mine: Entry, theirs: Entry): Entry {
	const [newer, older] = theirs.at > mine.at ? [theirs, mine] : [mine, theirs]
	const reviewed = [mine, theirs].find(({ review }) => review !== null)
	return {
		status: newer.status ?? older.status,
		rating: reviewed ? reviewed.rating : (newer.rating ?? older.rating),
		isWished: mine.isWished || theirs.isWished,
		isLoved: mine.isLoved || theirs.isLoved,
		platform: newer.platform ?? older.platform,
		review: reviewed?.review ?? null,
		plays: new Map([...mine.plays, ...theirs.plays]),
		sessions: new Map([...mine.sessions, ...theirs.sessions]),
		at: newer.at,
	}
}

const newEntry = (): Entry => ({
	status: null,
	rating: null,
	isWished: false,
	isLoved: false,
	platform: null,
	review: null,
	plays: new Map(),
	sessions: new Map(),
	at: 0,
})

const isNew = (model: Model, key: string) => !model.entries.has(key)

function isEmpty({ status, rating, isWished, isLoved, review, plays, sessions }: Entry): boolean {
	const isUnmarked = status === null && rating === null && !isWished && !isLoved
	return isUnmarked && review === null && plays.size === 0 && sessions.size === 0
}

function inventPlay(one: number, two: number): PlayInput & Omit<Play, 'at'> {
	const [a, b] = [DATES[one % DATES.length] ?? null, DATES[two % DATES.length] ?? null]
	const [startedOn, endedOn] = a && b && a > b ? [b, a] : [a, b]
	const outcome = ([null, 'finished', 'completed', 'abandoned'] as const)[(one + two) % 4] ?? null
	return { startedOn, endedOn, outcome, minutes: one % 3 === 0 ? 10 * two : null, isReplay: false }
}

/** The status after the play `id` was written: the newest one decides, by end, else start, else making. */
function statusAfterPlay(before: LibraryStatus | null, plays: Entry['plays'], id: string): LibraryStatus | null {
	const [newest, { outcome, endedOn }] = [...plays].sort(([oneId, one], [otherId, next]) => {
		const [a, b] = [recency(one, oneId), recency(next, otherId)]
		return a < b ? 1 : -1
	})[0] as [string, Play]
	if (newest !== id) return before
	if (outcome !== null) return outcome
	if (endedOn === null) return 'playing'
	return before === null || before === 'backlog' || before === 'playing' ? 'played' : before
}

const recency = ({ startedOn, endedOn, at }: Play, id: string) =>
	`${(endedOn ?? startedOn ?? new Date(at).toISOString().slice(0, 10)).padEnd(10, ' ')} ${at} ${id}`

function pick<T>(from: ReadonlyMap<string, T>, index: number): [string, T | undefined] {
	const keys = [...from.keys()]
	const key = keys[index % Math.max(1, keys.length)] ?? ''
	return [key, from.get(key)]
}

function without<T>(from: ReadonlyMap<string, T>, key: string): Map<string, T> {
	return new Map([...from].filter(([one]) => one !== key))
}

/** The minutes of all plays, as stated or else as the sum of their sessions, and of sessions without a play. */
function sumMinutes({ plays, sessions }: Entry): number | null {
	const sum = (of: (playId: string | null) => boolean) => {
		const parts = [...sessions.values()].filter(({ playId }) => of(playId)).map(({ minutes }) => minutes)
		return parts.length === 0 ? null : parts.reduce((a, b) => a + b, 0)
	}
	const known = [
		...[...plays].map(([id, { minutes }]) => minutes ?? sum((playId) => playId === id)),
		sum((playId) => playId === null),
	].filter((minutes) => minutes !== null)
	return known.length === 0 ? null : known.reduce((a, b) => a + b, 0)
}

async function expectModel({ site, players, games, model }: Scene): Promise<void> {
	await expectAgreement(site)
	for (const [who, player] of players.entries()) {
		const own = [...model.entries].filter(([key]) => key.startsWith(`${who}:`))
		for (const [index, gameId] of games.entries()) {
			const stored = (await site.call(getLibraryEntry, { params: { gameId } }, player)).entry
			const entry = model.entries.get(`${who}:${model.mergedInto[index]}`)
			expect(stored && { ...stored, game: undefined }).toEqual(
				entry ? expect.objectContaining(describeEntry(entry)) : null,
			)
		}
		const entries = own.map(([, entry]) => entry)
		expect(await site.call(getLibrarySummary, { query: {} }, player)).toEqual({
			total: own.length,
			byStatus: Object.fromEntries(
				LIBRARY_STATUSES.map((status) => [status, entries.filter((entry) => entry.status === status).length]),
			),
			wished: entries.filter(({ isWished }) => isWished).length,
			loved: entries.filter(({ isLoved }) => isLoved).length,
			rated: entries.filter(({ rating }) => rating !== null).length,
			ratingCounts: countRatings(entries),
			minutesPlayed: entries.reduce((total, entry) => total + (sumMinutes(entry) ?? 0), 0),
		})
		const { favorites } = await site.call(getProfile, { params: { username: player.user.username ?? '' } })
		expect(favorites.map(({ id }) => id)).toEqual(model.favorites[who]?.map((index) => games[index]))
	}
	for (const [index, id] of games.entries()) {
		if (model.mergedInto[index] !== index) continue
		const entries = [...model.entries].filter(([key]) => key.endsWith(`:${index}`)).map(([, entry]) => entry)
		const { data } = await site.call(getGame, { params: { id } })
		expect(data).toMatchObject({
			ratingCount: entries.filter(({ rating }) => rating !== null).length,
			ratingCounts: countRatings(entries),
			totalReviews: entries.filter(({ review }) => review !== null).length,
			statusCounts: countStatuses(entries),
		})
		expect(data.averageRating).toBeCloseTo(average(entries.map(({ rating }) => rating)) ?? 0, 1)
		const scores = await site.services.db
			.selectFrom('game_scores')
			.select(['kind', 'key', 'rating_count', 'rating_sum'])
			.where('game_id', '=', id)
			.execute()
		expect(new Set(scores)).toEqual(new Set(sumScores(entries)))
	}
}

function describeEntry(entry: Entry) {
	const days = [
		...[...entry.plays.values()].map(({ endedOn }) => endedOn ?? ''),
		...[...entry.sessions.values()].map(({ day }) => day),
	].sort()
	const { status, rating, isWished, isLoved, platform } = entry
	return {
		...{ status, rating, isWished, isLoved, platform },
		reviewId: entry.review?.id ?? null,
		playCount: entry.plays.size,
		minutesPlayed: sumMinutes(entry),
		lastPlayedOn: days.at(-1) || null,
	}
}

const countRatings = (entries: readonly Entry[]) =>
	Array.from({ length: 10 }, (_, step) => entries.filter(({ rating }) => rating === (step + 1) / 2).length)

function countStatuses(entries: readonly Entry[]) {
	const count = (...statuses: LibraryStatus[]) =>
		entries.filter(({ status }) => status !== null && statuses.includes(status)).length
	return {
		wished: entries.filter(({ isWished }) => isWished).length,
		backlog: count('backlog'),
		playing: count('playing', 'paused'),
		played: count('played', 'finished', 'completed', 'abandoned'),
	}
}

function average(ratings: readonly (number | null)[]): number | undefined {
	const given = ratings.filter((rating) => rating !== null)
	return given.length === 0 ? undefined : given.reduce((a, b) => a + b, 0) / given.length
}

/** Sums ratings by platform and by hours played. The review's word counts where there is one. */
function sumScores(entries: readonly Entry[]) {
	const rated = entries.filter(({ rating }) => rating !== null)
	const hoursFrom = (entry: Entry) => {
		const minutes = entry.review?.hours != null ? entry.review.hours * 60 : sumMinutes(entry)
		return minutes === null ? null : String([50, 20, 5, 0].find((from) => minutes >= from * 60))
	}
	const sum = (kind: string, keyOf: (entry: Entry) => string | null) =>
		[...Map.groupBy(rated, keyOf)]
			.filter(([key]) => key !== null)
			.map(([key, group]) => ({
				...{ kind, key, rating_count: group.length },
				rating_sum: group.reduce((total, { rating }) => total + 2 * (rating ?? 0), 0),
			}))
	return [...sum('platform', ({ review, platform }) => review?.platform ?? platform), ...sum('hours', hoursFrom)]
}

/** Checks what must hold after anything: one rating a person and game, nothing empty, and counts that a recount confirms. */
async function expectAgreement({ services: { db } }: TestSite): Promise<void> {
	expect(await recount(db)).toEqual([])
	const { rows } = await sql`
		select r.id from reviews r left join library_entries e on e.user_id = r.user_id and e.game_id = r.game_id
		where (e.half_stars, e.review_id) is distinct from (r.half_stars, r.id)
		union all select e.user_id from library_entries e where is_empty_entry(e)
		union all select e.user_id from library_entries e join users u on u.id = e.user_id
			where e.review_id is not null and not exists (select from reviews where id = e.review_id)`.execute(db)
	expect(rows).toEqual([])
}
