import { longPlatformName } from '#contract/platform-names.ts'
import { findMentionableUsers, findUsers, searchGames, searchUsers } from '#contract/search.ts'
import { foldText } from '#server/db/text-folding.ts'
import { toGame } from '#server/features/games/game-response.ts'
import { toPublicUser } from '#server/features/users/queries-rows.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { findGamesByName } from './game-search.ts'
import { findMatchingUsers, findUsersByPrefix, findUsersToMention } from './queries-users.ts'
import { findFilterValues } from './queries-values.ts'

/** Registers the search for games and users. */
export function searchRoutes(app: App, { images, keys }: Services): void {
	app.route({
		...searchGames,
		async handler(request) {
			const { query, page = 1, limit = 10 } = request.query
			assertPageDepth(page, limit)
			const [{ rows, total }, filters] = await Promise.all([
				findGamesByName(request.reads, query, page, limit),
				page === 1 ? findFilterValues(request.reads, toFilterNames(query)) : [],
			])
			return {
				games: rows.map((row) => toGame(row, images)),
				filters,
				pagination: { total, page, limit, hasMore: page * limit < total },
			}
		},
	})

	app.route({
		...findUsers,
		async handler(request) {
			const { username, limit = 5 } = request.query
			return {
				users: (await findUsersByPrefix(request.reads, username, limit, request.viewer?.userId ?? null)).map(
					toPublicUser,
				),
			}
		},
	})

	app.route({
		...findMentionableUsers,
		async handler(request) {
			const { userId } = requireViewer(request)
			return { users: await findUsersToMention(request.reads, userId, request.query.query ?? '') }
		},
	})

	app.route({
		...searchUsers,
		async handler(request) {
			const { query, limit = 5, cursor } = request.query
			const list = `users:${foldText(query)}`
			const after = cursor === undefined ? undefined : decodeCursor(keys.cursors, list, cursor)
			const viewerId = request.viewer?.userId ?? null
			const { rows, hasMore, count } = await findMatchingUsers(request.reads, query, limit, after, viewerId)
			const last = rows.at(-1)
			const nextCursor =
				last && hasMore ? encodeCursor(keys.cursors, list, [last.place, last.username.toLowerCase()]) : null
			return { success: true as const, count, data: rows.map(toPublicUser), nextCursor }
		},
	})
}

/** Returns the names of genres, platforms and studios that a query may be. */
function toFilterNames(query: string): string[] {
	const name = query.trim().replace(/\s+/g, ' ')
	const platform = longPlatformName(name)
	return platform === undefined ? [name] : [name, platform]
}
