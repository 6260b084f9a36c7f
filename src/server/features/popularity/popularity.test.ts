import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockUser, muteUser } from '#contract/blocks.ts'
import { getPopularGames } from '#contract/games.ts'
import { takeAction } from '#contract/moderation.ts'
import { getPopularUsers } from '#contract/popular-users.ts'
import { getPopularity, RANKING_ORDER, RECORDED_DAYS, RECORDED_PLACES, WINDOW_DAYS } from '#contract/popularity.ts'
import { deleteReview, getPopularReviews, likeReview } from '#contract/reviews.ts'
import { PERIODS, type Period } from '#contract/shapes.ts'
import { registerAdmin } from '#kit/admin.ts'
import { type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { recordEndedDay } from '#server/db/past-rankings.ts'
import { PERIOD_SUFFIX } from '#server/db/ranking-order.ts'
import type { Db } from '#server/db/tables.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { VISITOR_LIMITS } from '#server/features/reviews/impression-buffer.ts'
import { addImpressions } from '#server/features/reviews/queries-impressions.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const toDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

/** Starts a site with three reviews by three people, two of them of one game, liked and seen more or less often. */
async function startWrittenSite() {
	const site = await startSite()
	const people = [await site.register('ann'), await site.register('ben'), await site.register('cyd')] as const
	const [ann, ben, cyd] = people
	const first = await writeReview(site, ann)
	const reviews = [first, await writeReview(site, ben, first.gameId), await writeReview(site, cyd)] as const
	await site.addGame({ name: 'Without a review' })
	for (const liker of [ann, ben]) await site.call(likeReview, { params: { id: reviews[2].id } }, liker)
	await site.call(likeReview, { params: { id: first.id } }, cyd)
	const day = toDay(site.time.now)
	const seen = [first, first, reviews[1]].map(({ id }, n) => ({ reviewId: id, viewer: `v${n}`, day, opened: false }))
	await addImpressions(site.services.db, seen, VISITOR_LIMITS)
	return { site, people, reviews, day }
}

/** All rankings with the numbers of their order, as a visitor or somebody else reads them. */
async function readRankings(site: TestSite, asOf?: string, reader?: Player) {
	const query = (period: Period) => ({ query: { period, limit: 50, ...(asOf === undefined ? {} : { asOf }) } })
	const rankings = PERIODS.map(async (period) => {
		const { data } = await site.call(getPopularGames, query(period), reader)
		const { reviews } = await site.call(getPopularReviews, query(period), reader)
		const { users, total } = await site.call(getPopularUsers, query(period), reader)
		const counted = {
			week: 'reviewsLastWeek',
			month: 'reviewsLastMonth',
			year: 'reviewsLastYear',
			all: 'totalReviews',
		} as const
		const stats = { week: 'weeklyStats', month: 'monthlyStats', year: 'yearlyStats', all: null } as const
		const of = stats[period]
		return {
			games: data.games.map((game) => [game.id, game[counted[period]]]),
			gameTotal: data.total,
			reviews: reviews.map((review) => [review.id, of === null ? 'all' : review[of].count]),
			users: users.map(({ username, impressions }) => [username, impressions]),
			userTotal: total,
		}
	})
	return Promise.all(rankings)
}

/** Lets days pass, and the windows with them. */
async function pass(site: TestSite, days: number): Promise<void> {
	site.time.now += days * DAY_MS
	await advanceWindows(site.services.db, site.time.now)
}

async function countRecorded(db: Db): Promise<number[]> {
	const tables = ['past_days', 'past_review_rankings', 'past_game_rankings', 'past_user_rankings'] as const
	const counted = tables.map((table) =>
		db.selectFrom(table).select(db.fn.countAll<string>().as('n')).executeTakeFirstOrThrow(),
	)
	return (await Promise.all(counted)).map(({ n }) => Number(n))
}

test('the rankings of a day stay as they were when it ended, while the windows go on for a year', async () => {
	const { site, day } = await startWrittenSite()
	await using _ = site
	const then = await readRankings(site)
	expect(then[0]).toMatchObject({ gameTotal: 3, userTotal: 2, reviews: [expect.anything(), expect.anything()] })
	await pass(site, 1)
	expect(await readRankings(site, day)).toEqual(then)
	// Another order since
	const dora = await site.register('dora')
	const later = await writeReview(site, dora)
	for (const name of ['eve', 'fox', 'gil'])
		await site.call(likeReview, { params: { id: later.id } }, await site.register(name))
	expect((await readRankings(site))[0]?.reviews[0]).toEqual([later.id, 3])
	for (const days of [6, 24, 335]) {
		await pass(site, days)
		expect(await readRankings(site, day)).toEqual(then)
	}
	expect((await readRankings(site))[2]).toMatchObject({ reviews: [], users: [] })
	expect((await readRankings(site))[3]?.games.map(([, count]) => count)).toEqual([2, 1, 1, 0])
})

test('today is the present ranking, and so is the last day until the windows have gone on', async () => {
	const { site, day } = await startWrittenSite()
	await using _ = site
	const now = await readRankings(site)
	expect(await readRankings(site, day)).toEqual(now)
	expect(await site.call(getPopularity, {})).toEqual({ firstDay: day, today: day, places: RECORDED_PLACES })
	site.time.now += DAY_MS
	expect(await readRankings(site, day)).toEqual(now)
	expect(await readRankings(site, toDay(site.time.now))).toEqual(now)
	await advanceWindows(site.services.db, site.time.now)
	expect(await site.call(getPopularity, {})).toMatchObject({ firstDay: day, today: toDay(site.time.now) })
	// What lay between two days that a site was up is not recorded
	await pass(site, 3)
	for (const endpoint of [getPopularGames, getPopularReviews, getPopularUsers]) {
		const refused = await site.refusal(endpoint, { query: { asOf: toDay(site.time.now - DAY_MS) } })
		expect([refused.status, refused.code, refused.body]).toEqual([
			404,
			'day_not_kept',
			expect.objectContaining({ firstDay: day }),
		])
	}
})

test.each([
	['2026-11-20', 404, 'The rankings of this day weren’t kept'],
	['0000-01-01', 404, 'The rankings of this day weren’t kept'],
	['2026-11-22', 400, 'The day cannot be in the future'],
	['9999-12-31', 400, 'The day cannot be in the future'],
	['2026-02-30', 400, 'Please enter a day like 2026-11-21'],
	['2026-2-3', 400, 'Please enter a day like 2026-11-21'],
	['yesterday', 400, 'Please enter a day like 2026-11-21'],
])('the ranking of the day "%s" is answered with %i and says why', async (asOf, status, error) => {
	await using site = await startSite()
	for (const url of ['/api/games/popular', '/api/reviews/popular-reviews', '/api/reviews/popular-users']) {
		const answer = await site.app.inject({ url, query: { asOf } })
		const body = answer.json()
		expect([answer.statusCode, body.error]).toEqual([status, error])
		if (status === 404) expect(body.firstDay).toBe(toDay(site.time.now))
	}
})

/** What ann, who has the first review, may have happened to. */
const GONE: Readonly<
	Record<string, (scene: { site: TestSite; ann: Player; reader: Player; id: string }) => Promise<unknown>>
> = {
	'a deleted review': ({ site, ann, id }) => site.call(deleteReview, { params: { id } }, ann),
	'a removed review': async ({ site, id }) => {
		const action = { subject: 'review', subjectId: id, action: 'remove', reason: 'spam' } as const
		await site.call(takeAction, { body: action }, await registerAdmin(site, 'molly'))
	},
	'a banned person': async ({ site, ann }) => {
		const action = { subject: 'user', subjectId: ann.user.id, action: 'ban', reason: 'spam' } as const
		await site.call(takeAction, { body: action }, await registerAdmin(site, 'molly'))
	},
	'a deleted account': async ({ site, ann }) => {
		const at = new Date(site.time.now).toISOString()
		await sql`update users set deleted_at = ${at} where id = ${ann.user.id}`.execute(site.services.db)
	},
	'a purged account': async ({ site, ann }) => {
		const at = new Date(site.time.now).toISOString()
		await sql`update users set deleted_at = ${at} where id = ${ann.user.id}`.execute(site.services.db)
		await site.services.purges.resume()
	},
	'a person whom the reader blocks': ({ site, ann, reader }) =>
		site.call(blockUser, { body: { userId: ann.user.id } }, reader),
	'a person who blocks the reader': ({ site, ann, reader }) =>
		site.call(blockUser, { body: { userId: reader.user.id } }, ann),
	'a person whom the reader has muted': ({ site, ann, reader }) =>
		site.call(muteUser, { body: { userId: ann.user.id } }, reader),
}

test.each(Object.entries(GONE))('%s is not in a recorded ranking, nor in its total', async (_, happen) => {
	const { site, day, people, reviews } = await startWrittenSite()
	await using _site = site
	const [ann] = people
	// At the end of the day, so that the sessions last
	await recordEndedDay(site.services.db, toDay(site.time.now + DAY_MS))
	await advanceWindows(site.services.db, site.time.now + DAY_MS)
	const reader = await site.register('reader')
	const before = await readRankings(site, day, reader)
	await happen({ site, ann, reader, id: reviews[0].id })
	await site.services.bans.resume()
	const after = await readRankings(site, day, reader)
	for (const [index, { reviews: listed, users, userTotal }] of after.entries()) {
		expect(listed).toEqual(before[index]?.reviews.filter(([id]) => id !== reviews[0].id))
		expect(userTotal).toBe(users.length)
		if (!_.includes('review')) expect(users).toEqual([['ben', 1]])
	}
})

test('a hidden game is left out, and a merged one keeps the better place', async () => {
	const { site, day, reviews } = await startWrittenSite()
	await using _ = site
	const { db, clock } = site.services
	await pass(site, 1)
	const gamesOf = async () => (await readRankings(site, day))[0]
	const [best = 0, next = 0, last = 0] = (await gamesOf())?.games.map(([id]) => Number(id)) ?? []
	expect(best).toBe(reviews[0].gameId)
	await mergeGames(db, next, best, { clock })
	expect(await gamesOf()).toMatchObject({
		games: [
			[next, 2],
			[last, 0],
		],
		gameTotal: 2,
	})
	await sql`update games set hidden = true where id = ${last}`.execute(db)
	expect(await gamesOf()).toMatchObject({ games: [[next, 2]], gameTotal: 1 })
})

test('two processes record a day once, and one that dies records nothing of it', async () => {
	const { site } = await startWrittenSite()
	await using _ = site
	await using beside = await startSite({ beside: site })
	const { db } = site.services
	const next = toDay(site.time.now + DAY_MS)
	await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
		db,
	)
	await sql`create trigger die before insert on past_user_rankings for each row execute function die()`.execute(db)
	try {
		await expect(recordEndedDay(db, next)).rejects.toThrow('killed')
		expect(await countRecorded(db)).toEqual([0, 0, 0, 0])
	} finally {
		await sql`drop trigger die on past_user_rankings`.execute(db)
		await sql`drop function die()`.execute(db)
	}
	await Promise.all([db, beside.services.db, db, beside.services.db].map((each) => recordEndedDay(each, next)))
	expect(await countRecorded(db)).toEqual([1, 8, 12, 8])
	await recordEndedDay(db, next)
	expect(await countRecorded(db)).toEqual([1, 8, 12, 8])
})

test('the change of day waits for a day that is being recorded', async () => {
	const { site, day } = await startWrittenSite()
	await using _ = site
	await using beside = await startSite({ beside: site })
	const { db } = site.services
	const next = site.time.now + DAY_MS
	let moved: Promise<boolean> | undefined
	await db.transaction().execute(async (transaction) => {
		await recordEndedDay(transaction, toDay(next))
		moved = advanceWindows(beside.services.db, next)
		await expect
			.poll(async () => (await sql`select from pg_locks where not granted`.execute(transaction)).rows.length)
			.toBeGreaterThan(0)
	})
	expect(await moved).toBe(true)
	expect(await countRecorded(db)).toEqual([1, 8, 12, 8])
	site.time.now = next
	expect((await readRankings(site, day))[0]?.gameTotal).toBe(3)
})

test('a day is kept for two years, and goes as a whole', async () => {
	const { site, day } = await startWrittenSite()
	await using _ = site
	await pass(site, 1)
	await pass(site, RECORDED_DAYS - 2)
	expect((await site.call(getPopularity, {})).firstDay).toBe(day)
	expect((await readRankings(site, day))[0]?.gameTotal).toBe(3)
	const kept = await countRecorded(site.services.db)
	expect(kept[0]).toBe(2)
	await pass(site, 1)
	expect(await countRecorded(site.services.db)).toEqual([2, 10, 24, 10])
	expect((await site.call(getPopularity, {})).firstDay).not.toBe(day)
	expect((await site.refusal(getPopularGames, { query: { asOf: day } })).code).toBe('day_not_kept')
})

test('the first hundred places are recorded', async () => {
	await using site = await startSite()
	const { db } = site.services
	for (let n = 0; n < RECORDED_PLACES + 3; n++) await site.addGame()
	const present = await site.call(getPopularGames, { query: { limit: 50, page: 2 } })
	const day = toDay(site.time.now)
	await pass(site, 1)
	const past = await site.call(getPopularGames, { query: { limit: 50, page: 2, asOf: day } })
	expect(past.data.games).toEqual(present.data.games)
	expect([past.data.total, past.hasMore, present.hasMore]).toEqual([RECORDED_PLACES, false, true])
	expect((await site.call(getPopularGames, { query: { limit: 50, page: 3, asOf: day } })).data.games).toEqual([])
	expect(await countRecorded(db)).toEqual([1, 0, 4 * RECORDED_PLACES, 0])
})

/** The value of each word of the formula in a row of rankings; what comes in descending order is negative. */
const VALUES: Readonly<Record<string, (row: Record<string, string | number>, suffix: string) => string | number>> = {
	reviews: (row, suffix) => -Number(row[`reviews_${suffix}`]),
	ratings: (row) => -Number(row.rating_count),
	prominence: (row) => -Number(row.prominence),
	name: (row) => String(row.name_key ?? row.username_key),
	engagements: (row, suffix) => -Number(row[`engagements_${suffix}`]),
	impressions: (row, suffix) => -Number(row[`impressions_${suffix}`]),
	newest: (row) => -Date.parse(String(row.created_at)),
	followers: (row) => -Number(row.follower_count),
}

test('the present and the recorded rankings are those of the formula, found by sorting everything', async () => {
	await using site = await startSite()
	const { db } = site.services
	for (let n = 0; n < 12; n++) await writeReview(site, await site.register(`player_${'abcdefghijkl'[n]}`))
	const some = (columns: readonly string[]) =>
		sql.raw(
			columns
				.flatMap((column) => Object.values(PERIOD_SUFFIX).map((suffix) => `${column}_${suffix}`))
				.map((column) => `${column} = floor(random() * 3)`)
				.join(', '),
		)
	await sql`update game_rankings set ${some(['reviews'])}, rating_count = floor(random() * 2), prominence = floor(random() * 2)`.execute(
		db,
	)
	await sql`update review_rankings set ${some(['engagements', 'impressions'])}`.execute(db)
	await sql`update user_rankings set ${some(['impressions'])}, follower_count = floor(random() * 2)`.execute(db)
	const day = toDay(site.time.now)
	const listed = {
		games: async (period: Period, asOf?: string) =>
			(await site.call(getPopularGames, { query: { period, limit: 50, ...(asOf && { asOf }) } })).data.games,
		reviews: async (period: Period, asOf?: string) =>
			(await site.call(getPopularReviews, { query: { period, limit: 50, ...(asOf && { asOf }) } })).reviews,
		users: async (period: Period, asOf?: string) =>
			(await site.call(getPopularUsers, { query: { period, limit: 50, ...(asOf && { asOf }) } })).users,
	}
	const expected = new Map<string, unknown[]>()
	for (const [subject, table] of [
		['games', 'game_rankings'],
		['reviews', 'review_rankings'],
		['users', 'user_rankings'],
	] as const) {
		const { rows } = await sql<Record<string, string | number>>`select * from ${sql.table(table)}`.execute(db)
		for (const period of PERIODS) {
			const keys = RANKING_ORDER[subject].map((word) => VALUES[word])
			const sorted = rows
				.map((row) => ({ id: row.id, key: keys.map((read) => read?.(row, PERIOD_SUFFIX[period]) ?? 0) }))
				.filter(({ key }) => subject === 'games' || key[0] !== 0)
				.sort((one, other) => {
					const differing = one.key.findIndex((value, index) => value !== other.key[index])
					return (one.key[differing] ?? 0) < (other.key[differing] ?? 0) ? -1 : 1
				})
			const ids = sorted.map(({ id }) => id)
			expect((await listed[subject](period)).map(({ id }) => id)).toEqual(ids)
			expected.set(`${subject} ${period}`, ids)
		}
	}
	await pass(site, 1)
	for (const subject of ['games', 'reviews', 'users'] as const)
		for (const period of PERIODS)
			expect((await listed[subject](period, day)).map(({ id }) => id)).toEqual(expected.get(`${subject} ${period}`))
})

test('the database counts the days of the formula', () => {
	const folders = ['src/server/db', ...readdirSync('src/server/features').map((name) => `src/server/features/${name}`)]
	const text = folders
		.flatMap((folder) =>
			readdirSync(folder)
				.filter((name) => name.endsWith('.sql'))
				.map((name) => path.join(folder, name)),
		)
		.map((file) => readFileSync(file, 'utf8'))
		.join('\n')
	const lists = [...text.matchAll(/array\[(\d+), (\d+), (\d+)\]\) days/g)].map(([, ...days]) => days.map(Number))
	expect(lists.length).toBeGreaterThan(4)
	for (const days of lists) expect(days).toEqual(Object.values(WINDOW_DAYS))
	const sums = [
		...[...text.matchAll(/\(where days = (\d+)\), 0\)::int as (?:\w+_)?(week|month|year)\b/g)].map(([, n, period]) => [
			period,
			n,
		]),
		...[...text.matchAll(/_(week|month|year) \+ case when \w+ > today - (\d+) then/g)].map(([, period, n]) => [
			period,
			n,
		]),
	]
	expect(sums.length).toBeGreaterThan(20)
	for (const [period, days] of sums) expect([period, Number(days)]).toEqual([period, WINDOW_DAYS[period as 'week']])
})
