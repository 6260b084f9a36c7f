import { createHash } from 'node:crypto'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Check } from 'typebox/schema'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { createComment } from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createList } from '#contract/lists.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { createReview } from '#contract/reviews.ts'
import { startPasskey, startPasskeyLogin } from '#contract/second-factor.ts'
import { listSessions } from '#contract/session-devices.ts'
import { login } from '#contract/sessions.ts'
import { createSoftwarePasskey } from '#kit/peers/authenticator.ts'
import { startFacebook } from '#kit/peers/facebook.ts'
import { addSoftwarePasskey } from '#kit/second-factor.ts'
import { clearUsername, PASSWORD, type Player, startSite, toFormData } from '#kit/site.ts'
import { createConnectTicket } from '#kit/social-ticket.ts'
import type { OpenApiDocument } from '#server/api-docs/openapi.ts'
import { now } from '#server/clock.ts'
import { createLink } from '#server/features/account/email-links.ts'
import { addConnection } from '#server/features/account/queries-connections.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { createTicket } from '#server/features/sessions/login-tickets.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'

const VERIFIER = 'a verifier that only the app knows, long enough to be one'
const challenge = createHash('sha256').update(VERIFIER).digest('base64url')

test('the API description is valid OpenAPI 3.1, and every operation has a unique ID', async () => {
	await using site = await startSite()
	const description = (await site.app.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>()
	const { valid, errors } = await new Validator().validate({ ...structuredClone(description) })
	expect(errors).toBeUndefined()
	expect(valid).toBe(true)
	const ids = Object.values(description.paths).flatMap((methods) =>
		Object.values(methods).map(({ operationId }) => operationId),
	)
	expect(new Set(ids).size).toBe(ids.length)
	expect(ids.length).toBeGreaterThan(35)
	expect(JSON.stringify(description)).not.toContain('"sentences"')
})

test('every documented operation responds as its schema says', async () => {
	await using facebook = await startFacebook()
	await using site = await startSite({ env: facebook.env })
	const { paths, components } = (await site.app.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>()
	const [author, reader] = [await site.register('Author'), await site.register('Reader')]
	const gameId = await site.addGame({ name: 'Lantern Hollow' })
	const written = { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' }
	const review = await site.call(createReview, { body: written }, author)
	const comment = await site.call(createComment, { body: { reviewId: review.id, content: 'Hm.' } }, author)
	const list = await site.call(createList, { body: { title: 'A', games: [{ gameId }] } }, reader)
	const params = { gameId: await site.addGame({ name: 'Lantern Valley' }) }
	const play = await site.call(createPlay, { params, body: {} }, reader)
	const sitting = await site.call(createPlaySession, { params, body: { day: '2026-11-20', minutes: 60 } }, reader)
	await clearUsername(site, reader)
	await markEmailVerified(site.services.db, reader.user.id, now(site.services))
	await addConnection(site.services.db, { provider: 'google', subject: '7' }, reader.user.id, now(site.services))
	const gone = await site.register('Gone')
	const { confirmationCode } = await site.call(deleteAccount, { body: { password: PASSWORD } }, gone)
	const { db } = site.services
	const linkTo = ({ user }: Player, purpose: 'reset-password' | 'verify-email') =>
		createLink(db, { userId: user.id, emailKey: toEmailKey(user.email), purpose }, site.time.now)
	const someone = await site.register('Someone')
	const [resetToken, verifyToken] = [await linkTo(someone, 'reset-password'), await linkTo(someone, 'verify-email')]
	const ticket = { purpose: 'sign-in', method: 'google', userId: someone.user.id, challenge } as const
	const tempToken = await createTicket(db, ticket, site.time.now)

	await site.call(login, { body: { identifier: 'Reader', password: PASSWORD } })
	const device = (await site.call(listSessions, {}, reader)).sessions.find(({ current }) => !current)?.id ?? ''

	const { options } = await site.call(startPasskey, {}, reader)
	const credential = createSoftwarePasskey().create(options)
	const keyed = await site.register('Keyed')
	const { passkey, id: passkeyId, recoveryCodes } = await addSoftwarePasskey(site, keyed)
	const assertion = passkey.use((await site.call(startPasskeyLogin, {})).options)
	const step = await site.refusal(login, { body: { identifier: 'Keyed', password: PASSWORD } })
	const { ticket: stepTicket } = step.body as { ticket: string }

	const ids: Record<string, string> = {
		auth: device,
		imports: device,
		reviews: review.id,
		comments: comment.id,
		lists: list.id,
		users: author.user.id,
		follows: author.user.id,
		games: String(gameId),
		plays: play.id,
		'play-sessions': sitting.id,
	}
	const bodies: Record<string, object> = {
		'POST /api/auth/register': { username: 'Another', email: 'another@example.org', password: PASSWORD },
		'POST /api/auth/login': { identifier: 'Author', password: PASSWORD },
		'POST /api/auth/logout': {},
		'POST /api/auth/refresh-token': { refreshToken: reader.refreshToken },
		'POST /api/auth/set-username': { username: 'Chosen' },
		'POST /api/auth/forgot-password': { email: 'author@example.org' },
		'POST /api/auth/reset-password': { token: resetToken, password: PASSWORD },
		'POST /api/auth/change-password': { currentPassword: PASSWORD, newPassword: PASSWORD },
		'POST /api/auth/change-email': { email: 'new@example.org', currentPassword: PASSWORD },
		'POST /api/auth/verify-email': { token: verifyToken },
		'POST /api/auth/oauth/extract-tokens': { tempToken, verifier: VERIFIER },
		'POST /api/auth/facebook/data-deletion': { signed_request: facebook.signedRequest('501') },
		'DELETE /api/auth/account': { password: PASSWORD },
		'PUT /api/auth/providers/{provider}': await createConnectTicket(site, reader, {
			provider: 'facebook',
			subject: '8',
		}),
		'PUT /api/auth/profile': toFormData({ bio: 'Hm.' }),
		'POST /api/auth/passkeys': { name: 'Laptop', credential },
		'PUT /api/auth/passkeys/{id}': { name: 'Phone' },
		'PUT /api/auth/authenticator': { code: '000 000' },
		'POST /api/auth/login/passkey': { assertion },
		'POST /api/auth/login/second-factor/options': { ticket: stepTicket },
		'POST /api/auth/login/second-factor': { ticket: stepTicket, recoveryCode: recoveryCodes?.[0] },
		'POST /api/reviews': written,
		'PUT /api/reviews/{id}': written,
		'POST /api/reviews/seen': { views: [review.id] },
		'POST /api/comments': { reviewId: review.id, content: 'Well.' },
		'POST /api/follows': { followedId: author.user.id },
		'POST /api/blocks': { userId: keyed.user.id },
		'POST /api/mutes': { userId: author.user.id },
		'PUT /api/library/favorites': { gameIds: [gameId] },
		'PUT /api/library/{gameId}': { status: 'completed', rating: 4.5 },
		'POST /api/library/{gameId}/plays': { outcome: 'completed', endedOn: '2026-11' },
		'PUT /api/plays/{id}': { startedOn: '2026-11-19' },
		'POST /api/library/{gameId}/sessions': { day: '2026-11-19', minutes: 30 },
		'PUT /api/play-sessions/{id}': { day: '2026-11-18', minutes: 90 },
		'POST /api/play-sessions/report': {
			client: 'Launcher',
			reports: [{ key: '1', game: { name: 'Unheard of' }, day: '2026-11-19', seconds: 600 }, null],
		},
		'POST /api/play-sessions/playing': { client: 'Launcher', game: { name: 'Unheard of' } },
		'PUT /api/play-sessions/unmatched/{id}': { gameId: null },
		'POST /api/next/later': { gameId },
		'POST /api/recommendations/dismissals': { gameId },
		'POST /api/lists': { title: 'B' },
		'PUT /api/lists/{id}': { title: 'C' },
		'POST /api/lists/{id}/games': { gameId: await site.addGame() },
		'POST /api/notifications/mark-read': { activities: [{ id: review.id, activityType: 'review' }] },
	}
	const queries: Record<string, string> = {
		'/api/games/search': '?query=lantern',
		'/api/games/lookup': '?query=lantern',
		'/api/users': '?username=auth',
		'/api/users/search': '?query=auth',
		'/api/reviews/activity': '?username=Author',
		'/api/auth/check-username': '?username=free_name',
		'/api/play-sessions/latest': '?client=Launcher',
	}
	// What is deleted is deleted last, and who deletes at the very end
	const turn = ({ path, method }: { path: string; method: string }) =>
		// A new password signs out the other device
		path === '/api/auth/account' ? 3 : path === '/api/auth/change-password' ? 2 : Number(method === 'DELETE')
	const operations = Object.entries(paths)
		.flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
		)
		.sort((one, other) => turn(one) - turn(other))
	for (const { path, method, operation } of operations) {
		const feature = path.split('/')[2] ?? ''
		const address = path
			.replace('{gameId}', String(gameId))
			.replace('{reviewId}', review.id)
			.replace('{username}', 'Author')
			.replace('{provider}', method === 'DELETE' ? 'google' : 'facebook')
			.replace('{code}', confirmationCode)
			.replace('{userId}', keyed.user.id)
			.replace('/passkeys/{id}', `/passkeys/${passkeyId}`)
			.replace('{id}', path.includes('/users/{id}') ? author.user.id : (ids[feature] ?? ''))
		const own = (feature === 'reviews' && ['PUT', 'DELETE'].includes(method)) || path === '/api/comments/{id}'
		const answer = await site.app.inject({
			method: method as 'GET',
			url: address + (queries[path] ?? ''),
			headers: { authorization: `Bearer ${(own ? author : reader).accessToken}` },
			...(bodies[`${method} ${path}`] ? { payload: bodies[`${method} ${path}`] } : {}),
		})
		const documented = operation.responses[answer.statusCode]
		expect([method, path, answer.statusCode, documented !== undefined]).toEqual([method, path, answer.statusCode, true])
		if (answer.statusCode === 302) continue
		const schema =
			answer.statusCode < 300 ? documented?.content?.['application/json'].schema : components.schemas.Failure
		expect([method, path, answer.statusCode, Check(asSchema(schema), answer.json())]).toEqual([
			method,
			path,
			answer.statusCode,
			true,
		])
	}
	const ok = new Set(operations.map(({ method, path }) => `${method} ${path}`))
	for (const key of Object.keys(bodies)) expect(ok).toContain(key)
})

test('every operation has a summary, valid examples, its refusals and its rate limit', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '2' } })
	const { paths, components } = (await site.app.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>()
	const failure = asSchema(components.schemas.Failure)
	for (const [path, methods] of Object.entries(paths))
		for (const [method, operation] of Object.entries(methods)) {
			const of = `${method} ${path}`
			const { summary, parameters, requestBody, responses, security, 'x-rate-limit': limit } = operation
			expect([of, summary.split(' ').length > 1]).toEqual([of, true])
			for (const { name, schema, example } of parameters)
				expect([of, name, example, Check(asSchema(schema), example)]).toEqual([of, name, example, true])
			for (const { schema, example } of Object.values(requestBody?.content ?? {}))
				expect([of, example, Check(asSchema(schema), example)]).toEqual([of, example, true])
			const statuses = Object.keys(responses)
			const needed = [
				'429',
				'500',
				'503',
				...(security.length > 0 ? ['401'] : []),
				...(requestBody ? ['400', '413', '415'] : []),
			]
			expect([of, needed.filter((status) => !statuses.includes(status))]).toEqual([of, []])
			expect([of, statuses.some((status) => /^(2|302)/.test(status))]).toEqual([of, true])
			for (const [status, { content }] of Object.entries(responses)) {
				// Who is led elsewhere gets nothing to read
				if (!content) {
					expect([of, status]).toEqual([of, '302'])
					continue
				}
				const { schema, example, examples } = content['application/json']
				if (status.startsWith('2'))
					expect([of, status, example, Check(asSchema(schema), example)]).toEqual([of, status, example, true])
				else {
					expect([of, status, Object.keys(examples ?? {}).length > 0]).toEqual([of, status, true])
					for (const [code, { summary: sentence, value }] of Object.entries(examples ?? {})) {
						expect([of, value, Check(failure, value)]).toEqual([of, value, true])
						expect(value).toMatchObject({ code: code.replace(/_\d$/, ''), error: sentence })
					}
				}
			}
			// What is said of the limit is what the answer's headers say
			const answer = await site.app.inject({
				method: method.toUpperCase() as 'GET',
				url: path.replace(/\{\w+\}/g, '1'),
			})
			expect(operation.description).toContain(`${limit.requests} requests`)
			if (answer.statusCode !== 401)
				expect([of, answer.headers['ratelimit-limit']]).toEqual([of, String(limit.requests)])
		}
})

test('every endpoint-specific refusal belongs to an existing endpoint', async () => {
	await using site = await startSite()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>()
	const endpoints = await readEndpoints()
	expect(endpoints.filter(({ config }) => config.refusals).length).toBeGreaterThan(80)
	for (const { method, url, config } of endpoints) {
		const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
		for (const [status, kinds] of Object.entries(config.refusals ?? {}))
			expect([
				method,
				url,
				Object.keys(operation?.responses[status]?.content?.['application/json'].examples ?? {}),
			]).toEqual([method, url, expect.arrayContaining(kinds.map(({ code }) => code))])
	}
})

test('the documentation is readable without scripts and shows every path', async () => {
	await using site = await startSite()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>()
	const page = await site.app.inject({ url: '/api/docs' })
	expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
	const style = /<style>(.*?)<\/style>/s.exec(page.body)?.[1] ?? ''
	const styleHash = createHash('sha256').update(style).digest('base64')
	expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${styleHash}';`)
	expect(page.headers['content-security-policy']).not.toContain('unsafe')
	expect(page.body).not.toContain('<script')
	for (const [path, methods] of Object.entries(paths)) {
		expect(page.body).toContain(path)
		for (const { operationId, summary } of Object.values(methods)) {
			expect(page.body).toContain(`id="${operationId}"`)
			expect(page.body).toContain(summary)
		}
	}
	for (const { config } of await readEndpoints())
		for (const { code } of Object.values(config.refusals ?? {}).flat()) expect(page.body).toContain(code)
})

/** Every endpoint of the contract. */
async function readEndpoints(): Promise<Endpoint[]> {
	const found: Endpoint[] = []
	for await (const file of glob('src/contract/*.ts', { exclude: ['**/*.test.ts'] }))
		for (const value of Object.values<Partial<Endpoint>>(await import(path.resolve(file))))
			if (value.url && value.config) found.push(value as Endpoint)
	return found
}

/** A schema that came over the wire. */
function asSchema(schema: unknown): object {
	if (typeof schema !== 'object' || schema === null) throw new Error('Every schema of the description is an object')
	return schema
}
