import { expect, test } from 'vitest'
import { changePassword, deleteAccount } from '#contract/account.ts'
import { exportAccount } from '#contract/export.ts'
import { LIFETIMES, LIMITS } from '#contract/limits.ts'
import { getPushKey, type PushSubscription, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '#contract/session-devices.ts'
import { logout } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { startPushService } from '#kit/peers/push-service.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { deleteExpiredSessions } from '#server/features/sessions/queries.ts'
import { deriveVapidKeys } from '#server/lifecycle/vapid-keys.ts'

const startSiteWithPush = async () => {
	const service = await startPushService()
	const site = await startSite({ pushNetwork: service.network })
	return {
		site,
		service,
		async [Symbol.asyncDispose]() {
			await site[Symbol.asyncDispose]()
			await service[Symbol.asyncDispose]()
		},
	}
}

const subscribe = (site: TestSite, player: Player, body: PushSubscription) =>
	site.call(subscribeToPush, { body }, player)

const listEndpoints = async ({ services }: TestSite, { user }: Player) => {
	const rows = services.db.selectFrom('push_subscriptions').select('endpoint').where('user_id', '=', user.id)
	return (await rows.orderBy('created_at').execute()).map(({ endpoint }) => endpoint)
}

/** Signs a player in on another device. */
const logInAgain = async (site: TestSite, { user, password }: Player): Promise<Player> => {
	const { tokens } = await site.call(login, { body: { identifier: user.username, password } })
	return { user, password, ...tokens }
}

test("the site's key is that of its secret, after every restart", async () => {
	await using site = await startSite()
	await using restarted = await startSite()
	const { key } = await site.call(getPushKey, {})
	expect(Buffer.from(key, 'base64url')).toHaveLength(65)
	expect((await restarted.call(getPushKey, {})).key).toBe(key)
	expect(deriveVapidKeys('another secret').publicKey).not.toBe(key)
	// A change of this derivation would silence every device that has subscribed
	expect(deriveVapidKeys('a secret').publicKey).toBe(
		'BIIIECnNRMHOV8ZPs5PX8BZ70dFF9GbDdqPIoguE7smP92Rn-zpS3JxHP0ijmYzRB_pEa3rAlvIsHGpdhg9hHW8',
	)
})

test('a device subscribes once, and its owner alone can end it', async () => {
	await using place = await startSiteWithPush()
	const { site, service } = place
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const { subscription } = service.addDevice()
	for (let round = 0; round < 3; round++) expect(await subscribe(site, ann, subscription)).toEqual({ success: true })
	expect(await listEndpoints(site, ann)).toEqual([subscription.endpoint])
	const body = { endpoint: subscription.endpoint }
	expect(await site.call(unsubscribeFromPush, { body }, ben)).toEqual({ success: true })
	expect(await listEndpoints(site, ann)).toHaveLength(1)
	for (let round = 0; round < 2; round++)
		expect(await site.call(unsubscribeFromPush, { body }, ann)).toEqual({ success: true })
	expect(await listEndpoints(site, ann)).toEqual([])
	expect((await site.refusal(subscribeToPush, { body: subscription })).status).toBe(401)
})

test('a device belongs to one account at a time, also when two take it at once', async () => {
	await using place = await startSiteWithPush()
	const { site, service } = place
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const { subscription } = service.addDevice()
	await subscribe(site, ann, subscription)
	await subscribe(site, ben, subscription)
	expect([await listEndpoints(site, ann), await listEndpoints(site, ben)]).toEqual([[], [subscription.endpoint]])
	await Promise.all([ann, ben, ann, ben].map((player) => subscribe(site, player, subscription)))
	const all = [...(await listEndpoints(site, ann)), ...(await listEndpoints(site, ben))]
	expect(all).toEqual([subscription.endpoint])
})

test('of too many devices the oldest goes', async () => {
	await using place = await startSiteWithPush()
	const { site, service } = place
	const ann = await site.register()
	const devices = Array.from({ length: LIMITS.pushSubscriptionsPerAccount + 2 }, () => service.addDevice())
	for (const { subscription } of devices) {
		site.time.now += 1000
		await subscribe(site, ann, subscription)
	}
	expect(await listEndpoints(site, ann)).toEqual(devices.slice(2).map(({ subscription }) => subscription.endpoint))
	await Promise.all(devices.map(({ subscription }) => subscribe(site, ann, subscription)))
	expect(await listEndpoints(site, ann)).toHaveLength(LIMITS.pushSubscriptionsPerAccount)
})

test('a device ends with its session, however that ends, and those of other sessions stay', async () => {
	await using place = await startSiteWithPush()
	const { site, service } = place
	const ann = await site.register()
	const stays = service.addDevice().subscription
	await subscribe(site, ann, stays)
	const endings: ((device: Player) => Promise<unknown>)[] = [
		({ refreshToken }) => site.call(logout, { body: { refreshToken } }),
		async (device) => {
			const { sessions } = await site.call(listSessions, {}, device)
			const id = sessions.find(({ current }) => current)?.id ?? ''
			await site.call(revokeSession, { params: { id } }, ann)
		},
		() => site.call(revokeOtherSessions, {}, ann),
		() => site.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: PASSWORD } }, ann),
	]
	for (const end of endings) {
		const device = await logInAgain(site, ann)
		await subscribe(site, device, service.addDevice().subscription)
		expect(await listEndpoints(site, ann)).toHaveLength(2)
		await end(device)
		expect(await listEndpoints(site, ann)).toEqual([stays.endpoint])
		expect((await site.refusal(subscribeToPush, { body: stays }, device)).status).toBe(401)
	}
	// Sessions that nobody uses are deleted
	site.time.now += LIFETIMES.refreshTokenMs + 1000
	await deleteExpiredSessions(site.services.db, now(site.services), now(site.services))
	expect(await listEndpoints(site, ann)).toEqual([])
})

test('a session that ends while its device subscribes leaves no device', async () => {
	await using place = await startSiteWithPush()
	const { site, service } = place
	const ann = await site.register()
	for (let round = 0; round < 10; round++) {
		const device = await logInAgain(site, ann)
		await Promise.allSettled([
			subscribe(site, device, service.addDevice().subscription),
			site.call(logout, { body: { refreshToken: device.refreshToken } }),
		])
	}
	expect(await listEndpoints(site, ann)).toEqual([])
})

test('an account takes its devices along', async () => {
	await using place = await startSiteWithPush()
	const { site, service } = place
	const ann = await site.register()
	await subscribe(site, ann, service.addDevice().subscription)
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ann)
	expect(await site.services.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
})

test('the export names the push service of each device, and none of its secrets', async () => {
	await using place = await startSiteWithPush()
	const { site, service } = place
	const ann = await site.register()
	const { endpoint, keys } = service.addDevice().subscription
	await subscribe(site, ann, { endpoint, keys })
	const data = await site.call(exportAccount, {}, ann)
	expect(data.pushDevices).toEqual([
		{ sessionId: data.sessions[0]?.id, service: 'push.example', createdAt: '2026-11-21T12:00:00.000Z' },
	])
	const text = JSON.stringify(data)
	for (const secret of [endpoint, keys.p256dh, keys.auth]) expect(text).not.toContain(secret)
})

test.each([
	'https://127.0.0.1/push',
	'https://2130706433/push',
	'https://0x7f.1/push',
	'https://[::1]/push',
	'https://[::ffff:127.0.0.1]/push',
	'https://[fd00::1]/push',
	'https://169.254.169.254/latest/meta-data/',
	'https://push.example:8443/push',
	'https://user:word@push.example/push',
	'https://localhost/push',
	'https://exa%zzmple/',
])('a device at %s is refused', { tags: ['trust-38'] }, async (endpoint) => {
	await using place = await startSiteWithPush()
	const { site, service } = place
	service.source.resolvesTo.splice(0, 1, endpoint.includes('localhost') ? ['127.0.0.1'] : ['93.184.215.14'])
	const ann = await site.register()
	const body = { ...service.addDevice().subscription, endpoint }
	const refusal = await site.refusal(subscribeToPush, { body }, ann)
	expect([refusal.status, refusal.code]).toEqual([400, 'push_endpoint_refused'])
	expect(await listEndpoints(site, ann)).toEqual([])
})

test.each([[['10.0.0.1']], [['93.184.215.14', '192.168.0.1']], [['::1']], [[]]])(
	'a device at a host that resolves to %j is refused',
	{ tags: ['trust-38'] },
	async (addresses) => {
		await using place = await startSiteWithPush()
		const { site, service } = place
		service.source.resolvesTo.splice(0, 1, addresses)
		const body = service.addDevice().subscription
		expect((await site.refusal(subscribeToPush, { body }, await site.register())).code).toBe('push_endpoint_refused')
	},
)

test('addresses, keys and bodies that no browser sends are refused', async () => {
	await using place = await startSiteWithPush()
	const { site, service } = place
	const ann = await site.register()
	const { endpoint, keys } = service.addDevice().subscription
	const refuse = async (body: PushSubscription) => {
		const { status, code } = await site.refusal(subscribeToPush, { body }, ann)
		return [status, code]
	}
	const longest = `https://push.example/${'x'.repeat(LIMITS.pushEndpointMax)}`
	expect(await refuse({ endpoint: longest, keys })).toEqual([400, 'invalid_input'])
	expect(await refuse({ endpoint: 'http://push.example/', keys })).toEqual([400, 'invalid_input'])
	expect(await refuse({ endpoint: 'https://push.example/a b', keys })).toEqual([400, 'invalid_input'])
	expect(await refuse({ endpoint, keys: { ...keys, auth: 'short' } })).toEqual([400, 'invalid_input'])
	// Of the right length, but no point on the curve
	expect(await refuse({ endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } })).toEqual([
		400,
		'push_keys_refused',
	])
	expect(await subscribe(site, ann, { endpoint: longest.slice(0, LIMITS.pushEndpointMax), keys })).toEqual({
		success: true,
	})
})
