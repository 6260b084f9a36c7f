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
import type { App } from '../app.ts'
import { openCursor, sealCursor } from '../cursors.ts'
import { AppError, notFound } from '../errors.ts'
import { assertPageDepth } from '../paging.ts'
import { now, type Services } from '../services.ts'
import { publicUserOf } from '../users/user-rows.ts'
import { viewerOf } from '../viewer.ts'
import { addFollow, findFollowCounts, isFollowing, listFollowRows, removeFollow } from './queries.ts'

type Paging = Static<(typeof listFollowers)['schema']['querystring']>

export function followRoutes(app: App, services: Services): void {
	const { db } = services
	const { cursors } = services.keys

	app.route({
		...follow,
		async handler(request, reply) {
			const viewer = viewerOf(request)
			const followedId = request.body.followedId.toLowerCase()
			if (followedId === viewer.userId) throw new AppError(400, CANNOT_FOLLOW_YOURSELF)
			const { known, added } = await addFollow(db, { followerId: viewer.userId, followedId, at: now(services) })
			if (!known) throw notFound(USER_NOT_FOUND)
			reply.code(added ? 201 : 200)
			return { success: true as const, following: true }
		},
	})

	app.route({
		...unfollow,
		async handler(request) {
			await removeFollow(db, viewerOf(request).userId, request.params.id)
			return { success: true as const, following: false }
		},
	})

	app.route({
		...getFollowStatus,
		async handler(request) {
			return { following: request.viewer !== null && (await isFollowing(db, request.viewer.userId, request.params.id)) }
		},
	})

	const people = async (side: 'followers' | 'following', userId: string, { page = 1, limit = 20, cursor }: Paging) => {
		assertPageDepth(page, limit)
		const after = cursor === undefined ? undefined : openCursor(cursors, side, cursor)
		const counts = await findFollowCounts(db, userId)
		if (!counts) throw notFound(USER_NOT_FOUND)
		const rows = await listFollowRows(db, side, userId, { page, limit, after })
		const shown = rows.slice(0, limit)
		const last = shown.at(-1)
		return {
			data: shown.map(publicUserOf),
			count: counts[side],
			nextCursor: last && rows.length > limit ? sealCursor(cursors, side, [last.followed_at, last.id]) : null,
		}
	}

	app.route({ ...listFollowers, handler: (request) => people('followers', request.params.id, request.query) })
	app.route({ ...listFollowing, handler: (request) => people('following', request.params.id, request.query) })
}
