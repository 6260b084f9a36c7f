import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { getUnreadCount } from '#contract/activity.ts'
import { createComment, deleteComment, likeComment, unlikeComment } from '#contract/comments.ts'
import { follow, unfollow } from '#contract/follows.ts'
import { listMyNotifications, markNotificationsRead } from '#contract/notifications.ts'
import { deleteReview, getReview, likeReview, unlikeReview } from '#contract/reviews.ts'
import { addCrowd, addLikes } from '#kit/crowd.ts'
import { type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { recount } from '#server/db/recount.ts'
import { deleteOldNotifications } from './queries.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

const read = async (site: TestSite, player: Player) => {
	const { notifications } = await site.call(listMyNotifications, { query: {} }, player)
	return notifications.map(({ kind, actors, actorCount, isRead }) => [
		kind,
		actors.map(({ username }) => username).join(' '),
		actorCount,
		isRead,
	])
}

const unread = async (site: TestSite, player: Player) => (await site.call(getUnreadCount, {}, player)).you

test('likes of one review are one notification until it is read, the newest event first', async () => {
	await using site = await startSite()
	const [author, ann, ben, cat, dan] = await Promise.all(
		['Author', 'Ann', 'Ben', 'Cat', 'Dan'].map((name) => site.register(name)),
	)
	if (!author || !ann || !ben || !cat || !dan) throw new Error()
	const { id, game } = await writeReview(site, author)
	for (const fan of [ann, ben, cat, dan]) {
		site.time.now += 1000
		await site.call(likeReview, { params: { id } }, fan)
	}
	const likedAt = now(site.services)
	site.time.now += 1000
	await site.call(follow, { body: { followedId: author.user.id } }, ann)
	const page = await site.call(listMyNotifications, { query: {} }, author)
	expect(page).toMatchObject({ unreadCount: 2, nextCursor: null })
	expect(page.notifications[1]).toMatchObject({
		kind: 'review_like',
		actorCount: 4,
		review: { id, game },
		comment: null,
		list: null,
		text: null,
		isRead: false,
		createdAt: likedAt,
	})
	expect(await read(site, author)).toEqual([
		['follow', 'Ann', 1, false],
		['review_like', 'Dan Cat Ben', 4, false],
	])
	const ids = page.notifications.map((notification) => notification.id)
	expect(await site.call(markNotificationsRead, { body: { ids: [...ids, STRANGER] } }, author)).toEqual({
		success: true,
		marked: 2,
	})
	expect(await site.call(markNotificationsRead, { body: { ids } }, author)).toEqual({ success: true, marked: 0 })
	expect(await unread(site, author)).toBe(0)
	site.time.now += 1000
	await site.call(likeReview, { params: { id } }, await site.register('Eve'))
	expect((await read(site, author))[0]).toEqual(['review_like', 'Eve', 1, false])
	expect(await unread(site, author)).toBe(1)
	const only = await site.call(listMyNotifications, { query: { unreadOnly: true } }, author)
	expect(only.notifications).toHaveLength(1)
})

test('what is taken back leaves its notification, and an empty one is gone', async () => {
	await using site = await startSite()
	const [author, ann, ben] = [await site.register('Author'), await site.register('Ann'), await site.register('Ben')]
	const { id } = await writeReview(site, author)
	const params = { id }
	await site.call(likeReview, { params }, ann)
	const firstAt = now(site.services)
	site.time.now += 1000
	await site.call(likeReview, { params }, ben)
	expect(await site.call(unlikeReview, { params }, ben)).toEqual({ success: true, likes: 1, hasLiked: false })
	// Also when there was none
	expect(await site.call(unlikeReview, { params }, ben)).toEqual({ success: true, likes: 1, hasLiked: false })
	expect(await read(site, author)).toEqual([['review_like', 'Ann', 1, false]])
	expect((await site.call(listMyNotifications, { query: {} }, author)).notifications[0]?.createdAt).toBe(firstAt)
	await site.call(markNotificationsRead, { body: { all: true } }, author)
	await site.call(unlikeReview, { params }, ann)
	expect(await read(site, author)).toEqual([])
	expect(await site.call(getReview, { params }, ann)).toMatchObject({
		likes: 0,
		hasLiked: false,
		weeklyStats: { count: 0 },
	})

	const comment = await site.call(createComment, { body: { reviewId: id, content: 'So it is.' } }, ann)
	await site.call(createComment, { body: { reviewId: id, content: 'Twice.' } }, ann)
	await site.call(likeComment, { params: { id: comment.id } }, ben)
	await site.call(follow, { body: { followedId: author.user.id } }, ben)
	expect(await unread(site, ann)).toBe(1)
	expect(await unread(site, author)).toBe(2)
	expect(await site.call(unlikeComment, { params: { id: comment.id } }, ben)).toEqual({
		success: true,
		likes: 0,
		hasLiked: false,
	})
	expect(await unread(site, ann)).toBe(0)
	await site.call(likeComment, { params: { id: comment.id } }, ben)
	await site.call(unfollow, { params: { id: author.user.id } }, ben)
	await site.call(deleteComment, { params: { id: comment.id } }, author)
	expect(await read(site, ann)).toEqual([])
	expect(await read(site, author)).toEqual([['comment', 'Ann', 1, false]])
	expect(await recount(site.services.db)).toEqual([])
})

test('comments of one person count as one actor, and the newest is quoted', async () => {
	await using site = await startSite()
	const [author, ann, ben] = [await site.register('Author'), await site.register('Ann'), await site.register('Ben')]
	const { id: reviewId } = await writeReview(site, author)
	const comment = (player: Player, content: string) => {
		site.time.now += 1000
		return site.call(createComment, { body: { reviewId, content } }, player)
	}
	await comment(ann, 'One.')
	await comment(ben, 'Two.')
	const newest = await comment(ann, 'x'.repeat(300))
	await comment(author, 'Mine are no news to me.')
	const { notifications } = await site.call(listMyNotifications, { query: {} }, author)
	expect(notifications).toHaveLength(1)
	expect(notifications[0]).toMatchObject({
		kind: 'comment',
		actorCount: 2,
		review: { id: reviewId },
		comment: {
			id: newest.id,
			reviewId,
			listId: null,
			parentId: null,
			userId: ann.user.id,
			excerpt: `${'x'.repeat(159)}…`,
			hasLiked: false,
		},
	})
	expect(await read(site, author)).toEqual([['comment', 'Ann Ben', 2, false]])
	await site.call(deleteComment, { params: { id: newest.id } }, ann)
	expect((await site.call(listMyNotifications, { query: {} }, author)).notifications[0]).toMatchObject({
		actorCount: 2,
		comment: { excerpt: 'Two.' },
	})
})

test('a notification of a reply has what answering and liking it needs', async () => {
	await using site = await startSite()
	const [author, ann, ben] = [await site.register('Author'), await site.register('Ann'), await site.register('Ben')]
	const { id: reviewId } = await writeReview(site, ben)
	const parent = await site.call(createComment, { body: { reviewId, content: 'First.' } }, author)
	const body = { reviewId, content: 'Second.', parentId: parent.id }
	const reply = await site.call(createComment, { body }, ann)
	const params = { id: reply.id }
	await site.call(likeComment, { params }, ben)
	const told = async () => (await site.call(listMyNotifications, { query: {} }, author)).notifications
	const comment = { ...params, parentId: parent.id, userId: ann.user.id }
	expect(await told()).toMatchObject([{ kind: 'reply', comment: { ...comment, hasLiked: false } }])
	await site.call(likeComment, { params }, author)
	expect(await told()).toMatchObject([{ kind: 'reply', comment: { ...comment, hasLiked: true } }])
})

test('a hundred likes at once are one notification of a hundred, also while it is read and likes are taken back', {
	tags: ['ci'],
}, async () => {
	await using site = await startSite()
	const author = await site.register()
	const { id } = await writeReview(site, author)
	const fans: Player[] = []
	while (fans.length < 100) fans.push(...(await Promise.all(Array.from({ length: 10 }, () => site.register()))))
	await Promise.all(fans.map((fan) => site.call(likeReview, { params: { id } }, fan)))
	expect((await site.call(listMyNotifications, { query: {} }, author)).notifications.map((n) => n.actorCount)).toEqual([
		100,
	])
	await Promise.all([
		...fans.slice(0, 50).map((fan) => site.call(unlikeReview, { params: { id } }, fan)),
		site.call(markNotificationsRead, { body: { all: true } }, author),
	])
	site.time.now += 1000
	await Promise.all([
		...fans.slice(0, 30).map((fan) => site.call(likeReview, { params: { id } }, fan)),
		...fans.slice(90).map((fan) => site.call(unlikeReview, { params: { id } }, fan)),
	])
	const { notifications } = await site.call(listMyNotifications, { query: {} }, author)
	expect(notifications.map((n) => [n.actorCount, n.isRead])).toEqual([
		[30, false],
		[40, true],
	])
	expect(await recount(site.services.db)).toEqual([])
})

test('notifications are paged by cursor, and all of them can be marked', async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register(), await site.register()]
	const ids: string[] = []
	for (let n = 0; n < 7; n++) {
		const { id } = await writeReview(site, author)
		site.time.now += 1000
		await site.call(likeReview, { params: { id } }, fan)
		ids.unshift(id)
	}
	const seen: (string | undefined)[] = []
	let cursor: string | undefined
	do {
		const query = { limit: 3, ...(cursor === undefined ? {} : { cursor }) }
		const page = await site.call(listMyNotifications, { query }, author)
		seen.push(...page.notifications.map(({ review }) => review?.id))
		cursor = page.nextCursor ?? undefined
	} while (cursor !== undefined)
	expect(seen).toEqual(ids)
	expect(await site.call(markNotificationsRead, { body: { all: true } }, author)).toEqual({ success: true, marked: 7 })
	expect(await unread(site, author)).toBe(0)
})

test('only the recipient can mark a notification, and a call without ids is refused', async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register(), await site.register()]
	const { id } = await writeReview(site, author)
	await site.call(likeReview, { params: { id } }, fan)
	const [notification] = (await site.call(listMyNotifications, { query: {} }, author)).notifications
	const ids = [notification?.id ?? '']
	expect((await site.call(markNotificationsRead, { body: { ids } }, fan)).marked).toBe(0)
	expect(await unread(site, author)).toBe(1)
	const refused = await site.refusal(markNotificationsRead, { body: {} }, author)
	expect([refused.status, refused.code]).toEqual([400, 'no_notifications'])
	expect((await site.refusal(listMyNotifications, { query: { cursor: 'none' } }, author)).status).toBe(400)
	expect((await site.refusal(unlikeReview, { params: { id: STRANGER } }, fan)).status).toBe(404)
	expect((await site.refusal(unlikeComment, { params: { id: STRANGER } }, fan)).status).toBe(404)
})

test('deleted reviews and accounts leave no notification', async () => {
	await using site = await startSite()
	const [author, fan, other] = [await site.register('Author'), await site.register('Fan'), await site.register('Other')]
	const { id } = await writeReview(site, author)
	const comment = await site.call(createComment, { body: { reviewId: id, content: 'So it is.' } }, other)
	site.time.now += 1000
	for (const player of [fan, other]) await site.call(likeReview, { params: { id } }, player)
	await site.call(likeComment, { params: { id: comment.id } }, fan)
	await site.call(follow, { body: { followedId: author.user.id } }, fan)
	await site.call(deleteAccount, { body: { password: fan.password } }, fan)
	expect(await read(site, author)).toEqual([
		['review_like', 'Other', 1, false],
		['comment', 'Other', 1, false],
	])
	expect(await read(site, other)).toEqual([])
	await site.call(deleteReview, { params: { id } }, author)
	expect(await read(site, author)).toEqual([])
	await site.services.purges.resume()
	expect(await recount(site.services.db)).toEqual([])
	expect(await site.services.db.selectFrom('notifications').select('id').execute()).toEqual([])
	expect(await site.services.db.selectFrom('notification_events').select('source').execute()).toEqual([])
})

test('old notifications are deleted by their newest event, in batches', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register('Author'), await site.register('Fan')]
	const [old, current] = [await writeReview(site, author), await writeReview(site, author)]
	const { db } = site.services
	const crowd = await addCrowd(db, 700, now(site.services))
	await addLikes(db, { of: { review: old.id }, people: crowd, at: now(site.services) })
	await addLikes(db, { of: { review: current.id }, people: crowd, at: now(site.services) })
	site.time.now += 1000
	await addLikes(db, { of: { review: current.id }, people: [fan.user.id], at: now(site.services) })
	await deleteOldNotifications(db, new Date(site.time.now - 1).toISOString())
	const { notifications } = await site.call(listMyNotifications, { query: {} }, author)
	expect(notifications.map(({ review, actorCount }) => [review?.id, actorCount])).toEqual([[current.id, 701]])
	expect(await recount(db)).toEqual([])
})
