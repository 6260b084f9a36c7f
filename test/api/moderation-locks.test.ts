/**
 * Decisions of two processes at once.
 *
 * @module-tag ci
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createComment, deleteComment, likeComment } from '#contract/comments.ts'
import { takeAction } from '#contract/moderation.ts'
import { likeReview } from '#contract/reviews.ts'
import { type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { ApiError } from '#web/app/api-client.ts'

const ROUNDS = 12

async function countDeadlocks({ services }: TestSite): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(services.db)
	return rows[0]?.n ?? 0
}

test('two processes remove, restore and ban while others write, without a deadlock or a wrong count', {
	timeout: 120_000,
}, async () => {
	await using site = await startSite()
	await using beside = await startSite({ beside: site })
	const people = [await site.register(), await site.register(), await site.register()] as [Player, Player, Player]
	const moderator = await site.register('molly')
	await site.services.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderator.user.id).execute()
	const reviews = [await writeReview(site, people[0]), await writeReview(site, people[1])]
	const before = await countDeadlocks(site)
	const settle = (work: Promise<unknown>) =>
		work.catch((error: unknown) => {
			if (!(error instanceof ApiError && error.status < 500)) throw error
		})
	for (let round = 0; round < ROUNDS; round++) {
		const review = reviews[round % 2] as (typeof reviews)[number]
		const reviewId = review.id
		const say = (player: Player, parentId?: string) =>
			site.call(createComment, { body: { reviewId, content: 'Hm', ...(parentId ? { parentId } : {}) } }, player)
		const first = await say(people[2]).catch(() => undefined)
		const act = (
			on: TestSite,
			subjectId: string,
			subject: 'review' | 'comment' | 'user',
			action: 'remove' | 'restore' | 'ban' | 'unban',
		) => {
			const reason = action === 'remove' || action === 'ban' ? { reason: 'spam' as const } : {}
			return settle(on.call(takeAction, { body: { subject, subjectId, action, ...reason } }, moderator))
		}
		await Promise.all([
			...people.map((player) => settle(say(player, first?.id))),
			...people.map((player) => settle(site.call(likeReview, { params: { id: reviewId } }, player))),
			...(first
				? [
						act(beside, first.id, 'comment', 'remove'),
						settle(beside.call(likeComment, { params: { id: first.id } }, people[0])),
						settle(beside.call(deleteComment, { params: { id: first.id } }, people[2])),
					]
				: []),
			act(site, reviewId, 'review', 'remove'),
			act(beside, people[2].user.id, 'user', round % 2 === 0 ? 'ban' : 'unban'),
		])
		await Promise.all([
			act(site, reviewId, 'review', 'restore'),
			...(first ? [act(beside, first.id, 'comment', 'restore')] : []),
			beside.services.bans.resume(),
			site.services.purges.resume(),
		])
	}
	await endLastBan(site, people[2], moderator)
	await site.services.bans.resume()
	expect(await recount(site.services.db)).toEqual([])
	expect((await countDeadlocks(site)) - before).toBe(0)
})

/** Ends the last ban. */
async function endLastBan(site: TestSite, { user }: Player, moderator: Player): Promise<void> {
	await site
		.call(takeAction, { body: { subject: 'user', subjectId: user.id, action: 'unban' } }, moderator)
		.catch(() => undefined)
}
