import { expect, test } from 'vitest'
import { changePassword, deleteAccount, forgotPassword, resetPassword, verifyEmail } from '#contract/account.ts'
import { getMe, refreshTokens } from '#contract/session-tokens.ts'
import { login, register } from '#contract/sessions.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { isCommonPassword } from './common-passwords.ts'

const NEW = 'Better2Battery'

/** Returns the token of the newest link to a screen mailed to a player. */
async function getMailedToken(site: TestSite, { user }: Player, screen: string): Promise<string> {
	const mails = await site.mailsTo(user.email)
	const links = mails.flatMap(({ text }) => [...text.matchAll(/^http\S+$/gm)].map(([link]) => new URL(link)))
	return links.findLast(({ pathname }) => pathname === screen)?.searchParams.get('token') ?? ''
}

async function requestResetLink(site: TestSite, player: Player): Promise<string> {
	await site.call(forgotPassword, { body: { email: player.user.email.toUpperCase() } })
	return getMailedToken(site, player, '/reset-password')
}

test('a mailed link resets a forgotten password, ends every session and notifies the owner', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const other = await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })
	const token = await requestResetLink(site, ann)
	expect(await site.call(resetPassword, { body: { token, password: NEW } })).toEqual({
		success: true,
		disconnected: [],
	})

	for (const session of [ann, { ...ann, ...other.tokens }]) {
		expect((await site.refusal(getMe, {}, session)).status).toBe(401)
		const { refreshToken } = session
		expect((await site.refusal(refreshTokens, { body: { refreshToken } })).code).toBe('session_revoked')
	}
	expect((await site.refusal(login, { body: { identifier: 'Ann', password: PASSWORD } })).status).toBe(401)
	expect((await site.call(login, { body: { identifier: 'Ann', password: NEW } })).user.id).toBe(ann.user.id)
	expect((await site.mailsTo(ann.user.email)).at(-1)?.subject).toBe('Your password was changed')
})

test('a reset request gets the same response whether or not the account exists', async () => {
	await using site = await startSite()
	await site.register('Ann')
	await site.services.mail.waitUntilIdle(site.app.log)
	const requestReset = (email: string) =>
		site.app.inject({ method: 'POST', url: forgotPassword.url, payload: { email } })
	const [known, unknown] = [await requestReset('ann@example.org'), await requestReset('nobody@example.org')]
	expect([known.statusCode, known.body]).toEqual([200, unknown.body])
	const own = (headers: object) => Object.keys(headers).filter((name) => !name.startsWith('ratelimit'))
	expect(own(known.headers)).toEqual(own(unknown.headers))
	expect(await site.mailsTo('nobody@example.org')).toEqual([])
	expect(await site.mailsTo('Ann@example.org')).toHaveLength(2)
	expect((await requestReset('no address')).statusCode).toBe(400)
})

test('the database stores only the hash of a link', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const token = await requestResetLink(site, ann)
	const rows = await site.services.db.selectFrom('mail_tokens').selectAll().execute()
	expect(rows).toHaveLength(2)
	expect(token).toMatch(/^[\w-]{43}$/)
	expect(JSON.stringify(rows)).not.toContain(token)
})

test('an invented, used, expired or unrelated link gets the same 400', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const used = await requestResetLink(site, ann)
	const before = await requestResetLink(site, ann)
	await site.call(resetPassword, { body: { token: used, password: NEW } })
	const late = await requestResetLink(site, ann)
	const unrelated = await getMailedToken(site, ann, '/verify-email')
	site.time.now += 60 * 60 * 1000
	for (const token of ['x', used, before, late, unrelated, 'ü'.repeat(43)]) {
		const { status, code, message } = await site.refusal(resetPassword, { body: { token, password: PASSWORD } })
		expect([status, code, message]).toEqual([
			400,
			'bad_token',
			'This link has expired or was already used. Please request a new one.',
		])
	}
	expect((await site.call(login, { body: { identifier: 'Ann', password: NEW } })).success).toBe(true)
})

test('a link works until its last millisecond', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const token = await requestResetLink(site, ann)
	site.time.now += 60 * 60 * 1000 - 1
	expect((await site.call(resetPassword, { body: { token, password: NEW } })).success).toBe(true)
})

test('a link to a former address is invalid', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const token = await requestResetLink(site, ann)
	await site.services.db.updateTable('users').set({ email: 'new@x.org', email_key: 'new@x.org' }).execute()
	expect((await site.refusal(resetPassword, { body: { token, password: NEW } })).code).toBe('bad_token')
})

test('only one of ten concurrent uses of a link sets the password', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const token = await requestResetLink(site, ann)
	const outcomes = await Promise.all(
		Array.from({ length: 10 }, (_, n) =>
			site.call(resetPassword, { body: { token, password: `${NEW}${n}` } }).then(
				() => n,
				() => undefined,
			),
		),
	)
	const [winner, ...others] = outcomes.filter((outcome) => outcome !== undefined)
	expect(others).toEqual([])
	expect((await site.call(login, { body: { identifier: 'Ann', password: `${NEW}${winner}` } })).success).toBe(true)
})

test('a mailbox gets at most five links per hour, with the same response', { tags: ['ci'] }, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const ann = await site.register('Ann')
	for (let n = 0; n < 7; n++) await requestResetLink(site, ann)
	const links = async () =>
		(await site.mailsTo(ann.user.email)).filter(({ subject }) => subject === 'Choose a new password')
	expect(await links()).toHaveLength(5)
	site.time.now += 60 * 60 * 1000 + 1
	await requestResetLink(site, ann)
	expect(await links()).toHaveLength(6)
})

test('a mailbox gets at most five links under concurrent requests and across deleted accounts', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const ann = await site.register('Ann')
	await Promise.all(Array.from({ length: 9 }, () => site.call(forgotPassword, { body: { email: ann.user.email } })))
	const subjects = async () => (await site.mailsTo(ann.user.email)).map(({ subject }) => subject)
	expect((await subjects()).filter((subject) => subject === 'Choose a new password')).toHaveLength(5)
	let player = ann
	for (let n = 0; n < 6; n++) {
		await site.call(deleteAccount, { body: { password: PASSWORD } }, player)
		const body = { username: `Ann_${n}`, email: ann.user.email, password: PASSWORD }
		const { user, tokens } = await site.call(register, { body })
		player = { user, password: PASSWORD, ...tokens }
	}
	expect((await subjects()).filter((subject) => subject === 'Confirm your email address')).toHaveLength(5)
})

test('a mailbox gets at most twenty notices per hour', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const ann = await site.register('Ann')
	for (let n = 0; n < 22; n++)
		await site.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: PASSWORD } }, ann)
	const notices = async () =>
		(await site.mailsTo(ann.user.email)).filter(({ subject }) => subject === 'Your password was changed')
	expect(await notices()).toHaveLength(20)
})

test('reset requests are rate-limited per network address', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const statuses: number[] = []
	for (let n = 0; n < 11; n++)
		statuses.push(
			(await site.app.inject({ method: 'POST', url: forgotPassword.url, payload: { email: `p${n}@x.org` } }))
				.statusCode,
		)
	expect(statuses).toEqual([...Array(10).fill(200), 429])
})

test('changing the password takes the current one, keeps this session and ends all others', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const other = await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })
	const link = await requestResetLink(site, ann)
	const body = { currentPassword: PASSWORD, newPassword: NEW }
	const { tokens } = await site.call(changePassword, { body }, ann)
	expect((await site.call(getMe, {}, { ...ann, ...tokens })).success).toBe(true)
	expect((await site.call(refreshTokens, { body: tokens })).success).toBe(true)
	expect((await site.refusal(getMe, {}, { ...ann, ...other.tokens })).status).toBe(401)
	expect((await site.call(login, { body: { identifier: 'Ann', password: NEW } })).success).toBe(true)
	expect((await site.refusal(resetPassword, { body: { token: link, password: NEW } })).code).toBe('bad_token')
	expect((await site.mailsTo(ann.user.email)).at(-1)?.subject).toBe('Your password was changed')
})

test('a wrong current password is a 403, and the eleventh in a row a 429', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const ann = await site.register('Ann')
	const attempt = (currentPassword?: string) =>
		site.refusal(changePassword, { body: { newPassword: NEW, ...(currentPassword ? { currentPassword } : {}) } }, ann)
	const first = await attempt()
	expect([first.status, first.code, first.message]).toEqual([
		403,
		'wrong_password',
		'This is not your current password',
	])
	for (let n = 0; n < 9; n++) expect((await attempt('Wrong1Horse')).status).toBe(403)
	expect((await attempt('Wrong1Horse')).status).toBe(429)
	expect((await site.refusal(login, { body: { identifier: 'Ann', password: PASSWORD } })).status).toBe(429)
})

test('an account without a password sets its first one without a current one', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await site.services.db.updateTable('users').set({ password_hash: null }).execute()
	await site.call(changePassword, { body: { newPassword: NEW } }, ann)
	expect((await site.call(login, { body: { identifier: 'Ann', password: NEW } })).success).toBe(true)
})

test('registration mails a link that confirms the address once within a day; logging in works before', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const token = await getMailedToken(site, ann, '/verify-email')
	const verifiedAt = async () =>
		(await site.services.db.selectFrom('users').select('email_verified_at').executeTakeFirstOrThrow()).email_verified_at
	expect(await verifiedAt()).toBeNull()
	expect((await site.call(verifyEmail, { body: { token } })).user.username).toBe('Ann')
	expect(await verifiedAt()).toBe('2026-11-21T12:00:00.000Z')
	expect((await site.refusal(verifyEmail, { body: { token } })).code).toBe('bad_token')

	const ben = await site.register('Ben')
	const late = await getMailedToken(site, ben, '/verify-email')
	site.time.now += 24 * 60 * 60 * 1000
	expect((await site.refusal(verifyEmail, { body: { token: late } })).code).toBe('bad_token')
})

test('a common password is rejected wherever one is chosen', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const token = await requestResetLink(site, ann)
	const message = 'This password is too common and easy to guess. Please choose another.'
	const password = 'Password123'
	const body = { username: 'Ben', email: 'ben@example.org', password }
	const refusals = [
		await site.refusal(register, { body }),
		await site.refusal(resetPassword, { body: { token, password } }),
		await site.refusal(changePassword, { body: { currentPassword: PASSWORD, newPassword: password } }, ann),
	]
	expect(refusals.map(({ status, details }) => [status, details])).toEqual([
		[400, [{ path: 'password', message }]],
		[400, [{ path: 'password', message }]],
		[400, [{ path: 'newPassword', message }]],
	])
	// The rejection has not spent the link
	expect((await site.call(resetPassword, { body: { token, password: NEW } })).success).toBe(true)
})

test('a password that contains the username or email address is rejected wherever one is chosen', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann_Lee')
	const token = await requestResetLink(site, ann)
	const password = 'My1ann_LEE'
	const refusals = [
		await site.refusal(resetPassword, { body: { token, password } }),
		await site.refusal(changePassword, { body: { currentPassword: PASSWORD, newPassword: password } }, ann),
	]
	const message = 'Your password contains your username or email. Please choose another.'
	expect(refusals.map(({ details }) => details)).toEqual([
		[{ path: 'password', message }],
		[{ path: 'newPassword', message }],
	])
	expect((await site.call(resetPassword, { body: { token, password: NEW } })).success).toBe(true)
})

test.each([
	'Password1',
	'Passw0rd!',
	'P@ssword123',
	'Qwerty123',
	'1q2w3e4R',
	'Abcd1234',
	'Welcome2024',
	'Iloveyou1!',
	'Dragon12345',
	'Savepoint1',
])('%s is a common password', (password) => {
	expect(isCommonPassword(password)).toBe(true)
})

test.each([PASSWORD, NEW, 'Dragon48261', 'Tr0ub4dor&3', 'a'.repeat(250), '_'.repeat(250), 'Password of my cat 9'])(
	'%s is not a common password',
	(password) => {
		expect(isCommonPassword(password)).toBe(false)
	},
)
