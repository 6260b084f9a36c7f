import { expect, test } from 'vitest'
import type { NewReview } from '#contract/review-input.ts'
import { createReview, deleteReview, getReview, listReviews, updateReview } from '#contract/reviews.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

function written(gameId: number, more: Partial<NewReview> = {}): NewReview {
	return { gameId, rating: 3.5, platform: 'PC', timePlayed: 12, description: 'A calm game about lamps.', ...more }
}

test('a review is stored as written and returned in full', async () => {
	await using site = await startSite()
	const player = await site.register('Ann')
	const gameId = await site.addGame({ name: 'Lantern Hollow' })
	const review = await site.call(
		createReview,
		{ body: written(gameId, { description: '  First line\r\nsecond line  ' }) },
		player,
	)
	expect(review).toMatchObject({
		gameId,
		game: { id: gameId, name: 'Lantern Hollow', cover: expect.stringMatching(/^\/art\//) },
		username: 'Ann',
		user: { id: player.user.id, username: 'Ann', profilePicture: null },
		rating: 3.5,
		platform: 'PC',
		timePlayed: 12,
		description: 'First line\nsecond line',
		likes: 0,
		liked: false,
		hasLiked: false,
		weeklyStats: { count: 0 },
		commentCount: 0,
		createdAt: '2026-11-21T12:00:00.000Z',
		updatedAt: '2026-11-21T12:00:00.000Z',
	})
	expect(await site.call(getReview, { params: { id: review.id } })).toEqual(review)
})

test('a player can review a game once; the refusal contains the id of the review', async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const review = await site.call(createReview, { body: written(gameId) }, player)
	const error = await site.refusal(createReview, { body: written(gameId) }, player)
	expect([error.status, error.code, (error.body as { reviewId: string }).reviewId]).toEqual([
		409,
		'review_exists',
		review.id,
	])
})

test('of twenty concurrent posts one succeeds, and the average and counts are correct', {
	tags: ['trust-4'],
}, async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const answers = await Promise.all(
		Array.from({ length: 20 }, (_, index) =>
			postReview(site, player, written(gameId, { rating: ((index % 10) + 1) / 2 })),
		),
	)
	expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(19).fill(409)])
	const rows = await site.services.db.selectFrom('reviews').select('half_stars').execute()
	const game = await gameRow(site, gameId)
	expect(rows).toHaveLength(1)
	expect(game).toMatchObject({
		rating_sum: rows[0]?.half_stars,
		rating_count: 1,
		reviews_week: 1,
		reviews_month: 1,
		reviews_year: 1,
		reviews_total: 1,
	})
})

test.each([
	[{ rating: 0 }, 'rating', 'Please select a rating'],
	[{ rating: 3.3 }, 'rating', 'Rating must be from 0.5 to 5 stars in half steps'],
	[{ rating: 5.5 }, 'rating', 'Rating must be from 0.5 to 5 stars in half steps'],
	[{ rating: '4' }, 'rating', 'Please select a rating'],
	[{ rating: undefined }, 'rating', 'Please select a rating'],
	[{ platform: '' }, 'platform', 'Please select a platform'],
	[{ platform: 'Amiga' }, 'platform', 'Please select one of the platforms of this game'],
	[{ timePlayed: -1 }, 'timePlayed', 'Time played must be a positive number'],
	[{ timePlayed: 1.5 }, 'timePlayed', 'Time played must be in whole hours'],
	[{ timePlayed: 100_001 }, 'timePlayed', 'Time played must be 100,000 hours or less'],
	[{ description: '   ' }, 'description', 'Please enter a review'],
	[{ description: ' too short ' }, 'description', 'Review must be at least 10 characters'],
	[{ description: 'x'.repeat(20_001) }, 'description', 'Review must be 20,000 characters or less'],
	[
		{ description: 'A text with a NUL \u0000 in it' },
		'description',
		'Description contains characters that are not allowed',
	],
	[
		{ description: 'Half of a pair \ud800 in it' },
		'description',
		'Description contains characters that are not allowed',
	],
])('a review with %o is refused at %s: %s', async (wrong, path, sentence) => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const answer = await postReview(site, player, { ...written(gameId), ...wrong })
	expect(answer.statusCode).toBe(400)
	expect(answer.json()).toMatchObject({ success: false, error: sentence, details: [{ path, message: sentence }] })
})

test('ten emoji are ten characters', async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const description = '\u{1F600}'.repeat(10)
	expect((await site.call(createReview, { body: written(gameId, { description }) }, player)).description).toBe(
		description,
	)
	expect(
		(await postReview(site, await site.register(), written(gameId, { description: '\u{1F600}'.repeat(9) }))).statusCode,
	).toBe(400)
})

test('any platform is valid for a game whose platforms are unknown', async () => {
	await using site = await startSite()
	const gameId = await site.addGame({ platforms: [] })
	expect(
		(await site.call(createReview, { body: written(gameId, { platform: 'Home-made' }) }, await site.register()))
			.platform,
	).toBe('Home-made')
})

test('an unknown game cannot be reviewed', async () => {
	await using site = await startSite()
	const error = await site.refusal(createReview, { body: written(999) }, await site.register())
	expect([error.status, error.code]).toEqual([404, 'game_not_found'])
})

test('an edit replaces the review: absent fields are cleared, and the average is updated', async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const { id } = await site.call(createReview, { body: written(gameId) }, player)
	site.time.now += 1000
	const edited = await site.call(
		updateReview,
		{ params: { id }, body: { rating: 5, platform: 'Nintendo Switch', description: 'Better than I thought.' } },
		player,
	)
	expect(edited).toMatchObject({
		rating: 5,
		platform: 'Nintendo Switch',
		timePlayed: null,
		description: 'Better than I thought.',
		createdAt: '2026-11-21T12:00:00.000Z',
		updatedAt: '2026-11-21T12:00:01.000Z',
	})
	expect(await gameRow(site, gameId)).toMatchObject({ rating_sum: 10, rating_count: 1, reviews_total: 1 })
})

test('the game of a review cannot be changed', async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const other = await site.addGame()
	const { id } = await site.call(createReview, { body: written(gameId) }, player)
	expect((await site.refusal(updateReview, { params: { id }, body: written(other) }, player)).status).toBe(400)
	expect((await site.call(updateReview, { params: { id }, body: written(gameId) }, player)).gameId).toBe(gameId)
})

test('visitors get 401 and strangers 403, and nothing changes', { tags: ['trust-1'] }, async () => {
	await using site = await startSite()
	const [author, stranger] = [await site.register(), await site.register()]
	const gameId = await site.addGame()
	const review = await site.call(createReview, { body: written(gameId) }, author)
	const params = { id: review.id }
	const body = written(gameId, { rating: 1 })
	expect((await site.refusal(createReview, { body })).status).toBe(401)
	expect((await site.refusal(updateReview, { params, body })).status).toBe(401)
	expect((await site.refusal(deleteReview, { params })).status).toBe(401)
	const edit = await site.refusal(updateReview, { params, body }, stranger)
	expect([edit.status, edit.message]).toEqual([403, 'You do not have permission to edit this review'])
	expect((await site.refusal(deleteReview, { params }, stranger)).status).toBe(403)
	expect(await site.call(getReview, { params })).toEqual(review)
})

test('deleting a review deletes its likes and lowers every count that included it', async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register(), await site.register()]
	const gameId = await site.addGame()
	const { id } = await site.call(createReview, { body: written(gameId) }, author)
	await site.services.db
		.insertInto('review_likes')
		.values({ review_id: id, user_id: fan.user.id, created_at: new Date(site.time.now).toISOString() })
		.execute()
	expect(await site.call(getReview, { params: { id } }, fan)).toMatchObject({
		likes: 1,
		liked: true,
		hasLiked: true,
		weeklyStats: { count: 1 },
	})
	expect(await site.call(deleteReview, { params: { id } }, author)).toEqual({ success: true })
	expect((await site.refusal(getReview, { params: { id } })).message).toBe('Review Not Found')
	expect((await site.refusal(deleteReview, { params: { id } }, author)).status).toBe(404)
	expect(await gameRow(site, gameId)).toMatchObject({
		rating_sum: 0,
		rating_count: 0,
		reviews_week: 0,
		reviews_month: 0,
		reviews_year: 0,
		reviews_total: 0,
	})
	expect((await site.call(listReviews, { query: {} })).totalCount).toBe(0)
	expect(await site.services.db.selectFrom('review_likes').selectAll().execute()).toEqual([])
})

test('a malformed id is a 404', async () => {
	await using site = await startSite()
	for (const id of ['1', 'x', `${STRANGER}0`, '%00', encodeURIComponent("'; drop table reviews; --")]) {
		const answer = await site.app.inject({ url: `/api/reviews/${id}` })
		expect([answer.statusCode, answer.json()]).toEqual([
			404,
			{ success: false, error: 'Review Not Found', code: 'review_not_found' },
		])
	}
	expect((await site.refusal(getReview, { params: { id: STRANGER } })).status).toBe(404)
})

test('counts, ids and times in a body are ignored', { tags: ['trust-23'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const sneaky = {
		likes: 99,
		views: 99,
		impressions: 99,
		userId: STRANGER,
		id: STRANGER,
		createdAt: '2000-01-01T00:00:00.000Z',
		hasLiked: true,
		commentCount: 9,
		role: 'admin',
	}
	const answer = await postReview(site, player, { ...written(gameId), ...sneaky })
	expect(answer.json()).toMatchObject({
		likes: 0,
		views: 0,
		impressions: 0,
		userId: player.user.id,
		createdAt: '2026-11-21T12:00:00.000Z',
		hasLiked: false,
		commentCount: 0,
	})
	expect(answer.json().id).not.toBe(STRANGER)
	expect(answer.json().role).toBeUndefined()
})

test('no public response contains an email address, a hash or a token', { tags: ['trust-24'] }, async () => {
	await using site = await startSite()
	const player = await site.register('Ann')
	const gameId = await site.addGame()
	const { id } = await site.call(createReview, { body: written(gameId) }, player)
	for (const url of [
		'/api/reviews',
		`/api/reviews/${id}`,
		'/api/reviews?username=Ann',
		'/api/reviews/popular-reviews',
		'/api/reviews/popular-users',
		`/api/games/${gameId}`,
		'/api/games/popular',
		'/api/games/search?query=game',
	])
		for (const headers of [{}, { authorization: `Bearer ${player.accessToken}` }]) {
			const answer = await site.app.inject({ url, headers })
			expect([url, answer.statusCode]).toEqual([url, 200])
			expect(answer.body).not.toMatch(/example\.org|argon2|password|"email"|token"/i)
		}
})

function postReview(site: TestSite, player: Player, body: object) {
	return site.app.inject({
		method: 'POST',
		url: createReview.url,
		payload: body,
		headers: { authorization: `Bearer ${player.accessToken}` },
	})
}

function gameRow(site: TestSite, id: number) {
	return site.services.db.selectFrom('game_counts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
