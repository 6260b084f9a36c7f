import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { updateProfile } from '#contract/profile.ts'
import { createReview, deleteReview } from '#contract/reviews.ts'
import { register } from '#contract/sessions.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { expectSecurityHeaders } from '#kit/security-headers.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'

const PUBLIC_URL = 'https://games.example'
const NOBODY = '018f0000-0000-7000-8000-000000000001'

/** Asks and looks at the headers; the status and what else they say. */
async function ask(site: TestSite, method: 'GET' | 'POST' | 'DELETE', url: string, player?: Player, payload?: object) {
	const answer = await site.app.inject({
		method,
		url,
		headers: player ? { authorization: `Bearer ${player.accessToken}` } : {},
		...(payload ? { payload } : {}),
	})
	const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
	expectSecurityHeaders(`${method} ${url} ${answer.statusCode}`, headers)
	return { status: answer.statusCode, headers, body: answer.body }
}

test('every API response has the security headers and is not cacheable, whoever the caller and whatever the response', {
	tags: ['trust-27'],
}, async () => {
	await using site = await startSite({ env: { PUBLIC_URL } })
	const player = await site.register()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as { paths: Record<string, object> }
	const statuses = new Set<number>()
	for (const [path, operations] of Object.entries(paths))
		for (const method of Object.keys(operations)) {
			const url = path.replace(/\{\w+\}/g, NOBODY)
			for (const who of [undefined, { ...player, accessToken: 'broken' }, player]) {
				// The account stays until all is asked
				if (who === player && /\/(logout|account)$/.test(path)) continue
				const answer = await ask(site, method.toUpperCase() as 'GET', url, who, method === 'get' ? undefined : {})
				statuses.add(answer.status)
				expect([method, url, answer.headers.get('cache-control')]).toEqual([method, url, 'no-store'])
				expect([method, url, answer.status < 500]).toEqual([method, url, true])
			}
		}
	expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 415]))
})

test('other hosts of the domain are left alone, unless a setting says that they use https', {
	tags: ['trust-27'],
}, async () => {
	const readHsts = async (env: Record<string, string>) => {
		await using site = await startSite({ env })
		return (await site.app.inject({ url: '/api/site' })).headers['strict-transport-security']
	}
	expect(await readHsts({ PUBLIC_URL })).toBe('max-age=31536000')
	expect(await readHsts({ PUBLIC_URL, HSTS_SUBDOMAINS: 'on' })).toBe('max-age=31536000; includeSubDomains')
	expect(await readHsts({ PUBLIC_URL: 'http://games.example' })).toBeUndefined()
})

test('responses with 403, 413, 429 and 500 have the security headers too', { tags: ['trust-27'] }, async () => {
	await using site = await startSite({ env: { PUBLIC_URL, RATE_LIMIT_FACTOR: '0.2' } })
	const [owner, other] = [await site.register(), await site.register()]
	const gameId = await site.addGame()
	const body = { gameId, rating: 4, platform: 'PC', description: 'Ten letters and more.' }
	const { id } = await site.call(createReview, { body }, owner)
	expect((await ask(site, 'DELETE', deleteReview.url.replace(':id', id), other)).status).toBe(403)
	expect((await ask(site, 'POST', createReview.url, owner, body)).status).toBe(409)
	const large = { ...body, description: 'x'.repeat(2 * 1024 * 1024) }
	expect((await ask(site, 'POST', createReview.url, owner, large)).status).toBe(413)
	const account = { username: 'someone', email: 'someone@example.org', password: PASSWORD }
	await ask(site, 'POST', register.url, undefined, { ...account, password: 'x' })
	await ask(site, 'POST', register.url, undefined, { ...account, password: 'x' })
	expect((await ask(site, 'POST', register.url, undefined, account)).status).toBe(429)

	const log = vi.spyOn(site.app.log, 'error').mockImplementation(() => {})
	await sql`alter table reviews rename to reviews_away`.execute(site.services.db)
	try {
		const { status, body: text } = await ask(site, 'GET', `/api/reviews/${id}`)
		expect([status, JSON.parse(text)]).toEqual([500, expect.objectContaining({ code: 'internal' })])
		expect(text).not.toMatch(/reviews_away|select|relation/i)
	} finally {
		await sql`alter table reviews_away rename to reviews`.execute(site.services.db)
		log.mockRestore()
	}
})

test('user pictures have the security headers too, and their exact content type', { tags: ['trust-27'] }, async () => {
	await using site = await startSite({ env: { PUBLIC_URL } })
	const player = await site.register()
	const picture = toFile(await plainPicture('png'), '<script>.html', 'text/html')
	const { user } = await site.call(updateProfile, { body: { profilePicture: picture } }, player)
	const { status, headers } = await ask(site, 'GET', user.profilePicture ?? '')
	expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
	expect((await ask(site, 'GET', `/pictures/${'a'.repeat(22)}-400.webp`)).status).toBe(404)
})
