import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extractTokens } from '#contract/account.ts'
import { LIFETIMES } from '#contract/limits.ts'
import { listening } from '#kit/peers/asking-page.ts'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { startSite } from '#kit/site.ts'
import { newVisitor } from '#kit/social-visitor.ts'

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

test('a provider without keys is not there: 404 in the shape of errors, and so is one that nobody knows', async () => {
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

test('the provider is asked with state, nonce and PKCE, and none of it twice', async () => {
	await using site = await start()
	for (const provider of ['google', 'facebook'] as const) {
		const [one, other] = [
			new URL(await newVisitor(site).begin(provider)),
			new URL(await newVisitor(site).begin(provider)),
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

test('the cookie is kept from scripts and other sites, behind TLS from other hosts as well', async () => {
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

test('trust case 10: a way back with a wrong state, without its cookie or with a forged one leads nowhere', async () => {
	await using site = await start()
	for (const provider of ['google', 'facebook'] as const) {
		const account = provider === 'google' ? 'ann' : '501'
		const visitor = newVisitor(site)
		const back = new URL(await visitor.answer(await visitor.begin(provider), account))
		const kept = new Map(visitor.cookies)

		// Somebody else's browser, to which the address was sent
		expect(await newVisitor(site).comeBack(back.href)).toBe(FAILED)
		for (const state of ['', 'x', 'A'.repeat(43)]) {
			const forged = new URL(back)
			forged.searchParams.set('state', state)
			expect([state, await visitor.comeBack(forged.href)]).toEqual([state, FAILED])
		}
		// Every letter of the cookie counts
		const [[name, value] = ['', '']] = kept
		for (let place = 0; place < value.length; place += 41) {
			const changed = value.slice(0, place) + (value[place] === 'A' ? 'B' : 'A') + value.slice(place + 1)
			visitor.cookies.set(name, changed)
			expect([place, await visitor.comeBack(back.href)]).toEqual([place, FAILED])
		}
		for (const forged of ['', '.', 'e30.', 'e30.e30', `${value}.x`, 'x'.repeat(4_000)]) {
			visitor.cookies.set(name, forged)
			expect(await visitor.comeBack(back.href)).toBe(FAILED)
		}
		// A cookie of one provider is none of the other
		visitor.cookies.set(name, value)
		const other = new URL(back)
		other.pathname = back.pathname.replace(provider, provider === 'google' ? 'facebook' : 'google')
		expect(await visitor.comeBack(other.href)).toBe(FAILED)
		// None of this has spoilt the person's own way
		expect(await visitor.comeBack(back.href)).toBe('/oauth/success')
	}
})

test('trust case 10: a way back works once, whatever came of it, also when both come at once', async () => {
	await using site = await start()
	const visitor = newVisitor(site)
	const back = await visitor.answer(await visitor.begin('google'), 'ann')
	const kept = new Map(visitor.cookies)
	expect(await visitor.comeBack(back)).toBe('/oauth/success')
	for (const [name, value] of kept) visitor.cookies.set(name, value)
	expect(await visitor.comeBack(back)).toBe(FAILED)

	const twins = newVisitor(site)
	const twice = await twins.answer(await twins.begin('facebook'), '501')
	const { pathname, search } = new URL(twice)
	const cookie = [...twins.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	const ends = await Promise.all(
		Array.from({ length: 10 }, () => site.app.inject({ url: pathname + search, headers: { cookie } })),
	)
	expect(ends.map(({ headers }) => headers.location).sort()).toEqual(['/oauth/success', ...Array(9).fill(FAILED)])
})

test("trust case 10: a code that is wrong, another person's or another attempt's signs nobody in", async () => {
	await using site = await start()
	for (const [provider, account] of [
		['google', 'ann'],
		['facebook', '501'],
	] as const) {
		const eve = newVisitor(site)
		const stolen = new URL(await eve.answer(await eve.begin(provider), account)).searchParams.get('code') ?? ''
		for (const code of ['', 'x', stolen]) {
			const visitor = newVisitor(site)
			const back = new URL(await visitor.answer(await visitor.begin(provider), account))
			// The code of another attempt belongs to another PKCE verifier and another nonce
			back.searchParams.set('code', code)
			expect([code, await visitor.comeBack(back.href)]).toEqual([code, FAILED])
			expect(visitor.cookies.has('login_ticket')).toBe(false)
		}
	}
	expect(await site.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('after ten minutes at the provider the way back leads nowhere', async () => {
	await using site = await start()
	const visitor = newVisitor(site)
	const back = await visitor.answer(await visitor.begin('google'), 'ann')
	site.time.now += LIFETIMES.socialSignInMs
	expect(await visitor.comeBack(back)).toBe(FAILED)
})

test('an expired ticket of the landing is refused in the words of the specification', async () => {
	await using site = await start()
	const visitor = newVisitor(site)
	await visitor.signIn('google', 'ann')
	site.time.now += LIFETIMES.loginTicketMs
	const cookie = `login_ticket=${visitor.cookies.get('login_ticket')}`
	const answer = await site.app.inject({ method: 'POST', url: extractTokens.url, payload: {}, headers: { cookie } })
	expect([answer.statusCode, answer.json().error]).toEqual([401, 'Failed to extract tokens - no tokens in response'])
})

test('who refuses at the provider is led to the landing, and nothing is made of it', async () => {
	await using site = await start()
	for (const provider of ['google', 'facebook'] as const)
		expect(await newVisitor(site).signIn(provider, null)).toBe('/oauth/success?error=access_denied')
	expect(await site.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('trust case 10: only an app of the list gets a ticket', async () => {
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
	const allowed = newVisitor(site)
	expect(await allowed.signIn('google', 'ann', { redirect_uri: 'other://done' })).toMatch(
		/^other:\/\/done\?token=[\w-]{43}$/,
	)
	for (const challenge of ['short', 'x'.repeat(44), '*'.repeat(43)])
		expect((await site.app.inject({ url: `/api/auth/google?challenge=${challenge}` })).statusCode).toBe(400)
})

test('trust case 10: a path to go on at is one of this site, whatever its disguise', async () => {
	await using site = await start()
	for (const [asked, end] of [
		['/games/12?tab=a#b', '/oauth/success?redirect=%2Fgames%2F12%3Ftab%3Da%23b'],
		['//evil.example', '/oauth/success'],
		['/\\evil.example', '/oauth/success'],
		['\\evil.example', '/oauth/success'],
		['/.//evil.example', '/oauth/success'],
		['https://evil.example', '/oauth/success'],
		['javascript:alert(1)', '/oauth/success'],
		['/\t/evil.example', '/oauth/success'],
		['/login', '/oauth/success'],
		// More than a browser keeps of a cookie
		[`/${'字'.repeat(450)}`, '/oauth/success'],
	] as const)
		expect([asked, await newVisitor(site).signIn('facebook', '501', { redirect: asked })]).toEqual([asked, end])
})

test('a provider that is away, silent, endless, or not itself leads to the landing within seconds', {
	timeout: 60_000,
}, async () => {
	await using endless = await listening(() => (_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' })
		const pour = () => {
			while (response.write('x'.repeat(65_536)));
		}
		response.on('drain', pour)
		pour()
	})
	await using silent = await listening(() => () => {})
	await using strange = await listening(() => (_request, response) => void response.end('<html>'))
	await using leading = await listening(() => (_request, response) => {
		response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
	})
	const closed = createServer()
	closed.listen(0, '127.0.0.1')
	await new Promise((resolve) => closed.once('listening', resolve))
	const { port } = closed.address() as { port: number }
	await new Promise((resolve) => closed.close(resolve))
	for (const origin of [`http://127.0.0.1:${port}`, silent.origin, endless.origin, strange.origin, leading.origin]) {
		await using site = await start({
			GOOGLE_ISSUER: origin,
			FACEBOOK_TOKEN_URL: `${origin}/token`,
		})
		const began = performance.now()
		const ends = await Promise.all([
			newVisitor(site).begin('google'),
			newVisitor(site).begin('google', { mobile: 'true' }),
			newVisitor(site).signIn('facebook', '501'),
		])
		expect(ends).toEqual(['/oauth/success?error=unavailable', 'savepoint://oauth/callback?error=unavailable', FAILED])
		expect(performance.now() - began).toBeLessThan(10_000)
	}
})

test('a provider that comes back is found again', async () => {
	let isAway = true
	await using door = await listening(() => (request, response) => {
		if (isAway) return void response.writeHead(503).end()
		fetch(`${google.origin}${request.url}`).then(
			async (answer) => response.end((await answer.text()).replaceAll(google.origin, door.origin)),
			() => response.destroy(),
		)
		response.setHeader('content-type', 'application/json')
	})
	await using site = await start({ GOOGLE_ISSUER: door.origin })
	expect(await newVisitor(site).begin('google')).toBe('/oauth/success?error=unavailable')
	isAway = false
	expect(await newVisitor(site).begin('google')).toMatch(/\/auth\?/)
})
