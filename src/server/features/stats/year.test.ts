import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveLibraryEntry } from '#contract/library.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { createReview } from '#contract/reviews.ts'
import { getYearInReview } from '#contract/year.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { takeFirstSentence } from './queries-year.ts'

const read = (site: TestSite, player: Player, year: number) =>
	site.call(getYearInReview, { query: { userId: player.user.id, year } })

test('a year in review shows what was played, finished and left in it', async () => {
	await using site = await startSite()
	const anna = await site.register()
	const [alpha, beta, gamma, delta] = [
		await site.addGame({ name: 'Alpha' }),
		await site.addGame({ name: 'Beta' }),
		await site.addGame({ name: 'Gamma' }),
		await site.addGame({ name: 'Delta' }),
	]
	await sql`update games set release_date = '1987-02' where id = ${gamma}`.execute(site.services.db)
	const log = (gameId: number, body: object) => site.call(createPlay, { params: { gameId }, body }, anna)
	await log(alpha, { startedOn: '2026-01-03', endedOn: '2026-02-20', outcome: 'finished', minutes: 600 })
	await log(beta, { endedOn: '2026-02', outcome: 'completed', minutes: 90 })
	await log(beta, { endedOn: '2026-02-27', outcome: 'finished', minutes: 10 })
	await log(gamma, { startedOn: '2026-03-01', endedOn: '2026-03-02', outcome: 'abandoned', minutes: 30 })
	await log(delta, { endedOn: '2025-12-31', outcome: 'finished', minutes: 5000 })
	await site.call(createPlaySession, { params: { gameId: gamma }, body: { day: '2026-04-01', minutes: 15 } }, anna)
	await site.call(saveLibraryEntry, { params: { gameId: alpha }, body: { rating: 4 } }, anna)
	await site.call(saveLibraryEntry, { params: { gameId: delta }, body: { rating: 5 } }, anna)
	const review = await site.call(
		createReview,
		{ body: { gameId: beta, rating: 4.5, platform: 'PC', description: 'Good company.  And more.' } },
		anna,
	)

	const year = await read(site, anna, 2026)
	expect(year).toMatchObject({
		isSoFar: true,
		games: 3,
		minutesPlayed: 745,
		first: { game: { name: 'Alpha' }, day: '2026-01-03' },
		last: { game: { name: 'Gamma' }, day: '2026-04-01' },
		ratingCounts: [0, 0, 0, 0, 0, 0, 0, 1, 1, 0],
		allRatingCounts: [0, 0, 0, 0, 0, 0, 0, 1, 1, 1],
		best: { game: { name: 'Beta' }, rating: 4.5, minutes: 100, reviewId: review.id, excerpt: 'Good company.' },
		longest: { game: { name: 'Alpha' }, minutes: 600 },
		shortest: { game: { name: 'Beta' }, minutes: 100 },
		oldest: { name: 'Gamma' },
		abandoned: [{ name: 'Gamma' }],
	})
	expect(year.covers.map(({ name }) => name)).toEqual(['Beta', 'Alpha', 'Gamma'])
	expect(year.months.map(({ count }) => count)).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
	expect(year.months[1]?.games.map(({ name }) => name)).toEqual(['Beta', 'Alpha'])

	const before = await read(site, anna, 2025)
	expect(before).toMatchObject({ isSoFar: false, games: 1, shortest: null, abandoned: [] })
	expect(before.first).toEqual(before.last)
	site.time.now = Date.UTC(2026, 11, 1)
	expect((await read(site, anna, 2026)).isSoFar).toBe(false)
})

test('a month shows eight of its games, and counts all', async () => {
	await using site = await startSite()
	const anna = await site.register()
	for (let index = 0; index < 10; index++) {
		const gameId = await site.addGame()
		const body = { endedOn: '2026-05-02', outcome: 'finished', minutes: 60 } as const
		await site.call(createPlay, { params: { gameId }, body }, anna)
	}
	const { months, covers } = await read(site, anna, 2026)
	expect(months[4]).toMatchObject({ month: '2026-05', count: 10 })
	expect(months[4]?.games).toHaveLength(8)
	expect(covers).toHaveLength(5)
})

test('merged games are one game of the year', async () => {
	await using site = await startSite()
	const anna = await site.register()
	const [target, duplicate] = [await site.addGame({ name: 'Alpha' }), await site.addGame({ name: 'Alpha Again' })]
	for (const [gameId, endedOn] of [
		[target, '2026-02-01'],
		[duplicate, '2026-02-09'],
	] as const)
		await site.call(createPlay, { params: { gameId }, body: { endedOn, outcome: 'finished', minutes: 60 } }, anna)
	await mergeGames(site.services.db, target, duplicate, { clock: site.services.clock })
	const { games, minutesPlayed, months, first, last, longest, shortest } = await read(site, anna, 2026)
	expect([games, minutesPlayed, months[1]?.count, shortest]).toEqual([1, 120, 1, null])
	for (const shown of [first, last, longest]) expect(shown?.game).toMatchObject({ id: target, name: 'Alpha' })
})

test('a year without anything is empty', async () => {
	await using site = await startSite()
	const anna = await site.register()
	expect(await read(site, anna, 2026)).toMatchObject({
		games: 0,
		minutesPlayed: 0,
		covers: [],
		first: null,
		last: null,
		best: null,
		longest: null,
		shortest: null,
		oldest: null,
		abandoned: [],
	})
})

test('the year of an unknown user is not found, and years are bounded', async () => {
	await using site = await startSite()
	const query = { username: 'nobody', year: 2026 }
	expect((await site.refusal(getYearInReview, { query })).message).toBe('User not found')
	expect((await site.refusal(getYearInReview, { query: { year: 2026 } })).status).toBe(401)
	for (const year of [1, 10_000])
		expect((await site.refusal(getYearInReview, { query: { ...query, year } })).status).toBe(400)
})

test('an excerpt is the first sentence, and ends in an ellipsis if it is long', () => {
	expect(takeFirstSentence('  One\nline. Two.')).toBe('One line.')
	const long = takeFirstSentence('👩‍👩‍👧'.repeat(300))
	expect(long).toBe(`${'👩‍👩‍👧'.repeat(239)}…`)
})
