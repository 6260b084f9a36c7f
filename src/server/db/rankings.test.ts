import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getPopularGames } from '#contract/games.ts'
import { getPopularUsers } from '#contract/popular-users.ts'
import { deleteReview, getPopularReviews, likeReview, listReviews } from '#contract/reviews.ts'
import { startSite, type TestSite, writeReview } from '#kit/site.ts'
import { VISITOR_LIMITS } from '#server/features/reviews/impression-buffer.ts'
import { addImpressions } from '#server/features/reviews/queries-impressions.ts'
import { refreshRankings } from './rankings.ts'
import { recount } from './recount.ts'
import type { Db } from './tables.ts'

const countChanges = async (db: Db) =>
	(await sql<{ n: number }>`select count(*)::int as n from changed_rankings`.execute(db)).rows[0]?.n

const refreshOnce = async (db: Db, most: number) =>
	(await sql<{ taken: number }>`select refresh_rankings(${most}) as taken`.execute(db)).rows[0]?.taken

/** Starts a site whose rankings nothing refreshes, with three reviews by one author, the oldest first. */
async function startLateSite() {
	const site = await startSite({ hasLateRankings: true })
	const author = await site.register()
	const ids: string[] = []
	for (let n = 0; n < 3; n++) ids.push((await writeReview(site, author)).id)
	await refreshRankings(site.services.db)
	const [first = '', second = '', third = ''] = ids
	// Past the call, whose answer waits for the rankings
	const like = async (id: string) => {
		const { user } = await site.register()
		await sql`insert into review_likes values (${id}, ${user.id}, ${new Date(site.time.now).toISOString()})`.execute(
			site.services.db,
		)
	}
	return { site, author, first, second, third, like }
}

async function listByLikes(site: TestSite, query: { cursor?: string; limit?: number } = {}) {
	const { reviews, nextCursor } = await site.call(listReviews, { query: { sortBy: 'likes', ...query } })
	return {
		ids: reviews.map(({ id }) => id),
		likes: reviews.map(({ likes }) => likes),
		nextCursor: nextCursor ?? undefined,
	}
}

const listPopular = async (site: TestSite) =>
	(await site.call(getPopularReviews, { query: { period: 'week' } })).reviews.map(({ id }) => id)

test('counts are exact at once, and rankings when they are refreshed', async () => {
	const { site, author, first, second, third, like } = await startLateSite()
	await using _ = site
	await like(first)
	await addImpressions(
		site.services.db,
		[{ reviewId: second, viewer: 'a visitor', day: '2026-11-21', opened: true }],
		VISITOR_LIMITS,
	)
	expect(await listByLikes(site)).toMatchObject({ ids: [third, second, first], likes: [0, 0, 1] })
	expect(await listPopular(site)).toEqual([])
	// What is late is no difference, but a ranking that nothing will refresh is
	expect(await recount(site.services.db)).toEqual([])
	const waiting = await sql`delete from changed_rankings where subject = 'review' returning *`.execute(site.services.db)
	expect((await recount(site.services.db)).map(({ count }) => count)).toEqual(['review_rankings', 'review_rankings'])
	for (const row of waiting.rows as { subject: string; id: string }[])
		await sql`insert into changed_rankings values (${row.subject}, ${row.id})`.execute(site.services.db)

	await refreshRankings(site.services.db)
	expect(await listByLikes(site)).toMatchObject({ ids: [first, third, second], likes: [1, 0, 0] })
	expect(await listPopular(site)).toEqual([first])
	const { users } = await site.call(getPopularUsers, { query: { period: 'week' } })
	expect(users).toMatchObject([{ id: author.user.id, impressions: 1 }])
	expect((await site.call(getPopularGames, { query: { period: 'week' } })).data.games).toHaveLength(3)
	expect(await countChanges(site.services.db)).toBe(0)
	expect(await recount(site.services.db)).toEqual([])
})

test('what may be read, and of which game, is never late', async () => {
	const { site, author, first, second, third, like } = await startLateSite()
	await using _ = site
	await like(first)
	await refreshRankings(site.services.db)
	const fourth = (await writeReview(site, author)).id
	await site.call(deleteReview, { params: { id: second } }, author)
	await sql`update reviews set state = 'withdrawn' where id = ${third}`.execute(site.services.db)
	expect((await listByLikes(site)).ids).toEqual([first, fourth])
	await sql`update reviews set state = 'withdrawn' where id = ${first}`.execute(site.services.db)
	expect(await listPopular(site)).toEqual([])
	await sql`update reviews set state = 'published' where id = ${first}`.execute(site.services.db)
	expect(await listPopular(site)).toEqual([first])
	expect(await recount(site.services.db)).toEqual([])
})

test('pages by a count go on where the last one ended, while it changes and is refreshed', async () => {
	const { site, first, second, third, like } = await startLateSite()
	await using _ = site
	await like(second)
	await refreshRankings(site.services.db)
	const page = await listByLikes(site, { limit: 1 })
	expect(page.ids).toEqual([second])
	// In the first place, with a count that its ranking has not
	await like(second)
	await like(second)
	const next = await listByLikes(site, { limit: 1, ...(page.nextCursor ? { cursor: page.nextCursor } : {}) })
	expect(next.ids).toEqual([third])
	await refreshRankings(site.services.db)
	const last = await listByLikes(site, { limit: 1, ...(next.nextCursor ? { cursor: next.nextCursor } : {}) })
	expect(last).toMatchObject({ ids: [first], nextCursor: undefined })
})

test('a refresh takes what is committed, in batches, and one that dies leaves it to the next', async () => {
	const { site, first, like } = await startLateSite()
	await using _ = site
	const { db } = site.services
	await like(first)
	const waiting = (await countChanges(db)) ?? 0
	const dying = db.transaction().execute(async (transaction) => {
		expect(await refreshOnce(transaction, 100)).toBe(waiting)
		// Nothing is taken twice, and the other one does not wait
		expect(await refreshOnce(db, 100)).toBe(0)
		throw new Error('killed')
	})
	await expect(dying).rejects.toThrow('killed')
	expect(await countChanges(db)).toBe(waiting)

	await using beside = await startSite({ beside: site, hasLateRankings: true })
	await db.transaction().execute(async (transaction) => {
		await sql`update review_counts set views = views + 5 where id = ${first}`.execute(transaction)
		await refreshRankings(beside.services.db)
		expect(await countChanges(beside.services.db)).toBe(0)
	})
	expect(await countChanges(db)).toBe(1)
	await sql`insert into changed_rankings select 'review', ${first}::text from generate_series(1, 12000)`.execute(db)
	expect(await refreshOnce(db, 5000)).toBe(5000)
	await refreshRankings(db)
	expect(await countChanges(db)).toBe(0)
	expect(await db.selectFrom('review_rankings').select('views').where('id', '=', first).execute()).toEqual([
		{ views: 5 },
	])
})

test('what is written where little is written is ranked when it is answered, and many changes are left to the job', async () => {
	const { site, first, second, third } = await startLateSite()
	await using _ = site
	const player = await site.register()
	for (const id of [second, third, first]) {
		await site.call(likeReview, { params: { id } }, player)
		expect(await listPopular(site)).toContain(id)
	}
	expect(await countChanges(site.services.db)).toBe(0)

	const { db } = site.services
	const players = await Promise.all(Array.from({ length: 3 }, () => site.register()))
	await sql`insert into changed_rankings select 'review', ${first}::text from generate_series(1, 50)`.execute(db)
	for (const each of players) await site.call(likeReview, { params: { id: first } }, each)
	// Ten with the first of them, and then none
	expect(await countChanges(db)).toBe(43)
	await refreshRankings(db)
	expect((await listByLikes(site)).likes).toEqual([4, 1, 1])
})

test('a write is answered while its rankings are locked', async () => {
	const { site, first } = await startLateSite()
	await using _ = site
	const player = await site.register()
	await using beside = await startSite({ beside: site, hasLateRankings: true })
	await beside.services.db.transaction().execute(async (transaction) => {
		await sql`select from review_rankings where id = ${first} for update`.execute(transaction)
		expect(await site.call(likeReview, { params: { id: first } }, player)).toMatchObject({ likes: 1 })
	})
	await expect.poll(() => listPopular(site)).toEqual([first])
})

test('a refresh that began before a text was hidden does not bring it back', async () => {
	const { site, first, like } = await startLateSite()
	await using _ = site
	await using beside = await startSite({ beside: site, hasLateRankings: true })
	const { db } = site.services
	await like(first)
	const { promise: refreshed, resolve } = Promise.withResolvers<void>()
	await db.transaction().execute(async (transaction) => {
		await sql`update reviews set state = 'withdrawn' where id = ${first}`.execute(transaction)
		refreshRankings(beside.services.db).then(resolve, resolve)
		// It has read the counts, and waits for the ranking
		await expect
			.poll(async () => (await sql`select from pg_locks where not granted`.execute(transaction)).rows.length)
			.toBeGreaterThan(0)
	})
	await refreshed
	expect(await listPopular(site)).toEqual([])
	expect(await recount(db)).toEqual([])
})
