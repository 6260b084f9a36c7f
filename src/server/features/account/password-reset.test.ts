import { expect, test } from 'vitest'
import {
	changeEmail,
	changePassword,
	extractTokens,
	forgotPassword,
	resetPassword,
	verifyEmail,
} from '#contract/account.ts'
import { getMe, refreshTokens } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { completeConnection } from '#contract/social-login.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { createConnectTicket } from '#kit/social-ticket.ts'
import { now } from '#server/clock.ts'
import { createTicket } from '#server/features/sessions/login-tickets.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
import { addConnection } from './queries-connections.ts'

// Trust case 52: nothing that started before a reset grants access after it, under any concurrency.

const ROUNDS = Number(process.env.RESET_ROUNDS ?? 2)
const LOGINS = 25
const DAY_MS = 24 * 60 * 60 * 1000
const ENV = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', FACEBOOK_APP_ID: 'app', FACEBOOK_APP_SECRET: 'x' }

async function requestResetToken(site: TestSite, { user }: Player): Promise<string> {
	await site.call(forgotPassword, { body: { email: user.email } })
	const text = (await site.mailsTo(user.email)).findLast(({ subject }) => subject === 'Choose a new password')?.text
	return /reset-password\?token=(\S+)/.exec(text ?? '')?.[1] ?? ''
}

test('no operation in progress during a password reset grants access afterwards', {
	tags: ['trust-52'],
	timeout: 3_600_000,
}, async () => {
	await using site = await startSite({ env: ENV })
	const { db } = site.services
	for (let round = 0; round < ROUNDS; round++) {
		const ann = await site.register(`ann_${round}`)
		await markEmailVerified(db, ann.user.id, now(site.services))
		const identifier = ann.user.username
		const elsewhere = `elsewhere_${round}@example.net`
		const stolen = { ...ann, ...(await site.call(login, { body: { identifier, password: PASSWORD } })).tokens }
		const ticket = { purpose: 'sign-in', method: 'google', userId: ann.user.id, challenge: null } as const
		const cookie = `login_ticket=${await createTicket(db, ticket, site.time.now)}`
		const exchange = () => site.app.inject({ method: 'POST', url: extractTokens.url, payload: {}, headers: { cookie } })
		const connecting = await createConnectTicket(site, stolen, { provider: 'google', subject: `eve ${round}` })
		const token = await requestResetToken(site, ann)
		const password = `Better2Battery${round}`

		// The reset's hash comes first; the other requests wait for it after having read the old one
		const resetting = site.call(resetPassword, { body: { token, password } })
		const loggingIn = Array.from({ length: LOGINS }, () =>
			site.call(login, { body: { identifier, password: PASSWORD } }).then(
				({ tokens }) => [tokens],
				() => [],
			),
		)
		const others = Promise.allSettled([
			site.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: 'Stolen4Ever' } }, stolen),
			site.call(changeEmail, { body: { email: elsewhere, currentPassword: PASSWORD } }, stolen),
			site.call(completeConnection, { params: { provider: 'google' }, body: connecting }, stolen),
		])
		await resetting
		const sessions = (await Promise.all(loggingIn)).flat()
		await others

		expect((await exchange()).statusCode).toBe(401)
		for (const tokens of [ann, stolen, ...sessions]) {
			expect((await site.refusal(getMe, {}, { ...ann, ...tokens })).code).toBe('session_revoked')
			const { refreshToken } = tokens
			expect((await site.refusal(refreshTokens, { body: { refreshToken } })).code).toBe('session_revoked')
		}
		const links = (await site.mailsTo(elsewhere)).flatMap(({ text }) => [
			...text.matchAll(/verify-email\?token=(\S+)/g),
		])
		for (const [, link = ''] of links)
			expect((await site.refusal(verifyEmail, { body: { token: link } })).code).toBe('bad_token')
		for (const old of [PASSWORD, 'Stolen4Ever'])
			expect((await site.refusal(login, { body: { identifier, password: old } })).status).toBe(401)
		const { user } = await site.call(login, { body: { identifier, password } })
		expect([user.email, user.providers]).toEqual([ann.user.email, []])
		const known = await db.selectFrom('known_addresses').select('user_id').where('user_id', '=', user.id).execute()
		expect(known).toHaveLength(1)
	}
})

test('a reset disconnects the providers of the last week, or all on request', async () => {
	await using site = await startSite({ env: ENV })
	const { db } = site.services
	const ann = await site.register('Ann')
	await markEmailVerified(db, ann.user.id, now(site.services))
	const connect = (provider: 'google' | 'facebook') =>
		addConnection(db, { provider, subject: provider }, ann.user.id, now(site.services))
	const reset = async (disconnect: boolean | null = null) =>
		(
			await site.call(resetPassword, {
				body: { token: await requestResetToken(site, ann), password: 'Better2Battery', disconnect },
			})
		).disconnected
	await connect('google')
	site.time.now += 7 * DAY_MS
	await connect('facebook')
	expect(await reset()).toEqual(['facebook'])
	const mail = (await site.mailsTo(ann.user.email)).at(-1)
	expect([mail?.subject, mail?.text]).toEqual([
		'Your password was changed',
		expect.stringContaining('Facebook was disconnected.'),
	])
	expect(await reset(false)).toEqual([])
	expect(await reset(true)).toEqual(['google'])
	expect(await db.selectFrom('social_accounts').selectAll().execute()).toEqual([])
})
