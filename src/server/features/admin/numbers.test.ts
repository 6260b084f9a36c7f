import { expect, test } from 'vitest'
import { getNumbers } from '#contract/admin-numbers.ts'
import { createComment } from '#contract/comments.ts'
import { createList } from '#contract/lists.ts'
import { refreshTokens } from '#contract/session-tokens.ts'
import { registerAdmin } from '#kit/admin.ts'
import { type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { countDays } from './count-days.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function renew(site: TestSite, player: Player): Promise<Player> {
	const { tokens } = await site.call(refreshTokens, { body: { refreshToken: player.refreshToken } })
	return { ...player, ...tokens }
}

test('the numbers tell what happened on each day, and stay when it is deleted later', async () => {
	await using site = await startSite()
	const { services } = site
	let admin = await registerAdmin(site)
	let ann = await site.register()
	const review = await writeReview(site, ann)
	await site.call(createComment, { body: { reviewId: review.id, content: 'Hm.' } }, admin)
	await site.call(createList, { body: { title: 'Rainy' } }, ann)
	const today = async () => {
		await countDays(services.db, site.time.now)
		return site.call(getNumbers, { query: {} }, admin)
	}
	const first = await today()
	expect(first.days).toHaveLength(30)
	const saturday = { day: '2026-11-21', signUps: 2, actives: 2, reviews: 1, comments: 1, lists: 1 }
	expect(first.days.at(-1)).toEqual(saturday)
	expect(first.days.at(-2)).toMatchObject({ day: '2026-11-20', signUps: null, reviews: null })
	expect(first.totals).toMatchObject({ users: 2, games: 1, reviews: 1, lists: 1 })
	expect(first.countedAt).toBe(new Date(site.time.now).toISOString())

	// The day after, one of the two comes back
	site.time.now += DAY_MS
	admin = await renew(site, admin)
	const second = await today()
	expect(second.days.slice(-2)).toEqual([
		saturday,
		{ day: '2026-11-22', signUps: 0, actives: 1, reviews: 0, comments: 0, lists: 0 },
	])
	// Two days later nobody counts the first day again
	site.time.now += DAY_MS
	admin = await renew(site, admin)
	ann = await renew(site, ann)
	await services.db.deleteFrom('comments').execute()
	const third = await today()
	expect(third.days.slice(-3).map(({ actives, comments }) => [actives, comments])).toEqual([
		[2, 1],
		[1, 0],
		[2, 0],
	])
})

test('the past is counted day by day, without whom nobody counted then, and goes on after a stop', async () => {
	await using site = await startSite()
	const { db } = site.services
	const admin = await registerAdmin(site)
	const begunAt = new Date(site.time.now - 70 * DAY_MS).toISOString()
	await db.updateTable('users').set({ created_at: begunAt }).where('id', '=', admin.user.id).execute()
	const countStored = async () => (await db.selectFrom('site_days').select('day').execute()).length
	await countDays(db, site.time.now, AbortSignal.abort())
	expect(await countStored()).toBe(0)
	await countDays(db, site.time.now)
	expect(await countStored()).toBe(71)
	const { days } = await site.call(getNumbers, { query: { days: '365' } }, admin)
	expect(days).toHaveLength(365)
	expect(days.at(-71)).toEqual({
		day: begunAt.slice(0, 10),
		signUps: 1,
		actives: null,
		reviews: 0,
		comments: 0,
		lists: 0,
	})
	expect(days.at(-72)).toMatchObject({ signUps: null })
})

test('requests are answered while the days of years are counted', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const { db } = site.services
	const admin = await registerAdmin(site)
	await db
		.updateTable('users')
		.set({ created_at: new Date(site.time.now - 700 * DAY_MS).toISOString() })
		.where('id', '=', admin.user.id)
		.execute()
	let isDone = false
	const counting = countDays(db, site.time.now).then(() => {
		isDone = true
	})
	await site.call(getNumbers, { query: { days: '365' } }, admin)
	expect(isDone).toBe(false)
	await counting
	expect(await db.selectFrom('site_days').select('day').execute()).toHaveLength(701)
})
