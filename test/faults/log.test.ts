import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PASSWORD, startSite } from '#kit/site.ts'
import { createSeededLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'
import { hashToken } from '#server/db/secret-tokens.ts'
import { serializeError } from '#server/http/log.ts'

const FORGED = '{"level":30,"msg":"forged","event":"signed_in","user":"nobody"}'

interface Line {
	level: number
	reqId?: string
	msg: string
	event?: string
	user?: string
	token?: string
	refusal?: string
	route?: string | null
}

/** What a site has logged, line by line; all of it is JSON, also what the start says, because nobody reads it in a terminal. */
function linesOf(site: SiteProcess): Line[] {
	const printed = site.output()
	const lines = printed.slice(0, printed.lastIndexOf('\n')).split('\n')
	return lines.map((line) => JSON.parse(line) as Line)
}

test('the log contains no secrets and no user input, and records who did what to an account', {
	tags: ['trust-42'],
}, async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place, {
		LOG_LEVEL: 'debug',
		RATE_LIMIT_FACTOR: '1',
		SECRET_KEY: `secret-of-keys-${'x'.repeat(32)}`,
	})
	const secrets: string[] = [PASSWORD, 'canary', 'Wrong1Canary', 'New2Canary', 'secret-of-keys']
	const send = async (method: string, url: string, body?: object | string, token?: string) => {
		const answer = await fetch(`${site.url}${url}`, {
			method,
			headers: {
				'content-type': 'application/json',
				'user-agent': 'canary-browser',
				'x-request-id': 'canary-request',
				cookie: 'login_ticket=canary',
				referer: 'https://canary.example/',
				...(token ? { authorization: `Bearer ${token}` } : {}),
			},
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		})
		const text = await answer.text()
		const said = (/^[{[]/.test(text) ? JSON.parse(text) : {}) as {
			tokens?: { accessToken: string; refreshToken: string }
			user?: { id: string }
			id?: string
			token?: string
		}
		if (said.tokens) secrets.push(said.tokens.accessToken, said.tokens.refreshToken)
		if (said.token) secrets.push(said.token, hashToken(said.token))
		return { status: answer.status, ...said }
	}

	const account = { username: 'the_canary', email: 'canary@example.org', password: PASSWORD }
	const { tokens, user } = await send('POST', '/api/auth/register', account)
	if (!tokens || !user) throw new Error('Nobody is there')
	await send('POST', '/api/auth/register', account)
	for (const identifier of ['the_canary', `canary\r\n${FORGED}`, `canary\u2028${FORGED}`, 'canary@example.org'])
		await send('POST', '/api/auth/login', { identifier, password: 'Wrong1Canary' })
	await send('POST', '/api/auth/login', `{"identifier":"the_canary","password":"${PASSWORD}"`)
	await send('GET', '/api/auth/me', undefined, `${tokens.accessToken.slice(0, -3)}xyz`)
	await send(
		'POST',
		'/api/auth/change-password',
		{ currentPassword: 'Wrong1Canary', newPassword: 'New2Kestrel' },
		tokens.accessToken,
	)
	// The third time the first token comes from somebody who has kept it
	const next = await send('POST', '/api/auth/refresh-token', { refreshToken: tokens.refreshToken })
	await send('POST', '/api/auth/refresh-token', { refreshToken: next.tokens?.refreshToken })
	await send('POST', '/api/auth/refresh-token', { refreshToken: tokens.refreshToken })
	const other = await send('POST', '/api/auth/login', { identifier: 'the_canary', password: PASSWORD })
	await send(
		'POST',
		'/api/auth/change-password',
		{ currentPassword: PASSWORD, newPassword: 'New2Kestrel' },
		other.tokens?.accessToken,
	)
	const program = await send(
		'POST',
		'/api/tokens',
		{ name: 'canary script', scopes: ['read'] },
		other.tokens?.accessToken,
	)
	await send('GET', '/api/auth/me', undefined, program.token)
	await send('POST', '/api/reviews', '{"token":', program.token)
	await send('POST', '/api/reviews', {}, program.token)
	await send('GET', '/api/auth/me', undefined, `${program.token}0`)
	await send('DELETE', `/api/tokens/${program.id}`, undefined, other.tokens?.accessToken)
	await send('GET', '/api/auth/me', undefined, program.token)
	await send('POST', '/api/auth/forgot-password', { email: 'canary@example.org' })
	const link = await mailedToken(place.env.DATA_DIR ?? '')
	secrets.push(link)
	await fetch(`${site.url}/reset-password?token=${link}`)
	await fetch(`${site.url}/verify-email?token=canary`)
	await fetch(`${site.url}/unsubscribe?token=canary`)
	await fetch(`${site.url}/unsubscribe?token=canary`, { method: 'POST' })
	await fetch(`${site.url}/search?query=canary%0d%0a${encodeURIComponent(FORGED)}`)
	await fetch(`${site.url}/profile/canary%0d%0a${encodeURIComponent(FORGED)}`)
	await fetch(`${site.url}/api/canary%0d%0a${encodeURIComponent(FORGED)}`)
	await send('POST', '/api/auth/reset-password', { token: link, password: 'New3Kestrel' })
	await raw(site, `GET /canary HTTP/1.1\r\nhost: canary\r\nbad header\r\n ${FORGED}\r\n\r\n`)
	for (let round = 0; round < 12; round++)
		await send('POST', '/api/auth/login', { identifier: 'the_canary', password: 'Wrong1Canary' })
	// The log has its lines in their order, and this is the last one
	await send('POST', '/api/auth/logout', { refreshToken: 'canary' })
	await expect
		.poll(() => linesOf(site).some(({ route }) => route === '/api/auth/logout'), { timeout: 60_000 })
		.toBe(true)

	const printed = site.output()
	// The mail's file is named by its time, not by whom it is to
	for (const secret of secrets) expect([secret, printed.includes(secret)]).toEqual([secret, false])
	expect(printed).not.toContain('forged')
	const lines = linesOf(site)
	const findEvents = (event: string) =>
		lines.filter((line) => line.event === event && line.user === user.id && line.reqId)
	expect(findEvents('signed_in')).toHaveLength(2)
	expect(findEvents('tokens_reused')).toHaveLength(1)
	expect(findEvents('password_changed')).toHaveLength(1)
	expect(findEvents('password_reset')).toHaveLength(1)
	const refused = (refusal: string) =>
		lines.filter((line) => line.refusal === refusal && line.level === 40 && line.reqId)
	expect(refused('invalid_credentials').length).toBeGreaterThanOrEqual(4)
	expect(refused('wrong_password')).toHaveLength(1)
	expect(findEvents('token_created')).toHaveLength(1)
	expect(findEvents('token_ended')).toHaveLength(1)
	// By its ID, so that what a leaked one did can be found
	expect(lines.filter(({ token }) => token === program.id).map(({ route, refusal }) => [route, refusal])).toEqual([
		['/api/auth/me', undefined],
		['/api/reviews', 'missing_scope'],
	])
	expect(refused('missing_scope')).toHaveLength(1)
	expect(refused('too_many_requests').length).toBeGreaterThan(0)
	expect(lines.some(({ refusal, level }) => refusal === 'bad_token' && level === 30)).toBe(true)
	expect(new Set(lines.filter(({ route }) => route !== undefined).map(({ reqId }) => reqId)).size).toBeGreaterThan(30)
})

test('the log omits the values of database errors, and only user input from other errors', {
	tags: ['trust-42'],
}, async () => {
	await using site = await startSite()
	const player = await site.register('canary')
	const { db } = site.services
	const failures = [
		sql`insert into users select * from users`.execute(db),
		sql`select * from users where id = ${'canary-no-uuid'}::uuid`.execute(db),
		sql`select ${'canary'}::int`.execute(db),
	]
	// All at once: one that fails before it is waited for would count as nobody's
	for (const outcome of await Promise.allSettled(failures)) {
		const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined
		const facts = serializeError(error)
		expect(facts.code).toMatch(/^(23505|22P02)$/)
		expect(facts.stack).toMatch(/^at /)
		expect(JSON.stringify(facts)).not.toContain('canary')
		expect(JSON.stringify(facts)).not.toContain(player.user.id)
	}
	const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', address: '10.0.0.1' })
	expect(serializeError(new TypeError('It broke', { cause }))).toEqual({
		type: 'TypeError',
		message: 'It broke',
		stack: expect.stringMatching(/^at .*log\.test\.ts/),
		cause: { type: 'Error', code: 'ECONNRESET', message: 'read ECONNRESET', stack: expect.stringMatching(/^at /) },
	})
})

/** The token of the newest mail that was written to a file. */
async function mailedToken(folder: string): Promise<string> {
	const mails = path.join(folder, 'mail')
	return vi.waitFor(async () => {
		for (const name of (await readdir(mails)).sort().reverse()) {
			const mail = (await readFile(path.join(mails, name), 'utf8')).replace(/=\n/g, '').replaceAll('=3D', '=')
			const token = /reset-password\?token=([\w-]+)/.exec(mail)?.[1]
			if (token) return token
		}
		throw new Error('No mail has come')
	}, 10_000)
}

function raw(site: SiteProcess, bytes: string): Promise<void> {
	return new Promise((resolve) => {
		const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => socket.write(bytes))
		// An answer that nobody reads keeps it open
		socket.resume()
		socket.on('error', () => {})
		socket.on('close', () => resolve())
	})
}
