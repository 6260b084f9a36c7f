import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGame, getPopularGames } from '#contract/games.ts'
import { createReview, deleteReview, updateReview } from '#contract/reviews.ts'
import { startSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function review(gameId: number, rating = 4) {
	return { gameId, rating, platform: 'PC', description: 'A calm game about lamps.' }
}

test('a game has its facts, its ratings and the viewer’s review', async () => {
	await using site = await startSite()
	const [anna, ben, gameId] = [
		await site.register(),
		await site.register(),
		await site.addGame({ name: 'Lantern Hollow' }),
	]
	const { id } = await site.call(createReview, { body: review(gameId, 4.5) }, anna)
	await site.call(createReview, { body: review(gameId, 2) }, ben)

	const { success, data } = await site.call(getGame, { params: { id: gameId } }, anna)
	expect(success).toBe(true)
	expect(data).toMatchObject({
		id: gameId,
		name: 'Lantern Hollow',
		cover: expect.stringMatching(/^\/art\/\d+\/cover-[0-9a-f]{10}\.webp$/),
		releaseDate: '1998-11-21',
		developers: ['Studio'],
		screenshots: [],
		credits: [],
		websites: [],
		summary: null,
		averageRating: 3.25,
		ratingCount: 2,
		reviewsLastWeek: 2,
		reviewsLastMonth: 2,
		reviewsLastYear: 2,
		totalReviews: 2,
		myReviewId: id,
	})
	expect((await site.call(getGame, { params: { id: gameId } })).data.myReviewId).toBeNull()
	await site.call(deleteReview, { params: { id } }, anna)
	expect((await site.call(getGame, { params: { id: gameId } }, anna)).data).toMatchObject({
		myReviewId: null,
		averageRating: 2,
		ratingCount: 1,
	})
})

test('the average rating has two decimals, and is 0 without ratings', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	expect((await site.call(getGame, { params: { id: gameId } })).data.averageRating).toBe(0)
	for (const rating of [5, 5, 4.5])
		await site.call(createReview, { body: review(gameId, rating) }, await site.register())
	expect((await site.call(getGame, { params: { id: gameId } })).data.averageRating).toBe(4.83)
})

test('the rating distribution follows every created, changed and deleted review', async () => {
	await using site = await startSite()
	const [gameId, other] = [await site.addGame(), await site.addGame()]
	const spread = async (id = gameId) => (await site.call(getGame, { params: { id } })).data.ratingCounts
	expect(await spread()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
	const anna = await site.register()
	const { id } = await site.call(createReview, { body: review(gameId, 0.5) }, anna)
	for (const rating of [3.5, 5, 5])
		await site.call(createReview, { body: review(gameId, rating) }, await site.register())
	expect(await spread()).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 2])
	await site.call(updateReview, { params: { id }, body: review(gameId, 5) }, anna)
	expect(await spread()).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 3])
	await site.call(deleteReview, { params: { id } }, anna)
	expect(await spread()).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 2])
	expect(await spread(other)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('a recount finds a wrong rating distribution', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	await site.call(createReview, { body: review(gameId, 3.5) }, await site.register())
	expect(await recount(site.services.db)).toEqual([])
	await sql`update game_counts set rating_counts[7] = 4 where id = ${gameId}`.execute(site.services.db)
	expect(await recount(site.services.db)).toMatchObject([
		{ count: 'game_counts.rating_counts', subject: `${gameId} 3.5`, stored: 4, counted: 1 },
	])
})

test.each(['0', '-1', 'abc', '2147483648', '9'.repeat(30), '1.5', '%00', '7777'])(
	'the game %s is not found',
	async (id) => {
		await using site = await startSite()
		const answer = await site.app.inject(`/api/games/${id}`)
		expect([answer.statusCode, answer.json().error]).toEqual([404, 'Game Not Found'])
	},
)

test('popular games are those with the most reviews in the period, then the most ratings, then by name', async () => {
	await using site = await startSite()
	const [b, a, c, old] = [
		await site.addGame({ name: 'Bell' }),
		await site.addGame({ name: 'alpha' }),
		await site.addGame({ name: 'Candle' }),
		await site.addGame({ name: 'Old' }),
	]
	const players = [await site.register(), await site.register()]
	site.time.now -= 20 * DAY_MS
	for (const player of players) await site.call(createReview, { body: review(old) }, player)
	site.time.now += 20 * DAY_MS
	const { advanceWindows } = await import('#server/db/windows.ts')
	await advanceWindows(site.services.db, site.time.now)
	await site.call(createReview, { body: review(c) }, await site.register())

	const ids = async (period: 'week' | 'month' | 'year' | 'all') =>
		(await site.call(getPopularGames, { query: { period } })).data.games.map(({ id }) => id)
	expect(await ids('week')).toEqual([c, old, a, b])
	expect(await ids('month')).toEqual([old, c, a, b])
	expect(await ids('year')).toEqual([old, c, a, b])
	expect(await ids('all')).toEqual([old, c, a, b])
})

test('pages of popular games have the total, even past the end', async () => {
	await using site = await startSite()
	for (let count = 0; count < 7; count++) await site.addGame()
	const first = await site.call(getPopularGames, {})
	expect([
		first.hasMore,
		first.data.hasMore,
		first.data.games.length,
		first.data.total,
		first.data.page,
		first.data.limit,
	]).toEqual([true, true, 5, 7, 1, 5])
	const second = await site.call(getPopularGames, { query: { page: 2 } })
	expect([second.hasMore, second.data.games.length]).toEqual([false, 2])
	const third = await site.call(getPopularGames, { query: { page: 3 } })
	expect([third.data.games, third.data.total, third.hasMore]).toEqual([[], 7, false])
	expect((await site.refusal(getPopularGames, { query: { page: 201, limit: 50 } })).code).toBe('page_too_deep')
})

test('a site without games has no popular games', async () => {
	await using site = await startSite()
	expect((await site.call(getPopularGames, {})).data).toEqual({
		games: [],
		total: 0,
		page: 1,
		limit: 5,
		hasMore: false,
	})
})
