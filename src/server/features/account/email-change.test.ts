import { expect, test } from 'vitest'
import { changeEmail, changePassword, forgotPassword, resetPassword, verifyEmail } from '#contract/account.ts'
import { getMe, refreshTokens } from '#contract/session-tokens.ts'
import { login, register } from '#contract/sessions.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { deleteExpiredLinks } from './queries-email-links.ts'

const OLD = 'Ann@example.org'
const NEW = 'ann.new@example.net'
const HOUR_MS = 60 * 60 * 1000

const requestChange = (site: TestSite, player: Player, email = NEW, currentPassword = PASSWORD) =>
	site.call(changeEmail, { body: { email, currentPassword } }, player)

const getSubjects = async (site: TestSite, address: string) =>
	(await site.mailsTo(address)).map(({ subject }) => subject)

/** Returns the token of the newest link mailed to an address. */
async function getTokenSentTo(site: TestSite, address: string): Promise<string> {
	const texts = (await site.mailsTo(address)).map(({ text }) => text)
	return (
		texts.flatMap((text) => [...text.matchAll(/\/verify-email\?token=(\S+)/g)].map(([, token = '']) => token)).at(-1) ??
		''
	)
}

const getOwnEmail = async (site: TestSite, player: Player) => {
	const { email, emailVerified } = (await site.call(getMe, {}, player)).user
	return [email, emailVerified]
}

test('a new email address takes effect when its link is opened; the old one is notified before and after', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	expect(await requestChange(site, ann)).toEqual({ success: true })
	expect(await getOwnEmail(site, ann)).toEqual([OLD, false])
	expect(await getSubjects(site, NEW)).toEqual(['Confirm your new email address'])
	const [, notice] = await site.mailsTo(OLD)
	expect(notice?.subject).toBe('Your email address is about to change')
	expect(notice?.text).toContain(NEW)
	expect(notice?.text).not.toContain('token=')

	const { user } = await site.call(verifyEmail, { body: { token: await getTokenSentTo(site, NEW) } })
	expect([user.id, user.email, user.emailVerified]).toEqual([ann.user.id, NEW, true])
	expect(await getOwnEmail(site, ann)).toEqual([NEW, true])
	expect((await getSubjects(site, OLD)).at(-1)).toBe('Your email address was changed')
	expect((await site.mailsTo(OLD)).at(-1)?.text).toContain('contact@localhost')
	expect((await site.call(login, { body: { identifier: NEW.toUpperCase(), password: PASSWORD } })).success).toBe(true)
	expect((await site.refusal(login, { body: { identifier: OLD, password: PASSWORD } })).status).toBe(401)
	expect((await site.register('Ann2')).user.username).toBe('Ann2')
	await site.call(register, { body: { username: 'Other', email: OLD, password: PASSWORD } })
})

test('the link works once, within a day, and until a later one is requested', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await requestChange(site, ann, 'mistyped@example.net')
	const mistyped = await getTokenSentTo(site, 'mistyped@example.net')
	await requestChange(site, ann)
	const token = await getTokenSentTo(site, NEW)
	expect((await site.refusal(verifyEmail, { body: { token: mistyped } })).code).toBe('bad_token')
	await site.call(verifyEmail, { body: { token } })
	const again = await site.refusal(verifyEmail, { body: { token } })
	expect([again.status, again.code]).toEqual([400, 'bad_token'])

	await requestChange(site, ann, 'late@example.net')
	const late = await getTokenSentTo(site, 'late@example.net')
	site.time.now += 24 * HOUR_MS
	expect((await site.refusal(verifyEmail, { body: { token: late } })).code).toBe('bad_token')
	expect((await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })).user.email).toBe(NEW)
})

test('changing the address invalidates every link mailed to the old one', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const verification = await getTokenSentTo(site, OLD)
	await site.call(forgotPassword, { body: { email: OLD } })
	const resetting = /reset-password\?token=(\S+)/.exec((await site.mailsTo(OLD)).at(-1)?.text ?? '')?.[1] ?? ''
	await requestChange(site, ann)
	await site.call(verifyEmail, { body: { token: await getTokenSentTo(site, NEW) } })
	expect((await site.refusal(verifyEmail, { body: { token: verification } })).code).toBe('bad_token')
	const body = { token: resetting, password: 'Better2Battery' }
	expect((await site.refusal(resetPassword, { body })).code).toBe('bad_token')
})

test.each(['reset', 'changed'] as const)(
	'after the password is %s, the link to a previously requested address is invalid',
	async (how) => {
		await using site = await startSite()
		const ann = await site.register('Ann')
		await requestChange(site, ann)
		const token = await getTokenSentTo(site, NEW)
		if (how === 'changed')
			await site.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: 'Better2Battery' } }, ann)
		else {
			await site.call(forgotPassword, { body: { email: OLD } })
			const reset = /reset-password\?token=(\S+)/.exec((await site.mailsTo(OLD)).at(-1)?.text ?? '')?.[1] ?? ''
			await site.call(resetPassword, { body: { token: reset, password: 'Better2Battery' } })
		}
		expect((await site.refusal(verifyEmail, { body: { token } })).code).toBe('bad_token')
	},
)

test('a taken address gets the same answer as a free one and a notice; nobody gets a link', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const send = (email: string) =>
		site.app.inject({
			method: 'POST',
			url: changeEmail.url,
			payload: { email, currentPassword: PASSWORD },
			headers: { authorization: `Bearer ${ann.accessToken}` },
		})
	const [taken, free] = [await send('BEN@example.org'), await send(NEW)]
	expect([taken.statusCode, taken.body]).toEqual([200, free.body])
	expect(Object.keys(taken.headers)).toEqual(Object.keys(free.headers))
	expect(await getSubjects(site, ben.user.email)).toEqual([
		'Confirm your email address',
		'Someone tried to use your email address',
	])
	expect((await site.mailsTo(ben.user.email)).at(-1)?.text).not.toMatch(/token=|Hello Ann/)
	expect(await getSubjects(site, OLD)).toEqual([
		'Confirm your email address',
		'Your email address is about to change',
		'Your email address is about to change',
	])
})

test('an address that another account has registered meanwhile stays with that account', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await requestChange(site, ann)
	const token = await getTokenSentTo(site, NEW)
	await site.call(register, { body: { username: 'Quicker', email: NEW, password: PASSWORD } })
	expect((await site.refusal(verifyEmail, { body: { token } })).code).toBe('bad_token')
	expect(await getOwnEmail(site, ann)).toEqual([OLD, false])
})

test('only one of ten concurrent confirmations of an address succeeds', async () => {
	await using site = await startSite()
	const tokens: string[] = []
	const players: Player[] = []
	for (let n = 0; n < 10; n++) {
		const player = await site.register()
		await site.call(changeEmail, { body: { email: NEW, currentPassword: PASSWORD } }, player)
		players.push(player)
		await site.mailsTo(NEW)
		tokens.push(await getTokenSentTo(site, NEW))
	}
	const outcomes = await Promise.all(
		[...tokens, ...tokens].map((token) =>
			site.call(verifyEmail, { body: { token } }).then(
				({ user }) => user.username,
				({ status }: { status: number }) => status,
			),
		),
	)
	expect(outcomes.filter((outcome) => outcome !== 400)).toHaveLength(1)
	const addresses = await Promise.all(players.map((player) => getOwnEmail(site, player)))
	expect(addresses.filter(([email]) => email === NEW)).toHaveLength(1)
})

test('a wrong current password is a 403 that counts as a failed login, and an invalid address a 400', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const ann = await site.register('Ann')
	for (const currentPassword of ['', 'Wrong1Horse', 'wrong1horse']) {
		const body = { email: NEW, currentPassword }
		const { status, code, message } = await site.refusal(changeEmail, { body }, ann)
		expect([status, code, message]).toEqual([403, 'wrong_password', 'This is not your current password'])
	}
	const wrong = await site.refusal(changeEmail, { body: { email: 'nowhere', currentPassword: PASSWORD } }, ann)
	expect([wrong.status, wrong.details]).toEqual([
		400,
		[{ path: 'email', message: 'Please enter a valid email address' }],
	])
	expect((await site.refusal(changeEmail, { body: { email: NEW } })).status).toBe(401)
	for (let n = 0; n < 7; n++)
		await site.refusal(changeEmail, { body: { email: NEW, currentPassword: 'Wrong1Horse' } }, ann)
	expect((await site.refusal(changeEmail, { body: { email: NEW, currentPassword: PASSWORD } }, ann)).status).toBe(429)
	expect(await site.mailsTo(NEW)).toEqual([])
})

test('an account without a password changes its email address without one', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await site.services.db.updateTable('users').set({ password_hash: null }).execute()
	await site.call(changeEmail, { body: { email: NEW } }, ann)
	await site.call(verifyEmail, { body: { token: await getTokenSentTo(site, NEW) } })
	expect(await getOwnEmail(site, ann)).toEqual([NEW, true])
})

test('a different spelling of the current address is a regular change', async () => {
	await using site = await startSite()
	const registered = await site.register('Ann')
	site.time.now += 14 * 60_000
	const ann = { ...registered, ...(await site.call(refreshTokens, { body: registered })).tokens }
	expect((await site.refusal(changeEmail, { body: { email: 'ANN@example.org' } }, ann)).status).toBe(403)
	await requestChange(site, ann, 'ANN@example.org')
	await site.call(verifyEmail, { body: { token: await getTokenSentTo(site, 'ANN@example.org') } })
	expect(await getOwnEmail(site, ann)).toEqual(['ANN@example.org', true])
})

test('the current address gets its link again without a password until it is confirmed', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const first = await getTokenSentTo(site, OLD)
	await site.call(changeEmail, { body: { email: OLD } }, ann)
	expect(await getSubjects(site, OLD)).toEqual(['Confirm your email address', 'Confirm your email address'])
	const second = await getTokenSentTo(site, OLD)
	expect(second).not.toBe(first)
	expect((await site.mailsTo(OLD)).at(-1)?.text).not.toContain('Welcome')
	await site.call(verifyEmail, { body: { token: first } })
	expect(await getOwnEmail(site, ann)).toEqual([OLD, true])
	expect((await site.refusal(verifyEmail, { body: { token: second } })).code).toBe('bad_token')
	await site.call(changeEmail, { body: { email: OLD } }, ann)
	expect(await site.mailsTo(OLD)).toHaveLength(2)
})

test('an account may request five links per hour, and a mailbox gets five regardless of who asks', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	for (let n = 0; n < 5; n++) await requestChange(site, ann)
	const refused = await site.refusal(changeEmail, { body: { email: NEW, currentPassword: PASSWORD } }, ann)
	expect([refused.status, refused.code, refused.message]).toEqual([
		429,
		'too_many_requests',
		'We have already sent you several emails. Please check your inbox, or try again in an hour.',
	])
	await requestChange(site, ben)
	expect(await site.mailsTo(NEW)).toHaveLength(5)
	for (let n = 0; n < 4; n++) await site.call(changeEmail, { body: { email: OLD } }, ann)
	expect((await site.refusal(changeEmail, { body: { email: OLD } }, ann)).status).toBe(429)
	site.time.now += HOUR_MS + 1
	const { tokens } = await site.call(login, { body: { identifier: 'Ben', password: PASSWORD } })
	await requestChange(site, { ...ben, ...tokens })
	expect(await site.mailsTo(NEW)).toHaveLength(6)
	site.time.now += 50 * HOUR_MS
	await deleteExpiredLinks(site.services.db, new Date(site.time.now).toISOString())
	expect(await site.services.db.selectFrom('mail_tokens').selectAll().execute()).toEqual([])
})
