import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type FeedItem, getFeed } from '#contract/feed.ts'
import { follow, unfollow } from '#contract/follows.ts'
import { deleteLibraryEntry, type LibraryChange, saveLibraryEntry } from '#contract/library.ts'
import { createList } from '#contract/lists.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { createReview, likeReview } from '#contract/reviews.ts'
import { login } from '#contract/sessions.ts'
import { addCrowd } from '#kit/crowd.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const read = async (site: TestSite, player: Player, query: { kinds?: string; limit?: number } = {}) =>
	(await site.call(getFeed, { query }, player)).items
const save = (site: TestSite, player: Player, gameId: number, body: LibraryChange) =>
	site.call(saveLibraryEntry, { params: { gameId }, body }, player)
/** Lets time pass, longer than access tokens last. */
async function wait(site: TestSite, ms: number, ...players: Player[]): Promise<void> {
	site.time.now += ms
	for (const player of players)
		player.accessToken = (
			await site.call(login, { body: { identifier: player.user.username, password: player.password } })
		).tokens.accessToken
}
const describe = ({ kind, log, games, count }: FeedItem) =>
	kind === 'log'
		? [log?.game.id, log?.status, log?.rating]
		: kind === 'logs'
			? [count, games.map(({ id }) => id)]
			: [kind]

/** A reader and the user whom they follow. */
async function startPair() {
	const site = await startSite()
	const [reader, anna] = [await site.register(), await site.register('anna')]
	await site.call(follow, { body: { followedId: anna.user.id } }, reader)
	return { site, reader, anna, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

test('a feed has reviews, lists and logs of the users one follows, newest first, also from before', async () => {
	await using site = await startSite()
	const [reader, anna, ben] = [await site.register(), await site.register('anna'), await site.register()]
	const [one, other] = [await site.addGame({ name: 'Lantern' }), await site.addGame()]
	const review = await site.call(
		createReview,
		{ body: { gameId: one, rating: 4, platform: 'PC', description: 'A calm game about lamps.' } },
		anna,
	)
	site.time.now += MINUTE_MS
	const list = await site.call(createList, { body: { title: 'Tonight', games: [{ gameId: one }] } }, anna)
	site.time.now += MINUTE_MS
	await save(site, anna, other, { status: 'playing', isLoved: true })
	await save(site, ben, other, { status: 'finished' })
	await save(site, reader, other, { status: 'finished' })
	await site.call(follow, { body: { followedId: anna.user.id } }, reader)
	await site.call(likeReview, { params: { id: review.id } }, reader)

	const user = { id: anna.user.id, username: 'anna', profilePicture: null }
	const nothing = { user, review: null, log: null, list: null, games: [], count: 1 }
	expect(await read(site, reader)).toEqual([
		{
			...nothing,
			id: expect.any(String),
			kind: 'log',
			createdAt: new Date(site.time.now).toISOString(),
			log: {
				game: expect.objectContaining({ id: other }),
				status: 'playing',
				rating: null,
				isWished: false,
				isLoved: true,
			},
		},
		{
			...nothing,
			id: list.id,
			kind: 'list',
			createdAt: list.createdAt,
			list: expect.objectContaining({ title: 'Tonight' }),
		},
		{
			...nothing,
			id: review.id,
			kind: 'review',
			createdAt: review.createdAt,
			review: expect.objectContaining({ id: review.id, hasLiked: true }),
		},
	])
	expect((await read(site, reader, { kinds: 'list' })).map(describe)).toEqual([['list']])
	expect((await read(site, reader, { kinds: 'review,log' })).map(({ kind }) => kind)).toEqual(['log', 'review'])
	await site.call(unfollow, { params: { id: anna.user.id } }, reader)
	expect(await read(site, reader)).toEqual([])
})

test('the logs of a game and day are one item with the last word, and a review is none of them', async () => {
	await using pair = await startPair()
	const { site, reader, anna } = pair
	const gameId = await site.addGame()
	await save(site, anna, gameId, { status: 'backlog' })
	site.time.now += MINUTE_MS
	await save(site, anna, gameId, { status: 'playing', rating: 3 })
	expect((await read(site, reader)).map(describe)).toEqual([[gameId, 'playing', 3]])
	await wait(site, 13 * HOUR_MS, anna, reader)
	await site.call(createPlaySession, { params: { gameId }, body: { day: '2026-11-21', minutes: 30 } }, anna)
	expect(await read(site, reader)).toHaveLength(1)
	await site.call(createPlay, { params: { gameId }, body: { outcome: 'finished' } }, anna)
	expect((await read(site, reader)).map(describe)).toEqual([
		[gameId, 'finished', 3],
		[gameId, 'playing', 3],
	])
	site.time.now += MINUTE_MS
	await site.call(createReview, { body: { gameId, rating: 5, platform: 'PC', description: 'Good company.' } }, anna)
	expect((await read(site, reader)).map(({ kind }) => kind)).toEqual(['review', 'log', 'log'])
})

test('a change that is taken back leaves no item', async () => {
	await using pair = await startPair()
	const { site, reader, anna } = pair
	const [one, other] = [await site.addGame(), await site.addGame()]
	await save(site, anna, one, { status: 'playing' })
	await save(site, anna, one, { status: null })
	expect(await read(site, reader)).toEqual([])
	await save(site, anna, other, { status: 'playing' })
	await wait(site, 24 * HOUR_MS, anna, reader)
	await save(site, anna, other, { status: 'finished' })
	await save(site, anna, other, { status: 'playing' })
	expect((await read(site, reader)).map(describe)).toEqual([[other, 'playing', null]])
	await site.call(deleteLibraryEntry, { params: { gameId: other } }, anna)
	expect(await read(site, reader)).toEqual([])
})

test('more than three games within an hour are one item, and the hour ends', async () => {
	await using pair = await startPair()
	const { site, reader, anna } = pair
	const ids = await Promise.all(Array.from({ length: 16 }, () => site.addGame()))
	const games = ids.sort((one, other) => one - other)
	for (const gameId of games.slice(0, 3)) {
		site.time.now += MINUTE_MS
		await save(site, anna, gameId, { isWished: true })
	}
	expect((await read(site, reader)).map(({ kind }) => kind)).toEqual(['log', 'log', 'log'])
	await wait(site, 0, anna, reader)
	for (const gameId of games.slice(3, 15)) {
		site.time.now += MINUTE_MS
		await save(site, anna, gameId, { isWished: true })
	}
	const lastTwelve = games.slice(3, 15).toReversed()
	expect((await read(site, reader)).map(describe)).toEqual([[15, lastTwelve]])
	await save(site, anna, games[14] ?? 0, { isWished: false })
	await site.call(deleteLibraryEntry, { params: { gameId: games[0] ?? 0 } }, anna)
	expect((await read(site, reader)).map(describe)).toEqual([[13, [...lastTwelve.slice(1), games[2]]]])
	await wait(site, 2 * HOUR_MS, anna, reader)
	await save(site, anna, games[15] ?? 0, { status: 'playing' })
	expect((await read(site, reader)).map(({ kind }) => kind)).toEqual(['log', 'logs'])
	for (const gameId of games.slice(1, 14)) await site.call(deleteLibraryEntry, { params: { gameId } }, anna)
	expect((await read(site, reader)).map(describe)).toEqual([[games[15], 'playing', null]])
})

test('paging by cursor repeats and skips nothing, however much each person did', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const reader = await site.register()
	const games = await Promise.all(Array.from({ length: 10 }, () => site.addGame()))
	for (const [index, each] of [9, 4, 1, 0].entries()) {
		const player = await site.register()
		await wait(site, 0, reader)
		await site.call(follow, { body: { followedId: player.user.id } }, reader)
		for (const gameId of games.slice(0, each)) {
			await wait(site, (index + 1) * 7 * MINUTE_MS, player)
			await site.call(
				createReview,
				{ body: { gameId, rating: 3, platform: 'PC', description: 'Good company.' } },
				player,
			)
			await wait(site, HOUR_MS, player)
			await save(site, player, gameId, { status: 'finished' })
		}
	}
	await wait(site, 0, reader)
	const whole = await read(site, reader, { limit: 50 })
	expect(whole).toHaveLength(28)
	expect(whole.map(({ createdAt }) => createdAt)).toEqual(
		whole
			.map(({ createdAt }) => createdAt)
			.toSorted()
			.toReversed(),
	)
	for (const limit of [1, 4, 5]) {
		const paged: FeedItem[] = []
		for (let cursor: string | null | undefined; cursor !== null; ) {
			const page = await site.call(getFeed, { query: { limit, ...(cursor && { cursor }) } }, reader)
			paged.push(...page.items)
			cursor = page.nextCursor
		}
		expect(paged).toEqual(whole)
	}
})

test('a feed shows nothing of a user who is being deleted, and is for members only', async () => {
	await using pair = await startPair()
	const { site, reader, anna } = pair
	await save(site, anna, await site.addGame(), { status: 'playing' })
	await sql`update users set deleted_at = now() where id = ${anna.user.id}`.execute(site.services.db)
	expect(await read(site, reader)).toEqual([])
	expect((await site.refusal(getFeed, {})).status).toBe(401)
	expect((await site.refusal(getFeed, { query: { kinds: 'comment' } }, reader)).status).toBe(400)
	expect((await site.refusal(getFeed, { query: { cursor: 'made-up' } }, reader)).code).toBe('bad_cursor')
})

test('a feed finds the news of few among hundreds, also after deletions and before the order is known', async () => {
	await using site = await startSite()
	const { db } = site.services
	const reader = await site.register()
	const people = await addCrowd(db, 200, new Date(site.time.now).toISOString())
	await sql`insert into follows (follower_id, followed_id, created_at)
		select ${reader.user.id}::uuid, id, now() from unnest(${people}::uuid[]) id`.execute(db)
	await sql`insert into lists (id, user_id, title, created_at, updated_at)
		select gen_random_uuid(), id, 'List ' || n, at, at from unnest(${people}::uuid[]) with ordinality p (id, n),
		lateral (select timestamptz '2026-11-20' + n * interval '1 minute' as at) times`.execute(db)
	expect(await recount(db)).toEqual([])
	const readTitles = async () => {
		const first = await site.call(getFeed, { query: { limit: 30 } }, reader)
		const second = await site.call(getFeed, { query: { limit: 30, cursor: first.nextCursor ?? '' } }, reader)
		return [...first.items, ...second.items].map(({ list }) => list?.title)
	}
	const titles = (from: number, count: number) => Array.from({ length: count }, (_, index) => `List ${from - index}`)
	expect(await readTitles()).toEqual(titles(200, 60))
	await sql`delete from lists where created_at > timestamptz '2026-11-20' + interval '100 minutes'`.execute(db)
	expect(await readTitles()).toEqual(titles(100, 60))
	await sql`update user_counts set fed_at = null where id = any(${people.slice(0, 150)}::uuid[])`.execute(db)
	expect(await readTitles()).toEqual(titles(100, 60))
})
