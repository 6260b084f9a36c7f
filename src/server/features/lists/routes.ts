import { getList, listLists } from '#contract/lists.ts'
import { USER_NOT_FOUND } from '#contract/users.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Services } from '#server/services.ts'
import { loadList, toLists } from './list-response.ts'
import { listListRows } from './queries.ts'
import { listPopularRows, type PopularListRow } from './queries-popular.ts'
import type { ListRow } from './queries-rows.ts'

/** Registers the routes that read lists. */
export function listRoutes(app: App, services: Services): void {
	const { cursors } = services.keys

	app.route({
		...listLists,
		async handler(request) {
			const { page = 1, limit = 10, cursor, sortBy = 'createdAt', period = 'week', reveal, ...filters } = request.query
			assertPageDepth(page, limit)
			const order = sortBy === 'popular' ? `lists:popular:${period}` : 'lists'
			const after = cursor === undefined ? undefined : decodeCursor(cursors, order, cursor)
			const window = { page, limit, after }
			const viewerId = request.viewer?.userId ?? null
			const { rows, total, userExists } =
				sortBy === 'popular'
					? await listPopularRows(request.reads, filters, period, window, viewerId)
					: await listListRows(request.reads, filters, window, viewerId)
			if (!userExists) throw notFound(USER_NOT_FOUND)
			const pageRows = rows.slice(0, limit)
			const last = pageRows.at(-1)
			return {
				lists: await toLists(request.reads, pageRows, { viewerId, reveal }),
				totalCount: total,
				totalPages: Math.ceil(total / limit),
				currentPage: after ? null : page,
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, order, toSortKey(last)) : null,
			}
		},
	})

	app.route({
		...getList,
		handler: ({ reads, params, query, viewer }) =>
			loadList(reads, params.id, { viewerId: viewer?.userId ?? null, reveal: query.reveal }),
	})
}

/** Returns the sort key of a list, in its ranking if it has a score. */
function toSortKey(row: ListRow | PopularListRow): (string | number)[] {
	return 'score' in row ? [row.score, row.created_at, row.id] : [row.created_at, row.id]
}
