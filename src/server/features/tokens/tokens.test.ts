import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changePassword, deleteAccount } from '#contract/account.ts'
import { exportAccount } from '#contract/export.ts'
import { takeAction } from '#contract/moderation.ts'
import { getReviewDraft, saveReviewDraft } from '#contract/review-drafts.ts'
import { createReview, listReviews } from '#contract/reviews.ts'
import { getMe } from '#contract/session-tokens.ts'
import type { TokenScope } from '#contract/token-scopes.ts'
import { createToken, endToken, listTokens, TOKEN_LIMITS } from '#contract/tokens.ts'
import { registerAdmin } from '#kit/admin.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { deleteExpiredTokens } from './queries.ts'
import { createTokenText, hashWellFormedToken } from './token-format.ts'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

const create = (site: TestSite, player: Player, scopes: TokenScope[] = ['write'], expiresInDays?: number) =>
	site.call(createToken, { body: { name: 'Script', scopes, ...(expiresInDays && { expiresInDays }) } }, player)

/** The same account, called with a token. */
const withToken = (player: Player, token: string): Player => ({ ...player, accessToken: token })

const list = async (site: TestSite, player: Player) => (await site.call(listTokens, {}, player)).tokens

const getOutcome = (pending: Promise<unknown>) =>
	pending.then(
		() => 'done',
		({ status, code }: { status: number; code: string }) => `${status} ${code}`,
	)

/** What a call that changes nothing says to a token. */
const read = (site: TestSite, player: Player, token: string) =>
	getOutcome(site.call(getMe, {}, withToken(player, token)))

test('a token is shown once, works in the place of a login until it expires or is ended, and is in the export', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const body = { name: '  Backup script ', scopes: ['sessions', 'read', 'read'] as const, expiresInDays: 30 }
	const created = await site.call(createToken, { body: { ...body, scopes: [...body.scopes] } }, ann)
	const { id, token } = created
	expect(created).toEqual({
		id,
		name: 'Backup script',
		scopes: ['read', 'sessions'],
		token: expect.stringMatching(/^sp_[0-9A-Za-z]{49}$/),
		createdAt: '2026-11-21T12:00:00.000Z',
		expiresAt: '2026-12-21T12:00:00.000Z',
	})
	site.time.now += 1
	const forever = await create(site, ann)
	expect(forever.expiresAt).toBeNull()
	expect((await site.call(getMe, {}, withToken(ann, token))).user.username).toBe('Ann')
	const stored = JSON.stringify(await site.services.db.selectFrom('tokens').selectAll().execute())
	const listed = await list(site, ann)
	expect(listed.map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual([
		['Script', null],
		['Backup script', '2026-11-21T12:00:00.000Z'],
	])
	const exported = await site.call(exportAccount, {}, ann)
	expect([...exported.apiTokens].reverse()).toEqual(listed)
	for (const text of [stored, JSON.stringify(listed), JSON.stringify(exported)]) {
		expect(text).not.toContain(token)
		expect(text).not.toContain(forever.token)
	}
	const mails = (await site.mailsTo('Ann@example.org')).filter(({ subject }) => subject.includes('token'))
	expect(mails.map(({ text }) => /the token “(.+?)”/.exec(text)?.[1]).sort()).toEqual(['Backup script', 'Script'])
	expect(JSON.stringify(mails)).not.toContain('sp_')

	site.time.now += 30 * DAY_MS - 2
	expect(await read(site, ann, token)).toBe('done')
	site.time.now += 1
	expect(await read(site, ann, token)).toBe('401 bad_token')
	expect(await read(site, ann, forever.token)).toBe('done')
})

test('an ended token is refused at once, and can be ended only once and by its owner', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const { id, token } = await create(site, ann)
	const other = await create(site, ann)
	for (const wrong of [id, '018f0000-0000-7000-8000-000000000001', 'none'])
		expect(await getOutcome(site.call(endToken, { params: { id: wrong } }, ben))).toBe('404 token_not_found')
	expect(await list(site, ben)).toEqual([])
	expect(await read(site, ann, token)).toBe('done')
	expect(await site.call(endToken, { params: { id } }, ann)).toEqual({ success: true })
	expect(await read(site, ann, token)).toBe('401 bad_token')
	// Also where a session would not be looked up
	const popular = await site.app.inject({
		url: '/api/games/popular',
		headers: { authorization: `Bearer ${token}` },
	})
	expect([popular.statusCode, popular.json().code]).toEqual([401, 'bad_token'])
	expect(await getOutcome(site.call(endToken, { params: { id } }, ann))).toBe('404 token_not_found')
	expect((await list(site, ann)).map((each) => each.id)).toEqual([other.id])
})

test('a text that is no token is refused without asking the database, and an unknown token after asking', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { token } = await create(site, ann)
	const flipped = token.slice(0, 10) + (token[10] === 'a' ? 'b' : 'a') + token.slice(11)
	const texts = [
		flipped,
		token.slice(0, -1),
		`${token}0`,
		'sp_',
		token.toLowerCase(),
		token.slice(3),
		`SP${token.slice(2)}`,
	]
	await sql`alter table tokens rename to tokens_away`.execute(site.services.db)
	try {
		for (const text of texts) expect([text, await read(site, ann, text)]).toEqual([text, '401 bad_token'])
		expect(await read(site, ann, token)).toBe('500 internal')
	} finally {
		await sql`alter table tokens_away rename to tokens`.execute(site.services.db)
	}
	expect(await read(site, ann, createTokenText())).toBe('401 bad_token')
	expect(await read(site, ann, ` ${token} `)).toBe('done')
})

test('tokens have 256 random bits and a checksum of their digits', () => {
	const tokens = Array.from({ length: 200 }, createTokenText)
	expect(new Set(tokens).size).toBe(200)
	expect(new Set(tokens.map((token) => hashWellFormedToken(token)))).toHaveProperty('size', 200)
	for (const token of tokens) expect(token).toMatch(/^sp_[0-9A-Za-z]{49}$/)
	// Of the digits, as another program computes it: the CRC-32 of 43 zeros is 2018072207
	expect(hashWellFormedToken(`sp_${'0'.repeat(43)}2CZclj`)).toMatch(/^[\w-]{43}$/)
	expect(hashWellFormedToken(`sp_${'0'.repeat(43)}2CZclk`)).toBeUndefined()
})

test.each([
	['no name', { scopes: ['read'] }, 'name', 'Please give the token a name'],
	['a blank name', { name: ' \u200b ', scopes: ['read'] }, 'name', 'Please give the token a name'],
	['a long name', { name: 'x'.repeat(61), scopes: ['read'] }, 'name', 'The name must be 60 characters or less'],
	['no scopes', { name: 'x' }, 'scopes', 'Please choose what the token may do'],
	['an empty list of scopes', { name: 'x', scopes: [] }, 'scopes', 'Please choose what the token may do'],
	['a scope that is no list', { name: 'x', scopes: 'read' }, 'scopes', 'Please choose what the token may do'],
	['an unknown scope', { name: 'x', scopes: ['admin'] }, 'scopes.0', 'Please choose what the token may do'],
	['no day', { name: 'x', scopes: ['read'], expiresInDays: 0 }, 'expiresInDays', 'A token works for 1 to 3650 days'],
	[
		'half a day',
		{ name: 'x', scopes: ['read'], expiresInDays: 0.5 },
		'expiresInDays',
		'A token works for 1 to 3650 days',
	],
	[
		'too many days',
		{ name: 'x', scopes: ['read'], expiresInDays: 3651 },
		'expiresInDays',
		'A token works for 1 to 3650 days',
	],
])('a token with %s is refused', async (_, body, path, message) => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const refused = await site.refusal(createToken, { body: body as never }, ann)
	expect([refused.status, refused.details]).toEqual([400, [{ path, message }]])
	expect(await list(site, ann)).toEqual([])
})

test('an account has at most twenty tokens, however many are created at once', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	for (let n = 0; n < TOKEN_LIMITS.perAccount - 1; n++) await create(site, ann, ['read'], 1)
	const outcomes = await Promise.all([1, 2, 3].map(() => getOutcome(create(site, ann))))
	expect(outcomes.sort()).toEqual(['409 too_many_tokens', '409 too_many_tokens', 'done'])
	const refused = await site.refusal(createToken, { body: { name: 'x', scopes: ['read'] } }, ann)
	expect(refused.message).toBe('You can have up to 20 tokens. Please end one first.')
	const [oldest] = (await list(site, ann)).slice(-1)
	await site.call(endToken, { params: { id: oldest?.id ?? '' } }, ann)
	expect(await getOutcome(create(site, ann))).toBe('done')
})

test('expired tokens are listed for a while and then deleted', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { id } = await create(site, ann, ['read'], 1)
	const forever = await create(site, ann)
	const deleteBefore = (ms: number) => deleteExpiredTokens(site.services.db, new Date(site.time.now + ms).toISOString())
	await deleteBefore(DAY_MS)
	expect((await list(site, ann)).map((token) => token.id).sort()).toEqual([id, forever.id].sort())
	await deleteBefore(DAY_MS + 1)
	expect((await list(site, ann)).map((token) => token.id)).toEqual([forever.id])
})

test('the last use of a token is stored once a minute', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { token } = await create(site, ann)
	const readRow = async () =>
		(
			await sql<{ xmin: string; at: string }>`select xmin::text, last_used_at as at from tokens`.execute(
				site.services.db,
			)
		).rows[0]
	site.time.now += 20_000
	await Promise.all([1, 2, 3].map(() => read(site, ann, token)))
	const first = await readRow()
	expect(first?.at).toBe('2026-11-21T12:00:00.000Z')
	site.time.now += 39_000
	await read(site, ann, token)
	expect(await readRow()).toEqual(first)
	site.time.now += 1_000
	await read(site, ann, token)
	expect((await readRow())?.at).toBe('2026-11-21T12:01:00.000Z')
})

test('tokens survive a new password, and end with the account', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { token } = await create(site, ann)
	const body = { currentPassword: PASSWORD, newPassword: 'Better2Battery' }
	const { tokens } = await site.call(changePassword, { body }, ann)
	expect(await read(site, ann, token)).toBe('done')
	const mail = (await site.mailsTo('Ann@example.org')).find(({ subject }) => subject === 'Your password was changed')
	expect(mail?.text).toContain('API tokens still work.')
	await site.call(deleteAccount, { body: { password: 'Better2Battery' } }, { ...ann, ...tokens })
	expect(await read(site, ann, token)).toBe('401 bad_token')
	expect(await site.services.db.selectFrom('tokens').selectAll().execute()).toEqual([])
})

test('the token of a suspended account only reads, and those of a banned one end', async () => {
	await using site = await startSite()
	const [admin, ann] = [await registerAdmin(site), await site.register('Ann')]
	const { id, token } = await create(site, ann)
	const spare = await create(site, ann)
	const gameId = await site.addGame()
	const review = { gameId, rating: 4, platform: 'PC', description: 'Written by a script of mine.' }
	const act = (action: 'suspend' | 'ban' | 'unban', until?: string) => {
		const body = { subject: 'user', subjectId: ann.user.id, action, reason: 'spam', ...(until && { until }) } as const
		return site.call(takeAction, { body }, admin)
	}
	await act('suspend', new Date(Date.now() + 30 * DAY_MS).toISOString())
	expect(await getOutcome(site.call(createReview, { body: review }, withToken(ann, token)))).toBe('403 suspended')
	expect(await getOutcome(site.call(listReviews, { query: {} }, withToken(ann, token)))).toBe('done')
	expect(await getOutcome(create(site, ann))).toBe('403 suspended')
	expect(await getOutcome(site.call(endToken, { params: { id } }, ann))).toBe('done')

	site.time.now += 6 * MINUTE_MS
	await act('ban')
	expect(await read(site, ann, spare.token)).toBe('401 bad_token')
	site.time.now += 6 * MINUTE_MS
	await act('unban')
	expect(await read(site, ann, spare.token)).toBe('401 bad_token')
})

test('a draft that a program saves is of no device', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { token } = await create(site, ann)
	const params = { gameId: await site.addGame() }
	await site.call(saveReviewDraft, { params, body: { description: 'Half a', version: null } }, withToken(ann, token))
	const { draft } = await site.call(getReviewDraft, { params }, ann)
	expect(draft).toMatchObject({ description: 'Half a', device: null })
})

test('a token has half of the limit of its account, and its calls count for both', async () => {
	// Browsing: 12 a minute
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.01' } })
	const ann = await site.register('Ann')
	const ask = async (token: string) => {
		const { statusCode, headers } = await site.app.inject({
			url: getMe.url,
			headers: { authorization: `Bearer ${token}` },
		})
		return [statusCode, headers['ratelimit-limit'], headers['ratelimit-remaining']]
	}
	const one = (await create(site, ann)).token
	site.time.now += MINUTE_MS
	const other = (await create(site, ann)).token
	site.time.now += MINUTE_MS
	for (let left = 5; left >= 0; left--) expect(await ask(one)).toEqual([200, '6', String(left)])
	expect(await ask(one)).toEqual([429, '6', '0'])
	// The refused call counts for neither
	expect(await ask(ann.accessToken)).toEqual([200, '12', '5'])
	for (let left = 5; left >= 1; left--) expect(await ask(other)).toEqual([200, '6', String(left)])
	expect(await ask(other)).toEqual([429, '12', '0'])
	expect((await ask(ann.accessToken))[0]).toBe(429)
	// An unknown token has a limit, too
	const unknown = createTokenText()
	const statuses = []
	for (let n = 0; n < 7; n++) statuses.push((await ask(unknown))[0])
	expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
	site.time.now += MINUTE_MS
	expect((await ask(one))[0]).toBe(200)
})
