import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createReview, deleteReview } from '#contract/reviews.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { VISITOR_LIMITS } from '#server/features/reviews/impression-buffer.ts'
import { addImpressions } from '#server/features/reviews/queries-impressions.ts'
import { recount } from './recount.ts'
import { advanceBatch, advanceWindows, beginDay } from './windows.ts'

const DAY_MS = 86_400_000

const sums = (site: TestSite, id: number) =>
	site.services.db
		.selectFrom('game_counts')
		.select(['reviews_week', 'reviews_month', 'reviews_year', 'reviews_total'])
		.where('id', '=', id)
		.executeTakeFirstOrThrow()

async function review(site: TestSite, gameId: number) {
	const player = await site.register()
	const { id } = await site.call(
		createReview,
		{ body: { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' } },
		player,
	)
	return { id, delete: () => site.call(deleteReview, { params: { id } }, player) }
}

test('a review leaves the week after 7 days, the month after 30, the year after 365, today included', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	await review(site, gameId)
	const written = site.time.now
	const at = async (days: number) => {
		await advanceWindows(site.services.db, written + days * DAY_MS)
		return Object.values(await sums(site, gameId))
	}
	expect(await at(6)).toEqual([1, 1, 1, 1])
	expect(await at(7)).toEqual([0, 1, 1, 1])
	expect(await at(29)).toEqual([0, 1, 1, 1])
	expect(await at(30)).toEqual([0, 0, 1, 1])
	expect(await at(364)).toEqual([0, 0, 1, 1])
	expect(await at(365)).toEqual([0, 0, 0, 1])
})

test('the windows consist of UTC days: a millisecond before midnight belongs to the earlier day', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	site.time.now = Date.UTC(2026, 10, 21, 23, 59, 59, 999)
	await review(site, gameId)
	site.time.now += 1
	await review(site, gameId)
	await advanceWindows(site.services.db, Date.UTC(2026, 10, 28))
	expect((await sums(site, gameId)).reviews_week).toBe(1)
	await advanceWindows(site.services.db, Date.UTC(2026, 10, 29))
	expect((await sums(site, gameId)).reviews_week).toBe(0)
})

test('deleting a review lowers only the windows that still include it', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	await review(site, gameId)
	site.time.now += 10 * DAY_MS
	await advanceWindows(site.services.db, site.time.now)
	const recent = await review(site, gameId)
	expect(Object.values(await sums(site, gameId))).toEqual([1, 2, 2, 2])
	// The access token has expired by now, so delete directly in the database
	await site.services.db
		.deleteFrom('reviews')
		.where('created_at', '<', new Date(site.time.now - DAY_MS).toISOString())
		.execute()
	expect(Object.values(await sums(site, gameId))).toEqual([1, 1, 1, 1])
	await recent.delete()
	expect(Object.values(await sums(site, gameId))).toEqual([0, 0, 0, 0])
})

test('two games that merge while the day changes keep the sums of both', async () => {
	await using site = await startSite()
	const { db } = site.services
	const [from = 0, to = 0] = [await site.addGame(), await site.addGame()].toSorted((one, next) => one - next)
	for (const gameId of [from, from, to]) await review(site, gameId)
	const eighthDay = new Date(site.time.now + 8 * DAY_MS).toISOString().slice(0, 10)
	expect(await beginDay(db, eighthDay)).toBe(eighthDay)
	expect(await advanceBatch(db, 'game', '', 1)).toBe([String(from), String(to)].toSorted()[0])
	await sql`select move_reviews(${from}, ${to})`.execute(db)
	expect(Object.values(await sums(site, to))).toEqual([0, 3, 3, 3])
	expect(await recount(db)).toEqual([])
	expect(await advanceWindows(db, site.time.now + 8 * DAY_MS)).toBe(true)
	expect(Object.values(await sums(site, to))).toEqual([0, 3, 3, 3])
	expect(await recount(db)).toEqual([])
})

test('what is reported of a leaving day while the day changes counts only in the windows that still include it', async () => {
	await using site = await startSite()
	const { db } = site.services
	const { id } = await review(site, await site.addGame())
	const day = new Date(site.time.now).toISOString().slice(0, 10)
	const readWindows = () =>
		db.selectFrom('review_counts').select(['impressions_week', 'impressions_month']).where('id', '=', id).execute()
	await beginDay(db, new Date(site.time.now + 8 * DAY_MS).toISOString().slice(0, 10))
	await addImpressions(db, [{ reviewId: id, viewer: 'visitor', day, opened: false }], VISITOR_LIMITS)
	expect(await readWindows()).toEqual([{ impressions_week: 0, impressions_month: 1 }])
	await advanceWindows(db, site.time.now + 8 * DAY_MS)
	expect(await readWindows()).toEqual([{ impressions_week: 0, impressions_month: 1 }])
	expect(await recount(db)).toEqual([])
})

test('a stopping process leaves the rest of the change of day to the next', async () => {
	await using site = await startSite()
	const { db } = site.services
	const gameId = await site.addGame()
	await review(site, gameId)
	expect(await advanceWindows(db, site.time.now + 8 * DAY_MS, AbortSignal.abort())).toBe(false)
	expect(Object.values(await sums(site, gameId))).toEqual([1, 1, 1, 1])
	expect(await advanceWindows(db, site.time.now + 8 * DAY_MS)).toBe(true)
	expect(Object.values(await sums(site, gameId))).toEqual([0, 1, 1, 1])
})

test('advancing twice, backwards or by years is safe', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	await review(site, gameId)
	const { db } = site.services
	expect(await advanceWindows(db, site.time.now + 8 * DAY_MS)).toBe(true)
	expect(await advanceWindows(db, site.time.now + 8 * DAY_MS)).toBe(false)
	expect(await advanceWindows(db, site.time.now - 8 * DAY_MS)).toBe(false)
	expect(Object.values(await sums(site, gameId))).toEqual([0, 1, 1, 1])
	expect(await advanceWindows(db, site.time.now + 4000 * DAY_MS)).toBe(true)
	expect(Object.values(await sums(site, gameId))).toEqual([0, 0, 0, 1])
})

test('advancing the windows is retried after a deadlock', async () => {
	await using site = await startSite()
	const { db } = site.services
	await sql`create sequence moves`.execute(db)
	await sql`create function fail_once() returns trigger language plpgsql as $$ begin
		if nextval('moves') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
		return new;
	end $$`.execute(db)
	await sql`create trigger fail_once before update on windows for each row execute function fail_once()`.execute(db)
	try {
		expect(await advanceWindows(db, site.time.now + DAY_MS)).toBe(true)
		const { rows } = await sql<{ tries: number }>`select last_value::int as tries from moves`.execute(db)
		// The failed beginning, the second try, and the end
		expect(rows).toEqual([{ tries: 3 }])
	} finally {
		await sql`drop trigger fail_once on windows`.execute(db)
		await sql`drop function fail_once()`.execute(db)
		await sql`drop sequence moves`.execute(db)
	}
})
