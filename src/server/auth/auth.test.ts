import { createSigner } from 'fast-jwt'
import { expect, test } from 'vitest'
import { checkUsername, login, register } from '#contract/auth.ts'
import { getReview, listReviews } from '#contract/reviews.ts'
import { getMe, logout, refreshTokens } from '#contract/session.ts'
import { PASSWORD, startSite } from '#kit/site.ts'

test('a new account is signed in and sees itself', async () => {
	await using site = await startSite()
	const player = await site.register('Ann_1')
	const { user } = await site.call(getMe, {}, player)
	expect(user).toMatchObject({
		username: 'Ann_1',
		email: 'Ann_1@example.org',
		needsUsernameSelection: false,
		hasPassword: true,
		reviewCount: 0,
	})
})

test('sign-in takes the username or the e-mail in any case', async () => {
	await using site = await startSite()
	await site.register('Ann')
	for (const identifier of ['ann', 'ANN', 'ANN@EXAMPLE.ORG', ' Ann '])
		expect((await site.call(login, { body: { identifier, password: PASSWORD } })).user.username).toBe('Ann')
})

test('a wrong password and an unknown account answer the same bytes', async () => {
	await using site = await startSite()
	await site.register('Ann')
	const wrong = await site.app.inject({
		method: 'POST',
		url: login.url,
		payload: { identifier: 'Ann', password: 'Wrong1Horse' },
	})
	const unknown = await site.app.inject({
		method: 'POST',
		url: login.url,
		payload: { identifier: 'Nobody9', password: 'Wrong1Horse' },
	})
	expect(wrong.statusCode).toBe(401)
	expect(wrong.json()).toMatchObject({ success: false, error: 'Invalid credentials' })
	expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
})

test('registration names every wrong field in the words of the specification', async () => {
	await using site = await startSite()
	const error = await site.refusal(register, { body: { username: 'a!', email: 'nowhere', password: 'short' } })
	expect(error.status).toBe(400)
	expect(error.details).toEqual([
		{ path: 'username', message: 'Username must be at least 3 characters' },
		{ path: 'email', message: 'Please enter a valid email address' },
		{ path: 'password', message: 'Password must be at least 8 characters' },
	])
})

test.each([
	[{ username: 'has space' }, 'Username can only contain letters, numbers, and underscores'],
	[{ username: 'x'.repeat(31) }, 'Username must be 30 characters or less'],
	[{ username: 'Admin' }, 'This username is reserved'],
	[
		{ password: 'alllowercase1' },
		'Password must contain at least one uppercase letter, one lowercase letter, and one number',
	],
	[{ confirmPassword: 'Different1' }, 'Passwords do not match'],
])('registration with %o is refused: %s', async (wrong, sentence) => {
	await using site = await startSite()
	const body = { username: 'someone', email: 'someone@example.org', password: PASSWORD, ...wrong }
	const error = await site.refusal(register, { body })
	expect([error.status, error.message]).toEqual([400, sentence])
})

test('a username and an e-mail belong to one account, whatever their case', async () => {
	await using site = await startSite()
	await site.register('Ann')
	const sameName = await site.refusal(register, {
		body: { username: 'aNN', email: 'other@example.org', password: PASSWORD },
	})
	const sameEmail = await site.refusal(register, {
		body: { username: 'other', email: 'ANN@example.ORG', password: PASSWORD },
	})
	expect([sameName.status, sameName.code, sameEmail.status, sameEmail.code]).toEqual([
		409,
		'username_taken',
		409,
		'email_taken',
	])
})

test('twenty registrations of one name at once make one account', async () => {
	await using site = await startSite()
	const answers = await Promise.all(
		Array.from({ length: 20 }, (_, index) =>
			site.app.inject({
				method: 'POST',
				url: register.url,
				payload: { username: 'Twin', email: `twin${index}@example.org`, password: PASSWORD },
			}),
		),
	)
	expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(19).fill(409)])
})

test('check-username says what is wrong, taken, reserved or free', async () => {
	await using site = await startSite()
	await site.register('Ann')
	const check = async (username: string) => {
		const { available, message } = await site.call(checkUsername, { query: { username } })
		return [available, message]
	}
	expect(await check('ANN')).toEqual([false, 'This username is already taken'])
	expect(await check('settings')).toEqual([false, 'This username is reserved'])
	expect(await check('no')).toEqual([false, 'Username must be at least 3 characters'])
	expect(await check('free_name')).toEqual([true, 'This username is available'])
	expect((await site.app.inject({ url: checkUsername.url })).statusCode).toBe(400)
})

test('trust case 5: a refresh token works once; its reuse after ten seconds ends the session', async () => {
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

test('trust case 5: a client that lost the answer gets the same successor within ten seconds', async () => {
	await using site = await startSite()
	const player = await site.register()
	const body = { refreshToken: player.refreshToken }
	const twins = await Promise.all([site.call(refreshTokens, { body }), site.call(refreshTokens, { body })])
	expect(twins[0].tokens.refreshToken).toBe(twins[1].tokens.refreshToken)
	site.time.now += 9_000
	expect((await site.call(refreshTokens, { body })).tokens.refreshToken).toBe(twins[0].tokens.refreshToken)
})

test('trust case 5: a grandparent token is refused even within the ten seconds', async () => {
	await using site = await startSite()
	const player = await site.register()
	const { tokens } = await site.call(refreshTokens, { body: { refreshToken: player.refreshToken } })
	await site.call(refreshTokens, { body: { refreshToken: tokens.refreshToken } })
	const error = await site.refusal(refreshTokens, { body: { refreshToken: player.refreshToken } })
	expect([error.status, error.code]).toEqual([401, 'session_revoked'])
})

test('trust case 5: after a hundred refreshes at once one session lives', async () => {
	await using site = await startSite()
	const player = await site.register()
	const answers = await Promise.all(
		Array.from({ length: 100 }, () => site.call(refreshTokens, { body: { refreshToken: player.refreshToken } })),
	)
	expect(new Set(answers.map(({ tokens }) => tokens.refreshToken)).size).toBe(1)
	const sessions = await site.services.db.selectFrom('sessions').selectAll().execute()
	expect(sessions.map(({ generation, ended_at }) => [generation, ended_at])).toEqual([[1, null]])
})

test('an invented refresh token is refused, and none at all is a bad request', async () => {
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

test('a session that was not refreshed for thirty days is over', async () => {
	await using site = await startSite()
	const player = await site.register()
	site.time.now += 30 * 24 * 60 * 60 * 1000 + 1
	expect((await site.refusal(refreshTokens, { body: { refreshToken: player.refreshToken } })).status).toBe(401)
})

test('logout ends the session: its refresh token is dead, its access token refused for own data', async () => {
	await using site = await startSite()
	const player = await site.register()
	expect(await site.call(logout, { body: { refreshToken: player.refreshToken } })).toEqual({ success: true })
	expect((await site.refusal(getMe, {}, player)).status).toBe(401)
	expect((await site.refusal(refreshTokens, { body: { refreshToken: player.refreshToken } })).code).toBe(
		'session_revoked',
	)
})

test('logout always succeeds, also with nothing to end', async () => {
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

test('trust case 12: no altered, foreign or unsigned token is ever accepted', { timeout: 60_000 }, async () => {
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
		// one a byte on the whole way; header values are ASCII, other bytes never get as far as the token
		if (bit % 8 === 0 && flipped.every((byte) => byte > 32 && byte < 127)) forged.push(token)
	}
	for (const accessToken of forged) {
		const answer = await site.app.inject({ url: getMe.url, headers: { authorization: `Bearer ${accessToken}` } })
		expect([accessToken, answer.statusCode]).toEqual([accessToken, 401])
	}
	// a token of the other kind, for another service, or signed by another site
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

test('a broken token answers 401 on public calls too, so that the client refreshes it', async () => {
	await using site = await startSite()
	const player = await site.register()
	expect((await site.refusal(listReviews, { query: {} }, { ...player, accessToken: 'broken' })).code).toBe('bad_token')
	expect(
		(await site.refusal(getReview, { params: { id: player.user.id } }, { ...player, accessToken: 'broken' })).code,
	).toBe('bad_token')
})

test('trust case 13: from the 11th failure of an account the right password is refused, but not where it is known', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1' } })
	await site.register('Ann')
	const attempt = (password: string, address: string, identifier = 'Ann') =>
		site.app.inject({
			method: 'POST',
			url: login.url,
			payload: { identifier, password },
			headers: { 'x-forwarded-for': address },
		})
	expect((await attempt(PASSWORD, '10.0.0.1')).statusCode).toBe(200)
	for (let count = 0; count < 10; count++) expect((await attempt('Wrong1Horse', '10.0.0.2')).statusCode).toBe(401)
	const eleventh = await attempt('Wrong1Horse', '10.0.0.2')
	expect(eleventh.statusCode).toBe(429)
	expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
	expect((await attempt(PASSWORD, '10.0.0.3')).statusCode).toBe(429)
	expect((await attempt(PASSWORD, '10.0.0.1')).statusCode).toBe(200)
	// the success has reset the account's count
	expect((await attempt(PASSWORD, '10.0.0.3')).statusCode).toBe(200)
})

test('trust case 13: unknown names meet the same limit at the same count', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const statuses: number[] = []
	for (let count = 0; count < 12; count++)
		statuses.push(
			(
				await site.app.inject({
					method: 'POST',
					url: login.url,
					payload: { identifier: 'Nobody9', password: 'Wrong1Horse' },
				})
			).statusCode,
		)
	expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test('trust case 13: the 31st failure from an address is refused, and successes do not count', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	await site.register('Ann')
	const attempt = (identifier: string, password: string) =>
		site.app.inject({ method: 'POST', url: login.url, payload: { identifier, password } })
	expect((await attempt('Ann', PASSWORD)).statusCode).toBe(200)
	for (let count = 0; count < 30; count++)
		expect((await attempt(`nobody_${count}`, 'Wrong1Horse')).statusCode).toBe(401)
	expect((await attempt('nobody_31', 'Wrong1Horse')).statusCode).toBe(429)
})

test('trust case 13: failures of a username say nothing about which address is of the same account', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1' } })
	await site.register('Ann')
	const attempt = async (identifier: string, address: string) => {
		const { statusCode, body } = await site.app.inject({
			method: 'POST',
			url: login.url,
			payload: { identifier, password: 'Wrong1Horse' },
			headers: { 'x-forwarded-for': address },
		})
		return [statusCode, body]
	}
	for (let count = 0; count < 10; count++) await attempt('Ann', '10.0.0.2')
	expect((await attempt('ann', '10.0.0.2'))[0]).toBe(429)
	const [own, other] = [await attempt('ann@example.org', '10.0.0.2'), await attempt('ben@example.org', '10.0.0.2')]
	expect(own).toEqual(other)
	expect(own[0]).toBe(401)
	for (let count = 0; count < 9; count++) await attempt('ANN@example.org', '10.0.0.3')
	expect((await attempt('ann@example.org', '10.0.0.4'))[0]).toBe(429)
})

test.each([
	['Correct1Horse', { username: 'rect1' }],
	['Correct1Horse', { email: 'Horse@example.org' }],
	['Correct1Horse', { email: 'horse+games@example.org' }],
])('the password %s is refused for %o: it contains a name of the account', async (password, names) => {
	await using site = await startSite()
	const body = { username: 'someone', email: 'anyone@example.org', password, ...names }
	const error = await site.refusal(register, { body })
	const message = 'Your password contains your username or email. Please choose another.'
	expect([error.status, error.details]).toEqual([400, [{ path: 'password', message }]])
	await site.call(register, { body: { ...body, username: 'someone', email: 'anyone@example.org' } })
})

test('a password is compared byte for byte, spaces and all', async () => {
	await using site = await startSite()
	const password = ' Pässword 1 \u{1F600} '
	await site.call(register, {
		body: { username: 'bytes', email: 'bytes@example.org', password, confirmPassword: password },
	})
	expect((await site.call(login, { body: { identifier: 'bytes', password } })).success).toBe(true)
	expect((await site.refusal(login, { body: { identifier: 'bytes', password: password.trim() } })).status).toBe(401)
})
