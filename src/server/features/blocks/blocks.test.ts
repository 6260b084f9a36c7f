import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { blockUser, listBlocks, listMutes, muteUser, unblockUser, unmuteUser } from '#contract/blocks.ts'
import { createComment, listComments } from '#contract/comments.ts'
import { follow, listFollowers } from '#contract/follows.ts'
import { LIMITS } from '#contract/limits.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getReview, likeReview } from '#contract/reviews.ts'
import { getUser } from '#contract/users.ts'
import { countLockWaits } from '#kit/lock-waits.ts'
import { openSecondConnection } from '#kit/second-connection.ts'
import { PASSWORD, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { addFollow } from '#server/features/follows/queries.ts'
import { addBlock } from './queries.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

test('a block and a mute are made once, listed newest first, and taken back', async () => {
	await using site = await startSite()
	const [ann, ben, cat] = [await site.register('Ann'), await site.register('Ben'), await site.register('Cat')]
	for (const [add, remove, list] of [
		[blockUser, unblockUser, listBlocks],
		[muteUser, unmuteUser, listMutes],
	] as const) {
		const post = (userId: string) =>
			site.app.inject({
				method: 'POST',
				url: add.url,
				payload: { userId },
				headers: { authorization: `Bearer ${ann.accessToken}` },
			})
		const statuses = (await Promise.all([1, 2, 3].map(() => post(ben.user.id)))).map(({ statusCode }) => statusCode)
		expect(statuses.sort()).toEqual([200, 200, 201])
		site.time.now += 1000
		expect((await post(cat.user.id.toUpperCase())).statusCode).toBe(201)
		expect((await post(ann.user.id.toUpperCase())).statusCode).toBe(400)
		expect([(await post(STRANGER)).statusCode, (await post(STRANGER)).json().error]).toEqual([404, 'User not found'])
		const first = await site.call(list, { query: { limit: 1 } }, ann)
		expect(first).toMatchObject({ totalCount: 2, totalPages: 2, currentPage: 1, users: [{ username: 'Cat' }] })
		const second = await site.call(list, { query: { limit: 1, cursor: first.nextCursor ?? '' } }, ann)
		expect(second).toMatchObject({ currentPage: null, nextCursor: null, users: [{ username: 'Ben' }] })
		expect((await site.call(list, { query: { limit: 1, page: 2 } }, ann)).users).toEqual(second.users)
		expect((await site.call(list, { query: {} }, ben)).totalCount).toBe(0)
		for (const { user } of [ben, cat, ben]) await site.call(remove, { params: { userId: user.id } }, ann)
		expect(await site.call(list, { query: {} }, ann)).toMatchObject({ totalCount: 0, users: [], nextCursor: null })
	}
})

test('a block ends the follows of both with their notifications, and its end does not bring them back', async () => {
	await using site = await startSite()
	const [ann, ben, cat] = [await site.register('Ann'), await site.register('Ben'), await site.register('Cat')]
	for (const [one, other] of [
		[ann, ben],
		[ben, ann],
		[cat, ann],
	] as const)
		await site.call(follow, { body: { followedId: other.user.id } }, one)
	await site.call(blockUser, { body: { userId: ben.user.id } }, ann)
	const countsOf = async (id: string) => {
		const { followerCount, followingCount } = await site.call(getUser, { params: { id } })
		return [followerCount, followingCount]
	}
	expect([await countsOf(ann.user.id), await countsOf(ben.user.id)]).toEqual([
		[1, 0],
		[0, 0],
	])
	const told = await site.call(listMyNotifications, { query: {} }, ann)
	expect(told.notifications.map(({ kind, actors }) => [kind, actors.map(({ username }) => username)])).toEqual([
		['follow', ['Cat']],
	])
	await site.call(unblockUser, { params: { userId: ben.user.id } }, ann)
	expect((await site.call(listFollowers, { params: { id: ann.user.id }, query: {} }, ben)).count).toBe(1)
	expect(await recount(site.services.db)).toEqual([])
})

test('both may block each other, and the end of one block leaves the other', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	await Promise.all([
		site.call(blockUser, { body: { userId: ben.user.id } }, ann),
		site.call(blockUser, { body: { userId: ann.user.id } }, ben),
	])
	await site.call(unblockUser, { params: { userId: ben.user.id } }, ann)
	expect((await site.refusal(getProfile, { params: { username: 'Ann' } }, ben)).status).toBe(404)
	expect((await site.refusal(getProfile, { params: { username: 'Ben' } }, ann)).status).toBe(404)
	await site.call(unblockUser, { params: { userId: ann.user.id } }, ben)
	expect((await site.call(getProfile, { params: { username: 'Ben' } }, ann)).isMuted).toBe(false)
})

test('whom somebody mutes is told on the profile, and to nobody else', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	await site.call(muteUser, { body: { userId: ben.user.id } }, ann)
	const isMuted = async (username: string, player?: typeof ann) =>
		(await site.call(getProfile, { params: { username } }, player)).isMuted
	expect([
		await isMuted('Ben', ann),
		await isMuted('Ann', ben),
		await isMuted('Ben', ben),
		await isMuted('Ben'),
	]).toEqual([true, false, null, null])
	// Whoever has blocked one is not in one's list of mutes either
	await site.call(blockUser, { body: { userId: ann.user.id } }, ben)
	expect((await site.call(listMutes, { query: {} }, ann)).users).toEqual([])
})

test('what a blocked or muted person does notifies nobody, and what they did is counted nowhere', async () => {
	await using site = await startSite()
	const [ann, ben, cat] = [await site.register('Ann'), await site.register('Ben'), await site.register('Cat')]
	const review = await writeReview(site, ann)
	const hosted = await writeReview(site, cat)
	const params = { id: review.id }
	await site.call(likeReview, { params }, ben)
	await site.call(likeReview, { params }, cat)
	const told = async () => {
		const { notifications, unreadCount } = await site.call(listMyNotifications, { query: {} }, ann)
		return [unreadCount, ...notifications.map(({ kind, actorCount, actors }) => [kind, actorCount, actors.length])]
	}
	expect(await told()).toEqual([1, ['review_like', 2, 2]])
	const userId = ben.user.id
	await site.call(muteUser, { body: { userId } }, ann)
	expect(await told()).toEqual([1, ['review_like', 1, 1]])
	await site.call(createComment, { body: { reviewId: review.id, content: 'Muted.' } }, ben)
	await site.call(createComment, { body: { reviewId: hosted.id, content: 'Hello @ann.' } }, ben)
	expect(await told()).toEqual([1, ['review_like', 1, 1]])
	await site.call(unmuteUser, { params: { userId } }, ann)
	expect(await told()).toEqual([1, ['review_like', 2, 2]])
	expect((await site.call(getReview, { params }, ann)).commentCount).toBe(1)
	expect(await recount(site.services.db)).toEqual([])
})

test('a mention of a blocked person is plain text, to them and to the other', async () => {
	await using site = await startSite()
	const [ann, ben, cat] = [await site.register('Ann'), await site.register('Ben'), await site.register('Cat')]
	const { id: reviewId } = await writeReview(site, cat)
	const comment = (content: string, player: typeof ann) =>
		site.call(createComment, { body: { reviewId, content } }, player)
	await comment('Ask @Ben.', cat)
	await site.call(blockUser, { body: { userId: ben.user.id } }, ann)
	site.time.now += 1000
	await comment('Not @Ann.', ben)
	const mentioned = async (player?: typeof ann) =>
		(await site.call(listComments, { params: { reviewId }, query: {} }, player)).comments.map(
			({ content, mentions }) => [content, mentions.length],
		)
	expect(await mentioned(ann)).toEqual([['Ask @Ben.', 0]])
	expect(await mentioned(cat)).toEqual([
		['Not @Ann.', 0],
		['Ask @Ben.', 1],
	])
	expect((await site.call(listMyNotifications, { query: {} }, ann)).notifications).toEqual([])
	await site.call(unblockUser, { params: { userId: ben.user.id } }, ann)
	expect(await mentioned(ann)).toEqual(await mentioned(cat))
})

test('in a thread of others, a comment with replies becomes a tombstone, and the replies of others stay', async () => {
	await using site = await startSite()
	const [ann, ben, cat] = [await site.register('Ann'), await site.register('Ben'), await site.register('Cat')]
	const { id: reviewId } = await writeReview(site, cat)
	const write = (content: string, player: typeof ann, parentId?: string) =>
		site.call(createComment, { body: { reviewId, content, ...(parentId && { parentId }) } }, player)
	await write('Alone', ben)
	const root = await write('With replies', ben)
	await write('Reply of Cat', cat, root.id)
	await write('Reply of Ben', ben, root.id)
	for (const hide of [blockUser, muteUser]) {
		await site.call(hide, { body: { userId: ben.user.id } }, ann)
		const { comments } = await site.call(listComments, { params: { reviewId }, query: {} }, ann)
		expect(comments).toMatchObject([
			{ id: root.id, isDeleted: true, content: '', user: null, likes: 0, replies: [{ content: 'Reply of Cat' }] },
		])
		expect(comments[0]?.replies).toHaveLength(1)
		const linked = await site.call(listComments, { params: { reviewId }, query: { comment: root.id } }, ann)
		expect(linked.comments).toHaveLength(1)
		await site.call(unblockUser, { params: { userId: ben.user.id } }, ann)
	}
})

test('somebody can block and mute only so many people', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { db } = site.services
	await withoutStatementTimeout(db, (connection) =>
		sql`
			insert into users (id, username, email, email_key, created_at)
			select gen_random_uuid(), 'many_' || n, n || '@example.org', n || '@example.org', now() from generate_series(1, ${LIMITS.blocksPerAccount - 1}::int) n`.execute(
			connection,
		),
	)
	for (const [table, own, other] of [
		['blocks', 'blocker_id', 'blocked_id'],
		['mutes', 'muter_id', 'muted_id'],
	] as const)
		await sql`
			insert into ${sql.table(table)} (${sql.ref(own)}, ${sql.ref(other)}, created_at)
			select ${ann.user.id}, id, now() from users where username like 'many%'`.execute(db)
	for (const hide of [blockUser, muteUser]) {
		const others = [await site.register(), await site.register()]
		const answers = await Promise.all(
			others.map(({ user }) =>
				site.app.inject({
					method: 'POST',
					url: hide.url,
					payload: { userId: user.id },
					headers: { authorization: `Bearer ${ann.accessToken}` },
				}),
			),
		)
		expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400])
		const full = answers.find(({ statusCode }) => statusCode === 400)?.json().error
		expect(full).toBe(`You can ${hide === blockUser ? 'block' : 'mute'} up to 5,000 people`)
	}
	expect(await countHidden(site)).toEqual([5000, 5000])
})

test('a deleted account leaves no blocks and mutes, and can still not be blocked', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const userId = ben.user.id
	for (const hide of [blockUser, muteUser]) {
		await site.call(hide, { body: { userId: ann.user.id } }, ben)
		await site.call(unblockUser, { params: { userId: ann.user.id } }, ben)
		await site.call(hide, { body: { userId } }, ann)
		await site.call(unblockUser, { params: { userId } }, ann)
	}
	await site.call(blockUser, { body: { userId } }, ann)
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ben)
	await site.services.purges.resume()
	expect(await countHidden(site)).toEqual([0, 0])
	expect((await site.refusal(blockUser, { body: { userId } }, ann)).status).toBe(404)
})

async function countHidden({ services: { db } }: TestSite): Promise<number[]> {
	const { rows } = await sql<{ blocks: number; mutes: number }>`
		select (select count(*)::int from blocks) as blocks, (select count(*)::int from mutes) as mutes`.execute(db)
	return rows.flatMap(({ blocks, mutes }) => [blocks, mutes])
}

test('a block and a follow at once end without a follow, whichever comes first', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const beside = await openSecondConnection(site.services)
	await using _ = { [Symbol.asyncDispose]: () => beside.close() }
	const at = '2026-11-21T12:00:00.000Z'
	const block = { blockerId: ann.user.id, blockedId: ben.user.id, at }
	const followed = { followerId: ben.user.id, followedId: ann.user.id, at }
	const expectNone = async () => {
		expect(await site.services.db.selectFrom('follows').selectAll().execute()).toEqual([])
		expect(await site.services.db.selectFrom('blocks').selectAll().execute()).toHaveLength(1)
		expect(await recount(site.services.db)).toEqual([])
		await site.call(unblockUser, { params: { userId: ben.user.id } }, ann)
	}
	// The follow is not committed when the block looks for it
	let blocking: Promise<unknown> = Promise.resolve()
	await inTransaction(beside.db, async (transaction) => {
		await addFollow(transaction, followed)
		blocking = inTransaction(site.services.db, (other) => addBlock(other, block))
		await expect.poll(() => countLockWaits(site.services.db)).toBeGreaterThan(0)
	})
	await blocking
	await expectNone()
	// And the other way around
	let following: Promise<unknown> = Promise.resolve()
	await inTransaction(beside.db, async (transaction) => {
		await addBlock(transaction, block)
		following = addFollow(site.services.db, followed)
		await expect.poll(() => countLockWaits(site.services.db)).toBeGreaterThan(0)
	})
	expect(await following).toEqual({ userExists: false, added: false })
	await expectNone()
	for (let round = 0; round < 20; round++) {
		const body = { userId: ben.user.id }
		await Promise.all([
			site.call(blockUser, { body }, ann),
			site.app.inject({
				method: 'POST',
				url: follow.url,
				payload: { followedId: ann.user.id },
				headers: { authorization: `Bearer ${ben.accessToken}` },
			}),
		])
		await expectNone()
	}
})
