import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword, deleteAccount, extractTokens } from '#contract/account.ts'
import { logout } from '#contract/session-tokens.ts'
import { completeConnection, connectProvider, disconnectProvider } from '#contract/social-login.ts'
import { connectAccount, getProviders, registerVerified } from '#kit/connected-account.ts'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { createVisitor } from '#kit/social-visitor.ts'

let google: OpenIdProvider
let facebook: Facebook

beforeAll(async () => {
	;[google, facebook] = await Promise.all([startOpenIdProvider(), startFacebook()])
	google.people.set('ann', { email: 'other@example.org', email_verified: true })
	google.people.set('second', { email: 'second@example.org', email_verified: true })
	facebook.people.set('501', { name: 'Bo', email: 'bo@example.org' })
})
afterAll(async () => {
	await google?.[Symbol.asyncDispose]()
	await facebook?.[Symbol.asyncDispose]()
})

const start = () => startSite({ env: { ...google.env, ...facebook.env } })

test('a provider is connected with a mail notice, logs in from then on, and is disconnected', async () => {
	await using site = await start()
	const ann = await registerVerified(site, 'ann')
	expect(await connectAccount(site, ann, 'google', 'ann')).toBe('/settings?connected=google')
	expect(await connectAccount(site, ann, 'facebook', '501')).toBe('/settings?connected=facebook')
	expect(await getProviders(site, ann)).toEqual(['google', 'facebook'])
	const subjects = (await site.mailsTo('ann@example.org')).map(({ subject }) => subject)
	expect(subjects.filter((subject) => subject.includes('connected'))).toEqual([
		'Google was connected to your account',
		'Facebook was connected to your account',
	])
	const visitor = createVisitor(site)
	await visitor.logIn('google', 'ann')
	expect((await visitor.land()).user.id).toBe(ann.user.id)
	const { user } = await site.call(disconnectProvider, { params: { provider: 'google' } }, ann)
	expect(user.providers).toEqual(['facebook'])
	// Another account can connect it now, or a new one
	const later = createVisitor(site)
	await later.logIn('google', 'ann')
	expect((await later.land()).user.id).not.toBe(ann.user.id)
})

test('an account with an unverified address cannot connect a provider', async () => {
	await using site = await start()
	const ann = await site.register('ann')
	const refusal = await site.refusal(connectProvider, { params: { provider: 'google' } }, ann)
	expect([refusal.status, refusal.code]).toEqual([403, 'email_unconfirmed'])
})

test('an identity that is already connected here or elsewhere is rejected, and a denial changes nothing', async () => {
	await using site = await start()
	const [ann, bo] = [await registerVerified(site, 'ann'), await registerVerified(site, 'bo_2')]
	expect(await connectAccount(site, ann, 'google', null)).toBe('/settings?error=refused')
	expect(await connectAccount(site, ann, 'google', 'ann')).toBe('/settings?connected=google')
	expect(await connectAccount(site, ann, 'google', 'second')).toBe('already_connected')
	expect(await connectAccount(site, bo, 'google', 'ann')).toBe('/settings?error=connected_elsewhere')
	expect(await getProviders(site, bo)).toEqual([])
})

test('a session that ended during the attempt connects nothing', async () => {
	await using site = await start()
	const ann = await registerVerified(site, 'ann')
	const visitor = createVisitor(site)
	const answer = await site.app.inject({
		method: 'POST',
		url: '/api/auth/providers/google',
		headers: { authorization: `Bearer ${ann.accessToken}` },
	})
	const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(answer.headers['set-cookie'])) ?? []
	visitor.cookies.set(name, value)
	const back = await visitor.answer(answer.json().url, 'ann')
	await site.call(logout, { body: { refreshToken: ann.refreshToken } })
	expect(await visitor.returnToSite(back)).toBe('/settings?error=session_ended')
	expect(await site.services.db.selectFrom('social_accounts').selectAll().execute()).toEqual([])
})

test('the last login method is never disconnected, not even by concurrent requests, unless there is a password', async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	await visitor.logIn('google', 'ann')
	const ann = await visitor.land()
	const disconnect = (provider: 'google' | 'facebook') =>
		site.refusal(disconnectProvider, { params: { provider } }, ann)
	const last = await disconnect('google')
	expect([last.status, last.code]).toEqual([400, 'last_way_in'])
	expect(last.message).toBe('This is your only way to log in. Set a password first, or connect another account.')
	const unknown = await disconnect('facebook')
	expect([unknown.status, unknown.code]).toEqual([404, 'not_connected'])

	expect(await connectAccount(site, ann, 'facebook', '501')).toBe('/settings?connected=facebook')
	const outcomes = await Promise.all(
		(['google', 'facebook'] as const).map((provider) =>
			site.call(disconnectProvider, { params: { provider } }, ann).then(
				() => 'disconnected',
				({ code }: { code: string }) => code,
			),
		),
	)
	expect(outcomes.sort()).toEqual(['disconnected', 'last_way_in'])
	await site.call(changePassword, { body: { newPassword: 'Better2Battery' } }, ann)
	const [remaining] = await getProviders(site, ann)
	if (!remaining) throw new Error('One of the two must remain')
	expect((await site.call(disconnectProvider, { params: { provider: remaining } }, ann)).user.providers).toEqual([])
})

test('an account without a password is deleted by typing its username, and its owner may register again', async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	await visitor.logIn('facebook', '501')
	const bo = await visitor.land()
	await site.call(deleteAccount, { body: { confirm: bo.user.username } }, bo)
	expect(await site.services.db.selectFrom('social_accounts').selectAll().execute()).toEqual([])
	const again = createVisitor(site)
	await again.logIn('facebook', '501')
	expect((await again.land()).user.id).not.toBe(bo.user.id)
})

const VERIFIER = 'a verifier that only the app knows, long enough to be one'
const challenge = createHash('sha256').update(VERIFIER).digest('base64url')

/** Connects as the app does, in a browser that shares nothing with it, up to the redirect to the app. */
async function connectInApp(site: TestSite, player: Player, account: string | null) {
	const query = { challenge }
	const { url } = await site.call(connectProvider, { params: { provider: 'google' }, query }, player)
	const { pathname, searchParams } = new URL(url)
	expect(pathname).toBe('/api/auth/google')
	const visitor = createVisitor(site)
	const authorizationUrl = await visitor.begin('google', Object.fromEntries(searchParams))
	return new URL(await visitor.returnToSite(await visitor.answer(authorizationUrl, account)))
}

const getTicket = (address: URL) => address.searchParams.get('token') ?? ''

test('an app connects in another browser: the ticket works once, only for its session and with its verifier', async () => {
	await using site = await start()
	const [ann, bo] = [await registerVerified(site, 'ann'), await registerVerified(site, 'bo_2')]
	const params = { provider: 'google' } as const
	const getRefusal = async (player: Player, body: { token: string; verifier: string }) => {
		const { status, code } = await site.refusal(completeConnection, { params, body }, player)
		return [status, code]
	}
	// Each attempt spends the ticket
	const back = await connectInApp(site, ann, 'ann')
	expect(back.href).toMatch(/^savepoint:\/\/oauth\/callback\?token=[\w-]+$/)
	expect(await getRefusal(bo, { token: getTicket(back), verifier: VERIFIER })).toEqual([400, 'bad_token'])
	expect(await getRefusal(ann, { token: getTicket(back), verifier: VERIFIER })).toEqual([400, 'bad_token'])
	const again = await connectInApp(site, ann, 'ann')
	expect(await getRefusal(ann, { token: getTicket(again), verifier: VERIFIER.toUpperCase() })).toEqual([
		400,
		'bad_token',
	])
	const asSession = await connectInApp(site, ann, 'ann')
	const theft = await site.refusal(extractTokens, { body: { tempToken: getTicket(asSession), verifier: VERIFIER } })
	expect([theft.status, theft.code]).toEqual([401, 'bad_token'])
	const late = await connectInApp(site, ann, 'ann')
	site.time.now += 60_000
	expect(await getRefusal(ann, { token: getTicket(late), verifier: VERIFIER })).toEqual([400, 'bad_token'])
	expect(await getProviders(site, ann)).toEqual([])

	const token = getTicket(await connectInApp(site, ann, 'ann'))
	const { user } = await site.call(completeConnection, { params, body: { token, verifier: VERIFIER } }, ann)
	expect(user.providers).toEqual(['google'])
	expect((await site.mailsTo('ann@example.org')).at(-1)?.subject).toBe('Google was connected to your account')
	const elsewhere = getTicket(await connectInApp(site, bo, 'ann'))
	expect(await getRefusal(bo, { token: elsewhere, verifier: VERIFIER })).toEqual([409, 'connected_elsewhere'])
	expect((await connectInApp(site, bo, null)).href).toBe('savepoint://oauth/callback?error=refused')
})

test("a login ticket cannot connect, and a browser's attempt cannot be started elsewhere", async () => {
	await using site = await start()
	const ann = await registerVerified(site, 'ann')
	const visitor = createVisitor(site)
	const end = new URL(await visitor.logIn('google', 'second', { mobile: 'true', challenge }))
	const body = { token: getTicket(end), verifier: VERIFIER }
	expect((await site.refusal(completeConnection, { params: { provider: 'google' }, body }, ann)).status).toBe(400)

	const answer = await site.app.inject({
		method: 'POST',
		url: '/api/auth/providers/google',
		headers: { authorization: `Bearer ${ann.accessToken}` },
	})
	const [, , attempt = ''] = /^([^=]+)=([^;]*)/.exec(String(answer.headers['set-cookie'])) ?? []
	for (const [provider, signedAttempt] of [
		['google', attempt],
		['google', 'forged.attempt'],
		['google', ''],
	] as const)
		expect(await createVisitor(site).begin(provider, { attempt: signedAttempt || 'x' })).toBe(
			'/oauth/success?error=failed',
		)
	const query = { challenge, redirect_uri: 'evil://callback' }
	const foreign = await site.refusal(connectProvider, { params: { provider: 'google' }, query }, ann)
	expect([foreign.status, foreign.code]).toEqual([400, 'redirect_not_allowed'])
})
