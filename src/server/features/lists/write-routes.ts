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
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, forbidden, notFound } from '#server/http/errors.ts'
import { createOnce } from '#server/http/idempotency.ts'
import { requireViewer } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { orderGames } from './game-order.ts'
import { loadList } from './list-response.ts'
import {
	addList,
	deleteListItem,
	findList,
	findListItem,
	insertListItem,
	lockList,
	lockListCount,
	replaceListItems,
	touchList,
	unhideGames,
	updateListText,
} from './queries.ts'
import { toListItem } from './queries-rows.ts'

/** Registers the routes that create, change and delete lists. */
export function listWriteRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...createList,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const { title, description, games = [] } = request.body
			const items = orderGames(games, services.clock())
			const { id } = await createOnce(services, request, request.body, (db, id) =>
				inTransaction(db, async (transaction) => {
					// Lock games before users, as everywhere
					const resolved = await resolveMergedItems(transaction, items)
					await unhideGames(transaction, resolved)
					if ((await lockListCount(transaction, viewer.userId)) >= LIMITS.listsPerAccount)
						throw new AppError(400, TOO_MANY_LISTS)
					await addList(transaction, {
						id,
						userId: viewer.userId,
						title,
						description: description || null,
						at: now(services),
					})
					await replaceListItems(transaction, id, resolved)
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
			const items = games && orderGames(games, services.clock())
			await changeOwnList(db, id, requireViewer(request).userId, async (transaction) => {
				if (items) await replaceListItems(transaction, id, await resolveMergedItems(transaction, items))
				await updateListText(transaction, { id, title, description: description || null, at: now(services) })
			})
			return loadList(db, id)
		},
	})

	app.route({
		...deleteList,
		async handler(request) {
			const { id } = request.params
			if (await deleteContent(services, 'list', id, requireViewer(request).userId)) return { success: true as const }
			throw (await findList(db, id)) ? forbidden(NOT_YOUR_LIST) : notFound(LIST_NOT_FOUND)
		},
	})

	app.route({
		...addListGame,
		async handler(request, reply) {
			const listId = request.params.id
			const { order, notes, ...added } = request.body
			const { id } = await createOnce(services, request, request.body, (db, id) =>
				changeOwnList(db, listId, requireViewer(request).userId, async (transaction, count) => {
					const [gameId] = await resolveMergedGames(transaction, [added.gameId])
					if (gameId === undefined) throw notFound(GAME_NOT_FOUND)
					const position = Math.min(order ?? count, count)
					if (!(await insertListItem(transaction, { id, listId, gameId, position, notes: notes ?? '' })))
						throw new AppError(400, ALREADY_IN_LIST)
					if (count >= LIMITS.gamesPerList) throw new AppError(400, LIST_FULL)
					await touchList(transaction, listId, now(services))
				}),
			)
			const item = await findListItem(db, id)
			if (!item) throw notFound(LIST_NOT_FOUND)
			reply.code(201)
			return toListItem(item)
		},
	})

	app.route({
		...removeListGame,
		async handler(request) {
			const { id, gameId } = request.params
			await changeOwnList(db, id, requireViewer(request).userId, async (transaction) => {
				const [present = gameId] = await resolveMergedGames(transaction, [gameId])
				if (!(await deleteListItem(transaction, id, present))) throw notFound(NOT_IN_LIST)
				await touchList(transaction, id, now(services))
			})
			return { success: true as const }
		},
	})
}

/** Replaces merged games in list items; of two games that were merged, the first item stays. Throws 404 for an unknown game. */
async function resolveMergedItems<Item extends { gameId: number }>(db: Db, items: readonly Item[]): Promise<Item[]> {
	const present = await resolveMergedGames(
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

/** Changes the user's own list in a transaction that locks it. Throws 404 if it does not exist and 403 if it is not theirs. */
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
