import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { changePassword, deleteAccount, extractTokens, forgotPassword, resetPassword } from '#contract/account.ts'
import { listReviews } from '#contract/reviews.ts'
import { revokeOtherSessions, revokeSession, listSessions } from '#contract/session-devices.ts'
import { getMe, logout, refreshTokens } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { createTicket } from './login-tickets.ts'

const NEW = 'Better2Battery'

/** What may be done with the account's first device, and how many of its three devices go on afterwards. */
const ENDINGS: Readonly<
	Record<string, { lives: 0 | 1 | 2; end: (site: TestSite, first: Player) => Promise<unknown> }>
> = {
	'logging out': { lives: 2, end: (site, first) => site.call(logout, { body: first }) },
	'reuse of a spent token': {
		lives: 2,
		async end(site, first) {
			await site.call(refreshTokens, { body: first })
			site.time.now += 11_000
			await site.refusal(refreshTokens, { body: first })
		},
	},
	'logging out one device': {
		lives: 2,
		async end(site, first) {
			const { sessions } = await site.call(listSessions, {}, first)
			await site.call(revokeSession, { params: { id: sessions.find(({ current }) => current)?.id ?? '' } }, first)
		},
	},
	'logging out all others': { lives: 1, end: (site, first) => site.call(revokeOtherSessions, {}, first) },
	'another password': {
		lives: 1,
		end: (site, first) => site.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: NEW } }, first),
	},
	'a password by mail': {
		lives: 0,
		async end(site, { user }) {
			await site.call(forgotPassword, { body: { email: user.email } })
			const text = (await site.mailsTo(user.email)).at(-1)?.text ?? ''
			const token = /reset-password\?token=(\S+)/.exec(text)?.[1] ?? ''
			await site.call(resetPassword, { body: { token, password: NEW } })
		},
	},
	'deleting the account': {
		lives: 0,
		end: (site, first) => site.call(deleteAccount, { body: { password: PASSWORD } }, first),
	},
}

for (const [ending, { lives, end }] of Object.entries(ENDINGS))
	test(`trust case 34: after ${ending} what ended is refused at once everywhere, and nothing else is`, {
		timeout: 60_000,
	}, async () => {
		await using site = await startSite()
		const [first, ben] = [await site.register('Ann'), await site.register('Ben')]
		const again = async () => {
			const { tokens } = await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })
			return { ...first, ...tokens }
		}
		const devices = [first, await again(), await again()]
		const ticket = await appTicket(site, first)
		await end(site, first)

		const alive = [true, true, true].map((_, n) => (lives === 2 ? n > 0 : lives === 1 ? n === 0 : false))
		const own = await ownCalls(site)
		expect(own.length).toBeGreaterThan(20)
		for (const [n, device] of devices.entries()) {
			if (alive[n]) {
				expect((await site.call(getMe, {}, device)).user.username).toBe('Ann')
				expect((await site.call(refreshTokens, { body: device })).success).toBe(true)
				continue
			}
			for (const { method, url } of own) {
				const headers = { authorization: `Bearer ${device.accessToken}` }
				const answer = await site.app.inject({ method: method as 'GET', url, headers })
				expect([method, url, answer.statusCode, answer.json().code]).toEqual([method, url, 401, 'session_revoked'])
			}
			const refreshing = await site.refusal(refreshTokens, { body: device })
			expect([refreshing.status, refreshing.code]).toEqual([401, 'session_revoked'])
			// What anyone may read it reads as a visitor until it expires
			expect((await site.call(listReviews, { query: {} }, device)).totalCount).toBe(0)
		}
		expect((await site.refusal(extractTokens, { body: ticket })).code).toBe('bad_token')
		expect((await site.call(getMe, {}, ben)).user.username).toBe('Ben')
	})

test('trust case 34: with its account goes the ticket of a social sign-in that is on its way', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { tempToken, verifier } = await appTicket(site, ann)
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ann)
	expect((await site.refusal(extractTokens, { body: { tempToken, verifier } })).status).toBe(401)
})

/** What an app has in its hands when a social sign-in to an account has come back to it. */
async function appTicket(site: TestSite, { user }: Player): Promise<{ tempToken: string; verifier: string }> {
	const verifier = 'a verifier that only the app knows, long enough to be one'
	const challenge = createHash('sha256').update(verifier).digest('base64url')
	const ticket = { purpose: 'sign-in', userId: user.id, challenge } as const
	return { tempToken: await createTicket(site.services.db, ticket, site.time.now), verifier }
}

/** Every call that only a session may make. */
async function ownCalls(site: TestSite): Promise<{ method: string; url: string }[]> {
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as {
		paths: Record<string, Record<string, { security: unknown[] }>>
	}
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, { security }]) => JSON.stringify(security) === '[{"accessToken":[]}]')
			.map(([method]) => ({
				method: method.toUpperCase(),
				url: path.replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000001'),
			})),
	)
}
