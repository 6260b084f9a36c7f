import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import {
	CANNOT_FOLLOW_YOURSELF,
	follow,
	getFollowStatus,
	listFollowers,
	listFollowing,
	unfollow,
} from '#contract/follows.ts'
import { USER_NOT_FOUND } from '#contract/users.ts'
import { now } from '#server/clock.ts'
import { toProfile } from '#server/features/users/queries-rows.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { addFollow, countFollows, isFollowing, listFollowRows, removeFollow } from './queries.ts'

type Paging = Static<(typeof listFollowers)['schema']['querystring']>

export function followRoutes(app: App, services: Services): void {
	const { db } = services
	const { cursors } = services.keys

	app.route({
		...follow,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const followedId = request.body.followedId.toLowerCase()
			if (followedId === viewer.userId) throw new AppError(400, CANNOT_FOLLOW_YOURSELF)
			const { userExists, added } = await addFollow(db, { followerId: viewer.userId, followedId, at: now(services) })
			if (!userExists) throw notFound(USER_NOT_FOUND)
			reply.code(added ? 201 : 200)
			return { success: true as const, following: true }
		},
	})

	app.route({
		...unfollow,
		async handler(request) {
			await removeFollow(db, requireViewer(request).userId, request.params.id)
			return { success: true as const, following: false }
		},
	})

	app.route({
		...getFollowStatus,
		async handler(request) {
			const { viewer, reads, params } = request
			return { following: viewer !== null && (await isFollowing(reads, viewer.userId, params.id)) }
		},
	})

	const listPeople = async (
		side: 'followers' | 'following',
		userId: string,
		{ reads, viewer }: FastifyRequest,
		{ page = 1, limit = 20, cursor }: Paging,
	) => {
		const viewerId = viewer?.userId ?? null
		assertPageDepth(page, limit)
		const after = cursor === undefined ? undefined : decodeCursor(cursors, side, cursor)
		const count = await countFollows(reads, side, userId, viewerId)
		if (count === undefined) throw notFound(USER_NOT_FOUND)
		const rows = await listFollowRows(reads, side, userId, viewerId, { page, limit, after })
		const pageRows = rows.slice(0, limit)
		const last = pageRows.at(-1)
		return {
			data: pageRows.map((row) => toProfile(row, viewerId)),
			count,
			nextCursor: last && rows.length > limit ? encodeCursor(cursors, side, [last.followed_at, last.id]) : null,
		}
	}

	app.route({
		...listFollowers,
		handler: (request) => listPeople('followers', request.params.id, request, request.query),
	})
	app.route({
		...listFollowing,
		handler: (request) => listPeople('following', request.params.id, request, request.query),
	})
}
