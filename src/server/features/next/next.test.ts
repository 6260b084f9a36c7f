// What is suggested to play next, against a plain reading of the contract over random libraries.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockUser, muteUser } from '#contract/blocks.ts'
import { exportAccount } from '#contract/export.ts'
import { follow } from '#contract/follows.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import {
	EMPTY_BACKLOG,
	EMPTY_WISHLIST,
	EVERYTHING_SEEN,
	getNext,
	MAX_POSTPONED,
	type NextQuery,
	NOTHING_FITS,
	postponeGame,
	unpostponeGame,
} from '#contract/next.ts'
import { dismissGame, RATE_FIVE_GAMES, restoreGame } from '#contract/recommendations.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { withoutTriggers } from '#kit/without-triggers.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import type { Db } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { suggestNext } from './suggest.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const ask = (site: TestSite, player: Player, query: NextQuery = {}) => site.call(getNext, { query }, player)
const save = (site: TestSite, player: Player, gameId: number, body: object) =>
	site.call(saveLibraryEntry, { params: { gameId }, body }, player)
const later = (site: TestSite, player: Player, gameId: number) => site.call(postponeGame, { body: { gameId } }, player)

const setTime = (
	{ services: { db } }: { services: { db: Db } },
	gameId: number,
	finished: number | null,
	catalog: number | null = null,
) =>
	sql`insert into times_to_beat (game_id, finished, people, catalog_finished, catalog_source)
		values (${gameId}, ${finished}, ${finished === null ? 0 : 5}, ${catalog}, ${catalog === null ? null : 'test'})`.execute(
		db,
	)

/** Adds games, and returns their ids in order. */
async function addGames({ services: { db } }: TestSite, count: number): Promise<number[]> {
	const { rows } = await withoutStatementTimeout(db, (connection) =>
		sql<{ id: number }>`
			insert into games (source, sources, source_id, facts_hash, name, cover, screenshots, created_at, updated_at)
			select 'test', '{test}', 'next:' || n, '', 'Game ' || n, '', '{}', now(), now() from generate_series(1, ${count}::int) n
			returning id`.execute(connection),
	)
	return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Adds games that wait in the backlog, the first one longest. */
async function addBacklog(site: TestSite, player: Player, names: readonly string[], genres: string[] = []) {
	const ids: number[] = []
	for (const name of names) {
		const id = await site.addGame({ name, genres })
		await save(site, player, id, { status: 'backlog' })
		site.time.now += 60_000
		ids.push(id)
	}
	return ids
}

test('the backlog comes first, then the wishlist, then what is new, and each empty one has a sentence', async () => {
	await using site = await startSite()
	const ann = await site.register()
	expect((await site.refusal(getNext, { query: {} })).status).toBe(401)
	expect(await ask(site, ann)).toMatchObject({ game: null, reason: RATE_FIVE_GAMES, timeToBeat: null })
	expect(await ask(site, ann, { source: 'backlog' })).toMatchObject({ game: null, reason: EMPTY_BACKLOG })
	expect(await ask(site, ann, { source: 'wishlist' })).toMatchObject({ game: null, reason: EMPTY_WISHLIST })
	const fresh = await site.addGame({ name: 'Fresh' })
	expect(await ask(site, ann)).toMatchObject({ game: { id: fresh }, reason: 'Popular here' })
	const wished = await site.addGame({ name: 'Wished' })
	await save(site, ann, wished, { isWished: true })
	expect(await ask(site, ann)).toMatchObject({ game: { id: wished }, reason: 'On your wishlist since November' })
	const [waiting = 0] = await addBacklog(site, ann, ['Waiting'])
	await setTime(site, waiting, null, 350)
	expect(await ask(site, ann)).toMatchObject({
		game: { id: waiting },
		reason: 'In your backlog since November, about 6 h to finish',
		timeToBeat: { finished: 350, completed: null, count: 0, source: 'catalog' },
	})
	expect((await ask(site, ann, { skip: [waiting] })).game?.id).toBe(wished)
	expect((await ask(site, ann, { skip: [waiting, wished] })).game?.id).toBe(fresh)
	expect(await ask(site, ann, { skip: [waiting, wished, fresh] })).toMatchObject({
		game: null,
		reason: EVERYTHING_SEEN,
	})
	expect(await ask(site, ann, { source: 'backlog', platform: 'Nothing' })).toMatchObject({
		game: null,
		reason: NOTHING_FITS,
	})
	// A game that has been started is not on the way to it
	await save(site, ann, wished, { status: 'finished', isWished: true })
	expect(await ask(site, ann, { source: 'wishlist' })).toMatchObject({ game: null })
	// Not out yet
	const soon = await site.addGame({ name: 'Soon', releaseDate: '2099-01-01' })
	await save(site, ann, soon, { isWished: true })
	expect(await ask(site, ann, { source: 'wishlist' })).toMatchObject({ game: null, reason: NOTHING_FITS })
})

test('the reason names people, or loved games like it, and friends whom one does not see are in nothing', async () => {
	await using site = await startSite()
	const [ann, ben, cat] = [await site.register('Ann'), await site.register('Ben'), await site.register('Cat')]
	const [first = 0, second = 0] = await addBacklog(site, ann, ['First', 'Second'], ['Tactics', 'Indie'])
	const loved = [
		await site.addGame({ name: 'FTL', genres: ['Tactics'] }),
		await site.addGame({ name: 'Hades', genres: ['Indie'] }),
	]
	const racing = await site.addGame({ name: 'Fast', genres: ['Racing'] })
	for (const id of [...loved, racing]) await save(site, ann, id, { rating: 5 })
	const only = (id: number) => ({ source: 'backlog' as const, skip: [id] })
	expect((await ask(site, ann, only(second))).reason).toMatch(/^Because you loved (FTL and Hades|Hades and FTL)$/)
	for (const friend of [ben, cat]) {
		await save(site, friend, first, { isLoved: true })
		await site.call(follow, { body: { followedId: friend.user.id } }, ann)
		site.time.now += 1000
	}
	await save(site, ben, second, { rating: 3 })
	expect((await ask(site, ann, only(second))).reason).toBe('Cat and Ben loved it')
	expect((await ask(site, ann, only(first))).others.lovedByFriends.map(({ id }) => id)).toEqual([first])
	await site.call(muteUser, { body: { userId: cat.user.id } }, ann)
	expect((await ask(site, ann, only(second))).reason).toBe('Ben loved it')
	await site.call(blockUser, { body: { userId: ann.user.id } }, ben)
	const alone = await ask(site, ann, only(first))
	expect(alone.reason).toMatch(/^Because/)
	expect(alone.others.lovedByFriends).toEqual([])
})

test('a game put off is gone for thirty days, a dismissed one for good, and both can be taken back', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register(), await site.register()]
	const [one = 0, two = 0] = await addBacklog(site, ann, ['One', 'Two'])
	const listed = async () => {
		const { game, others } = await ask(site, ann, { source: 'backlog' })
		return [...(game ? [game.id] : []), ...others.longestWaiting.map(({ id }) => id)].sort((a, b) => a - b)
	}
	expect(await listed()).toEqual([one, two])
	await later(site, ann, one)
	await later(site, ann, one)
	expect(await listed()).toEqual([two])
	await site.call(unpostponeGame, { params: { gameId: one } }, ben)
	expect(await listed()).toEqual([two])
	await site.call(unpostponeGame, { params: { gameId: one } }, ann)
	expect(await listed()).toEqual([one, two])
	await later(site, ann, one)
	const postponedFor = (ms: number) =>
		site.services.db
			.updateTable('postponements')
			.set({ created_at: new Date(site.time.now - ms).toISOString() })
			.execute()
	await postponedFor(30 * DAY_MS - 1)
	await site.call(dismissGame, { body: { gameId: two } }, ann)
	expect(await listed()).toEqual([])
	await site.call(restoreGame, { params: { gameId: two } }, ann)
	await postponedFor(30 * DAY_MS)
	expect(await listed()).toEqual([one, two])
	expect(await site.refusal(postponeGame, { body: { gameId: 999_999 } }, ann)).toMatchObject({
		status: 404,
		code: 'game_not_found',
	})
	await later(site, ann, two)
	// What is over is forgotten
	const { postponements } = await site.call(exportAccount, {}, ann)
	expect(postponements).toEqual([{ gameId: two, gameName: 'Two', createdAt: new Date(site.time.now).toISOString() }])
	// Merged, it stays put off, and either id takes it back
	await mergeGames(site.services.db, one, two, { clock: site.services.clock })
	expect(await listed()).toEqual([])
	await site.call(unpostponeGame, { params: { gameId: two } }, ann)
	expect(await listed()).toEqual([one])
})

test('a thousand games can be put off, the newest', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const [last = 0] = await addGames(site, MAX_POSTPONED + 1)
	await sql`
		insert into postponements (user_id, game_id, created_at)
		select ${ann.user.id}::uuid, id, ${new Date(site.time.now).toISOString()}::timestamptz - make_interval(secs => id)
		from games where id <> ${last}`.execute(site.services.db)
	await Promise.all([later(site, ann, last), later(site, ann, last)])
	const { rows } = await sql<{ n: number; oldest: number; newest: number }>`
		select count(*)::int as n, max(game_id) as oldest, min(game_id) as newest from postponements`.execute(
		site.services.db,
	)
	expect(rows).toEqual([{ n: MAX_POSTPONED, oldest: last + MAX_POSTPONED - 1, newest: last }])
})

test('of ten thousand waiting games those added first and last are chosen from, the same in each process for a day', async () => {
	await using site = await startSite()
	await using beside = await startSite({ beside: site })
	const ann = await site.register()
	const ids = await addGames(site, 10_000)
	await withoutTriggers(site.services.db, (connection) =>
		sql`
			insert into library_entries (user_id, game_id, status, created_at, updated_at)
			select ${ann.user.id}::uuid, id, 'backlog', at, at from games, lateral (select '2020-01-01'::timestamptz + make_interval(mins => id) as at) added`.execute(
			connection,
		),
	)
	const first = await ask(site, ann)
	expect(await ask(beside, ann)).toEqual(first)
	expect(first.others.longestWaiting.map(({ id }) => id)).toEqual(
		ids.filter((id) => id !== first.game?.id).slice(0, 12),
	)
	const pickAt = async (hours: number) =>
		(await suggestNext(beside.services.db, ann.user.id, {}, site.time.now + hours * HOUR_MS)).game?.id ?? 0
	const picks = await Promise.all([0, 3, 11].map(pickAt))
	expect(new Set(picks)).toEqual(new Set([first.game?.id]))
	// From midnight on
	const tomorrow = await pickAt(12)
	expect(tomorrow).not.toBe(first.game?.id)
	for (const id of [tomorrow, ...picks]) expect(ids.slice(500, -500)).not.toContain(id)
})

const GENRES = ['Puzzle', 'Horror', 'Racing', 'Tactics']
const PLATFORMS = ['PC', 'Switch']

interface Made {
	genres: string[]
	platforms: string[]
	/** The platform of the entry. */
	platform: string | null
	minutes: number | null
	status: 'backlog' | 'finished' | null
	isWished: boolean
	halfStars: number | null
	isLovedByFriend: boolean
	gone: 'dismissed' | 'postponed' | 'hidden' | null
}

const library = fc.array(
	fc.record<Made>({
		genres: fc.uniqueArray(fc.constantFrom(...GENRES), { maxLength: 3 }),
		platforms: fc.uniqueArray(fc.constantFrom(...PLATFORMS)),
		platform: fc.constantFrom(null, null, ...PLATFORMS),
		minutes: fc.constantFrom(null, 30, 240, 241, 900, 901, 5_000),
		status: fc.constantFrom('backlog', 'backlog', null, null, 'finished'),
		isWished: fc.boolean(),
		halfStars: fc.option(fc.integer({ min: 1, max: 10 })),
		isLovedByFriend: fc.boolean(),
		gone: fc.constantFrom(null, null, null, null, 'dismissed', 'postponed', 'hidden'),
	}),
	{ minLength: 6, maxLength: 25, size: 'max' },
)
const query = fc.record(
	{
		time: fc.constantFrom('evening', 'weekend', 'long'),
		platform: fc.constantFrom(...PLATFORMS),
		mood: fc.uniqueArray(fc.constantFrom(...GENRES), { minLength: 1, maxLength: 2 }),
		source: fc.constantFrom('backlog', 'wishlist'),
		skip: fc.uniqueArray(fc.integer({ min: 0, max: 24 }), { maxLength: 8 }),
	},
	{ requiredKeys: ['source', 'skip'] },
)
type Asked = NonNullable<Parameters<Parameters<typeof query.map>[0]>[0]>

/** What the contract says, game by game. */
function expectNext(
	made: readonly (Made & { id: number })[],
	asked: Asked,
	{ day, userId }: { day: string; userId: string },
) {
	const rated = made.filter(({ halfStars }) => halfStars !== null)
	const taste = (genre: string) => {
		const of = rated.filter(({ genres }) => genres.includes(genre))
		return of.reduce((sum, { halfStars }) => sum + (halfStars ?? 0), 18) / (of.length + 3) / 10
	}
	const fits = made.filter((game) => {
		if (game.gone) return false
		if (asked.source === 'backlog' ? game.status !== 'backlog' : game.status !== null || !game.isWished) return false
		if (asked.platform && !(game.platform ? game.platform === asked.platform : game.platforms.includes(asked.platform)))
			return false
		if (asked.mood && !asked.mood.some((genre) => game.genres.includes(genre))) return false
		if (!asked.time || game.minutes === null) return true
		return asked.time === (game.minutes <= 240 ? 'evening' : game.minutes <= 900 ? 'weekend' : 'long')
	})
	const score = ({ id, genres, isLovedByFriend, minutes }: Made & { id: number }) =>
		(asked.time && minutes === null ? -10 : 0) +
		(genres.length === 0 ? 0.6 : genres.reduce((sum, genre) => sum + taste(genre), 0) / genres.length) +
		(isLovedByFriend ? 0.1 : 0) +
		0.2 *
			(Number.parseInt(createHash('sha256').update(`${day} ${userId} ${id}`).digest('hex').slice(0, 8), 16) / 2 ** 32)
	const skipped = asked.skip.map((at) => made[at]?.id)
	const left = fits.filter(({ id }) => !skipped.includes(id))
	const best = Math.max(...left.map(score))
	const pick = left.find((game) => score(game) === best)
	const rest = pick ? fits.filter((game) => game !== pick) : []
	const ids = (games: readonly { id: number }[]) => games.slice(0, 12).map(({ id }) => id)
	return {
		game: pick?.id,
		shortest: ids(
			rest.filter(({ minutes }) => minutes !== null).sort((a, b) => (a.minutes ?? 0) - (b.minutes ?? 0) || a.id - b.id),
		),
		// In the order in which they were added
		longestWaiting: ids(rest),
		lovedByFriends: ids(rest.filter(({ isLovedByFriend }) => isLovedByFriend)),
	}
}

test('random libraries get what the contract says', async () => {
	await using site = await startSite()
	const [ann, friend] = [await site.register(), await site.register()]
	await site.call(follow, { body: { followedId: friend.user.id } }, ann)
	const { db } = site.services
	const ids = await addGames(site, 25)
	const at = '2026-03-01T00:00:00Z'
	const place = async (made: readonly (Made & { id: number })[]) => {
		await sql`delete from times_to_beat`.execute(db)
		await sql`delete from dismissals`.execute(db)
		await sql`delete from postponements`.execute(db)
		await withoutTriggers(db, async (connection) => {
			await sql`delete from library_entries`.execute(connection)
			for (const game of made) {
				const { id, genres, platforms, minutes, status, isWished, halfStars, gone } = game
				await sql`update games set genres = ${genres}, platforms = ${platforms}, hidden = ${gone === 'hidden'} where id = ${id}`.execute(
					connection,
				)
				if (minutes !== null) await setTime({ services: { db: connection } }, id, id % 2 ? minutes : null, minutes)
				await sql`insert into library_entries (user_id, game_id, status, is_wished, half_stars, platform, created_at, updated_at)
					values (${ann.user.id}, ${id}, ${status}, ${isWished}, ${halfStars}, ${game.platform}, ${at}::timestamptz + make_interval(hours => ${id}::int), ${at})`.execute(
					connection,
				)
				if (game.isLovedByFriend)
					await sql`insert into library_entries (user_id, game_id, half_stars, created_at, updated_at) values (${friend.user.id}, ${id}, 8, ${at}, ${at})`.execute(
						connection,
					)
				if (gone === 'dismissed')
					await sql`insert into dismissals values (${ann.user.id}, ${id}, ${at})`.execute(connection)
				if (gone === 'postponed')
					await sql`insert into postponements values (${ann.user.id}, ${id}, ${new Date(site.time.now).toISOString()})`.execute(
						connection,
					)
			}
		})
	}
	let found = 0
	await fc.assert(
		fc.asyncProperty(library, query, async (games, asked) => {
			const made = games.map((game, index) => ({ ...game, id: ids[index] ?? 0 }))
			await place(made)
			const { game, others } = await ask(site, ann, { ...asked, skip: asked.skip.map((index) => ids[index] ?? 0) })
			if (game) found++
			const toIds = (refs: readonly { id: number }[]) => refs.map(({ id }) => id)
			expect({
				game: game?.id,
				shortest: toIds(others.shortest),
				longestWaiting: toIds(others.longestWaiting),
				lovedByFriends: toIds(others.lovedByFriends),
			}).toEqual(expectNext(made, asked, { day: '2026-11-21', userId: ann.user.id }))
		}),
		{ numRuns: 60 },
	)
	expect(found).toBeGreaterThan(20)
}, 60_000)

test('bad choices are refused with a sentence', async () => {
	await using site = await startSite()
	const ann = await site.register()
	const refuse = async (search: string) => {
		const { statusCode } = await site.app.inject({
			url: `/api/next?${search}`,
			headers: { authorization: `Bearer ${ann.accessToken}` },
		})
		return statusCode
	}
	const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}=${n + 1}`).join('&')
	for (const bad of [
		'time=now',
		'source=all',
		'skip=0',
		'skip=x',
		'skip=99999999999',
		`platform=${'x'.repeat(81)}`,
		many('skip', 51),
		many('mood', 6),
	])
		expect([bad, await refuse(bad)]).toEqual([bad, 400])
	for (const good of ['time=long', 'skip=1', many('skip', 50), 'mood=Puzzle', 'mood=x'])
		expect([good, await refuse(good)]).toEqual([good, 200])
})
