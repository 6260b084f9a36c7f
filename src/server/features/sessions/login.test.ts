import { expect, test } from 'vitest'
import { getMe } from '#contract/session-tokens.ts'
import { checkUsername, login, register } from '#contract/sessions.ts'
import { PASSWORD, startSite } from '#kit/site.ts'

test('a new account is logged in and can read itself', async () => {
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

test('logging in accepts the username or email address in any case', async () => {
	await using site = await startSite()
	await site.register('Ann')
	for (const identifier of ['ann', 'ANN', 'ANN@EXAMPLE.ORG', ' Ann '])
		expect((await site.call(login, { body: { identifier, password: PASSWORD } })).user.username).toBe('Ann')
})

test('a wrong password and an unknown account get the same response', async () => {
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

test("registration reports every invalid field with the specification's messages", async () => {
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
])('registration with %o is rejected: %s', async (wrong, sentence) => {
	await using site = await startSite()
	const body = { username: 'someone', email: 'someone@example.org', password: PASSWORD, ...wrong }
	const error = await site.refusal(register, { body })
	expect([error.status, error.message]).toEqual([400, sentence])
})

test('a username and an email address belong to one account, ignoring case', async () => {
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

test('twenty concurrent registrations of one username create one account', async () => {
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

test('check-username reports whether a username is invalid, taken, reserved or available', async () => {
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

test('from the 11th failure of an account, the correct password is rejected except from a known address', {
	tags: ['trust-13'],
}, async () => {
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
	// The success has reset the account's count
	expect((await attempt(PASSWORD, '10.0.0.3')).statusCode).toBe(200)
})

test('unknown names hit the same limit at the same count', { tags: ['trust-13'] }, async () => {
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

test('the 31st failure from an address is rejected, and successes do not count', { tags: ['trust-13'] }, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	await site.register('Ann')
	const attempt = (identifier: string, password: string) =>
		site.app.inject({ method: 'POST', url: login.url, payload: { identifier, password } })
	expect((await attempt('Ann', PASSWORD)).statusCode).toBe(200)
	for (let count = 0; count < 30; count++)
		expect((await attempt(`nobody_${count}`, 'Wrong1Horse')).statusCode).toBe(401)
	expect((await attempt('nobody_31', 'Wrong1Horse')).statusCode).toBe(429)
})

test('failures of a username do not reveal the email address of the same account', { tags: ['trust-13'] }, async () => {
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

test('ten failures of an account by all its names are its limit, from which not even the right password is told from a wrong one', {
	tags: ['trust-13'],
}, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1' } })
	await site.register('Ann')
	const attempt = async (identifier: string, address: string, password = 'Wrong1Horse') => {
		const { statusCode, body } = await site.app.inject({
			method: 'POST',
			url: login.url,
			payload: { identifier, password },
			headers: { 'x-forwarded-for': address },
		})
		return [statusCode, body]
	}
	expect((await attempt('Ann', '10.0.0.1', PASSWORD))[0]).toBe(200)
	for (let count = 0; count < 5; count++) await attempt('ann', '10.0.0.2')
	for (let count = 0; count < 5; count++) await attempt('ann@example.org', '10.0.0.3')
	const wrong = await attempt('ben@example.org', '10.0.0.4')
	for (const identifier of ['Ann', 'ann@example.org'])
		expect(await attempt(identifier, '10.0.0.4', PASSWORD)).toEqual(wrong)
	expect((await attempt('ann@example.org', '10.0.0.1', PASSWORD))[0]).toBe(200)
	// The success has reset the count
	expect((await attempt('ann', '10.0.0.4', PASSWORD))[0]).toBe(200)
})

test('of IPv6, thirty failures are the limit of a /64 network, four times as many that of a /56 network', {
	tags: ['trust-13'],
}, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '1' } })
	let names = 0
	const countEvaluated = async (toAddress: (hex: string) => string) => {
		const statuses = []
		for (let n = 0; n < 16; n++) {
			// Past the limit of requests per minute, within the window of failures
			site.time.now += 15_000
			const payload = { identifier: `nobody_${++names}`, password: 'Wrong1Horse' }
			const headers = { 'x-forwarded-for': toAddress(n.toString(16).padStart(2, '0')) }
			statuses.push((await site.app.inject({ method: 'POST', url: login.url, payload, headers })).statusCode)
		}
		return statuses.filter((status) => status === 401).length
	}
	expect(await countEvaluated((hex) => `2001:db8:a:1:${hex}::1`)).toBe(3)
	expect(await countEvaluated((hex) => `2001:db8:b:1${hex}::1`)).toBe(12)
	expect(await countEvaluated((hex) => `2001:db8:c:${hex}00::1`)).toBe(16)
})

test.each([
	['Correct1Horse', { username: 'rect1' }],
	['Correct1Horse', { email: 'Horse@example.org' }],
	['Correct1Horse', { email: 'horse+games@example.org' }],
])('the password %s is rejected for %o: it contains the username or email address', async (password, names) => {
	await using site = await startSite()
	const body = { username: 'someone', email: 'anyone@example.org', password, ...names }
	const error = await site.refusal(register, { body })
	const message = 'Your password contains your username or email. Please choose another.'
	expect([error.status, error.details]).toEqual([400, [{ path: 'password', message }]])
	await site.call(register, { body: { ...body, username: 'someone', email: 'anyone@example.org' } })
})

test('a password is compared with its spaces', async () => {
	await using site = await startSite()
	const password = ' Pässword 1 \u{1F600} '
	await site.call(register, {
		body: { username: 'bytes', email: 'bytes@example.org', password, confirmPassword: password },
	})
	expect((await site.call(login, { body: { identifier: 'bytes', password } })).success).toBe(true)
	expect((await site.refusal(login, { body: { identifier: 'bytes', password: password.trim() } })).status).toBe(401)
})
