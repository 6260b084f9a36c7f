// Waits for real time limits of the database, which nothing else proves.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addListGame, createList, getList, updateList } from '#contract/lists.ts'
import { createReview, getReview, likeReview } from '#contract/reviews.ts'
import { startSite } from '#kit/site.ts'
import { inTransaction } from './transaction.ts'
import { withoutStatementTimeout } from './without-statement-timeout.ts'

test('a transaction that the database rolls back is retried from the start, and its writes are applied once', async () => {
	await using site = await startSite()
	const { db } = site.services
	let attempts = 0
	await inTransaction(db, async (transaction) => {
		await sql`update site_counts set n = n + 1 where subject = 'users' and slot = 0`.execute(transaction)
		if (++attempts < 3) await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(transaction)
	})
	expect(attempts).toBe(3)
	const { rows } = await sql<{ n: number }>`select sum(n)::int as n from site_counts where subject = 'users'`.execute(
		db,
	)
	expect(rows[0]?.n).toBe(1)
})

test('other errors fail a transaction at once, and a transaction that always fails ends after five attempts', async () => {
	await using site = await startSite()
	const { db } = site.services
	const attemptsOf = async (code: string) => {
		let attempts = 0
		const work = inTransaction(db, (transaction) => {
			attempts++
			return sql`do $$ begin raise exception using errcode = ${sql.lit(code)}; end $$`.execute(transaction)
		})
		await expect(work).rejects.toMatchObject({ code })
		return attempts
	}
	expect(await attemptsOf('23505')).toBe(1)
	expect(await attemptsOf('40001')).toBe(5)
})

test('two transactions that lock the same rows in opposite order both succeed', async () => {
	await using site = await startSite()
	const { db } = site.services
	const games = [await site.addGame(), await site.addGame()]
	const rename = (name: string, order: readonly number[], meet: () => Promise<unknown>) =>
		inTransaction(db, async (transaction) => {
			for (const id of order) {
				await transaction
					.updateTable('games')
					.set((game) => ({ name: sql<string>`${game.ref('name')} || ${name}` }))
					.where('id', '=', id)
					.execute()
				await meet()
			}
		})
	let waiting = 2
	const both = Promise.withResolvers<void>()
	const meet = async () => {
		if (--waiting === 0) both.resolve()
		await both.promise
	}
	await Promise.all([rename(' one', games, meet), rename(' two', games.toReversed(), meet)])
	expect(waiting).toBeLessThan(-2)
	const names = await db.selectFrom('games').select('name').where('id', 'in', games).execute()
	for (const { name } of names) expect(name).toMatch(/ (one two|two one)$/)
})

test('a statement of a request times out after two seconds, and background work has no limit', {
	tags: ['trust-32'],
}, async () => {
	await using site = await startSite()
	const { db } = site.services
	const began = performance.now()
	await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({ code: '57014' })
	expect(performance.now() - began).toBeLessThan(4_000)
	await withoutStatementTimeout(db, (connection) => sql`select pg_sleep(2.2)`.execute(connection))
	// And the connection has its limit again
	const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)
	expect(rows).toEqual([{ limit: '2s' }])
})

test('a request that waits for a lock fails with 503 and Retry-After, and changes nothing', {
	tags: ['trust-32'],
}, async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const reviewBody = { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' }
	const review = await site.call(createReview, { body: reviewBody }, player)
	const list = await site.call(createList, { body: { title: 'Before' } }, player)
	const { db } = site.services
	const requests = [
		{ method: 'POST', url: likeReview.url.replace(':id', review.id) },
		{ method: 'PUT', url: updateList.url.replace(':id', list.id), payload: { title: 'After', games: [{ gameId }] } },
		{ method: 'POST', url: addListGame.url.replace(':id', list.id), payload: { gameId } },
	] as const
	await db.transaction().execute(async (transaction) => {
		await sql`select from review_counts for update`.execute(transaction)
		await sql`select from lists for update`.execute(transaction)
		const began = performance.now()
		const answers = await Promise.all(
			requests.map((request) =>
				site.app.inject({ ...request, headers: { authorization: `Bearer ${player.accessToken}` } }),
			),
		)
		expect(performance.now() - began).toBeLessThan(4_000)
		for (const answer of answers) {
			expect(answer.statusCode).toBe(503)
			expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
			expect(answer.json()).toEqual({
				success: false,
				error: 'The service is not available right now. Please try again in a moment.',
				code: 'unavailable',
				requestId: expect.any(String),
			})
		}
	})
	expect(await site.call(getReview, { params: { id: review.id } })).toMatchObject({ likes: 0 })
	expect(await site.call(getList, { params: { id: list.id } })).toMatchObject({ title: 'Before', gameCount: 0 })
	expect(await site.call(likeReview, { params: { id: review.id } }, player)).toMatchObject({ likes: 1 })
})
