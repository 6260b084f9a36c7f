import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type DiaryFilters, type DiaryItem, getDiary } from '#contract/diary.ts'
import { getDiaryDays } from '#contract/diary-days.ts'
import { exportAccount } from '#contract/export.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { createReview } from '#contract/reviews.ts'
import { getStats } from '#contract/stats.ts'
import { getYearInReview } from '#contract/year.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'

const read = (site: TestSite, player: Player, query: DiaryFilters = {}) =>
	site.call(getDiary, { query: { userId: player.user.id, ...query } })
const describe = ({ day, kind, game, minutes }: DiaryItem) => [day, kind, game.id, minutes]

test('a diary has starts, ends, sessions of a day as one, and reviews, newest day first', async () => {
	await using site = await startSite()
	const [anna, one, other] = [await site.register(), await site.addGame({ name: 'Lantern' }), await site.addGame()]
	const params = { gameId: one }
	const play = await site.call(
		createPlay,
		{
			params,
			body: { startedOn: '2026-11-01', endedOn: '2026-11-19', outcome: 'finished', minutes: 600, isReplay: true },
		},
		anna,
	)
	await site.call(createPlay, { params: { gameId: other }, body: { startedOn: '2026', endedOn: '2026-11' } }, anna)
	for (const minutes of [30, 45])
		await site.call(createPlaySession, { params, body: { day: '2026-11-05', minutes, playId: play.id } }, anna)
	await site.call(createPlaySession, { params: { gameId: other }, body: { day: '2026-11-05', minutes: 20 } }, anna)
	const review = await site.call(
		createReview,
		{ body: { gameId: one, rating: 4, platform: 'PC', description: 'A calm game about lamps.' } },
		anna,
	)
	await site.call(saveLibraryEntry, { params, body: { rating: 4.5 } }, anna)

	const { items, nextCursor } = await read(site, anna)
	expect(nextCursor).toBeNull()
	expect(items.map(describe)).toEqual([
		['2026-11-21', 'reviewed', one, null],
		['2026-11-19', 'ended', one, 600],
		['2026-11-05', 'played', other, 20],
		['2026-11-05', 'played', one, 75],
		['2026-11-01', 'started', one, null],
	])
	expect(items[0]).toEqual({
		day: '2026-11-21',
		kind: 'reviewed',
		game: expect.objectContaining({ id: one, name: 'Lantern' }),
		playId: null,
		outcome: null,
		isReplay: false,
		minutes: null,
		rating: 4.5,
		reviewId: review.id,
	})
	expect(items[1]).toMatchObject({ playId: play.id, outcome: 'finished', isReplay: true, rating: 4.5, reviewId: null })
	expect(items[3]).toMatchObject({ playId: play.id, isReplay: true })
	expect(items[2]).toMatchObject({ playId: null, rating: null })
})

test('a year or a month of a diary ends at its days', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const days = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']
	for (const day of days) await site.call(createPlaySession, { params: { gameId }, body: { day, minutes: 10 } }, anna)
	const found = async (query: DiaryFilters) => (await read(site, anna, query)).items.map(({ day }) => day)
	expect(await found({ year: 2025 })).toEqual(['2025-12-31'])
	expect(await found({ year: 2026, month: 1 })).toEqual(['2026-01-31', '2026-01-01'])
	expect(await found({ year: 2026, month: 2 })).toEqual(['2026-02-28', '2026-02-01'])
	expect(await found({ year: 2024 })).toEqual([])
})

test('the days of a year have the minutes of their sessions and whether a game was finished, without one the last year', async () => {
	await using site = await startSite()
	const [anna, one, other] = [await site.register(), await site.addGame(), await site.addGame()]
	const days = (query: { year?: number } = {}) => site.call(getDiaryDays, { query: { userId: anna.user.id, ...query } })
	expect(await days()).toEqual({ year: null, days: [] })
	const sit = (gameId: number, day: string, minutes: number) =>
		site.call(createPlaySession, { params: { gameId }, body: { day, minutes } }, anna)
	await sit(one, '2026-03-12', 35)
	await sit(one, '2026-03-12', 20)
	await sit(other, '2026-03-12', 10)
	await sit(other, '2026-01-01', 5)
	await sit(other, '2025-12-31', 5)
	const play = (body: object) => site.call(createPlay, { params: { gameId: one }, body }, anna)
	await play({ startedOn: '2026-03-09', endedOn: '2026-03-12', outcome: 'finished', minutes: 600 })
	await play({ startedOn: '2026-04', endedOn: '2026-05-01', outcome: 'abandoned' })
	const body = { gameId: one, rating: 4, platform: 'PC', description: 'Written in the winter.' }
	await site.call(createReview, { body: { ...body, day: '2026-11-21' } }, anna)
	const of2026 = {
		year: 2026,
		days: [
			{ day: '2026-01-01', minutes: 5, isFinish: false },
			{ day: '2026-03-09', minutes: 0, isFinish: false },
			{ day: '2026-03-12', minutes: 65, isFinish: true },
			{ day: '2026-05-01', minutes: 0, isFinish: false },
			{ day: '2026-11-21', minutes: 0, isFinish: false },
		],
	}
	expect(await days()).toEqual(of2026)
	expect(await days({ year: 2026 })).toEqual(of2026)
	expect(await days({ year: 2025 })).toEqual({ year: 2025, days: [{ day: '2025-12-31', minutes: 5, isFinish: false }] })
	expect(await days({ year: 2024 })).toEqual({ year: 2024, days: [] })
})

test('the days of a diary are one’s own by default, and not found once the account is deleted', async () => {
	await using site = await startSite()
	const anna = await site.register()
	expect((await site.refusal(getDiaryDays, {})).message).toBe('Please log in to keep track of your games')
	expect(await site.call(getDiaryDays, {}, anna)).toEqual({ year: null, days: [] })
	await sql`update users set deleted_at = now() where id = ${anna.user.id}`.execute(site.services.db)
	expect((await site.refusal(getDiaryDays, { query: { userId: anna.user.id } })).message).toBe('User not found')
})

test('a review is in the diary, the streak, the months and the year on the day of its writer', async () => {
	await using site = await startSite()
	site.time.now = Date.parse('2026-12-31T20:00:00Z')
	const anna = await site.register()
	const write = async (day?: string | null) => {
		const gameId = await site.addGame()
		const body = { gameId, rating: 4, platform: 'PC', description: 'Written far from Greenwich.' }
		await site.call(createReview, { body: { ...body, ...(day !== undefined && { day }) } }, anna)
		site.time.now += 60_000
		return gameId
	}
	const inAuckland = await write('2027-01-01')
	const inCalifornia = await write('2026-12-30')
	const [inLondon, unstated, farAway] = [await write(), await write(null), await write('2026-12-25')]
	const ids = async (query: DiaryFilters) => (await read(site, anna, query)).items.map(({ game }) => game.id)
	expect(await ids({ year: 2027 })).toEqual([inAuckland])
	expect(await ids({ year: 2026 })).toEqual([farAway, unstated, inLondon, inCalifornia])
	expect((await read(site, anna)).items.map(({ day }) => day)).toEqual([
		'2027-01-01',
		'2026-12-31',
		'2026-12-31',
		'2026-12-31',
		'2026-12-30',
	])
	const of = { query: { userId: anna.user.id } }
	const all = await site.call(getStats, of)
	expect([all.streakDays, all.years]).toEqual([3, [2027, 2026]])
	const next = await site.call(getStats, { query: { ...of.query, year: 2027 } })
	expect([next.games, next.reviews, next.months[0]?.reviews]).toEqual([1, 1, 1])
	const year = { query: { ...of.query, year: 2027 } }
	expect((await site.call(getYearInReview, year)).games).toBe(1)
	const { reviews } = await site.call(exportAccount, {}, anna)
	expect(reviews.map(({ day }) => day).toSorted()).toEqual([
		'2026-12-30',
		'2026-12-31',
		'2026-12-31',
		'2026-12-31',
		'2027-01-01',
	])
	const body = { gameId: await site.addGame(), rating: 4, platform: 'PC', description: 'Not on this day.' }
	const refusal = await site.refusal(createReview, { body: { ...body, day: '31.12.2026' } }, anna)
	expect(refusal.details).toEqual([{ path: 'day', message: 'Please enter a day like 2026-11-21' }])
})

test('the reviews of a day are in the order in which they were written, over the midnight of UTC', async () => {
	await using site = await startSite()
	site.time.now = Date.parse('2026-11-21T23:55:00Z')
	const anna = await site.register()
	const written: number[] = []
	for (let n = 0; n < 6; n++) {
		const gameId = await site.addGame()
		const body = { gameId, rating: 3, platform: 'PC', description: 'Good company.', day: '2026-11-22' }
		await site.call(createReview, { body }, anna)
		written.unshift(gameId)
		site.time.now += 2 * 60_000
	}
	const paged: number[] = []
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const page = await read(site, anna, { limit: 1, ...(cursor && { cursor }) })
		paged.push(...page.items.map(({ game }) => game.id))
		cursor = page.nextCursor
	}
	expect(paged).toEqual(written)
})

test('paging by cursor repeats and skips nothing, also within a day', async () => {
	await using site = await startSite()
	const anna = await site.register()
	for (let n = 0; n < 12; n++) {
		const gameId = await site.addGame()
		const params = { gameId }
		const day = `2026-11-0${1 + (n % 3)}`
		await site.call(createPlay, { params, body: { startedOn: day, endedOn: day } }, anna)
		await site.call(createPlaySession, { params, body: { day, minutes: 10 + n } }, anna)
		await site.call(createReview, { body: { gameId, rating: 3, platform: 'PC', description: 'Good company.' } }, anna)
		if (n % 4 === 3) site.time.now += 60_000
	}
	const whole = (await read(site, anna, { limit: 50 })).items
	expect(whole).toHaveLength(48)
	expect(whole.map(({ day }) => day)).toEqual(
		whole
			.map(({ day }) => day)
			.toSorted()
			.toReversed(),
	)
	for (const limit of [1, 5, 7]) {
		const paged: DiaryItem[] = []
		for (let cursor: string | null | undefined; cursor !== null; ) {
			const page = await read(site, anna, { limit, ...(cursor && { cursor }) })
			paged.push(...page.items)
			cursor = page.nextCursor
		}
		expect(paged).toEqual(whole)
	}
})

test('the diary of somebody who is being deleted is not found, and a visitor names whose it is', async () => {
	await using site = await startSite()
	const anna = await site.register()
	expect(await read(site, anna)).toEqual({ items: [], nextCursor: null })
	expect((await site.refusal(getDiary, {})).message).toBe('Please log in to keep track of your games')
	await sql`update users set deleted_at = now() where id = ${anna.user.id}`.execute(site.services.db)
	expect((await site.refusal(getDiary, { query: { userId: anna.user.id } })).message).toBe('User not found')
})

test.each([
	[{ month: 3 }, 'Please select the year of the month'],
	[{ year: 1 }, undefined],
	[{ year: 2026, month: 13 }, undefined],
	[{ limit: 51 }, undefined],
	[{ cursor: 'made-up' }, 'This list has moved on. Please load it again.'],
])('the query %j is refused', async (query, sentence) => {
	await using site = await startSite()
	const anna = await site.register()
	const refusal = await site.refusal(getDiary, { query: { userId: anna.user.id, ...query } })
	expect(refusal.status).toBe(400)
	if (sentence) expect(refusal.message).toBe(sentence)
})
