// Every call of the API after every way in which a session ends.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { changePassword, deleteAccount, extractTokens, forgotPassword, resetPassword } from '#contract/account.ts'
import { takeAction } from '#contract/moderation.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '#contract/session-devices.ts'
import { getMe, logout, refreshTokens } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { changeRole } from '#server/admin/queries.ts'
import { createTicket } from './login-tickets.ts'

const NEW = 'Better2Battery'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Actions on the account's first device, and how many of its three devices stay logged in afterwards. */
const SESSION_ENDINGS: Readonly<
	Record<string, { remaining: 0 | 1 | 2; end: (site: TestSite, first: Player) => Promise<unknown> }>
> = {
	'logging out': { remaining: 2, end: (site, first) => site.call(logout, { body: first }) },
	'reuse of a spent token': {
		remaining: 2,
		async end(site, first) {
			await site.call(refreshTokens, { body: first })
			site.time.now += 11_000
			await site.refusal(refreshTokens, { body: first })
		},
	},
	'logging out one device': {
		remaining: 2,
		async end(site, first) {
			const { sessions } = await site.call(listSessions, {}, first)
			await site.call(revokeSession, { params: { id: sessions.find(({ current }) => current)?.id ?? '' } }, first)
		},
	},
	'logging out all others': { remaining: 1, end: (site, first) => site.call(revokeOtherSessions, {}, first) },
	'another password': {
		remaining: 1,
		end: (site, first) => site.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: NEW } }, first),
	},
	'a password by mail': {
		remaining: 0,
		async end(site, { user }) {
			await site.call(forgotPassword, { body: { email: user.email } })
			const text = (await site.mailsTo(user.email)).at(-1)?.text ?? ''
			const token = /reset-password\?token=(\S+)/.exec(text)?.[1] ?? ''
			await site.call(resetPassword, { body: { token, password: NEW } })
		},
	},
	'deleting the account': {
		remaining: 0,
		end: (site, first) => site.call(deleteAccount, { body: { password: PASSWORD } }, first),
	},
	'a ban': {
		remaining: 0,
		async end(site, { user }) {
			const moderator = await site.register('Molly')
			await changeRole(site.services.db, 'Molly', 'moderator')
			const body = { subject: 'user', subjectId: user.id, action: 'ban', reason: 'spam' } as const
			await site.call(takeAction, { body }, moderator)
		},
	},
}

const ANY_ID = '018f0000-0000-7000-8000-000000000001'
/** What these answer is the same for everyone, so they do not look the session up. */
const SAME_FOR_EVERYONE = [
	`GET /api/games/${ANY_ID}/related`,
	'GET /api/games/popular',
	'GET /api/popularity',
	'GET /api/transparency',
]

for (const [ending, { remaining, end }] of Object.entries(SESSION_ENDINGS))
	test(`after ${ending} ended sessions are rejected by every call of every process at once, and no others are`, {
		tags: ['trust-34'],
	}, async () => {
		await using site = await startSite()
		await using beside = await startSite({ beside: site })
		const [first, ben] = [await site.register('Ann'), await site.register('Ben')]
		const logInAgain = async () => {
			const { tokens } = await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })
			return { ...first, ...tokens }
		}
		const devices = [first, await logInAgain(), await logInAgain()]
		const ticket = await createAppTicket(site, first)
		await end(site, first)

		const isAlive = [true, true, true].map((_, n) => (remaining === 2 ? n > 0 : remaining === 1 ? n === 0 : false))
		const calls = await listCallsWithTokens(site)
		expect(calls.length).toBeGreaterThan(120)
		for (const [n, device] of devices.entries()) {
			if (isAlive[n]) {
				expect((await beside.call(getMe, {}, device)).user.username).toBe('Ann')
				expect((await site.call(refreshTokens, { body: device })).success).toBe(true)
				continue
			}
			// They end by one statement, so that the other ones need not be tried everywhere
			for (const { method, url } of n === isAlive.indexOf(false) ? calls : calls.slice(0, 1)) {
				const headers = { authorization: `Bearer ${device.accessToken}` }
				const answer = await beside.app.inject({ method: method as 'GET', url, headers })
				if (SAME_FOR_EVERYONE.includes(`${method} ${url}`))
					expect(answer.body).toBe((await beside.app.inject({ url })).body)
				else expect([method, url, answer.statusCode, answer.json().code]).toEqual([method, url, 401, 'session_revoked'])
			}
			const refreshing = await site.refusal(refreshTokens, { body: device })
			expect([refreshing.status, refreshing.code]).toEqual([401, 'session_revoked'])
		}
		expect((await site.refusal(extractTokens, { body: ticket })).code).toBe('bad_token')
		expect((await site.call(getMe, {}, ben)).user.username).toBe('Ben')
	})

test('a session that is used every day ends after 400 days', async () => {
	await using site = await startSite()
	let ann = await site.register('Ann')
	const refreshAfter = async (ms: number) => {
		site.time.now += ms
		ann = { ...ann, ...(await site.call(refreshTokens, { body: ann })).tokens }
	}
	for (let day = 0; day < 399; day += 21) await refreshAfter(21 * DAY_MS)
	// The access token of the last refresh ends with the session
	await refreshAfter(DAY_MS - 15 * MINUTE_MS - 1)
	expect((await site.call(getMe, {}, ann)).user.username).toBe('Ann')
	site.time.now += 15 * MINUTE_MS + 1
	expect((await site.refusal(getMe, {}, ann)).status).toBe(401)
	expect((await site.refusal(refreshTokens, { body: ann })).status).toBe(401)
	const { tokens } = await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })
	expect((await site.call(listSessions, {}, { ...ann, ...tokens })).sessions).toHaveLength(1)
})

test('deleting an account revokes the ticket of a pending social login', { tags: ['trust-34'] }, async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { tempToken, verifier } = await createAppTicket(site, ann)
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ann)
	expect((await site.refusal(extractTokens, { body: { tempToken, verifier } })).status).toBe(401)
})

/** Creates the ticket and verifier that an app holds after a social login. */
async function createAppTicket(site: TestSite, { user }: Player): Promise<{ tempToken: string; verifier: string }> {
	const verifier = 'a verifier that only the app knows, long enough to be one'
	const challenge = createHash('sha256').update(verifier).digest('base64url')
	const ticket = { purpose: 'sign-in', method: 'google', userId: user.id, challenge } as const
	return { tempToken: await createTicket(site.services.db, ticket, site.time.now), verifier }
}

/** Returns every call that reads an access token, whether it needs one or not. */
async function listCallsWithTokens(site: TestSite): Promise<{ method: string; url: string }[]> {
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as {
		paths: Record<string, Record<string, { security: unknown[] }>>
	}
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, { security }]) => JSON.stringify(security).includes('accessToken'))
			.map(([method]) => ({
				method: method.toUpperCase(),
				url: path.replace(/\{\w+\}/g, ANY_ID),
			})),
	)
}
