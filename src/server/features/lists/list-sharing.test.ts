import { expect, test } from 'vitest'
import { createComment, deleteComment } from '#contract/comments.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { LIMITS } from '#contract/limits.ts'
import {
	copyList,
	createList,
	deleteList,
	getList,
	likeList,
	listLists,
	TOO_MANY_LISTS,
	unlikeList,
	updateList,
} from '#contract/lists.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import type { PERIODS } from '#contract/shapes.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { advanceWindows } from '#server/db/windows.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const STRANGER = '018f0000-0000-7000-8000-000000000001'

const listOf = (site: TestSite, player: Player, title: string, more: object = {}) =>
	site.call(createList, { body: { title, ...more } }, player)

test('a list can be liked once, and the like taken back any number of times', async () => {
	await using site = await startSite()
	const [owner, fan] = [await site.register(), await site.register()]
	const { id } = await listOf(site, owner, 'Calm')
	const params = { id }
	expect(await site.call(likeList, { params }, fan)).toEqual({ success: true, likes: 1, hasLiked: true })
	const again = await site.refusal(likeList, { params }, fan)
	expect([again.status, again.message]).toEqual([409, 'You have already liked this list'])
	expect(again.body).toMatchObject({ likes: 1 })
	expect(await site.call(getList, { params }, fan)).toMatchObject({ likes: 1, hasLiked: true })
	expect(await site.call(getList, { params })).toMatchObject({ likes: 1, hasLiked: false })
	for (let round = 0; round < 2; round++)
		expect(await site.call(unlikeList, { params }, fan)).toEqual({ success: true, likes: 0, hasLiked: false })
	for (const endpoint of [likeList, unlikeList, copyList]) {
		expect((await site.refusal(endpoint, { params })).status).toBe(401)
		expect((await site.refusal(endpoint, { params: { id: STRANGER } }, fan)).status).toBe(404)
	}
	expect(await recount(site.services.db)).toEqual([])
})

test('likes of many people at once, some of whom take theirs back, count exactly', async () => {
	await using site = await startSite()
	const { id } = await listOf(site, await site.register(), 'Calm')
	const params = { id }
	const fans = await Promise.all(Array.from({ length: 10 }, () => site.register()))
	const results = await Promise.allSettled(
		fans.flatMap((fan, index) => [
			site.call(likeList, { params }, fan),
			site.call(likeList, { params }, fan),
			...(index < 4 ? [site.call(unlikeList, { params }, fan)] : []),
		]),
	)
	expect(results.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(10)
	for (const fan of fans.slice(0, 4)) await site.call(unlikeList, { params }, fan)
	expect(await site.call(getList, { params })).toMatchObject({ likes: 6 })
	expect(await recount(site.services.db)).toEqual([])
})

test('a copy is private and has the same games, notes, ranking and tags, and says what it was copied from', async () => {
	await using site = await startSite()
	const [owner, fan] = [await site.register('Ann'), await site.register('Ben')]
	const [one, two] = [await site.addGame(), await site.addGame()]
	const games = [{ gameId: two, notes: 'First' }, { gameId: one }]
	const facts = { description: 'For rain.', isRanked: false, tags: ['Calm', 'Short'] }
	const original = await listOf(site, owner, 'Rainy', { ...facts, games })
	const options = { idempotencyKey: 'once' }
	const copy = await site.call(copyList, { params: { id: original.id } }, fan, options)
	expect(copy).toMatchObject({
		title: 'Rainy',
		...facts,
		visibility: 'private',
		user: { username: 'Ben' },
		copiedFrom: { id: original.id, title: 'Rainy', user: { username: 'Ann' } },
		likes: 0,
		commentCount: 0,
	})
	expect(copy.items.map(({ gameId, notes }) => [gameId, notes])).toEqual([
		[two, 'First'],
		[one, ''],
	])
	expect(await site.call(copyList, { params: { id: original.id } }, fan, options)).toEqual(copy)
	expect((await site.call(listLists, { query: { userId: fan.user.id } }, fan)).totalCount).toBe(1)
	// The copy is a list of its own
	await site.call(updateList, { params: { id: copy.id }, body: { title: 'Mine', games: [] } }, fan)
	expect((await site.call(getList, { params: { id: original.id } })).items).toHaveLength(2)
	await site.call(deleteList, { params: { id: original.id } }, owner)
	expect(await site.call(getList, { params: { id: copy.id } }, fan)).toMatchObject({ title: 'Mine', copiedFrom: null })
	expect(await recount(site.services.db)).toEqual([])
})

test('a copy counts among the lists of an account, which are limited even if several are made at once', async () => {
	await using site = await startSite()
	const [owner, fan] = [await site.register(), await site.register()]
	const { id } = await listOf(site, owner, 'Calm')
	const { db } = site.services
	const at = '2026-11-21T12:00:00.000Z'
	await db
		.insertInto('lists')
		.values(
			Array.from({ length: LIMITS.listsPerAccount - 2 }, (_, index) => ({
				id: `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
				user_id: fan.user.id,
				title: 'One of many',
				description: null,
				visibility: index % 2 === 0 ? ('private' as const) : ('public' as const),
				created_at: at,
				updated_at: at,
			})),
		)
		.execute()
	const copies = await Promise.allSettled(Array.from({ length: 5 }, () => site.call(copyList, { params: { id } }, fan)))
	expect(copies.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
	const refused = await site.refusal(copyList, { params: { id } }, fan)
	expect([refused.status, refused.code]).toEqual([400, TOO_MANY_LISTS.code])
	// Several copies by one person are one event
	const { notifications } = await site.call(listMyNotifications, { query: {} }, owner)
	expect(notifications).toMatchObject([{ kind: 'list_copy', actorCount: 1, list: { id } }])
	expect(await recount(db)).toEqual([])
})

test('the owner hears of likes and copies by others, until they are taken back', async () => {
	await using site = await startSite()
	const [owner, fan] = [await site.register(), await site.register('Ben')]
	const { id } = await listOf(site, owner, 'Calm')
	const params = { id }
	for (const player of [owner, fan]) await site.call(likeList, { params }, player)
	site.time.now += 1000
	const copy = await site.call(copyList, { params }, fan)
	await site.call(copyList, { params }, owner)
	const kinds = async () =>
		(await site.call(listMyNotifications, { query: {} }, owner)).notifications.map(({ kind, actors, list }) => [
			kind,
			actors.map(({ username }) => username),
			list?.id,
		])
	expect(await kinds()).toEqual([
		['list_copy', ['Ben'], id],
		['list_like', ['Ben'], id],
	])
	// Each leaves the other alone
	await site.call(unlikeList, { params }, fan)
	expect(await kinds()).toEqual([['list_copy', ['Ben'], id]])
	await site.call(deleteList, { params: { id: copy.id } }, fan)
	expect(await kinds()).toEqual([])
	expect(await recount(site.services.db)).toEqual([])
})

test('popular lists rank by likes and comments in the period, then newest, without those that have none', async () => {
	await using site = await startSite()
	const early = [await site.register(), await site.register(), await site.register()] as const
	const like = (id: string, player: Player | undefined) => site.call(likeList, { params: { id } }, player)
	const old = await listOf(site, early[0], 'Old', { tags: ['Cozy'] })
	for (const player of early) await like(old.id, player)
	site.time.now += 10 * DAY_MS
	await advanceWindows(site.services.db, site.time.now)
	const [owner, fan, talker] = [await site.register(), await site.register(), await site.register()]
	const first = await listOf(site, owner, 'First')
	site.time.now += 1000
	const second = await listOf(site, owner, 'Second', { tags: ['cozy'] })
	site.time.now += 1000
	await listOf(site, owner, 'Unnoticed', { tags: ['cozy'] })
	await like(first.id, fan)
	await like(second.id, fan)
	const comment = await site.call(createComment, { body: { listId: old.id, content: 'Still good' } }, talker)
	const popular = async (period: (typeof PERIODS)[number], more: object = {}) => {
		const { lists, totalCount } = await site.call(listLists, { query: { sortBy: 'popular', period, ...more } })
		expect(totalCount).toBe(lists.length)
		return lists.map(({ title }) => title)
	}
	expect(await popular('week')).toEqual(['Second', 'First', 'Old'])
	for (const period of ['month', 'year', 'all'] as const)
		expect(await popular(period)).toEqual(['Old', 'Second', 'First'])
	expect(await popular('month', { tag: 'COZY' })).toEqual(['Old', 'Second'])
	expect(await popular('week', { search: 'first' })).toEqual(['First'])
	expect((await site.call(listLists, { query: { tag: 'cozy ' } })).lists.map(({ title }) => title)).toEqual([
		'Unnoticed',
		'Second',
		'Old',
	])

	await site.call(deleteComment, { params: { id: comment.id } }, talker)
	expect(await popular('week')).toEqual(['Second', 'First'])
	await site.call(createComment, { body: { listId: first.id, content: 'Nice' } }, talker)
	expect(await popular('week')).toEqual(['First', 'Second'])
	expect(await recount(site.services.db)).toEqual([])

	// Pages by cursor neither repeat nor skip
	const query = { sortBy: 'popular', period: 'all', limit: 1 } as const
	const titles: string[] = []
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const page: Awaited<ReturnType<typeof site.call<typeof listLists>>> = await site.call(listLists, {
			query: { ...query, ...(cursor ? { cursor } : {}) },
		})
		titles.push(...page.lists.map(({ title }) => title))
		cursor = page.nextCursor
	}
	expect(titles).toEqual(['Old', 'First', 'Second'])

	site.time.now += 400 * DAY_MS
	await advanceWindows(site.services.db, site.time.now)
	for (const period of ['week', 'month', 'year'] as const) expect(await popular(period)).toEqual([])
	expect(await popular('all')).toEqual(['Old', 'First', 'Second'])
	expect(await recount(site.services.db)).toEqual([])
})

test('tags are stored as typed, once each, and an update leaves what it does not name', async () => {
	await using site = await startSite()
	const owner = await site.register()
	const body = {
		title: 'Calm',
		tags: [' Cozy ', 'cozy', 'Übung', 'üBUNG'],
		isRanked: false,
		visibility: 'unlisted' as const,
	}
	const { id, ...list } = await site.call(createList, { body }, owner)
	expect(list).toMatchObject({ tags: ['Cozy', 'Übung'], isRanked: false, visibility: 'unlisted' })
	const params = { id }
	expect(await site.call(updateList, { params, body: { title: 'Still calm' } }, owner)).toMatchObject({
		tags: ['Cozy', 'Übung'],
		isRanked: false,
		visibility: 'unlisted',
	})
	const changed = { title: 'Calm', tags: [], isRanked: true, visibility: 'public' as const }
	expect(await site.call(updateList, { params, body: changed }, owner)).toMatchObject(changed)
	for (const tags of [['a', 'b', 'c', 'd', 'e', 'f'], [' '], ['x'.repeat(31)], ['\u0000']])
		expect((await site.refusal(createList, { body: { title: 'Calm', tags } }, owner)).status).toBe(400)
	expect(await site.call(createList, { body: { title: 'Plain' } }, owner)).toMatchObject({
		tags: [],
		isRanked: true,
		visibility: 'public',
		copiedFrom: null,
	})
})

test('a logged-in reader sees how many games of a list they have played', async () => {
	await using site = await startSite()
	const [owner, reader] = [await site.register(), await site.register()]
	const statuses = ['played', 'finished', 'completed', 'playing', 'abandoned', 'backlog'] as const
	const ids: number[] = []
	for (const status of statuses) {
		const gameId = await site.addGame()
		ids.push(gameId)
		await site.call(saveLibraryEntry, { params: { gameId }, body: { status } }, reader)
	}
	const { id } = await listOf(site, owner, 'Calm', { games: ids.map((gameId) => ({ gameId })) })
	const params = { id }
	expect((await site.call(getList, { params }, reader)).progress).toEqual({ done: 3, total: 6 })
	expect((await site.call(getList, { params }, owner)).progress).toEqual({ done: 0, total: 6 })
	expect((await site.call(getList, { params })).progress).toBeNull()
})

test('whom a private list mentions hears of it once, when others may see the list', async () => {
	await using site = await startSite()
	const [owner, friend] = [await site.register(), await site.register('Friend')]
	const description = 'Chosen with @Friend'
	const mentions = async () =>
		(await site.call(listMyNotifications, { query: {} }, friend)).notifications.map(({ kind, list }) => [
			kind,
			list?.id,
		])
	const original = await listOf(site, owner, 'Ours', { description, visibility: 'private' })
	expect(await mentions()).toEqual([])
	const params = { id: original.id }
	const change = (visibility: 'public' | 'private' | 'unlisted') =>
		site.call(updateList, { params, body: { title: 'Ours', description, visibility } }, owner)
	await change('unlisted')
	expect(await mentions()).toEqual([['mention', original.id]])
	await change('private')
	expect(await mentions()).toEqual([])
	await change('public')
	expect(await mentions()).toEqual([['mention', original.id]])
	// A copy mentions nobody anew while it is private
	const copy = await site.call(copyList, { params }, await site.register())
	expect(copy).toMatchObject({ description, mentions: [{ username: 'Friend' }] })
	expect(await mentions()).toEqual([['mention', original.id]])
	expect(await recount(site.services.db)).toEqual([])
})
