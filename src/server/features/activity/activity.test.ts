import { expect, test } from 'vitest'
import { getUnreadCount, getUserActivity, listFollowingActivity, markRead } from '#contract/activity.ts'
import { createComment, deleteComment } from '#contract/comments.ts'
import { follow, unfollow } from '#contract/follows.ts'
import { createList } from '#contract/lists.ts'
import { deleteReview, getReview, likeReview } from '#contract/reviews.ts'
import { findUsers, searchUsers } from '#contract/search.ts'
import { getUser } from '#contract/users.ts'
import { startSite, writeReview } from '#kit/site.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

test('notifications list what followed users did since the follow, newest first, unread until marked', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const old = await writeReview(site, ben)
	site.time.now += 1000
	await site.call(follow, { body: { followedId: ben.user.id } }, ann)
	expect(await site.call(listFollowingActivity, { query: {} }, ann)).toEqual({
		activities: [],
		total: 0,
		unreadCount: 0,
		nextCursor: null,
	})
	const fresh = await writeReview(site, ben)
	site.time.now += 1000
	const comment = await site.call(createComment, { body: { reviewId: old.id, content: 'On second thought' } }, ben)
	site.time.now += 1000
	const list = await site.call(createList, { body: { title: 'Lamps', description: 'All of them' } }, ben)
	await writeReview(site, ann)

	const feed = await site.call(listFollowingActivity, { query: {} }, ann)
	expect(feed).toMatchObject({ total: 3, unreadCount: 3, nextCursor: null })
	expect(feed.activities).toMatchObject([
		{
			id: list.id,
			activityType: 'list',
			isRead: false,
			title: 'Lamps',
			description: 'All of them',
			gameId: null,
			gameCover: null,
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
			gameCover: old.game.cover,
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
	expect(await site.call(getUnreadCount, {}, ann)).toEqual({ count: 3, you: 0 })
	expect(await site.call(getUnreadCount, {}, ben)).toEqual({ count: 0, you: 1 })

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
	expect(await site.call(getUnreadCount, {}, ann)).toEqual({ count: 2, you: 0 })
	const cat = await site.register('Cat')
	await site.call(follow, { body: { followedId: ben.user.id } }, cat)
	for (const [reader, isCommentRead] of [
		[ann, true],
		[cat, false],
	] as const)
		expect(
			(await site.call(getUserActivity, { query: { userId: ben.user.id } }, reader)).activities.map((activity) => [
				activity.id,
				activity.isRead,
			]),
		).toEqual([
			[list.id, false],
			[comment.id, isCommentRead],
			[fresh.id, false],
			[old.id, false],
		])
	expect(
		(await site.call(listFollowingActivity, { query: { unreadOnly: true } }, ann)).activities.map(({ id }) => id),
	).toEqual([list.id, fresh.id])

	await site.call(deleteComment, { params: { id: comment.id } }, ben)
	expect(await site.call(getUnreadCount, {}, ann)).toEqual({ count: 2, you: 0 })
	await site.call(deleteReview, { params: { id: fresh.id } }, ben)
	await site.call(deleteReview, { params: { id: old.id } }, ben)
	expect(await site.call(listFollowingActivity, { query: {} }, ann)).toMatchObject({ total: 1, unreadCount: 1 })
	await site.call(unfollow, { params: { id: ben.user.id } }, ann)
	expect(await site.call(listFollowingActivity, { query: {} }, ann)).toEqual({
		activities: [],
		total: 0,
		unreadCount: 0,
		nextCursor: null,
	})
})

test('the feed is complete and ordered when one of many followed users wrote nearly everything', async () => {
	await using site = await startSite()
	const reader = await site.register()
	const people = await Promise.all(Array.from({ length: 5 }, () => site.register()))
	for (const { user } of people) await site.call(follow, { body: { followedId: user.id } }, reader)
	const written: string[] = []
	for (let index = 0; index < 40; index++) {
		const actor = people[index % 10 === 0 ? (index / 10) % 5 : 0]
		if (actor) written.unshift((await writeReview(site, actor)).id)
	}
	const seen: string[] = []
	let cursor: string | undefined
	do {
		const page = await site.call(listFollowingActivity, { query: { limit: 7, ...(cursor ? { cursor } : {}) } }, reader)
		expect(page.total).toBe(40)
		seen.push(...page.activities.map(({ id }) => id))
		cursor = page.nextCursor ?? undefined
	} while (cursor)
	expect(seen).toEqual(written)
})

test("a user's activity contains only their own, newest first", async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register()]
	const one = await writeReview(site, ann)
	await writeReview(site, ben)
	const two = await writeReview(site, ann)
	for (const query of [{ userId: ann.user.id }, { username: 'aNN' }])
		expect((await site.call(getUserActivity, { query })).activities.map(({ id }) => id)).toEqual([two.id, one.id])
	const none = await site.refusal(getUserActivity, { query: {} })
	expect([none.status, none.message]).toEqual([400, 'No user identifier provided'])
	expect((await site.refusal(getUserActivity, { query: { username: 'nobody_9' } })).message).toBe('User not found')
})

test('users are found by prefix, substring and similarity, case-insensitively', async () => {
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

test('deleting an account deletes its content and likes, and updates every count', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register(), await site.register()]
	const [own, others] = [await writeReview(site, ann), await writeReview(site, ben)]
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
	expect(await site.call(listFollowingActivity, { query: {} }, ben)).toMatchObject({
		total: 0,
		unreadCount: 0,
		activities: [],
	})
	expect((await site.call(getUserActivity, { query: { userId: ben.user.id } })).activities.map(({ id }) => id)).toEqual(
		[others.id],
	)
	expect((await site.refusal(getReview, { params: { id: own.id } })).status).toBe(404)
})
