import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { findMailSubscription, type MailPurpose, updateMailSubscription } from '#contract/mail-subscription.ts'
import { paths } from '#contract/paths.ts'
import { getPreferences, updatePreferences } from '#contract/preferences.ts'
import { getMe } from '#contract/session-tokens.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { createUnsubscribeToken, readUnsubscribeToken } from './unsubscribe-tokens.ts'

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const FORM = 'application/x-www-form-urlencoded'

const tokenOf = (site: TestSite, player: Player, purpose: MailPurpose) =>
	createUnsubscribeToken(site.services.keys.unsubscribing, { userId: player.user.id, purpose })

const oneClick = (site: TestSite, token: string, type = FORM, payload = ONE_CLICK) =>
	site.app.inject({ method: 'POST', url: paths.unsubscribe(token), headers: { 'content-type': type }, payload })

test('one POST without a session stops the digest, as form or multipart, once or twice', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	await site.call(updatePreferences, { body: { digest: 'daily', notifications: { reply: { mail: true } } } }, ann)
	const token = tokenOf(site, ann, 'digest')
	const answer = await oneClick(site, token)
	expect(answer.statusCode).toBe(200)
	expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
	expect(answer.headers['set-cookie']).toBeUndefined()
	expect(answer.body).toContain('<title>You’re Unsubscribed')
	const multipart = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`
	expect((await oneClick(site, token, 'multipart/form-data; boundary=x', multipart)).statusCode).toBe(200)
	const { preferences } = await site.call(getPreferences, {}, ann)
	expect([preferences.digest, preferences.notifications.reply.mail]).toEqual(['never', true])
	expect((await site.call(getPreferences, {}, ben)).preferences.digest).toBe('weekly')
	await oneClick(site, tokenOf(site, ben, 'digest'))
	expect((await site.call(getPreferences, {}, ben)).preferences.digest).toBe('never')
})

test('a link stops its own purpose, looking at it changes nothing, and undo restores what was', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const notifications = { reply: { mail: true, push: true }, mention: { mail: true }, follow: { site: false } }
	await site.call(updatePreferences, { body: { digest: 'daily', notifications } }, ann)
	const before = await site.call(getPreferences, {}, ann)
	for (const purpose of ['digest', 'notifications'] as const) {
		const token = tokenOf(site, ann, purpose)
		const change = (isSubscribed: boolean) => site.call(updateMailSubscription, { body: { token, isSubscribed } })
		const [on, off] = [
			{ purpose, isSubscribed: true, canUndo: false },
			{ purpose, isSubscribed: false, canUndo: true },
		]
		expect(await site.call(findMailSubscription, { body: { token } })).toEqual(on)
		expect(await site.call(getPreferences, {}, ann)).toEqual(before)
		expect(await change(false)).toEqual(off)
		expect(await change(false)).toEqual(off)
		expect(await site.call(findMailSubscription, { body: { token } })).toEqual(off)
		const { preferences } = await site.call(getPreferences, {}, ann)
		expect(preferences).toMatchObject(
			purpose === 'digest'
				? { digest: 'never', notifications: before.preferences.notifications }
				: {
						digest: 'daily',
						notifications: {
							reply: { site: true, mail: false, push: true },
							mention: { mail: false },
							follow: { site: false },
							// Can't be stopped
							moderation: { mail: true },
						},
					},
		)
		expect(await change(true)).toEqual(on)
		expect(await change(true)).toEqual(on)
		expect(await site.call(getPreferences, {}, ann)).toEqual(before)
	}
})

test('a later choice in the settings is not undone by an old link', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const token = tokenOf(site, ann, 'digest')
	const undo = () => site.call(updateMailSubscription, { body: { token, isSubscribed: true } })
	await oneClick(site, token)
	await site.call(updatePreferences, { body: { digest: 'never' } }, ann)
	expect(await undo()).toEqual({ purpose: 'digest', isSubscribed: false, canUndo: false })
	expect((await site.call(getPreferences, {}, ann)).preferences.digest).toBe('never')
})

test('altered and foreign tokens are refused and open nothing else', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const token = tokenOf(site, ann, 'digest')
	const key = site.services.keys.unsubscribing
	const bytes = Buffer.from(token, 'base64url')
	const altered = (at: number) => {
		const copy = Buffer.from(bytes)
		copy[at] = (copy[at] ?? 0) ^ 1
		return copy.toString('base64url')
	}
	const others = Buffer.concat([Buffer.from(ben.user.id.replaceAll('-', ''), 'hex'), bytes.subarray(16)])
	const unsigned = Buffer.concat([bytes.subarray(0, 17), createHmac('sha256', 'x').update('x').digest()])
	const hostile = [
		'x',
		token.slice(0, -1),
		`${token}A`,
		`${token}=`,
		...[0, 15, 16, 17, 32].map(altered),
		others.toString('base64url'),
		unsigned.toString('base64url'),
		'%00',
		"' or 1=1 --",
	]
	for (const given of hostile) {
		expect([given, readUnsubscribeToken(key, given)]).toEqual([given, undefined])
		expect([given, (await oneClick(site, given)).statusCode]).toEqual([given, 400])
		const refused = await site.refusal(updateMailSubscription, { body: { token: given, isSubscribed: false } })
		expect([given, refused.status, refused.code]).toEqual([given, 400, 'bad_token'])
		expect((await site.refusal(findMailSubscription, { body: { token: given } })).code).toBe('bad_token')
	}
	for (const url of ['/unsubscribe', '/unsubscribe?token=', `/unsubscribe?token=${token}&token=${token}`])
		expect([url, (await site.app.inject({ method: 'POST', url })).statusCode]).toEqual([url, 400])
	for (const player of [ann, ben])
		expect((await site.call(getPreferences, {}, player)).preferences.digest).toBe('weekly')
	const asAccess = await site.refusal(getMe, {}, { ...ann, accessToken: token })
	expect(asAccess.status).toBe(401)
})

test('a link ends with its account', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const token = tokenOf(site, ann, 'notifications')
	await site.call(deleteAccount, { body: { password: ann.password } }, ann)
	expect((await oneClick(site, token)).statusCode).toBe(400)
	expect((await site.refusal(findMailSubscription, { body: { token } })).code).toBe('bad_token')
	await site.services.purges.resume()
	expect((await oneClick(site, token)).statusCode).toBe(400)
})

test('a large body is refused', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	expect((await oneClick(site, tokenOf(site, ann, 'digest'), FORM, 'x'.repeat(5000))).statusCode).toBe(413)
})
