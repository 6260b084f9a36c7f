import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extractTokens } from '#contract/account.ts'
import { LIFETIMES } from '#contract/limits.ts'
import { startServer } from '#kit/peers/consent-page.ts'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { startSite } from '#kit/site.ts'
import { createVisitor } from '#kit/social-visitor.ts'

let google: OpenIdProvider
let facebook: Facebook

beforeAll(async () => {
	;[google, facebook] = await Promise.all([startOpenIdProvider(), startFacebook()])
	google.people.set('ann', { email: 'ann@example.org', email_verified: true })
	google.people.set('eve', { email: 'eve@example.org', email_verified: true })
	facebook.people.set('501', { name: 'Bo', email: 'bo@example.org' })
})
afterAll(async () => {
	await google?.[Symbol.asyncDispose]()
	await facebook?.[Symbol.asyncDispose]()
})

const start = (env: Record<string, string> = {}) => startSite({ env: { ...google.env, ...facebook.env, ...env } })
const FAILED = '/oauth/success?error=failed'

test('a provider that is unknown or not configured answers 404 in the error format', async () => {
	await using site = await startSite({ env: facebook.env })
	for (const [method, url] of [
		['GET', '/api/auth/google'],
		['GET', '/api/auth/google/callback?code=1&state=2'],
		['GET', '/api/auth/myspace'],
		['GET', '/api/auth/myspace/callback'],
	] as const) {
		const { statusCode, body } = await site.app.inject({ method, url })
		expect([url, statusCode, JSON.parse(body).code]).toEqual([url, 404, 'provider_not_found'])
	}
	expect((await site.app.inject({ url: '/api/auth/facebook' })).statusCode).toBe(302)
	await using without = await startSite()
	const refused = await without.app.inject({ url: '/api/auth/facebook' })
	expect(refused.statusCode).toBe(404)
	const deletion = {
		method: 'POST',
		url: '/api/auth/facebook/data-deletion',
		payload: { signed_request: 'x' },
	} as const
	expect((await without.app.inject(deletion)).statusCode).toBe(404)
})

test('authorization requests carry state, nonce and PKCE, and never reuse them', async () => {
	await using site = await start()
	for (const provider of ['google', 'facebook'] as const) {
		const [one, other] = [
			new URL(await createVisitor(site).begin(provider)),
			new URL(await createVisitor(site).begin(provider)),
		]
		expect(one.searchParams.get('redirect_uri')).toBe(`http://localhost/api/auth/${provider}/callback`)
		expect(one.searchParams.get('response_type')).toBe('code')
		expect(one.searchParams.get('code_challenge_method')).toBe('S256')
		const secrets = ['state', 'code_challenge', ...(provider === 'google' ? ['nonce'] : [])]
		for (const name of secrets) {
			expect(one.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
			expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name))
		}
	}
})

test('the cookie is protected from scripts and other sites, and behind TLS from other hosts as well', async () => {
	await using site = await start()
	const plain = await site.app.inject({ url: '/api/auth/facebook' })
	expect(plain.headers['set-cookie']).toMatch(
		/^social_sign_in=[\w.-]+; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
	)
	expect(plain.headers['cache-control']).toBe('no-store')
	await using secure = await start({ PUBLIC_URL: 'https://games.example' })
	const { headers } = await secure.app.inject({ url: '/api/auth/facebook' })
	expect(headers['set-cookie']).toMatch(
		/^__Host-social_sign_in=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
	)
	expect(new URL(String(headers.location)).searchParams.get('redirect_uri')).toBe(
		'https://games.example/api/auth/facebook/callback',
	)
})

test('the ticket of a login is in a cookie that scripts cannot read and other sites do not send', async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	const { pathname, search } = new URL(await visitor.answer(await visitor.begin('google'), 'ann'))
	const cookie = `social_sign_in=${visitor.cookies.get('social_sign_in')}`
	const answer = await site.app.inject({ url: pathname + search, headers: { cookie } })
	expect([answer.headers['set-cookie']].flat()).toContainEqual(
		expect.stringMatching(/^login_ticket=[\w-]+; Max-Age=60; Path=\/api\/auth\/oauth; HttpOnly; SameSite=Strict$/),
	)
})

test('a callback with a wrong state, or a missing or forged cookie, fails', { tags: ['trust-10'] }, async () => {
	await using site = await start()
	for (const provider of ['google', 'facebook'] as const) {
		const account = provider === 'google' ? 'ann' : '501'
		const visitor = createVisitor(site)
		const back = new URL(await visitor.answer(await visitor.begin(provider), account))
		const saved = new Map(visitor.cookies)

		// Someone else's browser, to which the URL was sent
		expect(await createVisitor(site).returnToSite(back.href)).toBe(FAILED)
		for (const state of ['', 'x', 'A'.repeat(43)]) {
			const forged = new URL(back)
			forged.searchParams.set('state', state)
			expect([state, await visitor.returnToSite(forged.href)]).toEqual([state, FAILED])
		}
		// Every character of the cookie counts
		const [[name, value] = ['', '']] = saved
		for (let index = 0; index < value.length; index += 41) {
			const changed = value.slice(0, index) + (value[index] === 'A' ? 'B' : 'A') + value.slice(index + 1)
			visitor.cookies.set(name, changed)
			expect([index, await visitor.returnToSite(back.href)]).toEqual([index, FAILED])
		}
		for (const forged of ['', '.', 'e30.', 'e30.e30', `${value}.x`, 'x'.repeat(4_000)]) {
			visitor.cookies.set(name, forged)
			expect(await visitor.returnToSite(back.href)).toBe(FAILED)
		}
		// One provider's cookie is not valid for the other
		visitor.cookies.set(name, value)
		const other = new URL(back)
		other.pathname = back.pathname.replace(provider, provider === 'google' ? 'facebook' : 'google')
		expect(await visitor.returnToSite(other.href)).toBe(FAILED)
		// None of this has spoiled the user's own attempt
		expect(await visitor.returnToSite(back.href)).toBe('/oauth/success')
	}
})

test('a callback works once, whatever its outcome, even under concurrency', { tags: ['trust-10'] }, async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	const back = await visitor.answer(await visitor.begin('google'), 'ann')
	const saved = new Map(visitor.cookies)
	expect(await visitor.returnToSite(back)).toBe('/oauth/success')
	for (const [name, value] of saved) visitor.cookies.set(name, value)
	expect(await visitor.returnToSite(back)).toBe(FAILED)

	const twins = createVisitor(site)
	const twice = await twins.answer(await twins.begin('facebook'), '501')
	const { pathname, search } = new URL(twice)
	const cookie = [...twins.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	const ends = await Promise.all(
		Array.from({ length: 10 }, () => site.app.inject({ url: pathname + search, headers: { cookie } })),
	)
	expect(ends.map(({ headers }) => headers.location).sort()).toEqual(['/oauth/success', ...Array(9).fill(FAILED)])
})

test("an invalid code, or another user's or attempt's code, signs nobody in", { tags: ['trust-10'] }, async () => {
	await using site = await start()
	for (const [provider, account] of [
		['google', 'ann'],
		['facebook', '501'],
	] as const) {
		const eve = createVisitor(site)
		const stolen = new URL(await eve.answer(await eve.begin(provider), account)).searchParams.get('code') ?? ''
		for (const code of ['', 'x', stolen]) {
			const visitor = createVisitor(site)
			const back = new URL(await visitor.answer(await visitor.begin(provider), account))
			// The code of another attempt belongs to another PKCE verifier and another nonce
			back.searchParams.set('code', code)
			expect([code, await visitor.returnToSite(back.href)]).toEqual([code, FAILED])
			expect(visitor.cookies.has('login_ticket')).toBe(false)
		}
	}
	expect(await site.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('a callback fails after ten minutes at the provider', async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	const back = await visitor.answer(await visitor.begin('google'), 'ann')
	site.time.now += LIFETIMES.socialLoginMs
	expect(await visitor.returnToSite(back)).toBe(FAILED)
})

test("an expired ticket is rejected at the landing page with the specification's message", async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	await visitor.logIn('google', 'ann')
	site.time.now += LIFETIMES.loginTicketMs
	const cookie = `login_ticket=${visitor.cookies.get('login_ticket')}`
	const answer = await site.app.inject({ method: 'POST', url: extractTokens.url, payload: {}, headers: { cookie } })
	expect([answer.statusCode, answer.json().error]).toEqual([401, 'Failed to extract tokens - no tokens in response'])
})

test('a user who denies access at the provider is redirected to the landing page, and no account is created', async () => {
	await using site = await start()
	for (const provider of ['google', 'facebook'] as const)
		expect(await createVisitor(site).logIn(provider, null)).toBe('/oauth/success?error=access_denied')
	expect(await site.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('only a configured app redirect URI gets a ticket', { tags: ['trust-10'] }, async () => {
	await using site = await start({ OAUTH_REDIRECT_URIS: 'savepoint://oauth/callback, other://done' })
	for (const redirect_uri of [
		'evil://oauth/callback',
		'savepoint://oauth/callback/../evil',
		'savepoint://oauth/callback?x=1',
		'savepoint://oauth/callback#',
		'savepoint://evil',
		'SAVEPOINT://oauth/callback',
		'https://evil.example/',
		'//evil.example',
		'javascript:alert(1)',
		'data:text/html,x',
	]) {
		const url = `/api/auth/google?${new URLSearchParams({ redirect_uri, mobile: 'true' })}`
		const answer = await site.app.inject({ url })
		expect([redirect_uri, answer.statusCode, answer.json().code]).toEqual([redirect_uri, 400, 'redirect_not_allowed'])
		expect(answer.headers['set-cookie']).toBeUndefined()
	}
	const allowed = createVisitor(site)
	expect(await allowed.logIn('google', 'ann', { redirect_uri: 'other://done' })).toMatch(
		/^other:\/\/done\?token=[\w-]{43}$/,
	)
	for (const challenge of ['short', 'x'.repeat(44), '*'.repeat(43)])
		expect((await site.app.inject({ url: `/api/auth/google?challenge=${challenge}` })).statusCode).toBe(400)
})

test('the redirect path always stays on this site', { tags: ['trust-10'] }, async () => {
	await using site = await start()
	for (const [redirect, end] of [
		['/games/12?tab=a#b', '/oauth/success?redirect=%2Fgames%2F12%3Ftab%3Da%23b'],
		['//evil.example', '/oauth/success'],
		['/\\evil.example', '/oauth/success'],
		['\\evil.example', '/oauth/success'],
		['/.//evil.example', '/oauth/success'],
		['https://evil.example', '/oauth/success'],
		['javascript:alert(1)', '/oauth/success'],
		['/\t/evil.example', '/oauth/success'],
		['/login', '/oauth/success'],
		// Longer than a cookie may be
		[`/${'字'.repeat(450)}`, '/oauth/success'],
	] as const)
		expect([redirect, await createVisitor(site).logIn('facebook', '501', { redirect })]).toEqual([redirect, end])
})

test('a provider that is unreachable, silent or endless, or responds with nonsense or a redirect, leads to the landing page within seconds', {
	tags: ['ci'],
}, async () => {
	await using endless = await startServer(() => (_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' })
		const send = () => {
			while (response.write('x'.repeat(65_536)));
		}
		response.on('drain', send)
		send()
	})
	await using silent = await startServer(() => () => {})
	await using invalid = await startServer(() => (_request, response) => void response.end('<html>'))
	await using redirecting = await startServer(() => (_request, response) => {
		response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
	})
	const closed = createServer()
	closed.listen(0, '127.0.0.1')
	await new Promise((resolve) => closed.once('listening', resolve))
	const { port } = closed.address() as { port: number }
	await new Promise((resolve) => closed.close(resolve))
	for (const origin of [
		`http://127.0.0.1:${port}`,
		silent.origin,
		endless.origin,
		invalid.origin,
		redirecting.origin,
	]) {
		await using site = await start({
			GOOGLE_ISSUER: origin,
			FACEBOOK_TOKEN_URL: `${origin}/token`,
		})
		const startedMs = performance.now()
		const ends = await Promise.all([
			createVisitor(site).begin('google'),
			createVisitor(site).begin('google', { mobile: 'true' }),
			createVisitor(site).logIn('facebook', '501'),
		])
		expect(ends).toEqual(['/oauth/success?error=unavailable', 'savepoint://oauth/callback?error=unavailable', FAILED])
		expect(performance.now() - startedMs).toBeLessThan(10_000)
	}
})

test('discovery is retried once the provider is reachable again', async () => {
	let isUnreachable = true
	await using proxy = await startServer(() => (request, response) => {
		if (isUnreachable) return void response.writeHead(503).end()
		fetch(`${google.origin}${request.url}`).then(
			async (answer) => response.end((await answer.text()).replaceAll(google.origin, proxy.origin)),
			() => response.destroy(),
		)
		response.setHeader('content-type', 'application/json')
	})
	await using site = await start({ GOOGLE_ISSUER: proxy.origin })
	expect(await createVisitor(site).begin('google')).toBe('/oauth/success?error=unavailable')
	isUnreachable = false
	expect(await createVisitor(site).begin('google')).toMatch(/\/auth\?/)
})
