import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { extractTokens } from '#contract/account.ts'
import { getMe } from '#contract/session-tokens.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { createTicket, TICKET_COOKIE } from './login-tickets.ts'

const VERIFIER = 'a verifier that only the app knows, long enough to be one'
const challenge = createHash('sha256').update(VERIFIER).digest('base64url')

const createLoginTicket = (site: TestSite, { user }: Player, challenge: string | null = null) =>
	createTicket(site.services.db, { purpose: 'sign-in', method: 'google', userId: user.id, challenge }, site.time.now)

const BAD_TICKET = [401, 'bad_token', 'Failed to extract tokens - no tokens in response']

async function getRefusal(site: TestSite, body: { tempToken?: string; verifier?: string }) {
	const { status, code, message } = await site.refusal(extractTokens, { body })
	return [status, code, message]
}

/** Exchanges a ticket as a browser does, from its cookie. */
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
	const ticket = await createLoginTicket(site, ann)
	const { user, tokens, success } = (await exchange(site, ticket)).json()
	expect([success, user.id]).toEqual([true, ann.user.id])
	expect((await site.call(getMe, {}, { ...ann, ...tokens })).user.username).toBe('Ann')
	expect((await exchange(site, ticket)).statusCode).toBe(401)
})

test("a ticket without a challenge works only with the browser's cookie, so nobody can be logged in to someone else's account", async () => {
	await using site = await startSite()
	const eve = await site.register('Eve')
	expect(await getRefusal(site, { tempToken: await createLoginTicket(site, eve) })).toEqual(BAD_TICKET)
	const handed = await createLoginTicket(site, eve)
	expect((await exchange(site, await createLoginTicket(site, eve), { tempToken: handed })).statusCode).toBe(401)
	const own = await createLoginTicket(site, eve)
	expect((await exchange(site, own, { tempToken: own })).statusCode).toBe(200)
})

test('a ticket lives sixty seconds', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const [inTime, late] = [await createLoginTicket(site, ann), await createLoginTicket(site, ann)]
	site.time.now += 59_999
	expect((await exchange(site, inTime)).statusCode).toBe(200)
	site.time.now += 1
	expect((await exchange(site, late)).statusCode).toBe(401)
})

test('a missing, empty or invented ticket is rejected', async () => {
	await using site = await startSite()
	expect(await getRefusal(site, {})).toEqual([401, 'no_ticket', BAD_TICKET[2]])
	expect(await getRefusal(site, { tempToken: 'invented' })).toEqual(BAD_TICKET)
	expect((await site.refusal(extractTokens, { body: { tempToken: '' } })).status).toBe(400)
})

test("the landing page's cookie carries the ticket and is cleared", async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const ticket = await createLoginTicket(site, ann)
	const answer = await exchange(site, ticket)
	expect([answer.statusCode, answer.json().user.username]).toEqual([200, 'Ann'])
	expect(answer.headers['set-cookie']).toMatch(/^login_ticket=; .*Path=\/api\/auth\/oauth/)
	expect((await exchange(site, ticket)).statusCode).toBe(401)
})

test('a verifier is rejected for a ticket without a challenge, because that ticket was not requested by an app', async () => {
	await using site = await startSite()
	const ticket = await createLoginTicket(site, await site.register('Ann'))
	expect((await exchange(site, ticket, { tempToken: ticket, verifier: VERIFIER })).json().code).toBe('bad_token')
})

test('a ticket with a challenge is rejected without its verifier and spent by a wrong one', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const tickets = await Promise.all([1, 2, 3].map(() => createLoginTicket(site, ann, challenge)))
	const [without = '', wrong = '', right = ''] = tickets
	expect(await getRefusal(site, { tempToken: without })).toEqual(BAD_TICKET)
	expect(await getRefusal(site, { tempToken: without, verifier: VERIFIER })).toEqual(BAD_TICKET)
	expect(await getRefusal(site, { tempToken: wrong, verifier: VERIFIER.toUpperCase() })).toEqual(BAD_TICKET)
	expect((await site.call(extractTokens, { body: { tempToken: right, verifier: VERIFIER } })).success).toBe(true)
})

test('only one of twenty concurrent exchanges gets a session, and the database stores no ticket', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const tempToken = await createLoginTicket(site, ann)
	const rows = await site.services.db.selectFrom('login_tickets').selectAll().execute()
	expect(JSON.stringify(rows)).not.toContain(tempToken)
	const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(site, tempToken)))
	expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(401)])
})
