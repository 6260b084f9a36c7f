import { Validator } from '@seriousme/openapi-schema-validator'
import { Check } from 'typebox/schema'
import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { createList } from '#contract/lists.ts'
import { createReview } from '#contract/reviews.ts'
import { PASSWORD, startSite } from '../harness.ts'

interface Operation {
	operationId: string
	parameters: { name: string; in: string }[]
	responses: Record<string, { content: { 'application/json': { schema: object } } }>
}

interface Description {
	paths: Record<string, Record<string, Operation>>
	components: { schemas: { Failure: object } }
}

test('the description of the API is valid OpenAPI 3.1, and every operation has a name of its own', async () => {
	await using site = await startSite()
	const description = (await site.app.inject({ url: '/api/openapi.json' })).json<Description>()
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

test('every documented operation answers as its schema says', async () => {
	await using site = await startSite()
	const { paths, components } = (await site.app.inject({ url: '/api/openapi.json' })).json<Description>()
	const [author, reader] = [await site.register('Author'), await site.register('Reader')]
	const gameId = await site.addGame({ name: 'Lantern Hollow' })
	const written = { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' }
	const review = await site.call(createReview, { body: written }, author)
	const comment = await site.call(createComment, { body: { reviewId: review.id, content: 'Hm.' } }, author)
	const list = await site.call(createList, { body: { title: 'A', games: [{ gameId }] } }, reader)

	const ids: Record<string, string> = {
		reviews: review.id,
		comments: comment.id,
		lists: list.id,
		users: author.user.id,
		follows: author.user.id,
		games: String(gameId),
	}
	const bodies: Record<string, object> = {
		'POST /api/auth/register': { username: 'Another', email: 'another@example.org', password: PASSWORD },
		'POST /api/auth/login': { identifier: 'Author', password: PASSWORD },
		'POST /api/auth/logout': {},
		'POST /api/auth/refresh-token': { refreshToken: reader.refreshToken },
		'POST /api/reviews': written,
		'PUT /api/reviews/{id}': written,
		'POST /api/reviews/seen': { views: [review.id] },
		'POST /api/comments': { reviewId: review.id, content: 'Well.' },
		'POST /api/follows': { followedId: author.user.id },
		'POST /api/lists': { title: 'B' },
		'PUT /api/lists/{id}': { title: 'C' },
		'POST /api/lists/{id}/games': { gameId: await site.addGame() },
		'POST /api/notifications/mark-read': { activities: [{ id: review.id, activityType: 'review' }] },
	}
	const queries: Record<string, string> = {
		'/api/games/search': '?query=lantern',
		'/api/users': '?username=auth',
		'/api/users/search': '?query=auth',
		'/api/reviews/activity': '?username=Author',
		'/api/auth/check-username': '?username=free_name',
	}
	// what is deleted is deleted last
	const operations = Object.entries(paths)
		.flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
		)
		.sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))
	for (const { path, method, operation } of operations) {
		const feature = path.split('/')[2] ?? ''
		const address = path
			.replace('{gameId}', String(gameId))
			.replace('{reviewId}', review.id)
			.replace('{username}', 'Author')
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
		const schema = answer.statusCode < 300 ? documented?.content['application/json'].schema : components.schemas.Failure
		expect([method, path, answer.statusCode, Check(schema ?? {}, answer.json())]).toEqual([
			method,
			path,
			answer.statusCode,
			true,
		])
	}
	const ok = new Set(operations.map(({ method, path }) => `${method} ${path}`))
	for (const key of Object.keys(bodies)) expect(ok).toContain(key)
})

test('the documentation can be read without scripts and shows every path', async () => {
	await using site = await startSite()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json<Description>()
	const page = await site.app.inject({ url: '/api/docs' })
	expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
	expect(page.headers['content-security-policy']).not.toContain('unsafe')
	expect(page.body).not.toContain('<script')
	for (const path of Object.keys(paths)) expect(page.body).toContain(path)
})
