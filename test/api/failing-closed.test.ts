// What decides about access cannot be read: nothing may be answered as if it had been.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { registerAdmin } from '#kit/admin.ts'
import { startSite } from '#kit/site.ts'
import { INTERNAL_ERROR } from '#server/http/errors.ts'

/** What these answer is the same for everyone, so they do not look the session up. No game has the id that is asked for. */
const SAME_FOR_EVERYONE: Readonly<Record<string, number>> = {
	'GET /api/games/popular': 200,
	'GET /api/games/{id}/related': 404,
	'GET /api/popularity': 200,
	'GET /api/transparency': 200,
}

test('while sessions cannot be read every call of an admin fails, and says nothing of why', async () => {
	await using site = await startSite()
	const { db } = site.services
	const { accessToken } = await registerAdmin(site)
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as {
		paths: Record<string, Record<string, { security: unknown[] }>>
	}
	const calls = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, { security }]) => JSON.stringify(security).includes('accessToken'))
			.map(([method]) => ({ method: method.toUpperCase(), path })),
	)
	expect(calls.length).toBeGreaterThan(120)
	await sql`alter table sessions rename to unreadable_sessions`.execute(db)
	try {
		for (const { method, path } of calls) {
			const url = path.replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000001')
			const headers = { authorization: `Bearer ${accessToken}` }
			const answer = await site.app.inject({ method: method as 'GET', url, headers })
			const same = SAME_FOR_EVERYONE[`${method} ${path}`]
			if (same !== undefined) expect(answer.statusCode).toBe(same)
			else {
				const { requestId, ...body } = answer.json()
				expect([method, path, answer.statusCode, body]).toEqual([
					method,
					path,
					500,
					{ success: false, ...INTERNAL_ERROR },
				])
			}
		}
	} finally {
		await sql`alter table unreadable_sessions rename to sessions`.execute(db)
	}
})
