// Calendars and clock changes against a model of the ranking windows.

import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { createComment, deleteComment } from '#contract/comments.ts'
import { getGame, getPopularGames } from '#contract/games.ts'
import { createReview, deleteReview, getPopularReviews, getReview, likeReview } from '#contract/reviews.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { advanceBatch, advanceWindows, beginDay } from '#server/db/windows.ts'
import { VISITOR_LIMITS } from '#server/features/reviews/impression-buffer.ts'
import { addImpressions } from '#server/features/reviews/queries-impressions.ts'
import { ApiError } from '#web/app/api-client.ts'

// Trust case 36. The process lives where the clocks change, which must move nothing: windows are of UTC days.
vi.stubEnv('TZ', 'America/New_York')
afterAll(() => {
	vi.unstubAllEnvs()
})

const RUNS = Number(process.env.WINDOW_RUNS ?? 2)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PLAYERS = 3
let visitors = 0
const GAMES = 2

/** Moments at which somebody's calendar does something odd, all after the day on which a test's site begins. */
const MOMENTS = {
	'a day begins': Date.UTC(2026, 10, 22),
	'the clocks of New York go forward': Date.UTC(2027, 2, 14, 7),
	'the clocks of New York go back': Date.UTC(2027, 10, 7, 6),
	'New York begins the day on which its clocks go back': Date.UTC(2027, 10, 7, 4),
	'the clocks of Europe go forward': Date.UTC(2027, 2, 28, 1),
	'a leap day begins': Date.UTC(2028, 1, 29),
	'a leap day ends': Date.UTC(2028, 2, 1),
	'a year ends': Date.UTC(2027, 0, 1),
}

const JUMPS: Readonly<Record<string, (nowMs: number) => number>> = {
	'a moment later': (nowMs) => nowMs + 1,
	'half an hour later': (nowMs) => nowMs + HOUR_MS / 2,
	'the clock is set back an hour': (nowMs) => nowMs - HOUR_MS,
	'the last millisecond of the day': (nowMs) => midnightAfter(nowMs) - 1,
	midnight: midnightAfter,
	'a day later': (nowMs) => nowMs + DAY_MS,
	'a week later': (nowMs) => nowMs + 7 * DAY_MS,
	'29 days later': (nowMs) => nowMs + 29 * DAY_MS,
	'364 days later': (nowMs) => nowMs + 364 * DAY_MS,
}

function midnightAfter(nowMs: number): number {
	return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
}

const KINDS = [
	...['review', 'review', 'like', 'like', 'comment', 'comment', 'uncomment', 'delete'],
	...['see', 'see', 'see late'],
]

const step = fc.record({
	jump: fc.constantFrom(...Object.keys(JUMPS)),
	// The job that moves the windows on may not have run yet, or be at its first rows
	advanced: fc.constantFrom('not', 'partly', 'wholly'),
	kind: fc.constantFrom(...KINDS),
	who: fc.nat(PLAYERS - 1),
	what: fc.nat(20),
})

/** A review, with the UTC day of each like, impression and comment (by id). */
interface ReviewModel {
	author: number
	game: number
	day: number
	likes: number[]
	seen: number[]
	comments: Map<string, number>
}

/** What happened on which UTC day (days since 1970), and up to which day the windows were moved. */
interface Model {
	today: number
	reviews: Map<string, ReviewModel>
}

for (const [moment, at] of Object.entries(MOMENTS))
	test(`every window matches the model when ${moment}`, { tags: ['trust-36'], timeout: 1_800_000 }, async () => {
		expect(new Date(2026, 6, 1).getTimezoneOffset()).not.toBe(new Date(2026, 0, 1).getTimezoneOffset())
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: -2, max: 2 }),
				fc.array(step, { minLength: 5, maxLength: 25 }),
				async (hours, steps) => {
					await using site = await startSite()
					site.time.now = at + hours * (HOUR_MS / 2)
					const players = await Promise.all(Array.from({ length: PLAYERS }, () => site.register()))
					const games = await Promise.all(Array.from({ length: GAMES }, () => site.addGame()))
					const model: Model = { today: 0, reviews: new Map() }
					await advance(site, model)
					for (const { jump, advanced, kind, who, what } of steps) {
						site.time.now = JUMPS[jump]?.(site.time.now) ?? site.time.now
						if (advanced === 'wholly') await advance(site, model)
						else if (advanced === 'partly') await advancePartly(site, model, what)
						await perform(site, players, games, model, kind, who, what)
						expect(await recount(site.services.db)).toEqual([])
					}
					await advance(site, model)
					await expectModel(site, games, model)
				},
			),
			{ numRuns: RUNS },
		)
	})

async function advance(site: TestSite, model: Model): Promise<void> {
	await advanceWindows(site.services.db, site.time.now)
	model.today = Math.max(model.today, dayOf(site.time.now))
}

/** Begins the change of day, or continues one that has begun, and advances at most two rows of each kind. */
async function advancePartly(site: TestSite, model: Model, what: number): Promise<void> {
	const { db } = site.services
	const begun = await beginDay(db, new Date(site.time.now).toISOString().slice(0, 10))
	if (begun === null) return
	// What has begun is ended, even if the clock is set back before
	model.today = Math.max(model.today, dayOf(Date.parse(begun)))
	for (const kind of ['review', 'game', 'user'] as const) await advanceBatch(db, kind, '', what % 3)
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)

async function perform(
	site: TestSite,
	players: readonly Player[],
	games: readonly number[],
	model: Model,
	kind: string,
	who: number,
	what: number,
): Promise<void> {
	const player = asOfNow(site, players[who])
	const game = what % GAMES
	const [id = '', review] = [...model.reviews][what % Math.max(1, model.reviews.size)] ?? []
	const day = dayOf(site.time.now)
	try {
		if (kind === 'review') {
			const body = { gameId: games[game] ?? 0, rating: 4, platform: 'PC', description: 'Worth every evening.' }
			const made = await site.call(createReview, { body }, player)
			expect(made.createdAt).toBe(new Date(site.time.now).toISOString())
			model.reviews.set(made.id, { author: who, game, day, likes: [], seen: [], comments: new Map() })
		} else if (!review) return
		else if (kind === 'like') {
			await site.call(likeReview, { params: { id } }, player)
			review.likes.push(day)
		} else if (kind === 'see' || kind === 'see late') {
			const seenOn = day - (kind === 'see late' ? 1 + (what % 8) : 0)
			const viewer = `visitor ${++visitors}`
			const impression = {
				reviewId: id,
				viewer,
				day: new Date(seenOn * DAY_MS).toISOString().slice(0, 10),
				opened: false,
			}
			await addImpressions(site.services.db, [impression], VISITOR_LIMITS)
			review.seen.push(seenOn)
		} else if (kind === 'comment') {
			const made = await site.call(createComment, { body: { reviewId: id, content: 'Hm.' } }, player)
			review.comments.set(made.id, day)
		} else if (kind === 'uncomment') {
			const [commentId] = [...review.comments.keys()]
			if (!commentId) return
			await site.call(deleteComment, { params: { id: commentId } }, asOfNow(site, players[review.author]))
			review.comments.delete(commentId)
		} else {
			await site.call(deleteReview, { params: { id } }, asOfNow(site, players[review.author]))
			await site.services.purges.resume()
			model.reviews.delete(id)
		}
	} catch (error) {
		// Reviewed or liked before
		if (!(error instanceof ApiError) || error.status !== 409) throw error
	}
}

/** The player with an access token of this moment: the time moves further than one lives. */
function asOfNow(site: TestSite, player: Player | undefined): Player {
	if (!player) throw new Error('There is no such player')
	const { sid } = JSON.parse(Buffer.from(player.accessToken.split('.')[1] ?? '', 'base64url').toString())
	const viewer = { userId: player.user.id, sessionId: sid }
	return { ...player, accessToken: site.services.accessTokens.sign(viewer, site.time.now) }
}

async function expectModel(site: TestSite, games: readonly number[], model: Model): Promise<void> {
	expect(await recount(site.services.db)).toEqual([])
	const reviews = [...model.reviews]
	const within = (days: readonly number[], window: number) => days.filter((day) => day > model.today - window).length
	const counts = (days: readonly number[]) => [within(days, 7), within(days, 30), within(days, 365)]
	for (const [game, id] of games.entries()) {
		const days = reviews.filter(([, review]) => review.game === game).map(([, { day }]) => day)
		const { data } = await site.call(getGame, { params: { id } })
		expect([data.reviewsLastWeek, data.reviewsLastMonth, data.reviewsLastYear, data.totalReviews]).toEqual([
			...counts(days),
			days.length,
		])
	}
	const engagements = new Map(reviews.map(([id, { likes, comments }]) => [id, [...likes, ...comments.values()]]))
	for (const [id, days] of engagements) {
		const { weeklyStats, monthlyStats, yearlyStats } = await site.call(getReview, { params: { id } })
		expect([weeklyStats.count, monthlyStats.count, yearlyStats.count]).toEqual(counts(days))
	}
	for (const [id, { seen }] of reviews) {
		const stored = await site.services.db
			.selectFrom('review_counts')
			.select(['impressions_week', 'impressions_month', 'impressions_year', 'impressions_total'])
			.where('id', '=', id)
			.executeTakeFirstOrThrow()
		expect(Object.values(stored)).toEqual([...counts(seen), seen.length])
	}
	for (const [period, window] of [
		['week', 7],
		['month', 30],
		['year', 365],
		['all', Number.POSITIVE_INFINITY],
	] as const) {
		const ranked = (await site.call(getPopularReviews, { query: { period, limit: 50 } })).reviews
		const numbers = ranked.map(({ id }) => within(engagements.get(id) ?? [], window))
		expect(numbers).toEqual(
			[...engagements.values()]
				.map((days) => within(days, window))
				.filter(Boolean)
				.sort((one, next) => next - one),
		)
		const { data } = await site.call(getPopularGames, { query: { period } })
		const places = data.games.map(({ id }) =>
			within(
				reviews.filter(([, review]) => games[review.game] === id).map(([, { day }]) => day),
				window,
			),
		)
		expect(places).toEqual(places.toSorted((one, next) => next - one))
	}
}
