// Every order, filter and page of the lists of reviews.

import { expect, test } from 'vitest'
import type { NewReview } from '#contract/review-input.ts'
import { createReview, deleteReview, getPopularReviews, listReviews, type ReviewFilters } from '#contract/reviews.ts'
import { startSite, type TestSite } from '#kit/site.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

function written(gameId: number, more: Partial<NewReview> = {}): NewReview {
	return { gameId, rating: 3.5, platform: 'PC', timePlayed: 12, description: 'A calm game about lamps.', ...more }
}

/** Writes `count` reviews by `count` players, oldest first, a minute apart. */
async function writeReviews(site: TestSite, count: number, gameId: number) {
	const reviews = []
	for (let index = 0; index < count; index++) {
		const player = await site.register()
		site.time.now += 60_000
		reviews.push(
			await site.call(
				createReview,
				{
					body: written(gameId, { rating: ((index % 10) + 1) / 2, description: `Review number ${index} of the lamps` }),
				},
				player,
			),
		)
	}
	return reviews
}

test('the list is newest first, ten per page, with total counts', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	const reviews = await writeReviews(site, 12, gameId)
	const first = await site.call(listReviews, { query: {} })
	expect(first).toMatchObject({ totalCount: 12, totalPages: 2, currentPage: 1 })
	expect(first.reviews.map(({ id }) => id)).toEqual(
		reviews
			.map(({ id }) => id)
			.reverse()
			.slice(0, 10),
	)
	const second = await site.call(listReviews, { query: { page: 2 } })
	expect(second).toMatchObject({ currentPage: 2, nextCursor: null })
	expect(second.reviews.map(({ id }) => id)).toEqual(
		reviews
			.map(({ id }) => id)
			.reverse()
			.slice(10),
	)
})

test.each(['createdAt', 'likes', 'rating', 'views'] as const)(
	'paging by cursor in the order of %s repeats and skips nothing while reviews are added and deleted',
	{ tags: ['trust-33'] },
	async (sortBy) => {
		await using site = await startSite()
		const gameId = await site.addGame()
		const reviews = await writeReviews(site, 15, gameId)
		const [fan, newcomer] = [await site.register(), await site.register()]
		for (const review of reviews.slice(0, 7))
			await site.services.db
				.insertInto('review_likes')
				.values({ review_id: review.id, user_id: fan.user.id, created_at: review.createdAt })
				.execute()
		for (const order of ['DESC', 'ASC'] as const) {
			const seen: string[] = []
			let cursor: string | undefined
			let added: string | undefined
			do {
				const page = await site.call(listReviews, { query: { sortBy, order, limit: 4, ...(cursor ? { cursor } : {}) } })
				seen.push(...page.reviews.map(({ id }) => id))
				expect(page.currentPage).toBe(cursor ? null : 1)
				cursor = page.nextCursor ?? undefined
				added ??= (await site.call(createReview, { body: written(gameId, { rating: 0.5 }) }, newcomer)).id
			} while (cursor)
			expect(new Set(seen).size).toBe(seen.length)
			expect(seen).toEqual(expect.arrayContaining(reviews.map(({ id }) => id)))
			await site.call(deleteReview, { params: { id: added } }, newcomer)
		}
	},
)

test('a forged cursor, or one for another order, is refused', async () => {
	await using site = await startSite()
	await writeReviews(site, 3, await site.addGame())
	const { nextCursor } = await site.call(listReviews, { query: { limit: 2 } })
	const cursor = nextCursor ?? ''
	const wrong: ReviewFilters[] = [
		{ cursor: 'x' },
		{ cursor: `${cursor.slice(0, -2)}AA` },
		{ cursor: Buffer.from('["a","b"]').toString('base64url') },
		{ cursor, sortBy: 'likes' },
		{ cursor, order: 'ASC' },
	]
	for (const query of wrong) {
		const error = await site.refusal(listReviews, { query })
		expect([error.status, error.code]).toEqual([400, 'bad_cursor'])
	}
})

test('filters narrow the list and its count, alone and combined', async () => {
	await using site = await startSite()
	const [lamps, rocks] = [await site.addGame({ name: 'Lantern Hollow' }), await site.addGame({ name: 'Stone Age' })]
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const one = await site.call(
		createReview,
		{ body: written(lamps, { rating: 5, description: 'Éclairs of light everywhere' }) },
		ann,
	)
	site.time.now += 60_000
	const two = await site.call(
		createReview,
		{ body: written(rocks, { rating: 2, platform: 'Nintendo Switch', description: 'Heavy. 100% heavy_stones.' }) },
		ann,
	)
	site.time.now += 60_000
	const three = await site.call(
		createReview,
		{ body: written(rocks, { rating: 3.5, description: 'I liked the lanterns better' }) },
		ben,
	)

	const ids = async (query: ReviewFilters) => {
		const { reviews, totalCount } = await site.call(listReviews, { query })
		expect(totalCount).toBe(reviews.length)
		return reviews.map(({ id }) => id)
	}
	expect(await ids({ gameId: lamps })).toEqual([one.id])
	expect(await ids({ userId: ann.user.id })).toEqual([two.id, one.id])
	expect(await ids({ username: 'aNN' })).toEqual([two.id, one.id])
	expect(await ids({ username: 'Ann', gameId: rocks })).toEqual([two.id])
	expect(await ids({ platform: 'nintendo switch' })).toEqual([two.id])
	expect(await ids({ minRating: 3.5 })).toEqual([three.id, one.id])
	expect(await ids({ minRating: 2.2, maxRating: 4 })).toEqual([three.id])
	expect(await ids({ search: 'lantern' })).toEqual([three.id, one.id])
	expect(await ids({ search: 'LIGHT hollow' })).toEqual([one.id])
	expect(await ids({ search: 'light stones' })).toEqual([])
	expect(await ids({ search: '100%' })).toEqual([two.id])
	expect(await ids({ search: 'y_s' })).toEqual([two.id])
	expect(await ids({ search: '%' })).toEqual([two.id])
	expect(await ids({ search: '\\' })).toEqual([])
	expect(await ids({ since: three.createdAt })).toEqual([three.id])
	expect(await ids({ sortBy: 'rating' })).toEqual([one.id, three.id, two.id])
	expect(await ids({ sortBy: 'rating', order: 'ASC' })).toEqual([two.id, three.id, one.id])
})

test('filtering by an unknown game or user is a 404', async () => {
	await using site = await startSite()
	expect((await site.refusal(listReviews, { query: { gameId: 999 } })).message).toBe('Game Not Found')
	expect((await site.refusal(listReviews, { query: { userId: STRANGER } })).message).toBe('User not found')
	expect((await site.refusal(listReviews, { query: { username: 'nobody_here' } })).message).toBe('User not found')
	expect((await site.refusal(listReviews, { query: { username: 'nobody_here', minRating: 2 } })).message).toBe(
		'User not found',
	)
})

test('followedBy lists the reviews of followed users, for the follower only', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	const [ann, ben, cleo] = [await site.register(), await site.register(), await site.register()]
	for (const player of [ann, ben, cleo]) await site.call(createReview, { body: written(gameId) }, player)
	await site.services.db
		.insertInto('follows')
		.values({ follower_id: ann.user.id, followed_id: ben.user.id, created_at: new Date(site.time.now).toISOString() })
		.execute()
	const query = { followedBy: ann.user.id }
	expect((await site.call(listReviews, { query }, ann)).reviews.map(({ userId }) => userId)).toEqual([ben.user.id])
	expect((await site.refusal(listReviews, { query })).status).toBe(401)
	expect((await site.refusal(listReviews, { query }, ben)).status).toBe(403)
})

test('unknown and empty parameters are ignored', async () => {
	await using site = await startSite()
	const answer = await site.app.inject({
		url: '/api/reviews?foo=bar&search=&userId=&__proto__=x&constructor[prototype]=y',
	})
	expect(answer.statusCode).toBe(200)
})

test('popular reviews rank by likes and comments in the period and omit reviews with none', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	const [quiet, liked, loved] = await writeReviews(site, 3, gameId)
	const like = async (reviewId: string | undefined, count: number, daysAgo: number) => {
		for (let index = 0; index < count; index++) {
			const fan = await site.register()
			const at = new Date(site.time.now - daysAgo * 86_400_000).toISOString()
			await site.services.db
				.insertInto('review_likes')
				.values({ review_id: reviewId ?? '', user_id: fan.user.id, created_at: at })
				.execute()
		}
	}
	await like(loved?.id, 3, 20)
	await like(liked?.id, 2, 1)
	await like(quiet?.id, 1, 400)
	const ids = async (period: 'week' | 'month' | 'year' | 'all') =>
		(await site.call(getPopularReviews, { query: { period } })).reviews.map(({ id }) => id)
	expect(await ids('week')).toEqual([liked?.id])
	expect(await ids('month')).toEqual([loved?.id, liked?.id])
	expect(await ids('year')).toEqual([loved?.id, liked?.id])
	expect(await ids('all')).toEqual([loved?.id, liked?.id, quiet?.id])
})

test.each([
	['limit=51', 'invalid_input'],
	['limit=0', 'invalid_input'],
	['limit=-1', 'invalid_input'],
	['limit=NaN', 'invalid_input'],
	['limit=1e3', 'invalid_input'],
	['limit=1.5', 'invalid_input'],
	['limit=5&limit=6', 'invalid_input'],
	['page=0', 'invalid_input'],
	['page=1000000000', 'page_too_deep'],
	['page=201&limit=50', 'page_too_deep'],
	['page=99999999999999999999', 'invalid_input'],
	['sortBy=createdAt;drop', 'invalid_input'],
	['sortBy=__proto__', 'invalid_input'],
	['order=desc', 'invalid_input'],
	['userId=1', 'invalid_input'],
	['gameId=1.5', 'invalid_input'],
	['gameId=2147483648', 'invalid_input'],
	['since=yesterday', 'invalid_input'],
	['minRating=abc', 'invalid_input'],
	['search=%00', 'invalid_input'],
])('?%s is a bad request', { tags: ['trust-8', 'trust-33'] }, async (query, code) => {
	await using site = await startSite()
	const answer = await site.app.inject({ url: `/api/reviews?${query}` })
	expect([answer.statusCode, answer.json().code]).toEqual([400, code])
})
