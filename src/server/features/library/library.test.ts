// The rules of statuses, ratings and marks, which reviews, feeds and counts build on.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGame } from '#contract/games.ts'
import {
	deleteLibraryEntry,
	getLibraryEntry,
	type LibraryChange,
	saveFavorites,
	saveLibraryEntry,
} from '#contract/library.ts'
import { createPlay, updatePlay } from '#contract/plays.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createReview, deleteReview, getReview, UNKNOWN_PLATFORM, updateReview } from '#contract/reviews.ts'
import { countLockWaits } from '#kit/lock-waits.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { withoutTriggers } from '#kit/without-triggers.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { recount } from '#server/db/recount.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

const MINUTE_MS = 60_000
const review = (gameId: number, rating = 4) => ({
	gameId,
	rating,
	platform: 'PC',
	description: 'A calm game about lamps.',
})

const save = async (site: TestSite, player: Player, gameId: number, body: LibraryChange) =>
	(await site.call(saveLibraryEntry, { params: { gameId }, body }, player)).entry
const read = async (site: TestSite, player: Player, gameId: number) =>
	(await site.call(getLibraryEntry, { params: { gameId } }, player)).entry
const readGame = async (site: TestSite, id: number, player?: Player) =>
	(await site.call(getGame, { params: { id } }, player)).data

test('an entry holds a status, a rating, two marks and a platform; what is absent stays, and null clears', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame({ name: 'Lantern Hollow' })]
	expect(await read(site, anna, gameId)).toBeNull()
	const entry = await save(site, anna, gameId, { status: 'playing', rating: 3.5, isWished: true, platform: 'PC' })
	expect(entry).toEqual({
		gameId,
		game: expect.objectContaining({ id: gameId, name: 'Lantern Hollow' }),
		userId: anna.user.id,
		username: anna.user.username,
		status: 'playing',
		rating: 3.5,
		isWished: true,
		isLoved: false,
		platform: 'PC',
		minutesPlayed: null,
		playCount: 0,
		lastPlayedOn: null,
		reviewId: null,
		createdAt: new Date(site.time.now).toISOString(),
		updatedAt: new Date(site.time.now).toISOString(),
	})
	site.time.now += MINUTE_MS
	expect(await save(site, anna, gameId, { isLoved: true, rating: null, isWished: null })).toMatchObject({
		status: 'playing',
		rating: null,
		isWished: false,
		isLoved: true,
		updatedAt: new Date(site.time.now).toISOString(),
	})
	expect((await readGame(site, gameId, anna)).myEntry).toEqual(await read(site, anna, gameId))
	expect((await readGame(site, gameId)).myEntry).toBeNull()
})

test('sending the same again changes nothing, and an entry with nothing left is gone', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const entry = await save(site, anna, gameId, { status: 'backlog', isLoved: true })
	site.time.now += MINUTE_MS
	expect(await save(site, anna, gameId, { status: 'backlog', isLoved: true })).toEqual(entry)
	expect(await save(site, anna, gameId, { status: null })).toMatchObject({ status: null, isLoved: true })
	expect(await save(site, anna, gameId, { isLoved: false })).toBeNull()
	expect(await save(site, anna, gameId, { platform: 'PC' })).toBeNull()
	expect(await read(site, anna, gameId)).toBeNull()
	expect(await recount(site.services.db)).toEqual([])
})

test('a rating without a review counts in the game at once and leaves the status empty', async () => {
	await using site = await startSite()
	const [anna, ben, gameId] = [await site.register(), await site.register(), await site.addGame()]
	expect(await save(site, anna, gameId, { rating: 5 })).toMatchObject({ status: null, rating: 5 })
	await site.call(createReview, { body: review(gameId, 2) }, ben)
	expect(await readGame(site, gameId)).toMatchObject({
		averageRating: 3.5,
		ratingCount: 2,
		ratingCounts: [0, 0, 0, 1, 0, 0, 0, 0, 0, 1],
		totalReviews: 1,
	})
	await save(site, anna, gameId, { rating: null })
	expect(await readGame(site, gameId)).toMatchObject({ averageRating: 2, ratingCount: 1 })
	expect(await recount(site.services.db)).toEqual([])
})

test('a review and its entry have one rating; rating the entry does not count as an edit of the review', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const written = await site.call(createReview, { body: review(gameId, 4) }, anna)
	const { id } = written
	expect(await read(site, anna, gameId)).toMatchObject({ status: 'played', rating: 4, platform: 'PC', reviewId: id })
	site.time.now += MINUTE_MS
	await save(site, anna, gameId, { rating: 2.5 })
	const rated = await site.call(getReview, { params: { id } })
	expect([rated.rating, rated.updatedAt]).toEqual([2.5, written.updatedAt])
	await site.call(updateReview, { params: { id }, body: { ...review(gameId, 5) } }, anna)
	expect(await read(site, anna, gameId)).toMatchObject({ rating: 5 })
	expect(await readGame(site, gameId)).toMatchObject({ averageRating: 5, ratingCount: 1 })
	const refusal = await site.refusal(saveLibraryEntry, { params: { gameId }, body: { rating: null } }, anna)
	expect([refusal.status, refusal.code, refusal.message]).toEqual([
		400,
		'rating_of_review',
		'Your review has this rating. Delete the review to take it back.',
	])
	expect(await recount(site.services.db)).toEqual([])
})

test('the database keeps a review and the entry of its rating together', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	await site.call(createReview, { body: review(gameId, 4) }, anna)
	const { db } = site.services
	await expect(sql`update library_entries set half_stars = null`.execute(db)).rejects.toThrow(/library_entries_rated/)
	await expect(sql`delete from library_entries`.execute(db)).rejects.toThrow(/review without an entry/)
	await sql`update library_entries set half_stars = 3`.execute(db)
	expect((await db.selectFrom('reviews').select('half_stars').execute()).map(({ half_stars }) => half_stars)).toEqual([
		3,
	])
})

test('taking back what is not there leaves an entry alone that was made meanwhile', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const { db } = site.services
	const saving = await inTransaction(db, async (tx) => {
		await sql`select from games where id = ${gameId} for update`.execute(tx)
		await sql`
			insert into library_entries (user_id, game_id, status, created_at, updated_at)
			values (${anna.user.id}, ${gameId}, 'played', now(), now())`.execute(tx)
		const saved = save(site, anna, gameId, { isWished: false })
		await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0)
		return { saved }
	})
	expect(await saving.saved).toMatchObject({ status: 'played' })
	expect(await recount(db)).toEqual([])
})

test.each([
	['without an entry', {}, { status: 'played', isWished: false }],
	['with only the wish', { isWished: true }, { status: 'played', isWished: false }],
	['in the backlog', { status: 'backlog', isWished: true }, { status: 'played', isWished: false }],
	['finished', { status: 'finished', isWished: true }, { status: 'finished', isWished: true }],
] as const)('a review of a game %s sets the status', async (_, before, after) => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	await save(site, anna, gameId, before)
	await site.call(createReview, { body: review(gameId) }, anna)
	expect(await read(site, anna, gameId)).toMatchObject(after)
})

test('a deleted review takes its rating along, unless it is kept; the rest of the entry stays', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	await save(site, anna, gameId, { status: 'playing', isLoved: true })
	const first = await site.call(createReview, { body: review(gameId, 4) }, anna)
	await site.call(deleteReview, { params: { id: first.id } }, anna)
	expect(await read(site, anna, gameId)).toMatchObject({
		status: 'playing',
		isLoved: true,
		rating: null,
		reviewId: null,
	})
	expect(await readGame(site, gameId)).toMatchObject({ ratingCount: 0, totalReviews: 0 })
	const second = await site.call(createReview, { body: review(gameId, 3) }, anna)
	await site.call(deleteReview, { params: { id: second.id }, query: { keepRating: true } }, anna)
	expect(await read(site, anna, gameId)).toMatchObject({ status: 'playing', rating: 3, reviewId: null })
	expect(await readGame(site, gameId)).toMatchObject({ ratingCount: 1, averageRating: 3, totalReviews: 0 })
	expect(await recount(site.services.db)).toEqual([])
})

test('an entry with a review cannot be removed; any other can, also one that is not there', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const remove = () => site.call(deleteLibraryEntry, { params: { gameId } }, anna)
	const { id } = await site.call(createReview, { body: review(gameId) }, anna)
	expect(await site.refusal(deleteLibraryEntry, { params: { gameId } }, anna)).toMatchObject({
		status: 409,
		code: 'has_review',
	})
	await site.call(deleteReview, { params: { id } }, anna)
	expect(await remove()).toEqual({ success: true })
	expect(await remove()).toEqual({ success: true })
	expect(await read(site, anna, gameId)).toBeNull()
})

test('a game counts people by their present status and wish', async () => {
	await using site = await startSite()
	const gameId = await site.addGame()
	const statuses = ['backlog', 'playing', 'paused', 'played', 'finished', 'completed', 'abandoned'] as const
	for (const status of statuses)
		await save(site, await site.register(), gameId, { status, isWished: status === 'paused' })
	expect((await readGame(site, gameId)).statusCounts).toEqual({ wished: 1, backlog: 1, playing: 2, played: 4 })
	expect(await recount(site.services.db)).toEqual([])
})

test('scores by platform and hours appear from five raters on', async () => {
	await using site = await startSite()
	const gameId = await site.addGame({ platforms: ['PC', 'Switch'] })
	for (let rater = 0; rater < 4; rater++)
		await site.call(createReview, { body: { ...review(gameId, 3), timePlayed: 60 } }, await site.register())
	expect((await readGame(site, gameId)).scores).toEqual({ byPlatform: [], byHours: [] })
	await save(site, await site.register(), gameId, { rating: 5, platform: 'PC' })
	expect((await readGame(site, gameId)).scores).toEqual({
		byPlatform: [{ platform: 'PC', average: 3.4, count: 5 }],
		byHours: [],
	})
	await site.call(
		createReview,
		{ body: { ...review(gameId, 5), platform: 'Switch', timePlayed: 50 } },
		await site.register(),
	)
	expect((await readGame(site, gameId)).scores).toEqual({
		byPlatform: [{ platform: 'PC', average: 3.4, count: 5 }],
		byHours: [{ from: 50, to: null, average: 3.4, count: 5 }],
	})
})

test('the entry of a merged game is found and changed by its old id', async () => {
	await using site = await startSite()
	const [anna, target, duplicate] = [await site.register(), await site.addGame(), await site.addGame()]
	await save(site, anna, duplicate, { status: 'playing', rating: 3 })
	await save(site, anna, target, { isLoved: true })
	await mergeGames(site.services.db, target, duplicate, { clock: site.services.clock })
	expect(await read(site, anna, duplicate)).toMatchObject({
		gameId: target,
		status: 'playing',
		rating: 3,
		isLoved: true,
	})
	expect(await save(site, anna, duplicate, { rating: 4 })).toMatchObject({ gameId: target, rating: 4 })
	expect(await readGame(site, target)).toMatchObject({ ratingCount: 1, averageRating: 4 })
	expect(await recount(site.services.db)).toEqual([])
})

test('two devices at once: one entry, with the word of one of them', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	await Promise.all([1, 2, 3, 4, 5].map((rating) => save(site, anna, gameId, { rating, status: 'playing' })))
	const entry = await read(site, anna, gameId)
	expect(await readGame(site, gameId)).toMatchObject({ ratingCount: 1, averageRating: entry?.rating })
	expect(await recount(site.services.db)).toEqual([])
})

test.each([
	[{ status: 'beaten' }, 'Please choose one of the statuses'],
	[{ status: 5 }, 'Please choose one of the statuses'],
	[{ rating: 0 }, 'Please select a rating'],
	[{ rating: 5.5 }, 'Rating must be from 0.5 to 5 stars in half steps'],
	[{ rating: 1.2 }, 'Rating must be from 0.5 to 5 stars in half steps'],
	[{ isWished: 'yes' }, 'Please choose yes or no'],
	[{ platform: 'A toaster' }, 'Please select one of the platforms of this game'],
])('the change %j is refused', async (body, sentence) => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame({ platforms: ['PC'] })]
	const refusal = await site.refusal(saveLibraryEntry, { params: { gameId }, body: body as LibraryChange }, anna)
	expect([refusal.status, refusal.message]).toEqual([400, sentence])
	expect(await read(site, anna, gameId)).toBeNull()
})

test('an unknown game is not found, and a visitor is asked to log in', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const unknown = { params: { gameId: 999_999 } }
	for (const refusal of [
		await site.refusal(getLibraryEntry, unknown, anna),
		await site.refusal(saveLibraryEntry, { ...unknown, body: { status: 'playing' } }, anna),
		await site.refusal(deleteLibraryEntry, unknown, anna),
	])
		expect([refusal.status, refusal.message]).toEqual([404, 'Game Not Found'])
	const refusal = await site.refusal(saveLibraryEntry, { params: { gameId }, body: { status: 'playing' } })
	expect([refusal.status, refusal.message]).toEqual([401, 'Please log in to keep track of your games'])
})

test('a library holds 20,000 games', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const { db } = site.services
	await withoutStatementTimeout(db, (connection) =>
		sql`
			insert into games (source, source_id, facts_hash, name, created_at, updated_at)
			select 'many', n::text, '', 'Game ' || n, now(), now() from generate_series(1, 20000) n`.execute(connection),
	)
	await withoutTriggers(db, (connection) =>
		sql`
			insert into library_entries (user_id, game_id, status, created_at, updated_at)
			select ${anna.user.id}::uuid, id, 'backlog', now(), now() from games where source = 'many'`.execute(connection),
	)
	const refusal = await site.refusal(saveLibraryEntry, { params: { gameId }, body: { isLoved: true } }, anna)
	expect([refusal.status, refusal.code]).toEqual([400, 'library_full'])
	expect(refusal.message).toBe('You can have up to 20,000 games in your library')
})

test('favorites are up to five games in order, once each', async () => {
	await using site = await startSite()
	const anna = await site.register()
	const ids = await Promise.all(Array.from({ length: 6 }, () => site.addGame()))
	const [a = 0, b = 0, c = 0] = ids
	const pin = async (gameIds: number[]) =>
		(await site.call(saveFavorites, { body: { gameIds } }, anna)).favorites.map(({ id }) => id)
	const profile = async () =>
		(await site.call(getProfile, { params: { username: anna.user.username } })).favorites.map(({ id }) => id)
	expect(await profile()).toEqual([])
	expect(await pin([c, a, b])).toEqual([c, a, b])
	expect(await pin([a, b])).toEqual([a, b])
	expect(await profile()).toEqual([a, b])
	const refuse = async (gameIds: number[]) => (await site.refusal(saveFavorites, { body: { gameIds } }, anna)).message
	expect(await refuse([a, a])).toBe('A game can be a favorite only once')
	expect(await refuse(ids)).toBe('You can have up to 5 favorites')
	expect(await refuse([999_999])).toBe('Game Not Found')
	await Promise.all([pin([a, b, c]), pin([c, b, a]), pin([b])])
	expect([[a, b, c], [c, b, a], [b]]).toContainEqual(await profile())
	expect(await pin([])).toEqual([])
})

test('a platform that left the catalog stays valid for the review, play and entry that have it, and for no other', async () => {
	await using site = await startSite()
	const [anna, ben] = [await site.register(), await site.register()]
	const gameId = await site.addGame({ platforms: ['PC', 'Vectrex'] })
	const own = { ...review(gameId), platform: 'Vectrex' }
	const { id } = await site.call(createReview, { body: own }, anna)
	const play = await site.call(createPlay, { params: { gameId }, body: { platform: 'Vectrex' } }, anna)
	await save(site, ben, gameId, { status: 'playing', platform: 'Vectrex' })
	await site.services.db
		.updateTable('games')
		.set({ platforms: ['PC', 'Switch'] })
		.where('id', '=', gameId)
		.execute()

	expect((await site.call(updateReview, { params: { id }, body: { ...own, rating: 2 } }, anna)).rating).toBe(2)
	const longer = { platform: 'Vectrex', minutes: 60 }
	expect((await site.call(updatePlay, { params: { id: play.id }, body: longer }, anna)).minutes).toBe(60)
	expect(await save(site, ben, gameId, { platform: 'Vectrex', rating: 3 })).toMatchObject({ platform: 'Vectrex' })

	const refused = { code: 'invalid_input', details: [{ path: 'platform', message: UNKNOWN_PLATFORM }] }
	for (const call of [
		site.refusal(createReview, { body: own }, ben),
		site.refusal(createPlay, { params: { gameId }, body: { platform: 'Vectrex' } }, ben),
		site.refusal(updateReview, { params: { id }, body: { ...own, platform: 'Amiga' } }, anna),
	])
		expect(await call).toMatchObject(refused)
	// Once another one is chosen, it is gone
	await save(site, ben, gameId, { platform: 'PC' })
	expect(
		await site.refusal(saveLibraryEntry, { params: { gameId }, body: { platform: 'Vectrex' } }, ben),
	).toMatchObject(refused)
})
