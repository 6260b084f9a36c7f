import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { blockUser, muteUser } from '#contract/blocks.ts'
import { exportAccount } from '#contract/export.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { updatePreferences } from '#contract/preferences.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { TASTE_LIMITS, type Taste } from '#contract/taste.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import '#kit/property-seed.ts'
import { MEAN_CORRELATION, MEAN_WEIGHT, MIDDLE, matchTastes } from './match.ts'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const { db } = site.services

async function tasteOf(owner: Player, viewer?: Player): Promise<Taste | null> {
	return (await site.call(getProfile, { params: { username: owner.user.username } }, viewer)).taste
}

const rate = (player: Player, gameId: number, rating: number | null) =>
	site.call(
		saveLibraryEntry,
		{ params: { gameId }, body: rating === null ? { status: 'backlog' } : { rating } },
		player,
	)

/** Two people who have rated as many games, the first of them differently. */
async function twoRaters(shared: number): Promise<[Player, Player, number[]]> {
	const [one, other] = [await site.register(), await site.register()]
	const games: number[] = []
	while (games.length < shared) games.push(await site.addGame())
	for (const [index, gameId] of games.entries()) {
		await rate(one, gameId, index === 0 ? 5 : 4.5)
		await rate(other, gameId, index === 0 ? 1 : 4)
	}
	return [one, other, games]
}

test('tastes are compared in the profile, the same for both, and say how sure they are', async () => {
	const [one, other, games] = await twoRaters(6)
	const taste = await tasteOf(other, one)
	expect(taste).toEqual({
		match: expect.any(Number),
		uncertainty: expect.any(Number),
		shared: 6,
		agree: games.slice(1, 4).map((id) => expect.objectContaining({ id })),
		disagree: [expect.objectContaining({ id: games[0] })],
	})
	expect(await tasteOf(one, other)).toEqual(taste)
	// A game that one of them has without a rating is not shared
	const more = await site.addGame()
	await rate(one, more, 5)
	await rate(other, more, null)
	expect(await tasteOf(other, one)).toEqual(taste)
	await rate(other, more, 5)
	expect(await tasteOf(other, one)).toMatchObject({ shared: 7, agree: [{ id: more }, {}, {}] })
})

/** Who does not see a comparison that is there for others. */
const HIDDEN: Readonly<Record<string, (one: Player, other: Player) => Promise<[owner: Player, viewer?: Player]>>> = {
	'a visitor': async (_, other) => [other],
	oneself: async (one) => [one, one],
	'somebody without ratings': async (_, other) => [other, await site.register()],
	'who turned it off': async (one, other) => {
		await site.call(updatePreferences, { body: { taste: false } }, one)
		return [other, one]
	},
	'whoever looks at one who turned it off': async (one, other) => {
		await site.call(updatePreferences, { body: { taste: false } }, other)
		return [other, one]
	},
}

test.each(Object.entries(HIDDEN))('%s sees no comparison', async (_, find) => {
	const [one, other] = await twoRaters(TASTE_LIMITS.minShared)
	expect(await tasteOf(other, one)).not.toBeNull()
	const [owner, viewer] = await find(one, other)
	expect(await tasteOf(owner, viewer)).toBeNull()
})

test('under five shared games nothing is compared', async () => {
	const [one, other] = await twoRaters(TASTE_LIMITS.minShared - 1)
	expect([await tasteOf(other, one), await tasteOf(one, other)]).toEqual([null, null])
	const game = await site.addGame()
	await rate(one, game, 3)
	await rate(other, game, 3)
	expect(await tasteOf(other, one)).toMatchObject({ shared: 5 })
})

test('the blocked see no profile, in either direction, and the muted are compared', async () => {
	const [one, other] = await twoRaters(5)
	await site.call(muteUser, { body: { userId: other.user.id } }, one)
	expect(await tasteOf(other, one)).not.toBeNull()
	await site.call(blockUser, { body: { userId: other.user.id } }, one)
	for (const [owner, viewer] of [
		[one, other],
		[other, one],
	] as const)
		expect((await site.refusal(getProfile, { params: { username: owner.user.username } }, viewer)).status).toBe(404)
})

test('turned on again it is back, and the choice is exported', async () => {
	const [one, other] = await twoRaters(5)
	const taste = await tasteOf(other, one)
	await site.call(updatePreferences, { body: { taste: false } }, one)
	await site.call(updatePreferences, { body: { digest: 'daily' } }, one)
	expect((await site.call(exportAccount, {}, one)).preferences).toMatchObject({ taste: false, digest: 'daily' })
	expect(await tasteOf(one, other)).toBeNull()
	await site.call(updatePreferences, { body: { taste: true } }, one)
	expect(await tasteOf(other, one)).toEqual(taste)
})

/** Ratings in half stars by game, the last changed first. */
type Ratings = readonly (readonly [gameId: number, halfStars: number])[]

/** What the comparison is, found by looking at everything. */
function compareByHand(
	one: Ratings,
	other: Ratings,
): Omit<Taste, 'agree' | 'disagree'> & Record<'agree' | 'disagree', number[]> {
	const limit = TASTE_LIMITS.comparedRatings
	const theirs = new Map(other.slice(0, limit))
	const pairs = one.slice(0, limit).flatMap(([id, stars]) => {
		const their = theirs.get(id)
		return their === undefined ? [] : [{ id, a: stars / 2 - 3.5, b: their / 2 - 3.5 }]
	})
	const n = pairs.length
	const sum = (of: (pair: { a: number; b: number }) => number) => pairs.reduce((total, pair) => total + of(pair), 0)
	const spread = Math.sqrt(sum(({ a }) => a * a)) * Math.sqrt(sum(({ b }) => b * b))
	const shrunk = (n * (sum(({ a, b }) => a * b) / spread) + MEAN_WEIGHT * MEAN_CORRELATION) / (n + MEAN_WEIGHT)
	const z = 0.5 * Math.log((1 + shrunk) / (1 - shrunk))
	const back = (value: number) => (Math.exp(2 * value) - 1) / (Math.exp(2 * value) + 1)
	const [low, high] = [back(z - 1.96 / Math.sqrt(n - 3)), back(z + 1.96 / Math.sqrt(n - 3))]
	const by = (keys: (pair: { id: number; a: number; b: number }) => number[]) =>
		pairs.toSorted((x, y) => {
			const [of, next] = [keys(x), keys(y)]
			const at = of.findIndex((value, index) => value !== next[index])
			return (of[at] ?? 0) - (next[at] ?? 0)
		})
	const apart = ({ a, b }: { a: number; b: number }) => Math.abs(a - b)
	const agree = by((pair) => [-(pair.a + pair.b), apart(pair), pair.id]).filter((pair) => apart(pair) <= 0.5)
	const disagree = by((pair) => [-apart(pair), pair.id]).filter((pair) => apart(pair) >= 1)
	const ids = (found: readonly { id: number }[]) => found.slice(0, TASTE_LIMITS.games).map(({ id }) => id)
	return {
		match: Math.round((1 + shrunk) * 50),
		uncertainty: Math.round(((high - low) / 2) * 50),
		shared: n,
		agree: ids(agree),
		disagree: ids(disagree),
	}
}

/** Writes a library as it is: what was changed last comes first. */
async function writeLibrary({ user }: Player, ratings: Ratings): Promise<void> {
	await sql`insert into library_entries (user_id, game_id, status, half_stars, created_at, updated_at)
		select ${user.id}::uuid, game, 'played', stars, now(), timestamptz '2026-01-01' - n * interval '1 minute'
		from unnest(${ratings.map(([id]) => id)}::int[], ${ratings.map(([, stars]) => stars)}::int[]) with ordinality as r (game, stars, n)`.execute(
		db,
	)
}

async function addGames({ services }: TestSite, count: number): Promise<number[]> {
	const first = await site.addGame()
	const { rows } = await sql<{ id: number }>`
		insert into games (source, sources, source_id, facts_hash, name, developers, publishers, genres, platforms, game_modes, screenshot_sources,
			websites, created_at, updated_at)
		select source, sources, source_id || ':' || n, facts_hash, name || ' ' || n, developers, publishers, genres, platforms, game_modes,
			screenshot_sources, websites, created_at, updated_at
		from games, generate_series(1, ${count - 1}::int) n where id = ${first} returning id`.execute(services.db)
	return [first, ...rows.map(({ id }) => id)]
}

const summarize = (taste: Taste | null) =>
	taste && { ...taste, agree: taste.agree.map(({ id }) => id), disagree: taste.disagree.map(({ id }) => id) }

test('the numbers and the games are those that looking at everything finds, for every two people', async () => {
	const games = await addGames(site, 40)
	const people: { player: Player; ratings: Ratings }[] = []
	const random = fc.sample(
		fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 10 })), { minLength: 40, maxLength: 40 }),
		7,
	)
	for (const draws of random) {
		const player = await site.register()
		const ratings = games.flatMap((id, index) => {
			const [isRated = 0, stars = 1] = draws[index] ?? []
			return isRated < 7 ? [[id, stars] as const] : []
		})
		await writeLibrary(player, ratings)
		people.push({ player, ratings })
	}
	for (const [index, one] of people.entries())
		for (const other of people.slice(index + 1)) {
			const expected = compareByHand(one.ratings, other.ratings)
			expect(expected.shared).toBeGreaterThan(TASTE_LIMITS.minShared)
			expect(summarize(await tasteOf(other.player, one.player))).toEqual(expected)
			expect(summarize(await tasteOf(one.player, other.player))).toEqual(expected)
		}
})

test('of large libraries the last 700 ratings of each are compared', async () => {
	const games = await addGames(site, 1_300)
	const draw = fc.sample(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1_300, maxLength: 1_300 }), 2)
	const [one, other] = [await site.register(), await site.register()]
	// The other one has rated them in the opposite order
	const mine = games.map((id, index) => [id, draw[0]?.[index] ?? 1] as const)
	const theirs = games.map((id, index) => [id, draw[1]?.[index] ?? 1] as const).toReversed()
	await writeLibrary(one, mine)
	await writeLibrary(other, theirs)
	const taste = summarize(await tasteOf(other, one))
	expect(taste).toEqual(compareByHand(mine, theirs))
	expect(taste?.shared).toBe(2 * TASTE_LIMITS.comparedRatings - 1_300)
	expect(summarize(await tasteOf(one, other))).toEqual(taste)
})

const halfStars = fc.integer({ min: 1, max: 10 })
const pairsOf = fc.array(fc.tuple(halfStars, halfStars), { minLength: TASTE_LIMITS.minShared, maxLength: 60 })

function sumUp(pairs: readonly (readonly [number, number])[]) {
	const sum = (of: (a: number, b: number) => number) =>
		pairs.reduce((total, [a, b]) => total + of(a - MIDDLE, b - MIDDLE), 0)
	return {
		shared: pairs.length,
		products: sum((a, b) => a * b),
		squares: sum((a) => a * a),
		otherSquares: sum((_, b) => b * b),
	}
}

test('a match is symmetric, within its bounds, and surer with more of the same', () => {
	fc.assert(
		fc.property(pairsOf, (pairs) => {
			const taste = matchTastes(sumUp(pairs))
			expect(matchTastes(sumUp(pairs.map(([a, b]) => [b, a])))).toEqual(taste)
			expect([taste.match >= 0, taste.match <= 100]).toEqual([true, true])
			expect([taste.uncertainty >= 0, taste.uncertainty <= 50]).toEqual([true, true])
			expect(Number.isInteger(taste.match) && Number.isInteger(taste.uncertainty)).toBe(true)
			const more = matchTastes(sumUp([...pairs, ...pairs, ...pairs, ...pairs]))
			expect(more.uncertainty).toBeLessThanOrEqual(taste.uncertainty)
		}),
	)
})

test('people who rate alike match, opposites do not, and few games say little', () => {
	const same = (n: number) => matchTastes(sumUp(Array.from({ length: n }, (_, i) => [i % 2 ? 10 : 2, i % 2 ? 10 : 2])))
	const opposite = matchTastes(sumUp(Array.from({ length: 60 }, (_, i) => (i % 2 ? [10, 2] : [2, 10]))))
	expect(same(60).match).toBeGreaterThan(90)
	expect(same(5).match).toBeLessThan(same(20).match)
	expect(same(5).uncertainty).toBeGreaterThan(same(20).uncertainty)
	expect(opposite.match).toBeLessThan(20)
	// Who finds everything in the middle says nothing
	expect(
		matchTastes(
			sumUp([
				[7, 1],
				[7, 10],
				[7, 4],
				[7, 2],
				[7, 9],
			]),
		),
	).toEqual({ match: 50 + 50 * MEAN_CORRELATION, uncertainty: 50 })
})

test('the last ratings come from an index in order, so that a large library costs no more', async () => {
	const { user } = await site.register()
	await db.transaction().execute(async (transaction) => {
		// As in a table that is not small
		await sql`set local enable_bitmapscan = off`.execute(transaction)
		await sql`set local enable_sort = off`.execute(transaction)
		const plan = await sql<{ 'QUERY PLAN': string }>`explain select game_id, half_stars from library_entries
			where user_id = ${user.id} and half_stars is not null
			order by updated_at desc, game_id limit ${sql.lit(TASTE_LIMITS.comparedRatings)}`.execute(transaction)
		const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
		expect(text).toContain('Index Only Scan using library_entries_rated')
		expect(text).not.toContain('Sort')
	})
})
