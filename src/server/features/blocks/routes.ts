import type { Static } from 'typebox'
import {
	blockUser,
	CANNOT_BLOCK_YOURSELF,
	CANNOT_MUTE_YOURSELF,
	listBlocks,
	listMutes,
	muteUser,
	TOO_MANY_BLOCKS,
	TOO_MANY_MUTES,
	unblockUser,
	unmuteUser,
} from '#contract/blocks.ts'
import { LIMITS } from '#contract/limits.ts'
import { USER_NOT_FOUND } from '#contract/users.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { toPublicUser } from '#server/features/users/queries-rows.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { addBlock, addMute, exceedsLimit, listBlockRows, listMuteRows, removeBlock, removeMute } from './queries.ts'

type Paging = Static<(typeof listBlocks)['schema']['querystring']>

/** Registers the routes that block and mute users. */
export function blockRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...blockUser,
		async handler(request, reply) {
			const { userId: blockerId } = requireViewer(request)
			const blockedId = request.body.userId.toLowerCase()
			if (blockedId === blockerId) throw new AppError(400, CANNOT_BLOCK_YOURSELF)
			const added = await inTransaction(db, async (transaction) => {
				const { userExists, added } = await addBlock(transaction, { blockerId, blockedId, at: now(services) })
				if (!userExists) throw notFound(USER_NOT_FOUND)
				if (added && (await exceedsLimit(transaction, 'blocks', blockerId, LIMITS.blocksPerAccount)))
					throw new AppError(400, TOO_MANY_BLOCKS)
				return added
			})
			reply.code(added ? 201 : 200)
			return { success: true as const, blocked: true }
		},
	})

	app.route({
		...unblockUser,
		async handler(request) {
			await removeBlock(db, requireViewer(request).userId, request.params.userId)
			return { success: true as const, blocked: false }
		},
	})

	app.route({
		...muteUser,
		async handler(request, reply) {
			const { userId: muterId } = requireViewer(request)
			const mutedId = request.body.userId.toLowerCase()
			if (mutedId === muterId) throw new AppError(400, CANNOT_MUTE_YOURSELF)
			const added = await inTransaction(db, async (transaction) => {
				const { userExists, added } = await addMute(transaction, { muterId, mutedId, at: now(services) })
				if (!userExists) throw notFound(USER_NOT_FOUND)
				if (added && (await exceedsLimit(transaction, 'mutes', muterId, LIMITS.mutesPerAccount)))
					throw new AppError(400, TOO_MANY_MUTES)
				return added
			})
			reply.code(added ? 201 : 200)
			return { success: true as const, muted: true }
		},
	})

	app.route({
		...unmuteUser,
		async handler(request) {
			await removeMute(db, requireViewer(request).userId, request.params.userId)
			return { success: true as const, muted: false }
		},
	})

	const list = async (kind: 'blocks' | 'mutes', userId: string, { page = 1, limit = 20, cursor }: Paging) => {
		assertPageDepth(page, limit)
		const after = cursor === undefined ? undefined : decodeCursor(services.keys.cursors, kind, cursor)
		const listRows = kind === 'blocks' ? listBlockRows : listMuteRows
		const { rows, total } = await listRows(db, userId, { page, limit, after })
		const pageRows = rows.slice(0, limit)
		const last = pageRows.at(-1)
		return {
			users: pageRows.map((row) => ({ ...toPublicUser(row), since: row.since })),
			totalCount: total,
			totalPages: Math.ceil(total / limit),
			currentPage: after ? null : page,
			nextCursor: last && rows.length > limit ? encodeCursor(services.keys.cursors, kind, [last.since, last.id]) : null,
		}
	}

	app.route({
		...listBlocks,
		handler: (request) => list('blocks', requireViewer(request).userId, request.query),
	})
	app.route({
		...listMutes,
		handler: (request) => list('mutes', requireViewer(request).userId, request.query),
	})
}
