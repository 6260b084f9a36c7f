import { expect, test } from 'vitest'
import { getUnreadCount, getUserActivity, listNotifications, markRead } from '#contract/activities.ts'
import { createComment, deleteComment, likeComment, listComments } from '#contract/comments.ts'
import { follow, getFollowStatus, listFollowers, listFollowing, unfollow } from '#contract/follows.ts'
import { createList } from '#contract/lists.ts'
import { createReview, deleteReview, getReview, getUserImpressions, likeReview, reportSeen } from '#contract/reviews.ts'
import { searchUsers } from '#contract/user-search.ts'
import { findUsers, getPopularUsers, getProfile, getUser } from '#contract/users.ts'
import { type Player, startSite, type TestSite } from '../../../test/harness.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

async function review(site: TestSite, player: Player, gameId?: number) {
	site.time.now += 1000
	const body = {
		gameId: gameId ?? (await site.addGame()),
		rating: 4,
		platform: 'PC',
		description: 'Worth every evening.',
	}
	return site.call(createReview, { body }, player)
}

test('a review can be liked only once, and the refusal tells the counts', async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register(), await site.register()]
	const { id } = await review(site, author)
	expect(await site.call(likeReview, { params: { id } }, fan)).toMatchObject({
		success: true,
		likes: 1,
		hasLiked: true,
	})
	const again = await site.refusal(likeReview, { params: { id } }, fan)
	expect([again.status, again.message]).toEqual([409, 'You have already liked this review'])
	expect(again.body).toMatchObject({ likes: 1, impressions: 0 })
	expect((await site.refusal(likeReview, { params: { id: STRANGER } }, fan)).status).toBe(404)
	expect((await site.refusal(likeReview, { params: { id } })).status).toBe(401)
})

test('trust case 3: many users liking three times at once count once each', async () => {
	await using site = await startSite()
	const { id } = await review(site, await site.register())
	const fans = await Promise.all(Array.from({ length: 12 }, () => site.register()))
	const answers = await Promise.all(
		fans.flatMap((fan) =>
			[1, 2, 3].map(() =>
				site.app.inject({
					method: 'POST',
					url: `/api/reviews/${id}/like`,
					headers: { authorization: `Bearer ${fan.accessToken}` },
				}),
			),
		),
	)
	expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(12)
	expect(
		answers
			.filter(({ statusCode }) => statusCode === 409)
			.every((answer) => answer.json().error === 'You have already liked this review'),
	).toBe(true)
	expect(await site.call(getReview, { params: { id } })).toMatchObject({ likes: 12, weeklyStats: { count: 12 } })
})

test('a comment counts for its review, is newest first, and can be liked once', async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register(), await site.register('Fan')]
	const { id: reviewId } = await review(site, author)
	const first = await site.call(createComment, { body: { reviewId, content: ' First! ' } }, fan)
	expect(first).toMatchObject({
		reviewId,
		content: 'First!',
		username: 'Fan',
		likes: 0,
		hasLiked: false,
		reviewImpressions: 0,
		weeklyImpressions: 0,
	})
	site.time.now += 1000
	const second = await site.call(createComment, { body: { reviewId, content: 'Second' } }, author)
	const page = await site.call(listComments, { params: { reviewId }, query: {} }, author)
	expect(page).toMatchObject({ totalCount: 2, totalPages: 1, currentPage: 1, nextCursor: null })
	expect(page.comments.map(({ id }) => id)).toEqual([second.id, first.id])
	expect(await site.call(likeComment, { params: { id: first.id } }, author)).toEqual({
		success: true,
		likes: 1,
		hasLiked: true,
	})
	expect((await site.refusal(likeComment, { params: { id: first.id } }, author)).message).toBe(
		'You have already liked this comment',
	)
	expect(await site.call(getReview, { params: { id: reviewId } })).toMatchObject({
		commentCount: 2,
		weeklyStats: { count: 2 },
	})
})

test('a comment is deleted by its author or the author of the review, and by no one else', async () => {
	await using site = await startSite()
	const [author, fan, other] = [await site.register(), await site.register(), await site.register()]
	const { id: reviewId } = await review(site, author)
	const make = async () => (await site.call(createComment, { body: { reviewId, content: 'Hm.' } }, fan)).id
	const [one, two] = [await make(), await make()]
	expect((await site.refusal(deleteComment, { params: { id: one } }, other)).status).toBe(403)
	await site.call(deleteComment, { params: { id: one } }, fan)
	await site.call(deleteComment, { params: { id: two } }, author)
	expect((await site.refusal(deleteComment, { params: { id: two } }, author)).status).toBe(404)
	expect(await site.call(getReview, { params: { id: reviewId } })).toMatchObject({
		commentCount: 0,
		weeklyStats: { count: 0 },
	})
})

test('comments page by cursor without a gap while others are added', async () => {
	await using site = await startSite()
	const player = await site.register()
	const { id: reviewId } = await review(site, player)
	const ids: string[] = []
	for (let index = 0; index < 7; index++) {
		site.time.now += 1000
		ids.unshift((await site.call(createComment, { body: { reviewId, content: `Number ${index}` } }, player)).id)
	}
	const seen: string[] = []
	let cursor: string | undefined
	do {
		const page = await site.call(listComments, {
			params: { reviewId },
			query: { limit: 3, ...(cursor ? { cursor } : {}) },
		})
		seen.push(...page.comments.map(({ id }) => id))
		cursor = page.nextCursor ?? undefined
		site.time.now += 1000
		await site.call(createComment, { body: { reviewId, content: 'Late' } }, player)
	} while (cursor)
	expect(seen).toEqual(ids)
})

test('following counts on both sides, once, and can be taken back', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const body = { followedId: ben.user.id }
	const post = () =>
		site.app.inject({
			method: 'POST',
			url: follow.url,
			payload: body,
			headers: { authorization: `Bearer ${ann.accessToken}` },
		})
	expect((await Promise.all([post(), post(), post()])).map(({ statusCode }) => statusCode).sort()).toEqual([
		200, 200, 201,
	])
	expect(await site.call(getFollowStatus, { params: { id: ben.user.id } }, ann)).toEqual({ following: true })
	expect(await site.call(getFollowStatus, { params: { id: ben.user.id } })).toEqual({ following: false })
	expect(await site.call(getUser, { params: { id: ben.user.id } })).toMatchObject({
		followerCount: 1,
		followingCount: 0,
	})
	expect(await site.call(listFollowers, { params: { id: ben.user.id }, query: {} })).toMatchObject({
		count: 1,
		data: [{ username: 'Ann' }],
		nextCursor: null,
	})
	expect(await site.call(listFollowing, { params: { id: ann.user.id }, query: {} })).toMatchObject({
		count: 1,
		data: [{ username: 'Ben' }],
	})
	const followersOfBen = async (viewer?: Player) =>
		(await site.call(listFollowers, { params: { id: ben.user.id }, query: {} }, viewer)).data
	expect((await followersOfBen(ben)).map(({ isFollowing }) => isFollowing)).toEqual([false])
	expect((await followersOfBen(ann)).map(({ isFollowing }) => isFollowing)).toEqual([null])
	expect((await followersOfBen()).map(({ isFollowing }) => isFollowing)).toEqual([null])
	const whomAnnFollows = await site.call(listFollowing, { params: { id: ann.user.id }, query: {} }, ann)
	expect(whomAnnFollows.data.map(({ isFollowing }) => isFollowing)).toEqual([true])
	expect((await site.call(getProfile, { params: { username: 'bEN' } }, ann)).isFollowing).toBe(true)
	expect((await site.call(getProfile, { params: { username: 'Ben' } })).isFollowing).toBeNull()
	expect((await site.call(getProfile, { params: { username: 'Ben' } }, ben)).isFollowing).toBeNull()
	for (let time = 0; time < 2; time++)
		expect(await site.call(unfollow, { params: { id: ben.user.id } }, ann)).toEqual({ success: true, following: false })
	expect(await site.call(getUser, { params: { id: ben.user.id } })).toMatchObject({ followerCount: 0 })
})

test('no one follows themselves or nobody', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const self = await site.refusal(follow, { body: { followedId: ann.user.id.toUpperCase() } }, ann)
	expect([self.status, self.message]).toEqual([400, 'You cannot follow yourself'])
	expect((await site.refusal(follow, { body: { followedId: STRANGER } }, ann)).status).toBe(404)
})

test('two who follow each other at once both do', async () => {
	await using site = await startSite()
	for (let round = 0; round < 10; round++) {
		const [ann, ben] = [await site.register(), await site.register()]
		await Promise.all([
			site.call(follow, { body: { followedId: ben.user.id } }, ann),
			site.call(follow, { body: { followedId: ann.user.id } }, ben),
		])
		for (const { user } of [ann, ben])
			expect(await site.call(getUser, { params: { id: user.id } })).toMatchObject({
				followerCount: 1,
				followingCount: 1,
			})
	}
})

test('notifications are what followed users did since, newest first, and unread until marked', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const old = await review(site, ben)
	site.time.now += 1000
	await site.call(follow, { body: { followedId: ben.user.id } }, ann)
	expect(await site.call(listNotifications, { query: {} }, ann)).toEqual({
		activities: [],
		total: 0,
		unreadCount: 0,
		nextCursor: null,
	})
	const fresh = await review(site, ben)
	site.time.now += 1000
	const comment = await site.call(createComment, { body: { reviewId: old.id, content: 'On second thought' } }, ben)
	site.time.now += 1000
	const list = await site.call(createList, { body: { title: 'Lamps', description: 'All of them' } }, ben)
	await review(site, ann)

	const feed = await site.call(listNotifications, { query: {} }, ann)
	expect(feed).toMatchObject({ total: 3, unreadCount: 3, nextCursor: null })
	expect(feed.activities).toMatchObject([
		{
			id: list.id,
			activityType: 'list',
			isRead: false,
			title: 'Lamps',
			description: 'All of them',
			gameId: null,
			reviewId: null,
			rating: null,
			username: 'Ben',
		},
		{
			id: comment.id,
			activityType: 'comment',
			content: 'On second thought',
			reviewId: old.id,
			gameId: old.gameId,
			gameName: old.game.name,
			description: null,
		},
		{
			id: fresh.id,
			activityType: 'review',
			reviewId: fresh.id,
			rating: 4,
			description: 'Worth every evening.',
			content: null,
		},
	])
	expect(await site.call(getUnreadCount, {}, ann)).toEqual({ count: 3 })
	expect(await site.call(getUnreadCount, {}, ben)).toEqual({ count: 0 })

	const activities = [
		{ id: comment.id, activityType: 'comment' as const },
		{ id: comment.id, activityType: 'comment' as const },
		{ id: fresh.id, activityType: 'list' as const },
		{ id: old.id, activityType: 'review' as const },
		{ id: STRANGER, activityType: 'review' as const },
	]
	expect(await site.call(markRead, { body: { activities } }, ann)).toEqual({ success: true, marked: 1 })
	expect(await site.call(markRead, { body: { activities } }, ann)).toEqual({ success: true, marked: 0 })
	expect(await site.call(markRead, { body: { activities: [] } }, ann)).toEqual({ success: true, marked: 0 })
	expect(await site.call(getUnreadCount, {}, ann)).toEqual({ count: 2 })
	expect(
		(await site.call(listNotifications, { query: { unreadOnly: true } }, ann)).activities.map(({ id }) => id),
	).toEqual([list.id, fresh.id])

	await site.call(deleteComment, { params: { id: comment.id } }, ben)
	expect(await site.call(getUnreadCount, {}, ann)).toEqual({ count: 2 })
	await site.call(deleteReview, { params: { id: fresh.id } }, ben)
	await site.call(deleteReview, { params: { id: old.id } }, ben)
	expect(await site.call(listNotifications, { query: {} }, ann)).toMatchObject({ total: 1, unreadCount: 1 })
	await site.call(unfollow, { params: { id: ben.user.id } }, ann)
	expect(await site.call(listNotifications, { query: {} }, ann)).toEqual({
		activities: [],
		total: 0,
		unreadCount: 0,
		nextCursor: null,
	})
})

test('the feed is complete and in order when one of many followed users did nearly everything', async () => {
	await using site = await startSite()
	const reader = await site.register()
	const people = await Promise.all(Array.from({ length: 5 }, () => site.register()))
	for (const { user } of people) await site.call(follow, { body: { followedId: user.id } }, reader)
	const made: string[] = []
	for (let index = 0; index < 40; index++) {
		const actor = people[index % 10 === 0 ? (index / 10) % 5 : 0]
		if (actor) made.unshift((await review(site, actor)).id)
	}
	const seen: string[] = []
	let cursor: string | undefined
	do {
		const page = await site.call(listNotifications, { query: { limit: 7, ...(cursor ? { cursor } : {}) } }, reader)
		expect(page.total).toBe(40)
		seen.push(...page.activities.map(({ id }) => id))
		cursor = page.nextCursor ?? undefined
	} while (cursor)
	expect(seen).toEqual(made)
})

test("a user's activity is theirs alone, newest first", async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register()]
	const one = await review(site, ann)
	await review(site, ben)
	const two = await review(site, ann)
	for (const query of [{ userId: ann.user.id }, { username: 'aNN' }])
		expect((await site.call(getUserActivity, { query })).activities.map(({ id }) => id)).toEqual([two.id, one.id])
	const none = await site.refusal(getUserActivity, { query: {} })
	expect([none.status, none.message]).toEqual([400, 'No user identifier provided'])
	expect((await site.refusal(getUserActivity, { query: { username: 'nobody_9' } })).message).toBe('User not found')
})

test('trust case 39: a review is seen once per viewer and day, opened once besides, and never by its author', async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register(), await site.register()]
	const { id } = await review(site, author)
	const report = async (body: { impressions?: string[]; views?: string[] }, player?: Player, agent = 'Firefox') => {
		const headers = { 'user-agent': agent, ...(player ? { authorization: `Bearer ${player.accessToken}` } : {}) }
		expect((await site.app.inject({ method: 'POST', url: reportSeen.url, payload: body, headers })).statusCode).toBe(
			202,
		)
	}
	const counts = async () => {
		// reports are written within half a second
		await expect
			.poll(async () => (await site.services.db.selectFrom('review_seen').selectAll().execute()).length, {
				timeout: 5000,
			})
			.toBeGreaterThan(0)
		await new Promise((resolve) => setTimeout(resolve, 700))
		const { views, impressions, weeklyImpressions } = await site.call(getReview, { params: { id } })
		return [views, impressions, weeklyImpressions]
	}
	await report({ impressions: [id, id, STRANGER] }, fan)
	await report({ impressions: [id] }, fan)
	await report({ views: [id], impressions: [id] }, author)
	await report({ impressions: [id] }, undefined)
	await report({ impressions: [id] }, undefined, 'Googlebot/2.1')
	expect(await counts()).toEqual([0, 2, 2])
	for (let time = 0; time < 3; time++) await report({ views: [id] }, fan)
	await report({ views: [id] }, undefined, 'Safari')
	expect(await counts()).toEqual([2, 3, 3])
	expect((await site.call(getUserImpressions, { params: { id: author.user.id }, query: {} })).impressions).toEqual({
		weekly: 3,
		monthly: 3,
		yearly: 3,
		total: 3,
	})
	expect((await site.call(getPopularUsers, { query: {} })).users).toMatchObject([
		{ id: author.user.id, impressions: 3, impressionsCount: 3 },
	])
	const nextDay = site.time.now + 86_400_000
	site.time.now = nextDay
	await report({ views: [id] })
	expect(await counts()).toEqual([3, 4, 4])
	await site.services.db.deleteFrom('reviews').where('id', '=', id).execute()
	expect((await site.call(getUserImpressions, { params: { id: author.user.id }, query: {} })).impressions).toEqual({
		weekly: 0,
		monthly: 0,
		yearly: 0,
		total: 0,
	})
})

test('too many reviews in a report are refused', async () => {
	await using site = await startSite()
	expect((await site.refusal(reportSeen, { body: { views: Array.from({ length: 51 }, () => STRANGER) } })).status).toBe(
		400,
	)
	expect((await site.refusal(reportSeen, { body: { views: ['x'] } })).status).toBe(400)
})

test('users are found by beginning, part and likeness, in any case', async () => {
	await using site = await startSite()
	for (const name of ['Lantern', 'lantern_fan', 'my_lantern', 'Lanterm', 'Somebody']) await site.register(name)
	const names = async (query: string) =>
		(await site.call(searchUsers, { query: { query, limit: 10 } })).data.map(({ username }) => username)
	expect(await names('LANTERN')).toEqual(['Lantern', 'lantern_fan', 'my_lantern', 'Lanterm'])
	expect(await names('la')).toEqual(['Lanterm', 'Lantern', 'lantern_fan'])
	expect(await names('%%')).toEqual([])
	expect(await names('__')).toEqual([])
	const short = await site.refusal(searchUsers, { query: { query: ' a ' } })
	expect([short.status, short.message]).toEqual([400, 'Search query must be at least 2 characters'])
	const first = await site.call(searchUsers, { query: { query: 'lantern', limit: 2 } })
	expect(first).toMatchObject({ success: true, count: 4 })
	const rest = await site.call(searchUsers, { query: { query: 'lantern', limit: 2, cursor: first.nextCursor ?? '' } })
	expect([...first.data, ...rest.data].map(({ username }) => username)).toEqual([
		'Lantern',
		'lantern_fan',
		'my_lantern',
		'Lanterm',
	])
	expect(rest).toMatchObject({ count: 4, nextCursor: null })
	expect((await site.call(findUsers, { query: { username: 'LANTER' } })).users.map(({ username }) => username)).toEqual(
		['Lanterm', 'Lantern', 'lantern_fan'],
	)
	expect((await site.call(findUsers, { query: { username: 'lantern' } })).users[0]?.username).toBe('Lantern')
})

test('deleting an account takes what it wrote and gave along, and every count follows', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register(), await site.register()]
	const [own, others] = [await review(site, ann), await review(site, ben)]
	await site.call(follow, { body: { followedId: ben.user.id } }, ann)
	await site.call(follow, { body: { followedId: ann.user.id } }, ben)
	await site.call(likeReview, { params: { id: others.id } }, ann)
	await site.call(createComment, { body: { reviewId: others.id, content: 'Nice' } }, ann)
	await site.call(createComment, { body: { reviewId: own.id, content: 'Nice too' } }, ben)
	await site.call(createList, { body: { title: 'Mine' } }, ann)
	await site.services.db.deleteFrom('users').where('id', '=', ann.user.id).execute()
	expect(await site.call(getReview, { params: { id: others.id } })).toMatchObject({
		likes: 0,
		commentCount: 0,
		weeklyStats: { count: 0 },
		yearlyStats: { count: 0 },
	})
	expect(await site.call(getUser, { params: { id: ben.user.id } })).toMatchObject({
		followerCount: 0,
		followingCount: 0,
		reviewCount: 1,
	})
	expect(await site.call(listNotifications, { query: {} }, ben)).toMatchObject({
		total: 0,
		unreadCount: 0,
		activities: [],
	})
	expect((await site.call(getUserActivity, { query: { userId: ben.user.id } })).activities.map(({ id }) => id)).toEqual(
		[others.id],
	)
	expect((await site.refusal(getReview, { params: { id: own.id } })).status).toBe(404)
})
