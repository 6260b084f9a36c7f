import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createReview, getReview } from '#contract/reviews.ts'
import { startSite } from '#kit/site.ts'
import { sendError, UNAVAILABLE } from './errors.ts'

// A device that is always full
const FULL = '/dev/full'

test.each(['53100', '53200', '53300', '55P03', '25006', '58030'])(
	'a database failure %s is answered with a 503, a sentence and Retry-After, and nothing is written',
	async (code) => {
		await using site = await startSite()
		const { db } = site.services
		const player = await site.register()
		const body = { gameId: await site.addGame(), rating: 4, platform: 'PC', description: 'Worth every evening.' }
		await sql
			.raw(
				`create function fail() returns trigger language plpgsql as $$begin raise exception using errcode = '${code}'; end$$`,
			)
			.execute(db)
		await sql`create trigger fail before insert on reviews for each row execute function fail()`.execute(db)
		try {
			const answer = await site.app.inject({
				method: 'POST',
				url: createReview.url,
				headers: { authorization: `Bearer ${player.accessToken}` },
				payload: body,
			})
			expect(answer.statusCode).toBe(503)
			expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
			expect(answer.json()).toMatchObject({ success: false, ...UNAVAILABLE, requestId: expect.any(String) })
		} finally {
			await sql`drop function fail cascade`.execute(db)
		}
		const review = await site.call(createReview, { body }, player)
		expect((await site.call(getReview, { params: { id: review.id } })).id).toBe(review.id)
	},
)

test.skipIf(!existsSync(FULL))('a full disk is answered with a 503 and Retry-After', async () => {
	await using app = fastify()
	app.setErrorHandler(sendError)
	app.get('/', () => writeFile(FULL, 'no room'))
	const answer = await app.inject('/')
	expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
	expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})
