import { expect, test } from 'vitest'
import { listUpcomingGames } from '#contract/calendar.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import type { Input } from '#web/app/api-client.ts'

const list = async (site: TestSite, query: NonNullable<Input<typeof listUpcomingGames>['query']>) =>
	(await site.call(listUpcomingGames, { query })).games.map(({ name }) => name)

test('a month lists its games by day, then those of the month alone, and December those of the year alone', async () => {
	await using site = await startSite()
	const dates = ['2026-12', '2026-12-31', '2027', '2026-12-01', '2026', '2026-11-30', '2027-01-01', '2026-12-04', null]
	for (const releaseDate of dates) await site.addGame({ name: `Of ${releaseDate}`, releaseDate })
	expect(await list(site, { month: '2026-12' })).toEqual([
		'Of 2026-12-01',
		'Of 2026-12-04',
		'Of 2026-12-31',
		'Of 2026-12',
		'Of 2026',
	])
	expect(await list(site, { month: '2026-11' })).toEqual(['Of 2026-11-30'])
	expect(await list(site, { month: '2027-01' })).toEqual(['Of 2027-01-01'])
	expect(await list(site, { month: '2027-12' })).toEqual(['Of 2027'])
	expect(await list(site, { month: '2026' })).toEqual(['Of 2026'])
	expect(await list(site, { month: '2026-12', from: '2026-12-04' })).toEqual([
		'Of 2026-12-04',
		'Of 2026-12-31',
		'Of 2026-12',
		'Of 2026',
	])
	expect(await list(site, { month: '2026-12', from: '2020-01-01' })).toHaveLength(5)
	expect(await list(site, { month: '2026-12', from: '2027-01-01' })).toEqual([])
})

test('without a month it is that of today, and what is no month is refused with a sentence', async () => {
	await using site = await startSite()
	await site.addGame({ name: 'Now', releaseDate: '2026-11-21' })
	const page = await site.call(listUpcomingGames, { query: {} })
	expect(page).toMatchObject({ month: '2026-11', today: '2026-11-21', nextCursor: null, games: [{ name: 'Now' }] })
	for (const month of ['2026-13', '2026-1', '1899-12', '2100', '2026-12-01', 'soon', '0000-00']) {
		const refusal = await site.refusal(listUpcomingGames, { query: { month } })
		expect([month, refusal.status]).toEqual([month, 400])
		expect(refusal.details[0]?.message).toContain('Please enter a month like 2026-12')
	}
	const many = Array.from({ length: 50 }, (_, index) => `Genre ${index}`)
	for (const filter of [{ genre: many }, { platform: many }])
		expect(await site.refusal(listUpcomingGames, { query: filter })).toMatchObject({
			status: 400,
			details: [{ message: 'Please choose up to 20 values of one filter' }],
		})
	expect((await site.refusal(listUpcomingGames, { query: { from: '2026-12-40' } })).status).toBe(400)
})

test('values of one filter are alternatives, filters narrow each other, and facets count under the other filter', async () => {
	await using site = await startSite()
	const add = (name: string, platforms: string[], genres: string[]) =>
		site.addGame({ name, platforms, genres, releaseDate: '2026-12-04' })
	await add('A', ['PC', 'Nintendo Switch'], ['Puzzle'])
	await add('B', ['Nintendo Switch'], ['Horror', 'Point, and click'])
	await add('C', ['PlayStation 5'], ['Puzzle', 'Horror'])
	const query = { month: '2026-12' }
	expect(await list(site, { ...query, platform: ['PC', 'PlayStation 5'] })).toEqual(['A', 'C'])
	expect(await list(site, { ...query, platform: ['nintendo switch'], genre: ['Horror'] })).toEqual(['B'])
	expect(await list(site, { ...query, genre: ['Point, and click'] })).toEqual(['B'])
	expect(await list(site, { ...query, genre: ['None such'] })).toEqual([])
	const { facets } = await site.call(listUpcomingGames, { query: { ...query, platform: ['Nintendo Switch'] } })
	expect(facets).toEqual({
		platforms: [
			{ value: 'Nintendo Switch', count: 2 },
			{ value: 'PC', count: 1 },
			{ value: 'PlayStation 5', count: 1 },
		],
		genres: [
			{ value: 'Horror', count: 1 },
			{ value: 'Point, and click', count: 1 },
			{ value: 'Puzzle', count: 1 },
		],
	})
	// One value, as a URL has it
	const one = await site.app.inject('/api/games/upcoming?month=2026-12&genre=Puzzle&genre=&platform=')
	expect(one.json().games.map(({ name }: { name: string }) => name)).toEqual(['A', 'C'])
})

test('pages of a month follow each other without a gap, the best known games of a day first, and hidden ones are left out', async () => {
	await using site = await startSite()
	const { db } = site.services
	const expected: { date: string; rank: number; id: number }[] = []
	for (let index = 0; index < 40; index++) {
		const releaseDate = ['2026-12-04', '2026-12-05', '2026-12', '2026'][index % 4] ?? null
		const id = await site.addGame({ releaseDate })
		const prominence = (index * 7) % 5
		const hidden = index % 9 === 8
		await db.updateTable('games').set({ prominence, hidden }).where('id', '=', id).execute()
		if (!hidden) expected.push({ date: (releaseDate ?? '').padEnd(10, '~'), rank: -prominence, id })
	}
	expected.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.rank - b.rank || a.id - b.id))
	const found: number[] = []
	let cursor: string | undefined
	do {
		const page = await site.call(listUpcomingGames, {
			query: { month: '2026-12', limit: 7, ...(cursor && { cursor }) },
		})
		expect(page.facets === null).toBe(cursor !== undefined)
		found.push(...page.games.map(({ id }) => id))
		cursor = page.nextCursor ?? undefined
	} while (cursor)
	expect(found).toEqual(expected.map(({ id }) => id))
	const first = await site.call(listUpcomingGames, { query: { month: '2026-12', limit: 7 } })
	const elsewhere = { month: '2026-11', limit: 7, cursor: first.nextCursor ?? '' }
	expect(await site.refusal(listUpcomingGames, { query: elsewhere })).toMatchObject({ status: 400, code: 'bad_cursor' })
})

test('a member sees what is on their wishlist, and nobody else’s', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const [wished, other] = [
		await site.addGame({ releaseDate: '2026-12-04' }),
		await site.addGame({ releaseDate: '2026-12-05' }),
	]
	await site.call(saveLibraryEntry, { params: { gameId: wished }, body: { isWished: true } }, ann)
	await site.call(saveLibraryEntry, { params: { gameId: other }, body: { status: 'backlog' } }, ann)
	const read = async (player?: typeof ann) =>
		(await site.call(listUpcomingGames, { query: { month: '2026-12' } }, player)).games.map((game) => game.isWished)
	expect(await read(ann)).toEqual([true, false])
	expect(await read(ben)).toEqual([false, false])
	expect(await read()).toEqual([false, false])
})
