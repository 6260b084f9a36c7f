import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { listSessions, revokeOtherSessions, revokeSession } from '#contract/session-devices.ts'
import { getMe, logout, refreshTokens } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { parseDeviceName } from './device-name.ts'
import { addSession, deleteExpiredSessions } from './queries.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Signs the same account in on another device. */
async function logInOn(site: TestSite, player: Player, userAgent: string): Promise<Player> {
	const answer = await site.app.inject({
		method: 'POST',
		url: login.url,
		headers: { 'user-agent': userAgent },
		payload: { identifier: player.user.username, password: PASSWORD },
	})
	return { ...player, ...answer.json().tokens }
}

const listDevices = async (site: TestSite, player: Player) => (await site.call(listSessions, {}, player)).sessions

test("an account's devices are listed by last use, with the current one marked", async () => {
	await using site = await startSite()
	const first = await logInOn(site, await site.register('Ann'), WINDOWS)
	site.time.now += MINUTE_MS
	const second = await logInOn(site, first, IPHONE)
	await site.register('Ben')
	site.time.now += MINUTE_MS
	const { tokens } = await site.call(refreshTokens, { body: { refreshToken: first.refreshToken } })

	const devices = await listDevices(site, { ...first, ...tokens })
	expect(devices.every(({ method, secondFactor }) => method === 'password' && !secondFactor)).toBe(true)
	expect(devices.map(({ id, method, secondFactor, ...rest }) => rest)).toEqual([
		{
			device: 'Firefox on Windows',
			current: true,
			createdAt: '2026-11-21T12:00:00.000Z',
			lastUsedAt: '2026-11-21T12:02:00.000Z',
		},
		{
			device: 'Safari on iPhone',
			current: false,
			createdAt: '2026-11-21T12:01:00.000Z',
			lastUsedAt: '2026-11-21T12:01:00.000Z',
		},
		{
			device: 'Unknown device',
			current: false,
			createdAt: '2026-11-21T12:00:00.000Z',
			lastUsedAt: '2026-11-21T12:00:00.000Z',
		},
	])
	expect((await listDevices(site, second)).map(({ current }) => current)).toEqual([false, true, false])
})

test('a signed-out device is rejected at once, and the others stay logged in', async () => {
	await using site = await startSite()
	const here = await site.register('Ann')
	const there = await logInOn(site, here, IPHONE)
	const id = (await listDevices(site, here)).find(({ device }) => device === 'Safari on iPhone')?.id ?? ''
	expect(await site.call(revokeSession, { params: { id } }, here)).toEqual({ success: true })
	expect((await site.refusal(getMe, {}, there)).code).toBe('session_revoked')
	expect((await site.refusal(refreshTokens, { body: { refreshToken: there.refreshToken } })).code).toBe(
		'session_revoked',
	)
	expect(await listDevices(site, here)).toHaveLength(1)
	const again = await site.refusal(revokeSession, { params: { id } }, here)
	expect([again.status, again.code]).toEqual([404, 'session_not_found'])
})

test("another account's device, an unknown and a malformed ID get the same 404", async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const [other] = await listDevices(site, ben)
	for (const id of [other?.id ?? '', '018f0000-0000-7000-8000-000000000001', 'none']) {
		const { status, code, message } = await site.refusal(revokeSession, { params: { id } }, ann)
		expect([status, code, message]).toEqual([404, 'session_not_found', 'This device is no longer logged in'])
	}
	expect((await site.call(getMe, {}, ben)).user.username).toBe('Ben')
})

test('all other devices are signed out at once, and no other account is affected', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const others = [await logInOn(site, ann, WINDOWS), await logInOn(site, ann, IPHONE)]
	expect(await site.call(revokeOtherSessions, {}, ann)).toEqual({ success: true })
	for (const other of others) expect((await site.refusal(getMe, {}, other)).status).toBe(401)
	expect((await listDevices(site, ann)).map(({ current }) => current)).toEqual([true])
	expect(await listDevices(site, ben)).toHaveLength(1)
})

test('a session that was signed out or unused for thirty days is not listed', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const left = await logInOn(site, ann, WINDOWS)
	await site.call(logout, { body: { refreshToken: left.refreshToken } })
	await logInOn(site, ann, IPHONE)
	expect(await listDevices(site, ann)).toHaveLength(2)
	site.time.now += 30 * DAY_MS
	const back = await logInOn(site, ann, WINDOWS)
	expect((await listDevices(site, back)).map(({ device }) => device)).toEqual(['Firefox on Windows'])
})

test('ended and expired sessions are deleted, and active ones are not', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const left = await logInOn(site, ann, WINDOWS)
	await site.call(logout, { body: { refreshToken: left.refreshToken } })
	const unused = await logInOn(site, ann, IPHONE)
	site.time.now += DAY_MS
	const { tokens } = await site.call(refreshTokens, { body: { refreshToken: ann.refreshToken } })
	const ago = (ms: number) => new Date(site.time.now - ms).toISOString()
	await deleteExpiredSessions(site.services.db, ago(MINUTE_MS), ago(2 * DAY_MS))
	expect(await site.services.db.selectFrom('sessions').select('device').orderBy('device').execute()).toEqual([
		{ device: 'Safari on iPhone' },
		{ device: 'Unknown device' },
	])
	await deleteExpiredSessions(site.services.db, ago(MINUTE_MS), ago(MINUTE_MS))
	for (const { refreshToken } of [left, unused])
		expect((await site.refusal(refreshTokens, { body: { refreshToken } })).code).toBe('session_revoked')
	expect((await site.call(getMe, {}, { ...ann, ...tokens })).success).toBe(true)
})

test.each([
	[WINDOWS, 'Firefox on Windows'],
	[IPHONE, 'Safari on iPhone'],
	[
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
		'Edge on Windows',
	],
	[
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
		'Chrome on Mac',
	],
	[
		'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
		'Samsung Internet on Android',
	],
	[
		'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36',
		'App on Android',
	],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
		'App on iPhone',
	],
	[
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
		'Chrome on Linux',
	],
	['curl/8.5.0', 'Unknown device'],
	['', 'Unknown device'],
	[`This device ${'x'.repeat(10_000)}`, 'Unknown device'],
])('%s is named %s', (userAgent, name) => {
	expect(parseDeviceName(userAgent)).toBe(name)
})

test('an account has at most fifty sessions: another login ends the least recently used one', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { db } = site.services
	const body = { identifier: 'Ann', password: PASSWORD }
	site.time.now += 1000
	const second = await site.call(login, { body })
	const at = new Date(site.time.now + 1000).toISOString()
	const other = { userId: ann.user.id, device: 'Other', method: 'password', hasSecondFactor: false, at } as const
	for (let n = 0; n < 48; n++) await addSession(db, { id: uuidv7(), ...other })
	site.time.now += 2000
	await Promise.all(Array.from({ length: 4 }, () => site.call(login, { body })))
	const last = await site.call(login, { body })
	expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(50)
	for (const session of [ann, { ...ann, ...second.tokens }])
		expect((await site.refusal(listSessions, {}, session)).code).toBe('session_revoked')
	expect((await site.call(listSessions, {}, { ...ann, ...last.tokens })).sessions).toHaveLength(50)
})
