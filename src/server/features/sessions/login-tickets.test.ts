import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { extractTokens } from '#contract/account.ts'
import { getMe } from '#contract/session-tokens.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { createTicket, TICKET_COOKIE } from './login-tickets.ts'

const verifier = 'a verifier that only the app knows, long enough to be one'
const challenge = createHash('sha256').update(verifier).digest('base64url')

const ticketFor = (site: TestSite, { user }: Player, given: string | null = null) =>
	createTicket(site.services.db, { purpose: 'sign-in', userId: user.id, challenge: given }, site.time.now)

const BAD = [401, 'bad_token', 'Failed to extract tokens - no tokens in response']

async function refusalOf(site: TestSite, body: { tempToken?: string; verifier?: string }) {
	const { status, code, message } = await site.refusal(extractTokens, { body })
	return [status, code, message]
}

/** Exchanges a ticket as the browser does that keeps it in its cookie. */
const exchange = (site: TestSite, ticket: string, payload: object = {}) =>
	site.app.inject({
		method: 'POST',
		url: extractTokens.url,
		payload,
		headers: { cookie: `other=1; ${TICKET_COOKIE.name}=${ticket}` },
	})

test('a ticket is exchanged for a session, once', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const ticket = await ticketFor(site, ann)
	const { user, tokens, success } = (await exchange(site, ticket)).json()
	expect([success, user.id]).toEqual([true, ann.user.id])
	expect((await site.call(getMe, {}, { ...ann, ...tokens })).user.username).toBe('Ann')
	expect((await exchange(site, ticket)).statusCode).toBe(401)
})

test('a ticket without a challenge is good only in the browser whose cookie has it, so that nobody is signed in to an account that is not theirs', async () => {
	await using site = await startSite()
	const eve = await site.register('Eve')
	expect(await refusalOf(site, { tempToken: await ticketFor(site, eve) })).toEqual(BAD)
	const handed = await ticketFor(site, eve)
	expect((await exchange(site, await ticketFor(site, eve), { tempToken: handed })).statusCode).toBe(401)
	const own = await ticketFor(site, eve)
	expect((await exchange(site, own, { tempToken: own })).statusCode).toBe(200)
})

test('a ticket lives sixty seconds', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const [inTime, late] = [await ticketFor(site, ann), await ticketFor(site, ann)]
	site.time.now += 59_999
	expect((await exchange(site, inTime)).statusCode).toBe(200)
	site.time.now += 1
	expect((await exchange(site, late)).statusCode).toBe(401)
})

test('no ticket, an empty one and an invented one are refused', async () => {
	await using site = await startSite()
	expect(await refusalOf(site, {})).toEqual([401, 'no_ticket', BAD[2]])
	expect(await refusalOf(site, { tempToken: 'invented' })).toEqual(BAD)
	expect((await site.refusal(extractTokens, { body: { tempToken: '' } })).status).toBe(400)
})

test('the cookie of the landing brings the ticket too, and is cleared', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const ticket = await ticketFor(site, ann)
	const answer = await exchange(site, ticket)
	expect([answer.statusCode, answer.json().user.username]).toEqual([200, 'Ann'])
	expect(answer.headers['set-cookie']).toMatch(/^login_ticket=; .*Path=\/api\/auth\/oauth/)
	expect((await exchange(site, ticket)).statusCode).toBe(401)
})

test('a verifier for a ticket without a challenge is that of an app that did not ask for it, and is refused', async () => {
	await using site = await startSite()
	const ticket = await ticketFor(site, await site.register('Ann'))
	expect((await exchange(site, ticket, { tempToken: ticket, verifier })).json().code).toBe('bad_token')
})

test('a ticket with a challenge is worth nothing without its verifier, and spent by a wrong one', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const tickets = await Promise.all([1, 2, 3].map(() => ticketFor(site, ann, challenge)))
	const [without = '', wrong = '', right = ''] = tickets
	expect(await refusalOf(site, { tempToken: without })).toEqual(BAD)
	expect(await refusalOf(site, { tempToken: without, verifier })).toEqual(BAD)
	expect(await refusalOf(site, { tempToken: wrong, verifier: verifier.toUpperCase() })).toEqual(BAD)
	expect((await site.call(extractTokens, { body: { tempToken: right, verifier } })).success).toBe(true)
})

test('of twenty exchanges at once, one gets the session; the database holds no ticket', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const tempToken = await ticketFor(site, ann)
	const rows = await site.services.db.selectFrom('login_tickets').selectAll().execute()
	expect(JSON.stringify(rows)).not.toContain(tempToken)
	const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(site, tempToken)))
	expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(401)])
})
