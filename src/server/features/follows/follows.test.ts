import { expect, test } from 'vitest'
import { follow, getFollowStatus, listFollowers, listFollowing, unfollow } from '#contract/follows.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getUser } from '#contract/users.ts'
import { type Player, startSite } from '#kit/site.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

test('a follow counts once, on both sides, and can be undone', async () => {
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
	const followedByAnn = await site.call(listFollowing, { params: { id: ann.user.id }, query: {} }, ann)
	expect(followedByAnn.data.map(({ isFollowing }) => isFollowing)).toEqual([true])
	expect((await site.call(getProfile, { params: { username: 'bEN' } }, ann)).isFollowing).toBe(true)
	expect((await site.call(getProfile, { params: { username: 'Ben' } })).isFollowing).toBeNull()
	expect((await site.call(getProfile, { params: { username: 'Ben' } }, ben)).isFollowing).toBeNull()
	for (let time = 0; time < 2; time++)
		expect(await site.call(unfollow, { params: { id: ben.user.id } }, ann)).toEqual({ success: true, following: false })
	expect(await site.call(getUser, { params: { id: ben.user.id } })).toMatchObject({ followerCount: 0 })
})

test('following oneself or an unknown user is refused', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const self = await site.refusal(follow, { body: { followedId: ann.user.id.toUpperCase() } }, ann)
	expect([self.status, self.message]).toEqual([400, 'You cannot follow yourself'])
	expect((await site.refusal(follow, { body: { followedId: STRANGER } }, ann)).status).toBe(404)
})

test('two users can follow each other at the same time', async () => {
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
