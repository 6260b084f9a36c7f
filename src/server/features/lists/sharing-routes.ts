import { v7 as uuidv7 } from 'uuid'
import { copyList, LIST_ALREADY_LIKED, LIST_NOT_FOUND, likeList, unlikeList } from '#contract/lists.ts'
import { now } from '#server/clock.ts'
import { readWhole } from '#server/db/stored-text.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { createOnce } from '#server/http/idempotency.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { createListWithItems } from './list-creation.ts'
import { loadList } from './list-response.ts'
import { findListItems, lockCopiedList } from './queries.ts'
import { addListLike, countListLikes, deleteListLike } from './queries-likes.ts'

/** Registers the routes for what others do with a list: like it and copy it. */
export function listSharingRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...likeList,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			const liked = await addListLike(db, { listId: id, userId, at: now(services) })
			const likes = await countListLikes(db, id, userId)
			if (likes === undefined) throw notFound(LIST_NOT_FOUND)
			if (!liked) throw conflict(LIST_ALREADY_LIKED, { likes })
			return { success: true as const, likes, hasLiked: true }
		},
	})

	app.route({
		...unlikeList,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			await deleteListLike(db, id, userId)
			const likes = await countListLikes(db, id, userId)
			if (likes === undefined) throw notFound(LIST_NOT_FOUND)
			return { success: true as const, likes, hasLiked: false }
		},
	})

	app.route({
		...copyList,
		async handler(request, reply) {
			const { userId } = requireViewer(request)
			const copiedFrom = request.params.id
			const { id } = await createOnce(services, request, null, (db, id) =>
				inTransaction(db, async (transaction) => {
					const original = await lockCopiedList(transaction, copiedFrom, userId)
					if (!original) throw notFound(LIST_NOT_FOUND)
					const items = (await findListItems(transaction, copiedFrom)).map(({ game_id, notes }) => ({
						id: uuidv7({ msecs: services.clock() }),
						gameId: game_id,
						notes: readWhole(notes),
					}))
					const { title, is_ranked, tags } = original
					const description = original.description && readWhole(original.description)
					const texts = [title, description ?? '', ...items.map(({ notes }) => notes)]
					await app.countWrittenBytes(request, Buffer.byteLength(texts.join('')))
					await createListWithItems(
						transaction,
						{
							id,
							userId,
							title,
							description,
							visibility: 'private',
							isRanked: is_ranked,
							tags,
							copiedFrom,
							at: now(services),
						},
						items,
					)
				}),
			)
			reply.code(201)
			return loadList(db, id, { viewerId: userId })
		},
	})
}
