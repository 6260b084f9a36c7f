import { GAME_NOT_FOUND } from '#contract/games.ts'
import { LIMITS } from '#contract/limits.ts'
import {
	ALREADY_IN_LIST,
	addListGame,
	createList,
	deleteList,
	getList,
	LIST_FULL,
	LIST_NOT_FOUND,
	listLists,
	NOT_IN_LIST,
	NOT_YOUR_LIST,
	removeListGame,
	TOO_MANY_LISTS,
	updateList,
} from '#contract/lists.ts'
import { USER_NOT_FOUND } from '#contract/users.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { presentGames } from '#server/features/games/queries-merged-games.ts'
import type { App } from '#server/http/app-type.ts'
import { openCursor, sealCursor } from '#server/http/cursors.ts'
import { AppError, forbidden, notFound } from '#server/http/errors.ts'
import { once } from '#server/http/idempotency.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { deleteFact } from '#server/jobs/content-deletion.ts'
import { now, type Services } from '#server/services.ts'
import { orderedGames } from './ordered-games.ts'
import {
	addList,
	deleteListItem,
	findList,
	findListItem,
	findListItems,
	insertListItem,
	listListRows,
	lockList,
	lockListCount,
	replaceListItems,
	retitleList,
	showGames,
	touchList,
} from './queries.ts'
import { listItemOf, listOf } from './queries-rows.ts'

export function listRoutes(app: App, services: Services): void {
	const { db } = services
	const { cursors } = services.keys

	app.route({
		...listLists,
		async handler(request) {
			const { page = 1, limit = 10, cursor, ...filters } = request.query
			assertPageDepth(page, limit)
			const after = cursor === undefined ? undefined : openCursor(cursors, 'lists', cursor)
			const { rows, total, known } = await listListRows(db, filters, { page, limit, after })
			if (!known) throw notFound(USER_NOT_FOUND)
			const shown = rows.slice(0, limit)
			const last = shown.at(-1)
			return {
				lists: shown.map(listOf),
				totalCount: total,
				totalPages: Math.ceil(total / limit),
				currentPage: after ? null : page,
				nextCursor: last && rows.length > limit ? sealCursor(cursors, 'lists', [last.created_at, last.id]) : null,
			}
		},
	})

	app.route({ ...getList, handler: (request) => detail(db, request.params.id) })

	app.route({
		...createList,
		async handler(request, reply) {
			const viewer = viewerOf(request)
			const { title, description, games = [] } = request.body
			const items = orderedGames(games, services.clock())
			const { id } = await once(services, request, request.body, (db, id) =>
				inTransaction(db, async (transaction) => {
					// games before users, as all who lock both
					const present = await presentItems(transaction, items)
					await showGames(transaction, present)
					if ((await lockListCount(transaction, viewer.userId)) >= LIMITS.lists) throw new AppError(400, TOO_MANY_LISTS)
					await addList(transaction, {
						id,
						userId: viewer.userId,
						title,
						description: description || null,
						at: now(services),
					})
					await replaceListItems(transaction, id, present)
				}),
			)
			reply.code(201)
			return detail(db, id)
		},
	})

	app.route({
		...updateList,
		async handler(request) {
			const { id } = request.params
			const { title, description, games } = request.body
			const items = games && orderedGames(games, services.clock())
			await changeOwnList(db, id, viewerOf(request).userId, async (transaction) => {
				if (items) await replaceListItems(transaction, id, await presentItems(transaction, items))
				await retitleList(transaction, { id, title, description: description || null, at: now(services) })
			})
			return detail(db, id)
		},
	})

	app.route({
		...deleteList,
		async handler(request) {
			const { id } = request.params
			if (await deleteFact(services, 'list', id, viewerOf(request).userId)) return { success: true as const }
			throw (await findList(db, id)) ? forbidden(NOT_YOUR_LIST) : notFound(LIST_NOT_FOUND)
		},
	})

	app.route({
		...addListGame,
		async handler(request, reply) {
			const listId = request.params.id
			const { order, notes, ...added } = request.body
			const { id } = await once(services, request, request.body, (db, id) =>
				changeOwnList(db, listId, viewerOf(request).userId, async (transaction, count) => {
					const [gameId] = await presentGames(transaction, [added.gameId])
					if (gameId === undefined) throw notFound(GAME_NOT_FOUND)
					const position = Math.min(order ?? count, count)
					if (!(await insertListItem(transaction, { id, listId, gameId, position, notes: notes ?? '' })))
						throw new AppError(400, ALREADY_IN_LIST)
					if (count >= LIMITS.listGames) throw new AppError(400, LIST_FULL)
					await touchList(transaction, listId, now(services))
				}),
			)
			const item = await findListItem(db, id)
			if (!item) throw notFound(LIST_NOT_FOUND)
			reply.code(201)
			return listItemOf(item)
		},
	})

	app.route({
		...removeListGame,
		async handler(request) {
			const { id, gameId } = request.params
			await changeOwnList(db, id, viewerOf(request).userId, async (transaction) => {
				const [present = gameId] = await presentGames(transaction, [gameId])
				if (!(await deleteListItem(transaction, id, present))) throw notFound(NOT_IN_LIST)
				await touchList(transaction, id, now(services))
			})
			return { success: true as const }
		},
	})
}

async function detail(db: Db, id: string) {
	const list = await findList(db, id)
	if (!list) throw notFound(LIST_NOT_FOUND)
	return { ...listOf(list), items: (await findListItems(db, id)).map(listItemOf) }
}

/** The items with the games that theirs are now: of two that have become one, the first. Throws 404. */
async function presentItems<Item extends { gameId: number }>(db: Db, items: readonly Item[]): Promise<Item[]> {
	const present = await presentGames(
		db,
		items.map(({ gameId }) => gameId),
	)
	const byGame = new Map<number, Item>()
	for (const [index, item] of items.entries()) {
		const gameId = present[index]
		if (gameId === undefined) throw notFound(GAME_NOT_FOUND)
		if (!byGame.has(gameId)) byGame.set(gameId, { ...item, gameId })
	}
	return [...byGame.values()]
}

/** Changes a list of the user in a transaction, one change at a time. Throws 404 and 403. */
function changeOwnList(
	db: Db,
	id: string,
	userId: string,
	change: (transaction: Tx, count: number) => Promise<void>,
): Promise<void> {
	return inTransaction(db, async (transaction) => {
		const list = await lockList(transaction, id)
		if (!list) throw notFound(LIST_NOT_FOUND)
		if (list.user_id !== userId) throw forbidden(NOT_YOUR_LIST)
		await change(transaction, list.game_count)
	})
}
