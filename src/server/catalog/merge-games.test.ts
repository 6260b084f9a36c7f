import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { getGame } from '#contract/games.ts'
import { addListGame, createList, getList, removeListGame, updateList } from '#contract/lists.ts'
import { createReview, getReview, likeReview, listReviews } from '#contract/reviews.ts'
import { type Player, startSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { MergeRefused, mergeGames } from './merge-games.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const { db, clock } = site.services

const write = (gameId: number, player: Player, rating = 4, description = 'A calm game about lamps.') =>
	site.call(createReview, { body: { gameId, rating, platform: 'PC', description } }, player)
const game = async (id: number, player?: Player) => (await site.call(getGame, { params: { id } }, player)).data
const merge = (kept: number, other: number, keepNewest = false) => mergeGames(db, kept, other, { clock, keepNewest })

async function people(count: number): Promise<Player[]> {
	return Promise.all(Array.from({ length: count }, () => site.register()))
}

async function twoGames(): Promise<[number, number]> {
	return [await site.addGame(), await site.addGame()]
}

test('reviews move with their counters, and the old URL redirects to the game', async () => {
	const [kept, other] = await twoGames()
	const [anna, ben, cleo] = (await people(3)) as [Player, Player, Player]
	site.time.now -= 20 * DAY_MS
	const old = await write(other, anna, 2)
	await site.call(likeReview, { params: { id: old.id } }, ben)
	site.time.now += 20 * DAY_MS
	await advanceWindows(db, site.time.now)
	await write(other, ben, 5)
	await write(kept, cleo, 3)

	expect(await merge(kept, other)).toEqual({ id: kept, reviews: 2, olderReviews: 0, lists: 0 })
	expect(await recount(db)).toEqual([])
	const shown = await game(other, anna)
	expect(shown).toEqual(await game(kept, anna))
	expect(shown).toMatchObject({
		id: kept,
		averageRating: 3.33,
		totalReviews: 3,
		reviewsLastMonth: 3,
		reviewsLastWeek: 2,
		ratingCounts: [0, 0, 0, 1, 0, 1, 0, 0, 0, 1],
		myReviewId: old.id,
	})
	expect((await site.call(getReview, { params: { id: old.id } })).game.name).toBe(shown.name)
	for (const gameId of [kept, other]) expect((await site.call(listReviews, { query: { gameId } })).totalCount).toBe(3)
	expect((await site.call(listReviews, { query: { gameId: other, search: shown.name } })).totalCount).toBe(3)
	// A form opened before the merge
	expect(
		(
			await site.refusal(
				createReview,
				{ body: { gameId: other, rating: 1, platform: 'PC', description: 'A calm game about lamps.' } },
				anna,
			)
		).code,
	).toBe('review_exists')
	const [dora] = (await people(1)) as [Player]
	expect((await write(other, dora)).gameId).toBe(kept)
	site.time.now += 40 * DAY_MS
	await advanceWindows(db, site.time.now)
	expect(await recount(db)).toEqual([])
})

test('a merge with double reviews is refused first, then keeps the newer review with the likes and comments of both', async () => {
	const [kept, other] = await twoGames()
	const [anna, ben, cleo] = (await people(3)) as [Player, Player, Player]
	const older = await write(kept, anna, 1, 'The first thing that I wrote about it.')
	for (const who of [ben, cleo]) await site.call(likeReview, { params: { id: older.id } }, who)
	await site.call(createComment, { body: { reviewId: older.id, content: 'I remember.' } }, ben)
	await write(kept, ben, 3)
	site.time.now += 60_000
	const newer = await write(other, anna, 5, 'What I think of it these days.')
	await site.call(likeReview, { params: { id: newer.id } }, ben)

	await expect(merge(kept, other)).rejects.toThrow(MergeRefused)
	await expect(merge(kept, other)).rejects.toThrow(/^One person has reviewed both games/)
	expect((await game(other)).totalReviews).toBe(1)

	expect(await merge(kept, other, true)).toEqual({ id: kept, reviews: 1, olderReviews: 1, lists: 0 })
	expect(await site.call(getReview, { params: { id: newer.id } })).toMatchObject({
		rating: 5,
		likes: 2,
		commentCount: 1,
	})
	expect((await site.refusal(getReview, { params: { id: older.id } })).status).toBe(404)
	expect(await game(kept, anna)).toMatchObject({ totalReviews: 2, averageRating: 4, myReviewId: newer.id })
	expect(await recount(db)).toEqual([])
})

test('a list with both games keeps the first position and the notes of both', async () => {
	const [kept, other] = await twoGames()
	const between = await site.addGame()
	const [anna] = (await people(1)) as [Player]
	const list = (games: { gameId: number; notes?: string }[]) =>
		site.call(createList, { body: { title: 'Lamps', games } }, anna)
	const both = await list([
		{ gameId: other, notes: 'The old one' },
		{ gameId: between },
		{ gameId: kept, notes: 'The new one' },
	])
	const one = await list([{ gameId: between }, { gameId: other, notes: 'Only this' }])
	expect(await merge(kept, other)).toMatchObject({ lists: 2 })
	const shown = async (id: string) =>
		(await site.call(getList, { params: { id } })).items.map(({ gameId, order, notes }) => [gameId, order, notes])
	expect(await shown(both.id)).toEqual([
		[kept, 0, 'The old one\nThe new one'],
		[between, 1, ''],
	])
	expect(await shown(one.id)).toEqual([
		[between, 0, ''],
		[kept, 1, 'Only this'],
	])
	expect(await recount(db)).toEqual([])

	// An editor opened before the merge sends both games
	const games = [{ gameId: other, notes: 'Mine' }, { gameId: between }, { gameId: kept }]
	await site.call(updateList, { params: { id: both.id }, body: { title: 'Lamps', games } }, anna)
	expect(await shown(both.id)).toEqual([
		[kept, 0, 'Mine'],
		[between, 1, ''],
	])
	expect((await site.refusal(addListGame, { params: { id: both.id }, body: { gameId: other } }, anna)).status).toBe(400)
	await site.call(removeListGame, { params: { id: both.id, gameId: other } }, anna)
	expect(await shown(both.id)).toEqual([[between, 0, '']])
})

test('after several merges each old URL redirects to the last game', async () => {
	const [one, two] = await twoGames()
	const three = await site.addGame()
	await merge(two, one)
	await merge(three, two)
	for (const id of [one, two, three]) expect((await game(id)).id).toBe(three)
	await expect(merge(one, three)).rejects.toThrow(`${one} and ${three} are already the same game.`)
	await expect(merge(one, 1_000_000)).rejects.toThrow('There is no game 1000000.')
})

test('reviews and list entries written during a merge are not lost', { tags: ['ci'] }, async () => {
	const games = await Promise.all(Array.from({ length: 5 }, () => site.addGame()))
	const [kept = 0, ...others] = games
	const players = await people(20)
	const writing = players.map(async (player, index) => {
		const gameId = games[index % games.length] ?? 0
		const { id } = await write(gameId, player)
		const { id: listId } = await site.call(createList, { body: { title: 'Lamps', games: [{ gameId }] } }, player)
		const next = games[(index + 1) % games.length] ?? 0
		await site.call(updateList, { params: { id: listId }, body: { title: 'Lamps', games: [{ gameId: next }] } }, player)
		return { id, listId }
	})
	const merging = (async () => {
		for (const other of others) await merge(kept, other)
	})()
	const written = await Promise.all(writing)
	await merging
	for (const { id, listId } of written) {
		expect((await site.call(getReview, { params: { id } })).gameId).toBe(kept)
		expect((await site.call(getList, { params: { id: listId } })).items.map(({ gameId }) => gameId)).toEqual([kept])
	}
	expect((await game(kept)).totalReviews).toBe(20)
	expect(await recount(db)).toEqual([])
	expect((await sql`select 1 from games where id = any(${others})`.execute(db)).rows).toEqual([])
})
