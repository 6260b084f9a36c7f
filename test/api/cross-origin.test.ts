import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { createList } from '#contract/lists.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { createReview, likeReview } from '#contract/reviews.ts'
import { startSite, type TestSite } from '#kit/site.ts'

const ORIGIN = 'https://evil.example'
const FORM = 'multipart/form-data; boundary=x'

test('GET requests change nothing: after each one by the owner, all tables are unchanged', {
	tags: ['trust-26'],
}, async () => {
	await using site = await startSite()
	const [owner, other] = [await site.register(), await site.register()]
	const gameId = await site.addGame()
	const review = { gameId, rating: 4, platform: 'PC', description: 'Stays as it is.' }
	const { id } = await site.call(createReview, { body: review }, owner)
	const comment = await site.call(createComment, { body: { reviewId: id, content: 'Stays too.' } }, other)
	await site.call(likeReview, { params: { id } }, other)
	await site.call(follow, { body: { followedId: owner.user.id } }, other)
	const list = await site.call(createList, { body: { title: 'Of one', games: [{ gameId }] } }, owner)
	const params = { gameId: await site.addGame() }
	await site.call(saveLibraryEntry, { params, body: { status: 'playing', rating: 4, isWished: true } }, owner)
	await site.call(createPlay, { params, body: {} }, owner)
	await site.call(createPlaySession, { params, body: { day: '2026-11-20', minutes: 60 } }, owner)
	const ids = [owner.user.id, id, list.id, comment.id, String(gameId), owner.user.username]
	const paths = await pathsOf(site, 'get')
	expect(paths.length).toBeGreaterThan(20)
	const before = await tables(site)
	expect(before.length).toBeGreaterThan(8)
	let answered = 0
	for (const path of paths)
		for (const value of path.includes('{') ? ids : ['']) {
			const url = `${path.replace(/\{\w+\}/g, value)}?query=player&username=player&method=POST&_method=DELETE`
			for (const method of ['GET', 'HEAD'] as const) {
				const { statusCode } = await site.app.inject({
					method,
					url,
					headers: { authorization: `Bearer ${owner.accessToken}`, 'x-http-method-override': 'DELETE' },
				})
				if (statusCode === 200) answered++
			}
		}
	expect(answered).toBeGreaterThan(paths.length)
	expect(await tables(site)).toEqual(before)
})

test('no response allows another origin, and every body that a form can send is rejected', {
	tags: ['trust-26'],
}, async () => {
	await using site = await startSite()
	const player = await site.register()
	const before = await tables(site)
	// Facebook sends one, signed; nothing that a page can sign. An import needs the header of its owner, which no form sends
	const takesForms = new Set(['/api/auth/facebook/data-deletion'])
	for (const method of ['get', 'post', 'put', 'delete'] as const)
		for (const path of await pathsOf(site, method)) {
			const url = path.replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000001')
			const asked = await site.app.inject({
				method: 'OPTIONS',
				url,
				headers: {
					origin: ORIGIN,
					'access-control-request-method': method.toUpperCase(),
					'access-control-request-headers': 'authorization,content-type',
				},
			})
			expect([url, asked.statusCode]).toEqual([url, 404])
			const answers = [asked]
			for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain;application/json', FORM, '']) {
				if (method === 'get') break
				// The one call that takes a form is none that a form can make
				if (type === FORM && (method === 'put' || path === '/api/imports')) continue
				if (type === 'application/x-www-form-urlencoded' && takesForms.has(path)) continue
				const answer = await site.app.inject({
					method: method.toUpperCase() as 'POST',
					url,
					payload: '{"reviewIds":[]}',
					headers: {
						origin: ORIGIN,
						authorization: `Bearer ${player.accessToken}`,
						...(type === '' ? {} : { 'content-type': type }),
					},
				})
				expect([method, url, type, answer.statusCode]).toEqual([method, url, type, 415])
				answers.push(answer)
			}
			for (const { headers } of answers)
				expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
		}
	expect(await tables(site)).toEqual(before)
})

test("the native app's origin is allowed, without cookies, and no lookalike is", { tags: ['trust-26'] }, async () => {
	await using site = await startSite({ env: { APP_ORIGINS: 'capacitor://localhost https://localhost' } })
	const url = '/api/reviews'
	const ask = (origin: string, path = url, method: 'GET' | 'OPTIONS' = 'GET') =>
		site.app.inject({
			method,
			url: path,
			headers: { origin, ...(method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : {}) },
		})
	for (const origin of ['capacitor://localhost', 'https://localhost']) {
		const leave = await ask(origin, url, 'OPTIONS')
		expect([leave.statusCode, leave.body]).toEqual([204, ''])
		expect(leave.headers).toMatchObject({
			'access-control-allow-origin': origin,
			'access-control-allow-methods': 'GET, POST, PUT, DELETE',
			'access-control-allow-headers': 'authorization, content-type, idempotency-key',
			'x-content-type-options': 'nosniff',
		})
		const refusedPath = '/api/auth/me'
		for (const [path, status] of [
			[url, 200],
			[refusedPath, 401],
			['/api/nothing', 404],
		] as const) {
			const { statusCode, headers } = await ask(origin, path)
			expect([path, statusCode, headers['access-control-allow-origin'], headers.vary]).toEqual([
				path,
				status,
				origin,
				'origin',
			])
			expect(headers['access-control-allow-credentials']).toBeUndefined()
		}
		// What is no call of the API stays closed
		expect((await ask(origin, '/pictures/none.webp')).headers['access-control-allow-origin']).toBeUndefined()
	}
	for (const origin of [
		'null',
		'https://localhost.evil.example',
		'https://localhost:8443',
		'http://localhost',
		'HTTPS://LOCALHOST',
		'https://localhost, https://evil.example',
		'capacitor://evil.example',
	])
		for (const method of ['GET', 'OPTIONS'] as const)
			expect([
				origin,
				Object.keys((await ask(origin, url, method)).headers).filter((name) => name.startsWith('access-control')),
			]).toEqual([origin, []])
})

async function pathsOf(site: TestSite, method: string): Promise<string[]> {
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as { paths: Record<string, object> }
	return Object.keys(paths).filter((path) => method in (paths[path] ?? {}))
}

/** Every table with all that is in it. */
async function tables({ app, services: { db, mail } }: TestSite): Promise<unknown[]> {
	// A registration's mail waits in a table until it is sent
	await mail.waitUntilIdle(app.log)
	const { rows } = await sql<{ tablename: string }>`
		select tablename from pg_tables where schemaname = 'public' order by tablename`.execute(db)
	const contents: unknown[] = []
	for (const { tablename } of rows) {
		const { rows: content } = await sql<{ row: string }>`
			select t::text as row from ${sql.table(tablename)} t order by 1`.execute(db)
		contents.push([tablename, ...content.map(({ row }) => row)])
	}
	return contents
}
