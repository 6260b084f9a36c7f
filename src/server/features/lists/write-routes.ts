import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import {
	ALREADY_IN_LIST,
	addListGame,
	createList,
	dedupeTags,
	deleteList,
	LIST_FULL,
	LIST_NOT_FOUND,
	NOT_IN_LIST,
	NOT_YOUR_LIST,
	removeListGame,
	updateList,
} from '#contract/lists.ts'
import { now } from '#server/clock.ts'
import { deleteContent } from '#server/db/content-deletion.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import { publish } from '#server/features/moderation/publish.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, forbidden, notFound } from '#server/http/errors.ts'
import { createOnce } from '#server/http/idempotency.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { orderGames } from './game-order.ts'
import { createListWithItems, resolveMergedItems } from './list-creation.ts'
import { storeListMentions } from './list-mentions.ts'
import { loadList, loadListItem } from './list-response.ts'
import {
	deleteListItem,
	findAllListTexts,
	findList,
	insertListItem,
	type LockedList,
	lockOwnList,
	replaceListItems,
	touchList,
	updateListFacts,
} from './queries.ts'
import { deleteListReads } from './queries-visibility.ts'

/** Registers the routes that create, change and delete lists. */
export function listWriteRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...createList,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const { title, description, games = [], visibility = 'public', isRanked = true, tags = [] } = request.body
			const items = orderGames(games, services.clock())
			const facts = { title, description: description || null, visibility, isRanked, tags: dedupeTags(tags) }
			const { id } = await createOnce(services, request, request.body, (db, id) =>
				inTransaction(db, async (transaction) => {
					const list = { ...facts, id, userId: viewer.userId, copiedFrom: null, at: now(services) }
					await createListWithItems(transaction, list, items)
					const notes = items.map((item) => item.notes)
					await publish(services, transaction, 'list', id, [title, description, ...tags, ...notes])
				}),
			)
			reply.code(201)
			return loadList(db, id, { viewerId: viewer.userId })
		},
	})

	app.route({
		...updateList,
		async handler(request) {
			const { id } = request.params
			const { userId } = requireViewer(request)
			const { title, description, games, visibility, isRanked, tags } = request.body
			const items = games && orderGames(games, services.clock())
			if (visibility !== undefined && visibility !== 'public') await deleteListReads(db, id, userId)
			await changeOwnList(db, id, userId, async (transaction, list) => {
				const resolved = items && (await resolveMergedItems(transaction, items))
				if (resolved) await replaceListItems(transaction, id, resolved)
				await updateListFacts(transaction, {
					id,
					title,
					description: description || null,
					visibility,
					isRanked,
					tags: tags && dedupeTags(tags),
					at: now(services),
				})
				const notes = resolved?.map((item) => item.notes) ?? []
				await storeListMentions(transaction, id, list.mentioned, [description, ...notes])
				// A private list may have been copied, or written when other words were blocked
				const isPublished = list.visibility === 'private' && visibility !== undefined && visibility !== 'private'
				const written = isPublished
					? await findAllListTexts(transaction, id)
					: [title, description, ...(tags ?? []), ...notes]
				await publish(services, transaction, 'list', id, written)
			})
			return loadList(db, id, { viewerId: userId })
		},
	})

	app.route({
		...deleteList,
		async handler(request) {
			const { id } = request.params
			const { userId } = requireViewer(request)
			if (await deleteContent(services, 'list', id, userId)) return { success: true as const }
			throw await refuseChange(db, id, userId)
		},
	})

	app.route({
		...addListGame,
		async handler(request, reply) {
			const listId = request.params.id
			const viewer = requireViewer(request)
			const { order, notes, ...added } = request.body
			const { id } = await createOnce(services, request, request.body, (db, id) =>
				changeOwnList(db, listId, viewer.userId, async (transaction, { game_count: count }) => {
					const [gameId] = await resolveMergedGames(transaction, [added.gameId])
					if (gameId === undefined) throw notFound(GAME_NOT_FOUND)
					const position = Math.min(order ?? count, count)
					if (!(await insertListItem(transaction, { id, listId, gameId, position, notes: notes ?? '' })))
						throw new AppError(400, ALREADY_IN_LIST)
					if (count >= LIMITS.gamesPerList) throw new AppError(400, LIST_FULL)
					await touchList(transaction, listId, now(services))
					// Those mentioned before remain
					await storeListMentions(transaction, listId, [], [notes])
					await publish(services, transaction, 'list', listId, [notes])
				}),
			)
			reply.code(201)
			return loadListItem(db, listId, id, viewer.userId)
		},
	})

	app.route({
		...removeListGame,
		async handler(request) {
			const { id, gameId } = request.params
			await changeOwnList(db, id, requireViewer(request).userId, async (transaction, list) => {
				const [present = gameId] = await resolveMergedGames(transaction, [gameId])
				if (!(await deleteListItem(transaction, id, present))) throw notFound(NOT_IN_LIST)
				await touchList(transaction, id, now(services))
				await storeListMentions(transaction, id, list.mentioned)
			})
			return { success: true as const }
		},
	})
}

/** Returns why a list that is not the user's cannot be changed. */
async function refuseChange(db: Db, id: string, userId: string): Promise<AppError> {
	return (await findList(db, id, userId)) ? forbidden(NOT_YOUR_LIST) : notFound(LIST_NOT_FOUND)
}

/** Changes the user's own list in a transaction that locks it. Throws 404 if it does not exist for them and 403 if it is not theirs. */
function changeOwnList(
	db: Db,
	id: string,
	userId: string,
	change: (transaction: Tx, list: LockedList) => Promise<void>,
): Promise<void> {
	return inTransaction(db, async (transaction) => {
		const list = await lockOwnList(transaction, id, userId)
		if (!list) throw await refuseChange(transaction, id, userId)
		await change(transaction, list)
	})
}
