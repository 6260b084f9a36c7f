import { expect, test } from 'vitest'
import {
	addListGame,
	createList,
	deleteList,
	getList,
	type ListFilters,
	listLists,
	removeListGame,
	updateList,
} from '#contract/lists.ts'
import { getUser } from '#contract/users.ts'
import { startSite, type TestSite } from '#kit/site.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

const games = (site: TestSite, count: number) => Promise.all(Array.from({ length: count }, () => site.addGame()))

test('a list is created in one call with its games in order and their notes', async () => {
	await using site = await startSite()
	const player = await site.register('Ann')
	const [one = 0, two = 0, three = 0] = await games(site, 3)
	const body = {
		title: ' Calm ',
		description: '',
		games: [
			{ gameId: one, order: 2, notes: 'last' },
			{ gameId: two, order: 0 },
			{ gameId: three, order: 0, notes: null },
		],
	}
	const list = await site.call(createList, { body }, player)
	expect(list).toMatchObject({
		title: 'Calm',
		description: null,
		user: { username: 'Ann' },
		gameCount: 3,
		itemCount: 3,
	})
	expect(list.items.map(({ gameId, order, notes }) => [gameId, order, notes])).toEqual([
		[two, 0, ''],
		[three, 1, ''],
		[one, 2, 'last'],
	])
	expect(list.games.map(({ id }) => id)).toEqual([two, three, one])
	expect(await site.call(getList, { params: { id: list.id } }, player)).toEqual(list)
	expect((await site.call(getUser, { params: { id: player.user.id } })).listCount).toBe(1)
})

test('an update replaces content and order, keeps the ids of remaining items, and leaves absent games alone', async () => {
	await using site = await startSite()
	const player = await site.register()
	const [one = 0, two = 0, three = 0] = await games(site, 3)
	const created = await site.call(
		createList,
		{ body: { title: 'A', description: 'text', games: [{ gameId: one }, { gameId: two }] } },
		player,
	)
	const params = { id: created.id }
	site.time.now += 1000
	const swapped = await site.call(
		updateList,
		{ params, body: { title: 'B', games: [{ gameId: three, notes: 'new' }, { gameId: one }] } },
		player,
	)
	expect(swapped).toMatchObject({ title: 'B', description: null, gameCount: 2, createdAt: created.createdAt })
	expect(swapped.updatedAt > created.updatedAt).toBe(true)
	expect(swapped.items.map(({ gameId, order }) => [gameId, order])).toEqual([
		[three, 0],
		[one, 1],
	])
	expect(swapped.items[1]?.id).toBe(created.items[0]?.id)
	expect((await site.call(updateList, { params, body: { title: 'C' } }, player)).items).toEqual(swapped.items)
	expect(await site.call(updateList, { params, body: { title: 'C', games: [] } }, player)).toMatchObject({
		items: [],
		gameCount: 0,
	})
})

test('games are inserted at a position and removed without a gap', async () => {
	await using site = await startSite()
	const player = await site.register()
	const [one = 0, two = 0, three = 0, four = 0] = await games(site, 4)
	const { id } = await site.call(
		createList,
		{ body: { title: 'A', games: [{ gameId: one }, { gameId: two }] } },
		player,
	)
	const order = async () =>
		(await site.call(getList, { params: { id } })).items.map((item) => [item.gameId, item.order])
	expect(
		await site.call(addListGame, { params: { id }, body: { gameId: three, order: 1, notes: 'middle' } }, player),
	).toMatchObject({ gameId: three, order: 1, notes: 'middle' })
	expect(await site.call(addListGame, { params: { id }, body: { gameId: four, order: 99 } }, player)).toMatchObject({
		order: 3,
	})
	expect(await order()).toEqual([
		[one, 0],
		[three, 1],
		[two, 2],
		[four, 3],
	])
	const again = await site.refusal(addListGame, { params: { id }, body: { gameId: one } }, player)
	expect([again.status, again.message]).toEqual([400, 'Game is already in the list'])
	await site.call(removeListGame, { params: { id, gameId: three } }, player)
	expect(await order()).toEqual([
		[one, 0],
		[two, 1],
		[four, 2],
	])
	expect((await site.refusal(removeListGame, { params: { id, gameId: three } }, player)).status).toBe(404)
	expect((await site.refusal(addListGame, { params: { id }, body: { gameId: 999 } }, player)).code).toBe(
		'game_not_found',
	)
})

test('concurrent edits from two tabs leave a dense order without duplicates', { tags: ['trust-44'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const ids = await games(site, 12)
	const { id } = await site.call(
		createList,
		{ body: { title: 'A', games: ids.slice(0, 4).map((gameId) => ({ gameId })) } },
		player,
	)
	const headers = { authorization: `Bearer ${player.accessToken}` }
	const answers = await Promise.all([
		...ids.map((gameId) =>
			site.app.inject({ method: 'POST', url: `/api/lists/${id}/games`, payload: { gameId, order: 0 }, headers }),
		),
		...ids
			.slice(0, 6)
			.map((gameId) => site.app.inject({ method: 'DELETE', url: `/api/lists/${id}/games/${gameId}`, headers })),
		site.app.inject({
			method: 'PUT',
			url: `/api/lists/${id}`,
			payload: { title: 'B', games: ids.slice(2, 7).map((gameId) => ({ gameId })) },
			headers,
		}),
	])
	expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true)
	const list = await site.call(getList, { params: { id } })
	expect(list.items.map(({ order }) => order)).toEqual(list.items.map((_, index) => index))
	expect(new Set(list.items.map(({ gameId }) => gameId)).size).toBe(list.items.length)
	expect(list.gameCount).toBe(list.items.length)
})

test('deleting a list while a game is being added leaves nothing behind', { tags: ['trust-44'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const [gameId = 0] = await games(site, 1)
	const headers = { authorization: `Bearer ${player.accessToken}` }
	for (let round = 0; round < 5; round++) {
		const { id } = await site.call(createList, { body: { title: 'A' } }, player)
		const answers = await Promise.all([
			site.app.inject({ method: 'POST', url: `/api/lists/${id}/games`, payload: { gameId }, headers }),
			site.app.inject({ method: 'DELETE', url: `/api/lists/${id}`, headers }),
		])
		expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true)
	}
	expect(await site.services.db.selectFrom('list_items').selectAll().execute()).toEqual([])
	expect((await site.call(getUser, { params: { id: player.user.id } })).listCount).toBe(0)
})

test('only the owner can change a list', async () => {
	await using site = await startSite()
	const [owner, other] = [await site.register(), await site.register()]
	const [gameId = 0] = await games(site, 1)
	const list = await site.call(createList, { body: { title: 'A', games: [{ gameId }] } }, owner)
	const params = { id: list.id }
	for (const [player, status] of [
		[undefined, 401],
		[other, 403],
	] as const) {
		expect((await site.refusal(updateList, { params, body: { title: 'X' } }, player)).status).toBe(status)
		expect((await site.refusal(deleteList, { params }, player)).status).toBe(status)
		expect((await site.refusal(addListGame, { params, body: { gameId } }, player)).status).toBe(status)
		expect((await site.refusal(removeListGame, { params: { ...params, gameId } }, player)).status).toBe(status)
	}
	expect(await site.call(getList, { params }, owner)).toEqual(list)
	expect((await site.refusal(updateList, { params: { id: STRANGER }, body: { title: 'X' } }, owner)).status).toBe(404)
	expect((await site.refusal(deleteList, { params: { id: STRANGER } }, owner)).status).toBe(404)
})

test.each([
	[{ title: '  ' }, 'Please enter a title'],
	[{}, 'Please enter a title'],
	[{ title: 'x'.repeat(121) }, 'Title must be 120 characters or less'],
	[{ title: 'A', description: 'x'.repeat(2001) }, 'Description must be 2,000 characters or less'],
	[{ title: 'A', games: [{ gameId: 1, notes: 'x'.repeat(1001) }] }, 'Notes must be 1,000 characters or less'],
	[{ title: 'A', games: [{ gameId: 1 }, { gameId: 1 }] }, 'Game is already in the list'],
	[
		{ title: 'A', games: Array.from({ length: 501 }, (_, index) => ({ gameId: index + 1 })) },
		'A list can hold up to 500 games',
	],
])('a list like %o is refused', async (payload, sentence) => {
	await using site = await startSite()
	const player = await site.register()
	const answer = await site.app.inject({
		method: 'POST',
		url: createList.url,
		payload,
		headers: { authorization: `Bearer ${player.accessToken}` },
	})
	expect([answer.statusCode, answer.json().error]).toEqual([400, sentence])
})

test('lists can be filtered by user, words and time, newest first, and paged by cursor', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register()]
	const created: string[] = []
	for (const [player, title, description] of [
		[ann, 'Calm games', 'for evenings'],
		[ben, 'Loud games', null],
		[ann, 'Evening lamps', null],
	] as const) {
		site.time.now += 60_000
		created.unshift((await site.call(createList, { body: { title, description } }, player)).id)
	}
	const ids = async (query: ListFilters) => {
		const page = await site.call(listLists, { query })
		expect(page.totalCount).toBe(page.lists.length)
		return page.lists.map(({ id }) => id)
	}
	expect(await ids({})).toEqual(created)
	expect(await ids({ username: 'ann' })).toEqual([created[0], created[2]])
	expect(await ids({ userId: ben.user.id })).toEqual([created[1]])
	expect(await ids({ search: 'EVENING' })).toEqual([created[0], created[2]])
	expect(await ids({ search: 'calm evenings' })).toEqual([created[2]])
	expect(await ids({ since: new Date(site.time.now).toISOString(), username: 'Ann' })).toEqual([created[0]])
	const first = await site.call(listLists, { query: { limit: 2 } })
	expect(first).toMatchObject({ totalCount: 3, totalPages: 2, currentPage: 1 })
	const rest = await site.call(listLists, { query: { limit: 2, cursor: first.nextCursor ?? '' } })
	expect([...first.lists, ...rest.lists].map(({ id }) => id)).toEqual(created)
	expect((await site.refusal(listLists, { query: { userId: STRANGER } })).message).toBe('User not found')
})

test('a list of 500 games is full', async () => {
	await using site = await startSite()
	const player = await site.register()
	const games: { gameId: number }[] = []
	for (let game = 0; game < 499; game++) games.push({ gameId: await site.addGame() })
	const list = await site.call(createList, { body: { title: 'Nearly full', games } }, player)
	const params = { id: list.id }
	await site.call(addListGame, { params, body: { gameId: await site.addGame() } }, player)
	const { status, message } = await site.refusal(
		addListGame,
		{ params, body: { gameId: await site.addGame() } },
		player,
	)
	expect([status, message]).toEqual([400, 'A list can hold up to 500 games'])
	expect((await site.call(getList, { params })).items).toHaveLength(500)
})
