import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listGames } from '#contract/browse.ts'
import { getGame } from '#contract/games.ts'
import { listLibrary, saveLibraryEntry } from '#contract/library.ts'
import { createPlay, createPlaySession, deletePlay, updatePlay } from '#contract/plays.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { refreshRankings } from '#server/db/rankings.ts'
import { recount } from '#server/db/recount.ts'
import { findTimesToBeat } from './queries.ts'

const UNKNOWN = { finished: null, completed: null, count: 0, source: null }

async function register(site: TestSite, count: number): Promise<Player[]> {
	const players: Player[] = []
	for (let n = 0; n < count; n++) players.push(await site.register())
	return players
}

const finish = (site: TestSite, player: Player, gameId: number, minutes?: number) =>
	site.call(createPlay, { params: { gameId }, body: { outcome: 'finished', ...(minutes && { minutes }) } }, player)

const timeOf = async (site: TestSite, id: number) => (await site.call(getGame, { params: { id } })).data.timeToBeat

/** Differences in the counts that this is about. */
const findDifferences = async (site: TestSite) =>
	(await recount(site.services.db)).filter(({ count }) => /^(times_to_beat|browsed_games|game_bits)/.test(count))

const median = (numbers: readonly number[]): number => {
	const sorted = numbers.toSorted((one, other) => one - other)
	const half = sorted.length / 2
	return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}

interface Played {
	user: number
	game: number
	outcome: 'finished' | 'completed' | 'abandoned' | null
	minutes: number | null
	sessions: number[]
}

/** The times of a game by the rules, in the plainest way. */
function countPlainly(plays: readonly Played[], game: number, isWithdrawn: (user: number) => boolean) {
	const of = (outcome: Played['outcome']) => {
		const byUser = new Map<number, number[]>()
		for (const play of plays) {
			const sum = play.sessions.length > 0 ? play.sessions.reduce((total, minutes) => total + minutes, 0) : null
			const minutes = play.minutes ?? sum
			if (play.game === game && play.outcome === outcome && minutes && !isWithdrawn(play.user))
				byUser.set(play.user, [...(byUser.get(play.user) ?? []), minutes])
		}
		return byUser.size >= 5 ? byUser : new Map<number, number[]>()
	}
	const [finished, completed] = [of('finished'), of('completed')]
	const toMedian = (byUser: Map<number, number[]>) =>
		byUser.size === 0 ? null : Math.round(median([...byUser.values()].map(median)))
	const count = new Set([...finished.keys(), ...completed.keys()]).size
	return {
		finished: toMedian(finished),
		completed: toMedian(completed),
		count,
		source: count > 0 ? 'players' : null,
	}
}

test('the medians of any plays are those of a plain count', async () => {
	await using site = await startSite()
	const { db } = site.services
	const players = await register(site, 9)
	const games = [await site.addGame({ name: 'One' }), await site.addGame({ name: 'Two' })]
	const play = fc.record({
		user: fc.nat({ max: players.length - 1 }),
		game: fc.constantFrom(...games),
		outcome: fc.oneof(
			{ weight: 4, arbitrary: fc.constantFrom('finished' as const, 'completed' as const) },
			fc.constantFrom('abandoned' as const, null),
		),
		minutes: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 900 }) }, fc.constant(null)),
		sessions: fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 2 }),
	})
	let known = 0
	await fc.assert(
		fc.asyncProperty(
			fc.array(play, { minLength: 20, maxLength: 60 }),
			fc.uniqueArray(fc.nat({ max: players.length - 1 }), { maxLength: 2 }),
			async (plays, withdrawn) => {
				await sql`delete from library_entries`.execute(db)
				const given = JSON.stringify(
					plays.map((play) => ({
						...play,
						id: crypto.randomUUID(),
						user: players[play.user]?.user.id,
						withdrawn: withdrawn.includes(play.user),
					})),
				)
				const rows = sql`json_to_recordset(${given}) p (id uuid, "user" uuid, game int, outcome text, minutes int, sessions int[], withdrawn boolean)`
				await sql`insert into library_entries (user_id, game_id, status, is_withdrawn, created_at, updated_at)
					select distinct p.user, game, 'played', withdrawn, now(), now() from ${rows}`.execute(db)
				await sql`insert into plays (id, user_id, game_id, outcome, is_replay, minutes, created_at, updated_at)
					select id, p.user, game, outcome, false, minutes, now(), now() from ${rows}`.execute(db)
				await sql`insert into play_sessions (id, user_id, game_id, play_id, day, minutes, created_at)
					select gen_random_uuid(), p.user, game, id, '2026-11-01', length, now() from ${rows} cross join unnest(sessions) length`.execute(
					db,
				)
				await refreshRankings(db)
				const found = await findTimesToBeat(db, games)
				for (const game of games) {
					const expected = countPlainly(plays, game, (user) => withdrawn.includes(user))
					if (expected.source) known++
					expect(found.get(game)).toEqual(expected)
				}
			},
		),
		{ numRuns: 40, seed: 71 },
	)
	expect(known).toBeGreaterThan(20)
	expect(await findDifferences(site)).toEqual([])
})

test('a person counts once, and under five people nothing is said', async () => {
	await using site = await startSite()
	const players = await register(site, 5)
	const [first, ...others] = players as [Player, ...Player[]]
	const game = await site.addGame({ name: 'Clock' })
	for (let n = 0; n < 10; n++) await finish(site, first, game, 6_000)
	for (const [n, other] of others.slice(1).entries()) await finish(site, other, game, 60 + n)
	expect(await timeOf(site, game)).toEqual(UNKNOWN)
	// Without a time it does not count
	const fifth = others[0] as Player
	const { id: playId } = await finish(site, fifth, game)
	expect(await timeOf(site, game)).toEqual(UNKNOWN)
	// A session is the play's time
	await site.call(
		createPlaySession,
		{ params: { gameId: game }, body: { day: '2026-11-01', minutes: 120, playId } },
		fifth,
	)
	expect(await timeOf(site, game)).toEqual({ finished: 62, completed: null, count: 5, source: 'players' })
	const [listed] = (await site.call(listGames, { query: { maxHours: 2 } })).games
	expect(listed?.timeToBeat).toEqual({ finished: 62, completed: null, count: 5, source: 'players' })
	await site.call(updatePlay, { params: { id: playId }, body: { outcome: 'abandoned' } }, fifth)
	expect(await timeOf(site, game)).toEqual(UNKNOWN)
	expect((await site.call(listGames, { query: { maxHours: 2 } })).games).toEqual([])
	await site.call(updatePlay, { params: { id: playId }, body: { outcome: 'finished', minutes: 10 } }, fifth)
	expect((await timeOf(site, game)).finished).toBe(61)
	await site.call(deletePlay, { params: { id: playId } }, fifth)
	expect(await timeOf(site, game)).toEqual(UNKNOWN)
	expect(await findDifferences(site)).toEqual([])
})

test('times follow merged games, banned people and those who are gone', async () => {
	await using site = await startSite()
	const { db, clock } = site.services
	const players = await register(site, 6)
	const [one, two] = [await site.addGame({ name: 'Here' }), await site.addGame({ name: 'There' })]
	for (const [n, player] of players.entries()) await finish(site, player, n < 3 ? one : two, 60 * (n + 1))
	expect(await timeOf(site, one)).toEqual(UNKNOWN)
	await mergeGames(db, one, two, { clock, keepNewest: false })
	expect(await timeOf(site, one)).toMatchObject({ finished: 210, count: 6 })
	const last = players[5] as Player
	await sql`update library_entries set is_withdrawn = true where user_id = ${last.user.id}`.execute(db)
	expect(await timeOf(site, one)).toMatchObject({ finished: 180, count: 5 })
	await sql`update library_entries set is_withdrawn = false where user_id = ${last.user.id}`.execute(db)
	expect(await timeOf(site, one)).toMatchObject({ finished: 210, count: 6 })
	for (const { user } of players.slice(0, 2))
		await sql`delete from library_entries where user_id = ${user.id}`.execute(db)
	expect(await timeOf(site, one)).toEqual(UNKNOWN)
	expect(await findDifferences(site)).toEqual([])
	await sql`update times_to_beat set finished = 7, people = 5`.execute(db)
	expect((await findDifferences(site)).map(({ count }) => count)).toContain('times_to_beat')
})

test('where people say nothing the catalog does, and names itself', async () => {
	await using site = await startSite()
	const { db } = site.services
	const players = await register(site, 5)
	const [game, other, own, bare] = [
		await site.addGame({ name: 'A' }),
		await site.addGame({ name: 'B' }),
		await site.addGame({ name: 'C' }),
		await site.addGame({ name: 'D' }),
	]
	await sql`insert into times_to_beat (game_id, catalog_finished, catalog_completed, catalog_source)
		values (${game}, 360, 540, 'igdb'), (${other}, null, 900, 'my-file')`.execute(db)
	const times = await findTimesToBeat(db, [game, other, own, bare, bare + 1])
	expect([...times.values()]).toEqual([
		{ finished: 360, completed: 540, count: 0, source: 'igdb' },
		{ finished: null, completed: 900, count: 0, source: 'catalog' },
		UNKNOWN,
		UNKNOWN,
		UNKNOWN,
	])
	for (const player of players) {
		await finish(site, player, own, 30)
		// The time to finish counts, and no one here knows it
		await site.call(createPlay, { params: { gameId: game }, body: { outcome: 'completed', minutes: 700 } }, player)
	}
	expect(await timeOf(site, game)).toMatchObject({ finished: 360, completed: 540, source: 'igdb' })
	for (const player of players) await finish(site, player, game, 400)
	expect(await timeOf(site, game)).toEqual({ finished: 400, completed: 700, count: 5, source: 'players' })

	const reader = players[0] as Player
	await site.call(saveLibraryEntry, { params: { gameId: other }, body: { status: 'backlog' } }, reader)
	const listOwn = async (query: object) =>
		(await site.call(listLibrary, { query: { sortBy: 'shortest', ...query } }, reader)).entries.map(
			({ gameId }) => gameId,
		)
	expect(await listOwn({})).toEqual([own, game, other])
	expect(await listOwn({ order: 'DESC' })).toEqual([game, own, other])
	expect(await listOwn({ maxHours: 6 })).toEqual([own])
	expect(await listOwn({ maxHours: 7 })).toEqual([own, game])
	expect((await site.call(listGames, { query: { sortBy: 'shortest' } })).games.map(({ id }) => id)).toEqual([
		own,
		game,
		other,
		bare,
	])
	const first = await site.call(listLibrary, { query: { sortBy: 'shortest', limit: 1 } }, reader)
	const second = await site.call(
		listLibrary,
		{ query: { sortBy: 'shortest', limit: 2, cursor: first.nextCursor ?? '' } },
		reader,
	)
	expect(second.entries.map(({ gameId }) => gameId)).toEqual([game, other])
	expect(await findDifferences(site)).toEqual([])
})
