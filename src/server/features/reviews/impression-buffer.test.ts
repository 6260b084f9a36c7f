import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createReview, deleteReview, getReview, reportSeen } from '#contract/reviews.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'

// Set SEEN_BROWSERS=1000 for the full trust case 56.
const BROWSERS = Number(process.env.SEEN_BROWSERS ?? 40)
const DAY_MS = 24 * 60 * 60 * 1000
const WRITTEN = { rating: 4, platform: 'PC', description: 'Worth every evening of it.' }

async function newReview(site: TestSite): Promise<string> {
	const gameId = await site.addGame()
	return (await site.call(createReview, { body: { ...WRITTEN, gameId } }, await site.register())).id
}

async function report(site: TestSite, ids: readonly string[], ip: string, browser = 'A browser'): Promise<number> {
	const answer = await site.app.inject({
		method: 'POST',
		url: reportSeen.url,
		remoteAddress: ip,
		headers: { 'user-agent': browser },
		payload: { impressions: ids },
	})
	return answer.statusCode
}

const impressionsOf = async (site: TestSite, id: string) => (await site.call(getReview, { params: { id } })).impressions

/** Waits until all earlier reports are written, by reporting one more review. */
async function waitForFlush(site: TestSite): Promise<void> {
	const last = await newReview(site)
	await report(site, [last], '203.0.113.250')
	await expect.poll(() => impressionsOf(site, last), { timeout: 60_000 }).toBe(1)
}

test('one address with many browsers counts as three visitors per review and day', { tags: ['trust-56'] }, async () => {
	await using site = await startSite()
	const [first, second] = [await newReview(site), await newReview(site)]
	for (let n = 0; n < BROWSERS; n++) await report(site, [first, second], '203.0.113.7', `Browser ${n}`)
	await waitForFlush(site)
	// Also across batches
	for (let n = 0; n < 5; n++) await report(site, [first], '203.0.113.7', `Other browser ${n}`)
	await report(site, [first], '203.0.113.8')
	await waitForFlush(site)
	expect([await impressionsOf(site, first), await impressionsOf(site, second)]).toEqual([4, 3])
	site.time.now += DAY_MS
	for (let n = 0; n < 5; n++) await report(site, [first], '203.0.113.7', `Browser ${n}`)
	await waitForFlush(site)
	expect(await impressionsOf(site, first)).toBe(7)
	expect(await recount(site.services.db)).toEqual([])
})

test('all addresses of a /64 IPv6 network count as one', { tags: ['trust-56'] }, async () => {
	await using site = await startSite()
	const id = await newReview(site)
	for (let n = 1; n <= 9; n++) await report(site, [id], `2001:db8:0:1::${n}`, `Browser ${n}`)
	await report(site, [id], '2001:db8:0:2::1')
	await waitForFlush(site)
	expect(await impressionsOf(site, id)).toBe(4)
})

test('a /56 and a /48 IPv6 network count as 4 and 16 addresses', { tags: ['trust-56'] }, async () => {
	await using site = await startSite()
	const [one, many] = [await newReview(site), await newReview(site)]
	// Eight /64 networks of one /56, in two batches
	for (let n = 0; n < 32; n++) {
		await report(site, [one], `2001:db8:0:${(n % 8).toString(16)}::1`, `Browser ${n}`)
		if (n === 15) await waitForFlush(site)
	}
	// 20 of the /56 networks of one /48, and one of another
	for (let n = 0; n < 60; n++) await report(site, [many], `2001:db8:1:${(n % 20).toString(16)}00::1`, `Browser ${n}`)
	await report(site, [many], '2001:db8:2::1')
	await waitForFlush(site)
	expect([await impressionsOf(site, one), await impressionsOf(site, many)]).toEqual([12, 49])
	expect(await recount(site.services.db)).toEqual([])
})

test('accounts at one address count separately', async () => {
	await using site = await startSite()
	const id = await newReview(site)
	for (let n = 0; n < 5; n++) await site.call(reportSeen, { body: { impressions: [id] } }, await site.register())
	await waitForFlush(site)
	expect(await impressionsOf(site, id)).toBe(5)
})

test('an impression that the database rejects does not affect others', async () => {
	await using site = await startSite()
	const ids = [await newReview(site), await newReview(site), await newReview(site)]
	const [, refused = ''] = ids
	await using _refusing = await failing(site, `new.review_id = '${refused}'`, '23503')
	await report(site, ids, '203.0.113.7')
	await waitForFlush(site)
	const counts = await Promise.all(ids.map((id) => impressionsOf(site, id)))
	expect(counts).toEqual([1, 0, 1])
})

test('impressions that time out are retried', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const id = await newReview(site)
	{
		await using _busy = await failing(site, 'true', '57014')
		await report(site, [id], '203.0.113.7')
		await expect
			.poll(async () => {
				const { rows } = await sql<{ tried: boolean }>`select last_value > 1 as tried from seen_tries`.execute(
					site.services.db,
				)
				return rows[0]?.tried
			})
			.toBe(true)
	}
	await expect.poll(() => impressionsOf(site, id), { timeout: 60_000 }).toBe(1)
})

test('impressions of deleted reviews are skipped', async () => {
	await using site = await startSite()
	const author = await site.register()
	const body = { ...WRITTEN, gameId: await site.addGame() }
	const { id: deleted } = await site.call(createReview, { body }, author)
	await site.call(deleteReview, { params: { id: deleted } }, author)
	const id = await newReview(site)
	expect(await report(site, [deleted, id], '203.0.113.7')).toBe(202)
	await waitForFlush(site)
	expect(await impressionsOf(site, id)).toBe(1)
})

/** Makes the database reject the impressions that match a condition, until disposed. */
async function failing({ services: { db } }: TestSite, condition: string, code: string): Promise<AsyncDisposable> {
	// A sequence also counts attempts that are rolled back
	await sql`create sequence seen_tries`.execute(db)
	await sql
		.raw(`create function fail_seen() returns trigger language plpgsql as $$ begin
			perform nextval('seen_tries');
			if ${condition} and nextval('seen_tries') > 0 then raise exception 'not now' using errcode = '${code}'; end if;
			return new;
		end $$`)
		.execute(db)
	await sql`create trigger fail_seen before insert on review_seen for each row execute function fail_seen()`.execute(db)
	return {
		async [Symbol.asyncDispose]() {
			await sql`drop trigger fail_seen on review_seen`.execute(db)
			await sql`drop function fail_seen()`.execute(db)
			await sql`drop sequence seen_tries`.execute(db)
		},
	}
}
