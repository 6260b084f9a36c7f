import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { createReview, likeReview } from '#contract/reviews.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import type { Tables } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

test('a locked row blocks neither reads nor the pool, and its writes get a 503', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const body = { gameId: await site.addGame(), rating: 4, platform: 'PC', description: 'Worth every evening.' }
	const review = await site.call(createReview, { body }, player)
	const like = () =>
		site.app.inject({
			method: 'POST',
			url: likeReview.url.replace(':id', review.id),
			headers: { authorization: `Bearer ${player.accessToken}` },
		})
	await inOpenTransaction(site, async (transaction) => {
		await sql`select from review_counts for update`.execute(transaction)
		const answered = { count: 0 }
		const likes = Array.from({ length: 40 }, async () => {
			const { statusCode, headers } = await like()
			answered.count++
			return [statusCode, Number(headers['retry-after']) > 0]
		})
		// The first writes wait for the row, the others in the queue
		const waitingForLock = sql<{ n: number }>`select count(*)::int as n from pg_locks
			where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
		await expect.poll(async () => (await waitingForLock.execute(transaction)).rows[0]?.n).toBeGreaterThan(0)
		const reads = Array.from({ length: 20 }, () => site.app.inject('/api/reviews'))
		for (const { statusCode } of await Promise.all(reads)) expect(statusCode).toBe(200)
		expect(answered.count).toBeLessThan(likes.length)
		expect(await Promise.all(likes)).toEqual(likes.map(() => [503, true]))
	})
	expect((await like()).statusCode).toBe(200)
})

test('a statement that waits for a lock ends before the statement timeout', async () => {
	await using site = await startSite()
	const { db } = site.services
	await site.addGame()
	await inOpenTransaction(site, async (transaction) => {
		await sql`select from games for update`.execute(transaction)
		await expect(sql`update games set name = name`.execute(db)).rejects.toMatchObject({ code: '55P03' })
	})
})

/** Runs work while a transaction is open, without a time limit. */
function inOpenTransaction(
	{ services }: TestSite,
	work: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<void> {
	return withoutStatementTimeout(services.db, (connection) => connection.transaction().execute(work))
}
