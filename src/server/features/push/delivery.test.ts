// All that a push service can answer, and every reason not to push.

import { expect, test } from 'vitest'
import { createComment, deleteComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { listMyNotifications, markNotificationsRead, type NotificationKind } from '#contract/notifications.ts'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import { likeReview, unlikeReview } from '#contract/reviews.ts'
import { logout } from '#contract/session-tokens.ts'
import { addCrowd } from '#kit/crowd.ts'
import { type PushDevice, type PushService, startPushService } from '#kit/peers/push-service.ts'
import { newDatabase, type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { recount } from '#server/db/recount.ts'
import { claimDeliveries } from './queries-deliveries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A site, a push service, and an author who wants everything by push. */
async function startPlace(options: Parameters<typeof startSite>[0] = {}) {
	const service = await startPushService()
	const site = await startSite({ ...options, pushNetwork: service.network })
	const [author, fan] = [await site.register('Author'), await site.register('Fan')]
	await choosePush(site, author, ['review_like', 'comment', 'reply', 'follow'])
	return {
		site,
		service,
		author,
		fan,
		device: await addDevice(site, service, author),
		async [Symbol.asyncDispose]() {
			await site[Symbol.asyncDispose]()
			await service[Symbol.asyncDispose]()
		},
	}
}

const choosePush = ({ services }: TestSite, { user }: Player, kinds: NotificationKind[], channels: object = {}) =>
	services.db
		.insertInto('preferences')
		.values({
			user_id: user.id,
			notifications: JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, { ...channels, push: true }]))),
		})
		.onConflict((conflict) =>
			conflict.column('user_id').doUpdateSet(({ ref }) => ({ notifications: ref('excluded.notifications') })),
		)
		.execute()

async function addDevice(site: TestSite, service: PushService, player: Player, host?: string): Promise<PushDevice> {
	const device = service.addDevice(host)
	await site.call(subscribeToPush, { body: device.subscription }, player)
	return device
}

const run = ({ services, app }: TestSite) => services.push.run(app.log)
const titles = ({ received }: PushDevice) => received.map(({ message }) => message.title)
const countWaiting = async ({ services }: TestSite) =>
	(await services.db.selectFrom('push_deliveries').select('attempts').execute()).length

test('a like reaches every device of the author once, encrypted for it and signed by the site', async () => {
	await using place = await startPlace()
	const { site, service, author, fan, device } = place
	const other = await addDevice(site, service, author, 'other.example')
	const { id, game } = await writeReview(site, author)
	await site.call(likeReview, { params: { id } }, fan)
	const [notification] = (await site.call(listMyNotifications, { query: {} }, author)).notifications
	for (let round = 0; round < 3; round++) await run(site)
	const message = {
		title: `Fan liked your review of ${game.name}`,
		body: '',
		url: `/reviews/${id}`,
		tag: notification?.id,
	}
	for (const { received } of [device, other]) expect(received.map((push) => push.message)).toEqual([message])
	const [push] = device.received
	expect(push?.headers).toMatchObject({
		'content-encoding': 'aes128gcm',
		ttl: String(24 * 60 * 60),
		urgency: 'low',
		topic: notification?.id.replaceAll('-', ''),
	})
	const { key } = await site.call(getPushKey, {})
	expect(push?.token).toMatchObject({
		aud: 'https://push.example',
		sub: `mailto:${site.services.config.contactEmail}`,
		key,
	})
	const hoursLeft = ((push?.token.exp ?? 0) * 1000 - Date.now()) / HOUR_MS
	expect(hoursLeft).toBeGreaterThan(1)
	expect(hoursLeft).toBeLessThanOrEqual(24)
	expect(service.source.connectedTo).toEqual(['93.184.215.14', '93.184.215.14'])
	expect(await countWaiting(site)).toBe(0)
})

test('a burst is one message until it is read, and what was not chosen is not pushed', async () => {
	await using place = await startPlace()
	const { site, author, fan, device } = place
	const { id, game } = await writeReview(site, author)
	const fans = [fan, await site.register('Ann'), await site.register('Ben'), await site.register('Cat')]
	for (const one of fans) {
		site.time.now += 1000
		await site.call(likeReview, { params: { id } }, one)
	}
	await choosePush(site, author, ['review_like'])
	await site.call(follow, { body: { followedId: author.user.id } }, fan)
	await run(site)
	expect(titles(device)).toEqual([`Cat, Ben and 2 others liked your review of ${game.name}`])
	await site.call(likeReview, { params: { id } }, await site.register('Dan'))
	await run(site)
	expect(device.received).toHaveLength(1)
	await site.call(markNotificationsRead, { body: { all: true } }, author)
	await site.call(likeReview, { params: { id } }, await site.register('Eve'))
	await run(site)
	expect(titles(device).slice(1)).toEqual([`Eve liked your review of ${game.name}`])
})

test('a comment is quoted without its spoilers, and not at all if it is flagged', async () => {
	await using place = await startPlace()
	const { site, author, device } = place
	const comment = async (content: string, containsSpoilers: boolean) => {
		const { id: reviewId } = await writeReview(site, author)
		const { id } = await site.call(
			createComment,
			{ body: { reviewId, content, containsSpoilers } },
			await site.register(),
		)
		await run(site)
		return { path: `/reviews/${reviewId}#comment-${id}`, message: device.received.at(-1)?.message }
	}
	const open = await comment(`So it is, ||the butler||. ${'More. '.repeat(100)}`, false)
	expect(open.message?.body).toMatch(/^So it is, ▮▮▮\. More\..{100,}…$/)
	expect(open.message?.url).toBe(open.path)
	expect((await comment('The butler did it.', true)).message?.body).toBe('')
	expect(device.received.at(-1)?.headers.urgency).toBe('normal')
	expect(JSON.stringify(device.received)).not.toContain('butler')
})

test('what was read or taken back meanwhile, or whose author is gone, is not pushed', async () => {
	await using place = await startPlace()
	const { site, author, fan, device } = place
	const [first, second, third] = [
		await writeReview(site, author),
		await writeReview(site, author),
		await writeReview(site, author),
	]
	device.answer = 503
	for (const { id } of [first, second]) await site.call(likeReview, { params: { id } }, fan)
	const comment = await site.call(createComment, { body: { reviewId: third.id, content: 'Hm.' } }, fan)
	await run(site)
	expect(await countWaiting(site)).toBe(3)
	device.answer = 201
	device.received.length = 0
	const { notifications } = await site.call(listMyNotifications, { query: {} }, author)
	const read = notifications.find(({ review }) => review?.id === first.id)
	await site.call(markNotificationsRead, { body: { ids: [read?.id ?? ''] } }, author)
	await site.call(unlikeReview, { params: { id: second.id } }, fan)
	await site.call(deleteComment, { params: { id: comment.id } }, fan)
	site.time.now += HOUR_MS
	await run(site)
	expect(titles(device)).toEqual([])
	expect(await countWaiting(site)).toBe(0)
	expect(await recount(site.services.db)).toEqual([])
})

test('what is pushed only, and not on the site, is pushed each time', async () => {
	await using place = await startPlace()
	const { site, author, device } = place
	await choosePush(site, author, ['review_like'], { site: false })
	const { id } = await writeReview(site, author)
	for (const name of ['Ann', 'Ben']) {
		await site.call(likeReview, { params: { id } }, await site.register(name))
		await run(site)
	}
	expect(titles(device).map((title) => title.split(' ')[0])).toEqual(['Ann', 'Ben'])
	expect((await site.call(listMyNotifications, { query: {} }, author)).notifications).toEqual([])
})

test.each([404, 410])('a device that its push service answers with %i is forgotten', async (answer) => {
	await using place = await startPlace()
	const { site, service, author, fan, device } = place
	const other = await addDevice(site, service, author)
	device.answer = answer
	const { id } = await writeReview(site, author)
	await site.call(likeReview, { params: { id } }, fan)
	await run(site)
	const rows = await site.services.db.selectFrom('push_subscriptions').select('endpoint').execute()
	expect(rows).toEqual([{ endpoint: other.subscription.endpoint }])
	expect(other.received).toHaveLength(1)
	expect(await countWaiting(site)).toBe(0)
})

test('a busy push service is asked again later each time, then given up', async () => {
	await using place = await startPlace()
	const { site, author, fan, device } = place
	device.answer = { status: 429, headers: { 'retry-after': '120' } }
	const [{ id }, later] = [await writeReview(site, author), await writeReview(site, author)]
	await site.call(likeReview, { params: { id } }, fan)
	await run(site)
	await run(site)
	expect(device.received).toHaveLength(1)
	site.time.now += 2 * MINUTE_MS
	device.answer = 500
	for (const minutes of [1, 10, 60, 60]) {
		await run(site)
		site.time.now += minutes * MINUTE_MS
	}
	expect(device.received).toHaveLength(5)
	await run(site)
	expect(device.received).toHaveLength(5)
	expect(await countWaiting(site)).toBe(0)
	expect(site.services.push.countMessages()).toEqual({ sent: 0, delayed: 4, lost: 1, dropped: 0 })
	device.answer = 201
	await site.call(likeReview, { params: { id: later.id } }, await site.register())
	await run(site)
	expect(device.received).toHaveLength(6)
})

test('a push service that never answers holds up no other, and a device there is given up in the end', {
	tags: ['ci'],
	timeout: 40_000,
}, async () => {
	await using place = await startPlace()
	const { site, service, author, fan, device } = place
	const silent = await addDevice(site, service, author, 'silent.example')
	silent.answer = 'never'
	for (let n = 0; n < 10; n++) {
		const { id } = await writeReview(site, author)
		await site.call(likeReview, { params: { id } }, fan)
	}
	const running = run(site)
	await expect.poll(() => device.received.length, { timeout: 3_000 }).toBe(10)
	await running
	for (let round = 0; round < 3; round++) await run(site)
	expect(device.received).toHaveLength(10)
	const rows = await site.services.db.selectFrom('push_subscriptions').select('endpoint').execute()
	expect(rows).toEqual([{ endpoint: device.subscription.endpoint }])
})

test('a host that resolves to an address inside by now is not contacted, and its device forgotten', async () => {
	await using place = await startPlace()
	const { site, service, author, fan, device } = place
	const { id } = await writeReview(site, author)
	await site.call(likeReview, { params: { id } }, fan)
	service.source.resolvesTo.splice(0, 1, ['192.168.0.1'])
	await run(site)
	expect([device.received, service.source.asked]).toEqual([[], []])
	expect(await site.services.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
})

test('two processes push each notification once per device', { tags: ['ci'] }, async () => {
	await using database = await newDatabase()
	await using place = await startPlace({ database })
	const { site, service, author, device } = place
	await using beside = await startSite({ database, pushNetwork: service.network })
	const other = await addDevice(site, service, author, 'other.example')
	const fans = await Promise.all(Array.from({ length: 5 }, () => site.register()))
	for (const fan of fans)
		for (let n = 0; n < 4; n++) {
			const { id } = await writeReview(site, author)
			await site.call(likeReview, { params: { id } }, fan)
		}
	beside.time.now = site.time.now
	for (let round = 0; round < 3; round++) await Promise.all([run(site), run(beside)])
	for (const { received } of [device, other]) {
		expect(received).toHaveLength(20)
		expect(new Set(received.map(({ message }) => message.tag)).size).toBe(20)
	}
})

test('what a killed process was sending is not sent again', async () => {
	await using database = await newDatabase()
	await using place = await startPlace({ database })
	const { site, service, author, fan, device } = place
	const { id } = await writeReview(site, author)
	await site.call(likeReview, { params: { id } }, fan)
	device.answer = 503
	await run(site)
	site.time.now += MINUTE_MS
	const at = now(site.services)
	expect(await claimDeliveries(site.services.db, { at, afterHost: '', except: [], limit: 9, perHost: 9 })).toHaveLength(
		1,
	)
	// The process that has claimed it is gone
	device.answer = 201
	site.time.now += HOUR_MS
	await using beside = await startSite({ database, pushNetwork: service.network })
	beside.time.now = site.time.now
	await run(beside)
	expect(device.received).toHaveLength(1)
})

test('a device that has unsubscribed, logged out or changed hands meanwhile gets nothing', async () => {
	await using place = await startPlace()
	const { site, service, author, fan, device } = place
	const [second, third] = [await addDevice(site, service, author), await addDevice(site, service, author)]
	for (const one of [device, second, third]) one.answer = 503
	const { id } = await writeReview(site, author)
	await site.call(likeReview, { params: { id } }, fan)
	await run(site)
	for (const one of [device, second, third]) [one.answer, one.received.length] = [201, 0]
	await site.call(unsubscribeFromPush, { body: { endpoint: second.subscription.endpoint } }, author)
	await site.call(subscribeToPush, { body: third.subscription }, fan)
	await site.call(logout, { body: { refreshToken: author.refreshToken } })
	site.time.now += HOUR_MS
	await run(site)
	for (const one of [device, second, third]) expect(one.received).toEqual([])
	expect(await countWaiting(site)).toBe(0)
})

test('news of yesterday is no longer pushed', async () => {
	await using place = await startPlace()
	const { site, author, fan, device } = place
	const { id } = await writeReview(site, author)
	await site.call(likeReview, { params: { id } }, fan)
	site.time.now += 25 * HOUR_MS
	await run(site)
	expect(device.received).toEqual([])
	expect(await countWaiting(site)).toBe(0)
	const rows = site.services.db.selectFrom('notifications').select('id').where('push_due', '=', true)
	expect(await rows.execute()).toEqual([])
})

test('of very many due notifications a run takes some, and the next runs the others', async () => {
	await using place = await startPlace()
	const { site, author, device } = place
	const { db } = site.services
	const crowd = await addCrowd(db, 1200, now(site.services))
	const at = now(site.services)
	// One notification each
	await db
		.insertInto('notifications')
		.values(
			crowd.map((id) => ({
				...{ user_id: author.user.id, kind: 'follow' as const, target: id, actor_count: 1, created_at: at },
				...{ push_due: true },
			})),
		)
		.execute()
	await run(site)
	const left = await db.selectFrom('notifications').select('id').where('push_due', '=', true).execute()
	expect(left).toHaveLength(1200 - 500)
	for (let round = 0; round < 3; round++) await run(site)
	expect(await db.selectFrom('notifications').select('id').where('push_due', '=', true).execute()).toEqual([])
	// Nobody has followed, so there is nothing to tell
	expect(device.received).toEqual([])
}, 60_000)
