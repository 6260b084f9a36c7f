import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import {
	createComment,
	deleteComment,
	likeComment,
	listComments,
	listListComments,
	listReplies,
	NOT_A_PARENT,
	updateComment,
} from '#contract/comments.ts'
import { LIMITS } from '#contract/limits.ts'
import { createList, deleteList, getList } from '#contract/lists.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import { getReview } from '#contract/reviews.ts'
import { addCrowd, addLikes } from '#kit/crowd.ts'
import { type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { recount } from '#server/db/recount.ts'
import { ApiError } from '#web/app/api-client.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

async function startThread() {
	const site = await startSite()
	const [author, ann, ben] = [await site.register('Author'), await site.register('Ann'), await site.register('Ben')]
	const { id: reviewId } = await writeReview(site, author)
	const comment = (player: Player, content: string, parentId?: string) => {
		site.time.now += 1000
		return site.call(createComment, { body: { reviewId, content, ...(parentId ? { parentId } : {}) } }, player)
	}
	const threads = async () => (await site.call(listComments, { params: { reviewId }, query: {} }, ann)).comments
	return { site, author, ann, ben, reviewId, comment, threads }
}

const count = async (site: TestSite, id: string) => (await site.call(getReview, { params: { id } })).commentCount

test('replies hang under the first level, three of them with their comment and all of them on request', async () => {
	const { site, author, ann, ben, reviewId, comment } = await startThread()
	await using _ = site
	const root = await comment(ann, 'Why?')
	const other = await comment(ben, 'Nice.')
	expect(root).toMatchObject({ parentId: null, listId: null, replyCount: 0, replies: [], editedAt: null, mentions: [] })
	const replies = [await comment(author, 'Because.', root.id)]
	for (let n = 2; n <= 5; n++) replies.push(await comment(ben, `Number ${n}`, replies[0]?.id))
	expect(replies.map(({ parentId }) => parentId)).toEqual(replies.map(() => root.id))
	const page = await site.call(listComments, { params: { reviewId }, query: {} })
	expect(page).toMatchObject({ totalCount: 2, totalPages: 1 })
	expect(page.comments.map(({ id, replyCount }) => [id, replyCount])).toEqual([
		[other.id, 0],
		[root.id, 5],
	])
	expect(page.comments[1]?.replies.map(({ id }) => id)).toEqual(replies.slice(0, 3).map(({ id }) => id))
	const params = { id: root.id }
	const first = await site.call(listReplies, { params, query: { limit: 4 } })
	const rest = await site.call(listReplies, { params, query: { limit: 4, cursor: first.nextCursor ?? '' } })
	expect([...first.comments, ...rest.comments].map(({ id }) => id)).toEqual(replies.map(({ id }) => id))
	expect(rest.nextCursor).toBe(null)
	expect(await count(site, reviewId)).toBe(7)
	expect(await recount(site.services.db)).toEqual([])
	// Who is answered hears of a reply, and the author of the review only of other comments
	const kinds = async (player: Player) =>
		(await site.call(listMyNotifications, { query: {} }, player)).notifications.map(({ kind, actorCount }) => [
			kind,
			actorCount,
		])
	expect(await kinds(ann)).toEqual([['reply', 2]])
	expect(await kinds(author)).toEqual([['comment', 2]])
})

test('a deleted comment with replies leaves a tombstone, which goes with its last reply', async () => {
	const { site, author, ann, ben, reviewId, comment, threads } = await startThread()
	await using _ = site
	const root = await comment(ann, 'Why?')
	const [one, two] = [await comment(ben, 'Because.', root.id), await comment(author, 'Indeed.', root.id)]
	await site.call(likeComment, { params: { id: root.id } }, ben)
	await site.call(deleteComment, { params: { id: root.id } }, ann)
	expect(await threads()).toMatchObject([
		{ id: root.id, isDeleted: true, user: null, userId: null, username: null, content: '', likes: 0, replyCount: 2 },
	])
	expect(await count(site, reviewId)).toBe(2)
	for (const [call, player] of [
		[() => site.refusal(deleteComment, { params: { id: root.id } }, author), author],
		[() => site.refusal(likeComment, { params: { id: root.id } }, ben), ben],
		[() => site.refusal(updateComment, { params: { id: root.id }, body: { content: 'Back' } }, ann), ann],
	] as const)
		expect([(await call()).status, player.user.username]).toEqual([404, player.user.username])
	const refused = await site.refusal(
		createComment,
		{ body: { reviewId, parentId: root.id, content: 'Too late' } },
		author,
	)
	expect([refused.status, refused.message]).toEqual([400, NOT_A_PARENT])
	// An answer to a reply still hangs under the tombstone
	expect((await comment(ann, 'Really?', one.id)).parentId).toBe(root.id)
	expect(await recount(site.services.db)).toEqual([])
	for (const reply of (await threads())[0]?.replies ?? [])
		await site.call(deleteComment, { params: { id: reply.id } }, author)
	expect(two.parentId).toBe(root.id)
	expect(await threads()).toEqual([])
	expect(await count(site, reviewId)).toBe(0)
	expect(await recount(site.services.db)).toEqual([])
})

test('an account that is deleted leaves tombstones where others replied', async () => {
	const { site, ann, ben, comment, threads, reviewId } = await startThread()
	await using _ = site
	const root = await comment(ben, 'Why?')
	await comment(ben, 'Alone.')
	const reply = await comment(ann, 'Because.', root.id)
	await comment(ben, 'I see.', root.id)
	await site.call(deleteAccount, { body: { password: ben.password } }, ben)
	const expectPlace = async () => {
		const [tombstone, ...others] = await threads()
		expect(others).toEqual([])
		expect(tombstone).toMatchObject({ id: root.id, isDeleted: true, username: null })
		expect(tombstone?.replies.map(({ id }) => id)).toEqual([reply.id])
	}
	await expectPlace()
	await site.services.purges.resume()
	await expectPlace()
	expect(await count(site, reviewId)).toBe(1)
	expect(await recount(site.services.db)).toEqual([])
})

test('a comment is edited by its author only', async () => {
	const { site, author, ann, comment } = await startThread()
	await using _ = site
	const { id } = await comment(ann, 'Tpyo')
	await comment(author, 'Fine.', id)
	const body = { content: ' Typo ', containsSpoilers: true }
	site.time.now += 1000
	const edited = await site.call(updateComment, { params: { id }, body }, ann)
	expect(edited).toMatchObject({ content: 'Typo', containsSpoilers: true, editedAt: now(site.services), replyCount: 1 })
	expect(edited.replies).toHaveLength(1)
	// What is absent stays
	expect(await site.call(updateComment, { params: { id }, body: { content: 'Typo.' } }, ann)).toMatchObject({
		containsSpoilers: true,
	})
	expect((await site.refusal(updateComment, { params: { id }, body }, author)).status).toBe(403)
	expect((await site.refusal(updateComment, { params: { id }, body })).status).toBe(401)
	expect((await site.refusal(updateComment, { params: { id: STRANGER }, body }, ann)).status).toBe(404)
	const tooLong = { content: 'x'.repeat(LIMITS.commentMax + 1) }
	expect((await site.refusal(updateComment, { params: { id }, body: tooLong }, ann)).status).toBe(400)
})

test('a reply needs a parent on the same review, and a comment either a review or a list', async () => {
	const { site, author, ann, comment, reviewId } = await startThread()
	await using _ = site
	const { id: otherReview } = await writeReview(site, author)
	const { id: parentId } = await comment(ann, 'Here')
	const refuse = async (body: object) => {
		const refusal = await site.refusal(createComment, { body: { content: 'Hm', ...body } }, ann)
		return [refusal.status, refusal.code]
	}
	expect(await refuse({ reviewId: otherReview, parentId })).toEqual([400, 'invalid_input'])
	expect(await refuse({ reviewId, parentId: STRANGER })).toEqual([400, 'invalid_input'])
	expect(await refuse({})).toEqual([400, 'invalid_input'])
	expect(await refuse({ reviewId, listId: STRANGER })).toEqual([400, 'invalid_input'])
	expect(await refuse({ reviewId: STRANGER })).toEqual([404, 'review_not_found'])
	expect(await refuse({ listId: STRANGER })).toEqual([404, 'list_not_found'])
	expect((await site.refusal(listReplies, { params: { id: STRANGER }, query: {} })).status).toBe(404)
})

test('the page of a comment is found by its id, also that of a reply', async () => {
	const { site, ann, ben, comment, reviewId } = await startThread()
	await using _ = site
	const ids: string[] = []
	for (let n = 0; n < 9; n++) ids.unshift((await comment(ann, `Number ${n}`)).id)
	const reply = await comment(ben, 'Down there', ids[7])
	const find = (linked: string, limit = 3) =>
		site.call(listComments, { params: { reviewId }, query: { limit, comment: linked } })
	for (const [index, id] of ids.entries()) {
		const page = await find(id)
		expect([page.currentPage, page.comments[index % 3]?.id]).toEqual([Math.floor(index / 3) + 1, id])
	}
	expect((await find(reply.id)).comments.map(({ id }) => id)).toContain(ids[7])
	for (let n = 0; n < 5; n++) await comment(ben, `After it ${n}`, ids[7])
	const last = await comment(ann, 'The last', ids[7])
	const thread = (await find(last.id)).comments.find(({ id }) => id === ids[7])
	expect([thread?.replies.length, thread?.replies.at(-1)?.id]).toEqual([4, last.id])
	const { id: other } = await writeReview(site, ann)
	expect((await site.refusal(listComments, { params: { reviewId }, query: { comment: STRANGER } })).status).toBe(404)
	expect(
		(await site.refusal(listComments, { params: { reviewId: other }, query: { comment: ids[0] ?? '' } })).status,
	).toBe(404)
})

test('replies and deletions of their comment at once leave no orphan and exact counts', async () => {
	const { site, author, ann, ben, comment, threads } = await startThread()
	await using _ = site
	for (let round = 0; round < 6; round++) {
		const root = await comment(ann, 'Why?')
		const replies = [await comment(ben, 'First', root.id)]
		if (round % 2) await site.call(deleteComment, { params: { id: replies[0]?.id ?? '' } }, ben)
		const outcomes = await Promise.allSettled([
			comment(ben, 'One', root.id),
			site.call(deleteComment, { params: { id: root.id } }, ann),
			comment(author, 'Two', root.id),
			site.call(deleteComment, { params: { id: replies[0]?.id ?? '' } }, author),
		])
		for (const outcome of outcomes)
			if (outcome.status === 'rejected' && (!(outcome.reason instanceof ApiError) || outcome.reason.status >= 500))
				throw outcome.reason
	}
	expect(await recount(site.services.db)).toEqual([])
	for (const { isDeleted, replyCount } of await threads()) expect(isDeleted && replyCount === 0).toBe(false)
})

test('the many likes of a tombstone are deleted in batches', async () => {
	const { site, ann, ben, comment, threads } = await startThread()
	await using _ = site
	const root = await comment(ann, 'Why?')
	const reply = await comment(ben, 'Because.', root.id)
	const { db } = site.services
	await addLikes(db, {
		of: { comment: root.id },
		people: await addCrowd(db, 1_200, now(site.services)),
		at: now(site.services),
	})
	await site.call(deleteComment, { params: { id: root.id } }, ann)
	await site.call(deleteComment, { params: { id: reply.id } }, ben)
	expect(await threads()).toEqual([])
	await site.services.purges.resume()
	expect(await db.selectFrom('comments').select('id').execute()).toEqual([])
	expect(await recount(db)).toEqual([])
})

test('comments on a list are threads of their own', async () => {
	const { site, author, ann, ben } = await startThread()
	await using _ = site
	const list = await site.call(createList, { body: { title: 'Calm' } }, author)
	const listId = list.id
	const root = await site.call(createComment, { body: { listId, content: 'Why these?' } }, ann)
	expect(root).toMatchObject({ listId, reviewId: null, reviewImpressions: 0 })
	site.time.now += 1000
	const reply = await site.call(createComment, { body: { listId, parentId: root.id, content: 'Why not?' } }, ben)
	const page = await site.call(listListComments, { params: { listId }, query: {} }, ann)
	expect(page).toMatchObject({ totalCount: 1, comments: [{ id: root.id, replies: [{ id: reply.id }] }] })
	expect(await site.call(getList, { params: { id: listId } })).toMatchObject({ commentCount: 2 })
	expect((await site.call(listMyNotifications, { query: {} }, author)).notifications).toMatchObject([
		{ kind: 'comment', actorCount: 2, review: null, list: { id: listId, title: 'Calm' }, comment: { listId } },
	])
	expect((await site.refusal(deleteComment, { params: { id: reply.id } }, ann)).status).toBe(403)
	await site.call(deleteComment, { params: { id: root.id } }, author)
	expect(await site.call(getList, { params: { id: listId } })).toMatchObject({ commentCount: 1 })
	expect(await recount(site.services.db)).toEqual([])
	await site.call(deleteList, { params: { id: listId } }, author)
	await site.services.purges.resume()
	expect(await site.services.db.selectFrom('comments').select('id').execute()).toEqual([])
	expect((await site.refusal(listListComments, { params: { listId }, query: {} })).status).toBe(404)
	expect(await recount(site.services.db)).toEqual([])
})
