import { FEED_KINDS, getFeed } from '#contract/feed.ts'
import { getFeedGames } from '#contract/feed-games.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { findFeedKeys, loadFeedItems } from './queries.ts'
import { listFeedGames } from './queries-feed-games.ts'

export function feedRoutes(app: App, services: Services): void {
	const { cursors } = services.keys

	app.route({
		...getFeed,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { limit = 30, cursor, kinds } = request.query
			const chosen = FEED_KINDS.filter((kind) => kinds === undefined || kinds.split(',').includes(kind))
			const list = `feed:${userId}:${chosen.join(',')}`
			const after = cursor === undefined ? undefined : decodeCursor(cursors, list, cursor)
			const keys = await findFeedKeys(request.reads, userId, { limit: limit + 1, after, kinds: chosen })
			const last = keys[limit - 1]
			return {
				items: await loadFeedItems(request.reads, keys.slice(0, limit), userId),
				nextCursor: last && keys.length > limit ? encodeCursor(cursors, list, [last.created_at, last.id]) : null,
			}
		},
	})

	app.route({
		...getFeedGames,
		handler: (request) => listFeedGames(request.reads, requireViewer(request).userId),
	})
}
