import { createSigner } from 'fast-jwt'
import { expect, test } from 'vitest'
import { getReview, listReviews } from '#contract/reviews.ts'
import { getMe, logout, refreshTokens } from '#contract/session-tokens.ts'
import { startSite } from '#kit/site.ts'

test('a refresh token works once; its reuse after ten seconds ends the session', { tags: ['trust-5'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const { tokens } = await site.call(refreshTokens, { body: { refreshToken: player.refreshToken } })
	site.time.now += 11_000
	const reuse = await site.refusal(refreshTokens, { body: { refreshToken: player.refreshToken } })
	expect([reuse.status, reuse.code]).toEqual([401, 'session_revoked'])
	const successor = await site.refusal(refreshTokens, { body: { refreshToken: tokens.refreshToken } })
	expect([successor.status, successor.code]).toEqual([401, 'session_revoked'])
	const own = await site.refusal(getMe, {}, { ...player, accessToken: tokens.accessToken })
	expect(own.status).toBe(401)
})

test('a client that lost the response gets the same successor within ten seconds', { tags: ['trust-5'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const body = { refreshToken: player.refreshToken }
	const twins = await Promise.all([site.call(refreshTokens, { body }), site.call(refreshTokens, { body })])
	expect(twins[0].tokens.refreshToken).toBe(twins[1].tokens.refreshToken)
	site.time.now += 9_000
	expect((await site.call(refreshTokens, { body })).tokens.refreshToken).toBe(twins[0].tokens.refreshToken)
})

test('a grandparent token is rejected even within ten seconds', { tags: ['trust-5'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const { tokens } = await site.call(refreshTokens, { body: { refreshToken: player.refreshToken } })
	await site.call(refreshTokens, { body: { refreshToken: tokens.refreshToken } })
	const error = await site.refusal(refreshTokens, { body: { refreshToken: player.refreshToken } })
	expect([error.status, error.code]).toEqual([401, 'session_revoked'])
})

test('a hundred concurrent refreshes leave one active session', { tags: ['trust-5'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const answers = await Promise.all(
		Array.from({ length: 100 }, () => site.call(refreshTokens, { body: { refreshToken: player.refreshToken } })),
	)
	expect(new Set(answers.map(({ tokens }) => tokens.refreshToken)).size).toBe(1)
	const sessions = await site.services.db.selectFrom('sessions').selectAll().execute()
	expect(sessions.map(({ generation, ended_at }) => [generation, ended_at])).toEqual([[1, null]])
})

test('an invented refresh token is rejected, and a missing one is a bad request', async () => {
	await using site = await startSite()
	const player = await site.register()
	const altered = `${player.refreshToken.slice(0, -1)}${player.refreshToken.endsWith('A') ? 'B' : 'A'}`
	for (const refreshToken of ['x', altered, `${player.refreshToken}AAAA`, 'ü'.repeat(70)]) {
		const error = await site.refusal(refreshTokens, { body: { refreshToken } })
		expect([error.status, error.code]).toEqual([401, 'bad_token'])
	}
	expect((await site.app.inject({ method: 'POST', url: refreshTokens.url, payload: {} })).statusCode).toBe(400)
	expect((await site.call(getMe, {}, player)).success).toBe(true)
})

test('a session expires after thirty days without a refresh', async () => {
	await using site = await startSite()
	const player = await site.register()
	site.time.now += 30 * 24 * 60 * 60 * 1000 + 1
	expect((await site.refusal(refreshTokens, { body: { refreshToken: player.refreshToken } })).status).toBe(401)
})

test('logging out ends the session: both of its tokens are rejected', async () => {
	await using site = await startSite()
	const player = await site.register()
	expect(await site.call(logout, { body: { refreshToken: player.refreshToken } })).toEqual({ success: true })
	expect((await site.refusal(getMe, {}, player)).status).toBe(401)
	expect((await site.refusal(refreshTokens, { body: { refreshToken: player.refreshToken } })).code).toBe(
		'session_revoked',
	)
})

test('logging out always succeeds, even without a session to end', async () => {
	await using site = await startSite()
	for (const payload of [{}, { refreshToken: 'nonsense' }, { refreshToken: null }])
		expect((await site.app.inject({ method: 'POST', url: logout.url, payload })).json()).toEqual({ success: true })
	expect((await site.app.inject({ method: 'POST', url: logout.url })).json()).toEqual({ success: true })
})

test('an access token lives fifteen minutes', async () => {
	await using site = await startSite()
	const player = await site.register()
	site.time.now += 15 * 60 * 1000 - 1000
	expect((await site.call(getMe, {}, player)).success).toBe(true)
	site.time.now += 1000
	expect((await site.refusal(getMe, {}, player)).code).toBe('bad_token')
})

test('no altered, foreign or unsigned token is accepted', { tags: ['trust-12'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const [header = '', payload = '', signature = ''] = player.accessToken.split('.')
	const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
	const forged = [
		'',
		'a.b.c',
		`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
		`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
		`${encode({ alg: 'RS256', typ: 'JWT' })}.${payload}.${signature}`,
		`${encode({ alg: 'HS256', typ: 'JWT', kid: '../../dev/null' })}.${payload}.${signature}`,
		`${header}.${encode({ ...claims, sub: '018f0000-0000-7000-8000-000000000001' })}.${signature}`,
		`${header}.${encode({ ...claims, exp: 9_999_999_999 })}.${signature}`,
		`${header}.${encode({ ...claims, aud: 'other' })}.${signature}`,
		`${header}.${payload}`,
		player.refreshToken,
	]
	const bytes = Buffer.from(player.accessToken)
	for (let bit = 0; bit < bytes.length * 8; bit++) {
		const flipped = Buffer.from(bytes)
		flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
		const token = flipped.toString('latin1')
		expect([bit, site.services.accessTokens.verify(token, site.time.now)]).toEqual([bit, undefined])
		// Sends one per byte through the whole server; header values are ASCII, so other bytes never reach the token check
		if (bit % 8 === 0 && flipped.every((byte) => byte > 32 && byte < 127)) forged.push(token)
	}
	for (const accessToken of forged) {
		const answer = await site.app.inject({ url: getMe.url, headers: { authorization: `Bearer ${accessToken}` } })
		expect([accessToken, answer.statusCode]).toEqual([accessToken, 401])
	}
	// A token of the other kind, for another service, or signed by another site
	const { keys } = site.services
	const signer = (claims: object, key = keys.accessTokens, algorithm: 'HS256' | 'HS512' = 'HS256') =>
		createSigner({ key, algorithm, noTimestamp: true })({
			...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object),
			...claims,
		})
	for (const token of [
		signer({ aud: 'savepoint:other' }),
		signer({ iss: 'another' }),
		signer({ exp: Math.floor(site.time.now / 1000) }),
		signer({ sub: 1 }),
		signer({ sid: undefined }),
		signer({}, Buffer.from('the key of another site, long enough')),
		signer({}, keys.accessTokens, 'HS512'),
	]) {
		const answer = await site.app.inject({ url: getMe.url, headers: { authorization: `Bearer ${token}` } })
		expect([token, answer.statusCode]).toEqual([token, 401])
	}
	expect(
		(await site.app.inject({ url: getMe.url, headers: { authorization: `Bearer ${signer({})}` } })).statusCode,
	).toBe(200)
})

test('a malformed token gets a 401 from public endpoints too, so that the client refreshes it', async () => {
	await using site = await startSite()
	const player = await site.register()
	expect((await site.refusal(listReviews, { query: {} }, { ...player, accessToken: 'broken' })).code).toBe('bad_token')
	expect(
		(await site.refusal(getReview, { params: { id: player.user.id } }, { ...player, accessToken: 'broken' })).code,
	).toBe('bad_token')
})
