import { GAME_NOT_FOUND } from '#contract/games.ts'
import { LIMITS } from '#contract/limits.ts'
import {
	ALREADY_IN_LIST,
	addListGame,
	createList,
	deleteList,
	LIST_FULL,
	LIST_NOT_FOUND,
	NOT_IN_LIST,
	NOT_YOUR_LIST,
	removeListGame,
	TOO_MANY_LISTS,
	updateList,
} from '#contract/lists.ts'
import { deleteContent } from '#server/db/content-deletion.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { presentGames } from '#server/features/games/queries-merged-games.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, forbidden, notFound } from '#server/http/errors.ts'
import { once } from '#server/http/idempotency.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { loadList } from './list-response.ts'
import { orderedGames } from './ordered-games.ts'
import {
	addList,
	deleteListItem,
	findList,
	findListItem,
	insertListItem,
	lockList,
	lockListCount,
	replaceListItems,
	retitleList,
	showGames,
	touchList,
} from './queries.ts'
import { listItemOf } from './queries-rows.ts'

/** Writing, changing and deleting lists. */
export function listWriteRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...createList,
		async handler(request, reply) {
			const viewer = viewerOf(request)
			const { title, description, games = [] } = request.body
			const items = orderedGames(games, services.clock())
			const { id } = await once(services, request, request.body, (db, id) =>
				inTransaction(db, async (transaction) => {
					// Games before users, as all who lock both
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
			return loadList(db, id)
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
			return loadList(db, id)
		},
	})

	app.route({
		...deleteList,
		async handler(request) {
			const { id } = request.params
			if (await deleteContent(services, 'list', id, viewerOf(request).userId)) return { success: true as const }
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
