import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveLibraryEntry } from '#contract/library.ts'
import type { LibraryStatus } from '#contract/library-entry.ts'
import { LIBRARY_STATUSES } from '#contract/library-entry.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { createReview } from '#contract/reviews.ts'
import { getStats, type Stats } from '#contract/stats.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { findStats } from './queries.ts'

const read = (site: TestSite, player: Player, year?: number) =>
	site.call(getStats, { query: { userId: player.user.id, ...(year && { year }) } })

test('statistics count what was logged, of all time and of a year', async () => {
	await using site = await startSite()
	const anna = await site.register()
	const [one, other, third] = [
		await site.addGame({ name: 'Alpha', platforms: ['PC', 'Switch'] }),
		await site.addGame({ name: 'Beta' }),
		await site.addGame({ name: 'Gamma' }),
	]
	const { db } = site.services
	await sql`update games set genres = '{Puzzle,Racing}', release_date = '2019-03-01' where id = ${one}`.execute(db)
	await sql`update games set genres = '{Puzzle}', release_date = '2019' where id = ${other}`.execute(db)
	const log = (gameId: number, body: object) => site.call(createPlay, { params: { gameId }, body }, anna)
	const sit = (gameId: number, day: string, minutes: number, playId?: string) =>
		site.call(createPlaySession, { params: { gameId }, body: { day, minutes, ...(playId && { playId }) } }, anna)

	await log(one, { startedOn: '2025-12-30', endedOn: '2025-12-31', outcome: 'completed', minutes: 300 })
	const again = await log(one, { startedOn: '2026-01-01', platform: 'Switch' })
	await sit(one, '2026-01-02', 60, again.id)
	await sit(one, '2026-01-02', 30, again.id)
	await sit(one, '2026-01-04', 30)
	await log(other, { endedOn: '2026', outcome: 'abandoned', minutes: 90 })
	await site.call(
		saveLibraryEntry,
		{ params: { gameId: third }, body: { status: 'backlog', rating: 2, isWished: true } },
		anna,
	)
	await site.call(
		createReview,
		{ body: { gameId: other, rating: 4.5, platform: 'PC', description: 'Good company.' } },
		anna,
	)

	const stats = await read(site, anna)
	expect(stats).toMatchObject({
		games: 3,
		minutesPlayed: 510,
		reviews: 1,
		finished: 1,
		byStatus: { backlog: 1, playing: 1, paused: 0, played: 0, finished: 0, completed: 0, abandoned: 1 },
		ratingCounts: [0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
		averageRating: 3.25,
		byYearOfRelease: [
			{ year: 1998, count: 1 },
			{ year: 2019, count: 2 },
		],
		genres: [
			{ name: 'Puzzle', count: 2, averageRating: 4.5 },
			{ name: 'Adventure', count: 1, averageRating: 2 },
			{ name: 'Racing', count: 1, averageRating: null },
		],
		platforms: [
			{ name: 'PC', count: 1, averageRating: 4.5 },
			{ name: 'Switch', count: 1, averageRating: null },
		],
		developers: [{ name: 'Studio', count: 3, averageRating: 3.25 }],
		months: [
			{ month: '2025-12', finished: 1, minutes: 300, reviews: 0 },
			{ month: '2026-01', finished: 0, minutes: 120, reviews: 0 },
			{ month: '2026-11', finished: 0, minutes: 0, reviews: 1 },
		],
		streakDays: 4,
		firstPlayedOn: '2025-12-30',
		years: [2026, 2025],
	})
	expect(stats.topRated.map(({ name }) => name)).toEqual(['Beta', 'Gamma'])
	expect(stats.mostPlayed.map(({ game, minutes }) => [game.name, minutes])).toEqual([
		['Alpha', 420],
		['Beta', 90],
	])

	const ofYear = await read(site, anna, 2026)
	expect(ofYear).toMatchObject({
		games: 2,
		minutesPlayed: 210,
		reviews: 1,
		finished: 0,
		averageRating: 4.5,
		streakDays: 2,
		firstPlayedOn: '2026',
		years: [2026, 2025],
	})
	expect(ofYear.months).toHaveLength(12)
	expect(ofYear.months[0]).toEqual({ month: '2026-01', finished: 0, minutes: 120, reviews: 0 })
	expect(await read(site, anna, 2025)).toMatchObject({ games: 1, minutesPlayed: 300, finished: 1, streakDays: 2 })
	expect(await read(site, anna, 2024)).toMatchObject({
		games: 0,
		minutesPlayed: 0,
		averageRating: null,
		firstPlayedOn: null,
	})
})

test('statistics of an empty library are zeros', async () => {
	await using site = await startSite()
	const anna = await site.register()
	expect(await read(site, anna)).toEqual({
		games: 0,
		minutesPlayed: 0,
		reviews: 0,
		finished: 0,
		byStatus: Object.fromEntries(LIBRARY_STATUSES.map((status) => [status, 0])),
		ratingCounts: Array(10).fill(0),
		averageRating: null,
		byYearOfRelease: [],
		genres: [],
		platforms: [],
		developers: [],
		months: [],
		topRated: [],
		mostPlayed: [],
		streakDays: 0,
		firstPlayedOn: null,
		years: [],
	})
})

interface MadePlay {
	game: number
	start: string | null
	end: string | null
	outcome: 'finished' | 'completed' | 'abandoned' | null
	minutes: number | null
}
interface MadeSession {
	game: number
	day: string
	minutes: number
}
interface MadeLibrary {
	statuses: (LibraryStatus | null)[]
	plays: MadePlay[]
	sessions: MadeSession[]
}

const day = fc
	.record({
		year: fc.constantFrom('2025', '2026'),
		month: fc.constantFrom('01', '02', '12'),
		day: fc.constantFrom('01', '02', '03', '05', '28'),
	})
	.map(({ year, month, day }) => `${year}-${month}-${day}`)
const date = fc.oneof(
	day,
	day.map((whole) => whole.slice(0, 7)),
	day.map((whole) => whole.slice(0, 4)),
)
const game = fc.integer({ min: 0, max: 3 })
const libraries: fc.Arbitrary<MadeLibrary> = fc.record({
	statuses: fc.array(fc.option(fc.constantFrom(...LIBRARY_STATUSES)), { minLength: 4, maxLength: 4 }),
	plays: fc.array(
		fc.record({
			game,
			start: fc.option(date),
			end: fc.option(date),
			outcome: fc.option(fc.constantFrom('finished', 'completed', 'abandoned')),
			minutes: fc.option(fc.integer({ min: 0, max: 500 })),
		}),
		{ maxLength: 6 },
	),
	sessions: fc.array(fc.record({ game, day, minutes: fc.integer({ min: 1, max: 200 }) }), { maxLength: 8 }),
})

/** The same figures, counted one by one. Sessions belong to no play here. */
function countByHand({ statuses, plays, sessions }: MadeLibrary, year: string | undefined): Partial<Stats> {
	const isIn = (date: string | null): date is string => date !== null && (year === undefined || date.startsWith(year))
	const isDone = (word: string | null) => word === 'finished' || word === 'completed'
	const ends = plays.filter(({ end }) => isIn(end))
	const sat = sessions.filter(({ day }) => isIn(day))
	const days = new Set([
		...sat.map(({ day }) => day),
		...plays.flatMap(({ start, end }) => [start, end].filter((date) => isIn(date) && date.length === 10) as string[]),
	])
	const next = (day: string) => new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
	const runFrom = (day: string): number => (days.has(day) ? 1 + runFrom(next(day)) : 0)
	const months = new Map<string, { month: string; finished: number; minutes: number; reviews: number }>()
	const monthOf = (date: string) => {
		const month = date.slice(0, 7)
		const found = months.get(month) ?? { month, finished: 0, minutes: 0, reviews: 0 }
		months.set(month, found)
		return found
	}
	const finishedIn = new Set<string>()
	for (const { game, end, outcome, minutes } of ends) {
		if (end === null || end.length < 7) continue
		monthOf(end).minutes += minutes ?? 0
		if (isDone(outcome) && !finishedIn.has(`${game} ${end.slice(0, 7)}`)) monthOf(end).finished++
		if (isDone(outcome)) finishedIn.add(`${game} ${end.slice(0, 7)}`)
	}
	for (const { day, minutes } of sat) monthOf(day).minutes += minutes
	const present = [...months.values()]
		.filter(({ finished, minutes }) => finished > 0 || minutes > 0)
		.sort((one, other) => (one.month < other.month ? -1 : 1))
	const dates = [...plays.flatMap(({ start, end }) => [start, end]), ...sessions.map(({ day }) => day)]
	const known = dates.filter(isIn).sort()
	const minutesOf = (rows: readonly { minutes: number | null }[]) =>
		rows.reduce((sum, row) => sum + (row.minutes ?? 0), 0)
	return {
		minutesPlayed: minutesOf(sat) + minutesOf(year === undefined ? plays : ends),
		finished: new Set([
			...ends.filter(({ outcome }) => isDone(outcome)).map(({ game }) => game),
			...(year === undefined ? plays.filter(({ outcome }) => isDone(outcome)).map(({ game }) => game) : []),
			...(year === undefined ? statuses.flatMap((status, game) => (isDone(status) ? [game] : [])) : []),
		]).size,
		...(year === undefined && { months: present }),
		streakDays: Math.max(0, ...[...days].map(runFrom)),
		firstPlayedOn: known[0] ?? null,
		years: [...new Set(dates.filter((date) => date !== null).map((date) => Number(date.slice(0, 4))))].sort(
			(a, b) => b - a,
		),
	}
}

test('the figures of any library agree with a count by hand', async () => {
	await using site = await startSite()
	const anna = await site.register()
	const games = await Promise.all([0, 1, 2, 3].map(() => site.addGame()))
	const { db } = site.services
	await fc.assert(
		fc.asyncProperty(libraries, async (library) => {
			await sql`delete from library_entries where user_id = ${anna.user.id}`.execute(db)
			const idOf = (game: number) => games[game] ?? 0
			const own = {
				user_id: anna.user.id,
				is_wished: true,
				is_loved: false,
				platform: null,
				created_at: '2026-01-01',
				updated_at: '2026-01-01',
			}
			await db
				.insertInto('library_entries')
				.values(library.statuses.map((status, game) => ({ ...own, game_id: idOf(game), status, half_stars: null })))
				.execute()
			for (const { game, start, end, outcome, minutes } of library.plays)
				await sql`insert into plays (id, user_id, game_id, started_on, ended_on, outcome, is_replay, minutes, created_at, updated_at)
					values (gen_random_uuid(), ${anna.user.id}, ${idOf(game)}, ${start}, ${end}, ${outcome}, false, ${minutes}, now(), now())`.execute(
					db,
				)
			for (const { game, day, minutes } of library.sessions)
				await sql`insert into play_sessions (id, user_id, game_id, day, minutes, created_at)
					values (gen_random_uuid(), ${anna.user.id}, ${idOf(game)}, ${day}::date, ${minutes}, now())`.execute(db)
			expect(await findStats(db, anna.user.id, undefined)).toMatchObject(countByHand(library, undefined))
			expect(await findStats(db, anna.user.id, 2026)).toMatchObject(countByHand(library, '2026'))
		}),
		{ numRuns: 40 },
	)
})

test('statistics of an unknown user are not found, and years are bounded', async () => {
	await using site = await startSite()
	expect((await site.refusal(getStats, { query: { username: 'nobody' } })).message).toBe('User not found')
	expect((await site.refusal(getStats, {})).status).toBe(401)
	expect((await site.refusal(getStats, { query: { username: 'nobody', year: 1 } })).status).toBe(400)
})
