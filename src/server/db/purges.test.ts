// Deletes accounts and texts with thousands of rows while others write, and recounts.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount, getDeletion } from '#contract/account.ts'
import { getUnreadCount, listFollowingActivity } from '#contract/activity.ts'
import { createComment, deleteComment, likeComment, listComments } from '#contract/comments.ts'
import { follow, listFollowing } from '#contract/follows.ts'
import { getGame } from '#contract/games.ts'
import { listLibrary, saveLibraryEntry } from '#contract/library.ts'
import { copyList, createList, deleteList, getList, likeList, listLists } from '#contract/lists.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import { getPopularUsers } from '#contract/popular-users.ts'
import { getProfile } from '#contract/profile-detail.ts'
import {
	createReview,
	deleteReview,
	getPopularReviews,
	getReview,
	likeReview,
	listReviews,
	updateReview,
} from '#contract/reviews.ts'
import { findUsers } from '#contract/search.ts'
import { getUser } from '#contract/users.ts'
import { addComments, addCrowd, addFollowers, addLibrary, addLikes, addReads } from '#kit/crowd.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { applyFeedCorrections } from '#server/features/activity/queries.ts'
import { createPurges } from './purges.ts'
import { recount } from './recount.ts'

// Trust case 50: large content is deleted in batches. The long run has 100,000 rows.
const ROWS = Number(process.env.DELETION_ROWS ?? 1_200)
const TIMEOUT_MS = 3_600_000
const REVIEW_BODY = { rating: 4, platform: 'PC', description: 'Worth every evening of it.' }

async function review(site: TestSite, player: Player) {
	site.time.now += 1_000
	return site.call(createReview, { body: { ...REVIEW_BODY, gameId: await site.addGame() } }, player)
}

/** Stops purges by requests, so that hidden content can be inspected. */
async function stopPurging(site: TestSite): Promise<void> {
	await site.services.purges.close()
}

/** Purges hidden content while another user keeps writing, whose calls must all succeed. Returns their number. */
async function purgeWhileWriting(site: TestSite, writer: Player): Promise<number> {
	let isDone = false
	const purged = createPurges(site.services.db)
		.resume()
		.finally(() => {
			isDone = true
		})
	const { id } = await review(site, writer)
	let writeCount = 0
	while (!isDone) {
		await site.call(createComment, { body: { reviewId: id, content: 'Meanwhile.' } }, writer)
		if (!isDone) writeCount++
	}
	await purged
	return writeCount
}

test('a large account is hidden at once and deleted in batches while others write, and every count is right', {
	tags: ['trust-50'],
	timeout: TIMEOUT_MS,
}, async () => {
	await using site = await startSite()
	const { db } = site.services
	const [gone, stays] = [await site.register('Vanishing_1'), await site.register()]
	const [own, others] = [await review(site, gone), await review(site, stays)]
	const at = now(site.services)
	const crowd = await addCrowd(db, ROWS / 4, at)
	await addComments(db, { reviewId: others.id, userId: gone.user.id, count: ROWS / 2, at })
	await addComments(db, { reviewId: own.id, userId: stays.user.id, count: ROWS / 4, at })
	await addLikes(db, { of: { review: own.id }, people: crowd, at })
	await site.call(likeReview, { params: { id: others.id } }, gone)
	await stopPurging(site)

	const { confirmationCode: code } = await site.call(deleteAccount, { body: { password: PASSWORD } }, gone)
	expect((await site.refusal(getReview, { params: { id: own.id } })).status).toBe(404)
	expect((await site.call(listComments, { params: { reviewId: others.id }, query: {} })).comments).toEqual([])
	expect(await site.call(getDeletion, { params: { code } })).toMatchObject({ status: 'processing', progress: 0 })
	expect(await recount(db)).toEqual([])

	expect(await purgeWhileWriting(site, stays)).toBeGreaterThan(0)
	expect(await site.call(getDeletion, { params: { code } })).toMatchObject({ status: 'processing', progress: 100 })
	expect(await db.selectFrom('users').select('id').where('id', '=', gone.user.id).execute()).toEqual([])
	expect(await site.call(getReview, { params: { id: others.id } })).toMatchObject({ commentCount: 0, likes: 0 })
	expect(await recount(db)).toEqual([])
})

test('a review with many comments disappears at once, and its rows are deleted soon after', {
	tags: ['trust-50'],
	timeout: TIMEOUT_MS,
}, async () => {
	await using site = await startSite()
	const { db } = site.services
	const [author, stays, fan] = [await site.register(), await site.register(), await site.register()]
	await site.call(follow, { body: { followedId: author.user.id } }, fan)
	const { id, gameId } = await review(site, author)
	const at = now(site.services)
	const [commentId] = await addComments(db, { reviewId: id, userId: stays.user.id, count: ROWS, at })
	await addLikes(db, { of: { comment: commentId ?? '' }, people: [fan.user.id, author.user.id], at })
	await stopPurging(site)

	await site.call(deleteReview, { params: { id } }, author)
	expect((await site.refusal(getReview, { params: { id } })).status).toBe(404)
	expect((await site.refusal(deleteReview, { params: { id } }, author)).status).toBe(404)
	expect((await site.refusal(likeReview, { params: { id } }, fan)).status).toBe(404)
	expect((await site.refusal(likeComment, { params: { id: commentId ?? '' } }, fan)).status).toBe(404)
	expect((await site.refusal(updateReview, { params: { id }, body: REVIEW_BODY }, author)).status).toBe(404)
	expect((await site.refusal(createComment, { body: { reviewId: id, content: 'Late.' } }, fan)).status).toBe(404)
	expect((await site.refusal(listComments, { params: { reviewId: id }, query: {} })).status).toBe(404)
	expect((await site.call(listFollowingActivity, { query: {} }, fan)).activities).toEqual([])
	expect((await site.call(getUnreadCount, {}, fan)).count).toBe(0)
	// The author may review the game again
	await site.call(createReview, { body: { ...REVIEW_BODY, gameId } }, author)
	expect(await recount(db)).toEqual([])

	await purgeWhileWriting(site, fan)
	expect(await recount(db)).toEqual([])
	expect((await site.call(getUser, { params: { id: author.user.id } })).reviewCount).toBe(1)
	const { n } = await db.selectFrom('users').select(db.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
	expect(Number(n)).toBe(3)
})

test('a user whom many texts mention, and one whose many texts mention others, are deleted in batches', {
	tags: ['trust-50'],
	timeout: TIMEOUT_MS,
}, async () => {
	await using site = await startSite()
	const { db } = site.services
	const [star, fan, stays] = [
		await site.register('Star_1'),
		await site.register('fan_1'),
		await site.register('stays_1'),
	]
	const at = now(site.services)
	const { id } = await review(site, stays)
	await addComments(db, { reviewId: id, userId: fan.user.id, count: ROWS, at })
	const mentioned = ['star_1', 'stays_1']
	for (const few of await listBatches(db, fan.user.id))
		await db.updateTable('comments').set({ mentioned }).where('id', 'in', few).execute()
	expect((await site.call(listMyNotifications, { query: {} }, star)).notifications).toHaveLength(30)
	await stopPurging(site)
	for (const gone of [star, fan]) {
		await site.call(deleteAccount, { body: { password: PASSWORD } }, gone)
		expect(await recount(db)).toEqual([])
		await purgeWhileWriting(site, stays)
		expect(await recount(db)).toEqual([])
	}
	expect(await db.selectFrom('mentions').selectAll().execute()).toEqual([])
	expect((await site.call(listMyNotifications, { query: {} }, stays)).notifications).toEqual([])
})

/** Returns the ids of a user's comments, a few at a time. */
async function listBatches(db: TestSite['services']['db'], userId: string): Promise<string[][]> {
	const rows = await db.selectFrom('comments').select('id').where('user_id', '=', userId).execute()
	const ids = rows.map((row) => row.id)
	return Array.from({ length: Math.ceil(ids.length / 100) }, (_, batch) => ids.slice(batch * 100, batch * 100 + 100))
}

test('a user with many followers is deleted, including what followers have read of theirs', {
	tags: ['trust-50'],
	timeout: TIMEOUT_MS,
}, async () => {
	await using site = await startSite()
	const { db } = site.services
	const [star, fan] = [await site.register('Star_1'), await site.register()]
	const at = now(site.services)
	const crowd = await addCrowd(db, ROWS, at)
	await addFollowers(db, { followedId: star.user.id, people: [...crowd, fan.user.id], at })
	const { id } = await review(site, star)
	await addReads(db, { userId: star.user.id, activities: [id], people: crowd })
	await stopPurging(site)
	await site.call(deleteAccount, { body: { password: PASSWORD } }, star)
	expect((await site.call(listFollowingActivity, { query: {} }, fan)).total).toBe(0)
	expect((await site.call(listFollowing, { params: { id: fan.user.id }, query: {} })).data).toEqual([])
	await purgeWhileWriting(site, fan)
	expect((await site.call(getUser, { params: { id: fan.user.id } })).followingCount).toBe(0)
	expect(await recount(db)).toEqual([])
})

test('a large library is hidden at once, and its rows and their counts go in batches, also after an interruption', {
	tags: ['trust-50'],
	timeout: TIMEOUT_MS,
}, async () => {
	await using site = await startSite()
	const { db } = site.services
	const [gone, stays] = [await site.register('Vanishing_2'), await site.register()]
	const [gameId = 0] = await addLibrary(db, { userId: gone.user.id, count: ROWS / 2, at: now(site.services) })
	await site.call(saveLibraryEntry, { params: { gameId }, body: { status: 'played', rating: 2 } }, stays)
	const readGame = async () => (await site.call(getGame, { params: { id: gameId } })).data
	expect(await readGame()).toMatchObject({ ratingCount: 2, averageRating: 3, statusCounts: { played: 2 } })
	await stopPurging(site)

	await site.call(deleteAccount, { body: { password: PASSWORD } }, gone)
	expect((await site.refusal(listLibrary, { query: { username: 'Vanishing_2' } })).status).toBe(404)
	expect(await recount(db)).toEqual([])

	const count = async () => {
		const { rows } = await sql<{
			n: number
		}>`select ((select count(*) from library_entries where user_id = ${gone.user.id})
			+ (select count(*) from plays where user_id = ${gone.user.id})
			+ (select count(*) from play_sessions where user_id = ${gone.user.id}))::int as n`.execute(db)
		return rows[0]?.n ?? 0
	}
	const all = await count()
	const interrupted = createPurges(db)
	const stopped = interrupted.resume()
	await expect.poll(count, { interval: 1, timeout: 60_000 }).toBeLessThan(all)
	await interrupted.close()
	await stopped
	expect(await recount(db)).toEqual([])
	expect(await purgeWhileWriting(site, stays)).toBeGreaterThan(0)
	expect(await count()).toBe(0)
	expect(await readGame()).toMatchObject({ ratingCount: 1, averageRating: 2, statusCounts: { played: 1 } })
	expect(await recount(db)).toEqual([])
})

test('content of a hidden account is in no list, search, ranking or feed, and pages are filled with other content', async () => {
	await using site = await startSite()
	const [gone, stays] = [await site.register('Vanishing_1'), await site.register()]
	await site.call(follow, { body: { followedId: gone.user.id } }, stays)
	const mine = await review(site, stays)
	const theirs = [await review(site, gone), await review(site, gone), await review(site, gone)]
	const list = await site.call(createList, { body: { title: 'Old list' } }, stays)
	site.time.now += 1_000
	const theirList = await site.call(createList, { body: { title: 'Their list' } }, gone)
	for (const { id } of [mine, ...theirs])
		for (const player of [gone, stays]) await site.call(likeReview, { params: { id } }, player)
	await stopPurging(site)
	await site.call(deleteAccount, { body: { password: PASSWORD } }, gone)

	const page = await site.call(listReviews, { query: { limit: 2 } })
	expect(page.reviews.map(({ id }) => id)).toEqual([mine.id])
	const popular = await site.call(getPopularReviews, { query: { limit: 2, period: 'all' } })
	expect(popular.reviews.map(({ id }) => id)).toEqual([mine.id])
	const { lists } = await site.call(listLists, { query: { limit: 1 } })
	expect(lists.map(({ id }) => id)).toEqual([list.id])
	expect((await site.call(getPopularUsers, { query: { period: 'all' } })).users).toEqual([])
	expect((await site.call(findUsers, { query: { username: 'van' } })).users).toEqual([])
	expect((await site.refusal(getProfile, { params: { username: 'Vanishing_1' } })).status).toBe(404)
	expect((await site.refusal(getUser, { params: { id: gone.user.id } })).status).toBe(404)
	expect((await site.refusal(getList, { params: { id: theirList.id } })).status).toBe(404)
	expect((await site.refusal(follow, { body: { followedId: gone.user.id } }, stays)).status).toBe(404)
	expect((await site.call(listFollowingActivity, { query: {} }, stays)).activities).toEqual([])
	const { text } = await site.app.inject({ url: '/api/reviews?search=evening' }).then(({ body }) => ({ text: body }))
	expect(text).not.toContain(theirs[0]?.id)
})

test('a comment with many likes and a list that many followers have read are deleted as well', async () => {
	await using site = await startSite()
	const { db } = site.services
	const [author, stays] = [await site.register(), await site.register()]
	const at = now(site.services)
	const crowd = await addCrowd(db, 501, at)
	await addFollowers(db, { followedId: author.user.id, people: crowd, at })
	const { id: reviewId } = await review(site, stays)
	const comment = await site.call(createComment, { body: { reviewId, content: 'Loved.' } }, author)
	const list = await site.call(createList, { body: { title: 'Read by all' } }, author)
	await addLikes(db, { of: { comment: comment.id }, people: crowd, at })
	await addReads(db, { userId: author.user.id, activities: [list.id], people: crowd })
	await stopPurging(site)

	// The author of the review may delete the comment
	await site.call(deleteComment, { params: { id: comment.id } }, stays)
	await site.call(deleteList, { params: { id: list.id } }, author)
	expect((await site.call(listComments, { params: { reviewId }, query: {} })).comments).toEqual([])
	expect((await site.refusal(deleteComment, { params: { id: comment.id } }, stays)).status).toBe(404)
	expect((await site.refusal(getList, { params: { id: list.id } })).status).toBe(404)
	expect(await recount(db)).toEqual([])
	await createPurges(db).resume()
	await applyFeedCorrections(db)
	expect(await recount(db)).toEqual([])
	expect(await db.selectFrom('feed_corrections').selectAll().execute()).toEqual([])
	const { user_id } = await db.selectFrom('activities').select('user_id').executeTakeFirstOrThrow()
	expect(user_id).toBe(stays.user.id)
})

test('a list with many likes and copies disappears at once, and so do the likes and copies of an account', async () => {
	await using site = await startSite()
	const { db } = site.services
	const [author, fan, stays] = [await site.register(), await site.register(), await site.register()]
	const at = now(site.services)
	const crowd = await addCrowd(db, 520, at)
	const list = await site.call(createList, { body: { title: 'Liked by all' } }, author)
	const other = await site.call(createList, { body: { title: 'Another' } }, stays)
	await db
		.insertInto('list_likes')
		.values(crowd.map((user_id) => ({ list_id: list.id, user_id, created_at: at })))
		.execute()
	for (const { id } of [list, other]) {
		await site.call(likeList, { params: { id } }, fan)
		await site.call(copyList, { params: { id } }, fan)
	}
	expect(await site.call(getList, { params: { id: list.id } })).toMatchObject({ likes: 521 })
	await stopPurging(site)

	await site.call(deleteList, { params: { id: list.id } }, author)
	expect((await site.refusal(getList, { params: { id: list.id } })).status).toBe(404)
	expect((await site.refusal(likeList, { params: { id: list.id } }, stays)).status).toBe(404)
	const popular = await site.call(listLists, { query: { sortBy: 'popular' } })
	expect(popular.lists.map(({ id }) => id)).toEqual([other.id])
	expect(await recount(db)).toEqual([])
	await site.call(deleteAccount, { body: { password: PASSWORD } }, fan)
	await createPurges(db).resume()
	expect(await recount(db)).toEqual([])
	expect(await db.selectFrom('list_likes').selectAll().execute()).toEqual([])
	expect(await db.selectFrom('lists').select('id').execute()).toEqual([{ id: other.id }])
	expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([])
})

test('an interrupted purge is resumed, and two concurrent purges delete each row once', async () => {
	await using site = await startSite()
	const { db } = site.services
	const [gone, stays] = [await site.register(), await site.register()]
	const { id: reviewId } = await review(site, stays)
	await addComments(db, { reviewId, userId: gone.user.id, count: 1_000, at: now(site.services) })
	await stopPurging(site)
	const { confirmationCode: code } = await site.call(deleteAccount, { body: { password: PASSWORD } }, gone)
	const first = createPurges(db)
	const stopped = first.resume()
	await expect
		.poll(async () => (await site.call(getReview, { params: { id: reviewId } })).commentCount, { interval: 5 })
		.toBeLessThan(1_000)
	await first.close()
	await stopped
	const { progress } = await site.call(getDeletion, { params: { code } })
	expect(progress).toBeGreaterThan(0)
	expect(progress).toBeLessThan(100)

	await Promise.all([createPurges(db).resume(), createPurges(db).resume()])
	await createPurges(db).resume()
	expect((await site.call(getDeletion, { params: { code } })).progress).toBe(100)
	expect(await site.call(getReview, { params: { id: reviewId } })).toMatchObject({ commentCount: 0 })
	expect(await recount(db)).toEqual([])
})

test('a deleted activity disappears from the feeds of all followers at once, read or unread', async () => {
	await using site = await startSite()
	const { db } = site.services
	const [author, early, late] = [await site.register(), await site.register(), await site.register()]
	await site.call(follow, { body: { followedId: author.user.id } }, early)
	const first = await review(site, author)
	site.time.now += 1_000
	await site.call(follow, { body: { followedId: author.user.id } }, late)
	await review(site, author)
	await site.call(deleteReview, { params: { id: first.id } }, author)
	await site.services.purges.resume()
	const feeds = async () => [
		(await site.call(listFollowingActivity, { query: {} }, early)).total,
		(await site.call(listFollowingActivity, { query: { unreadOnly: true } }, late)).activities.length,
		(await site.call(getUnreadCount, {}, late)).count,
	]
	expect(await feeds()).toEqual([1, 1, 1])
	expect(await recount(db)).toEqual([])
	await applyFeedCorrections(db)
	expect(await feeds()).toEqual([1, 1, 1])
	expect(await recount(db)).toEqual([])
})
