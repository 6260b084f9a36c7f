import { getList, listLists } from '#contract/lists.ts'
import { USER_NOT_FOUND } from '#contract/users.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Services } from '#server/services.ts'
import { loadList } from './list-response.ts'
import { listListRows } from './queries.ts'
import { toList } from './queries-rows.ts'

/** Registers the routes that read lists. */
export function listRoutes(app: App, services: Services): void {
	const { cursors } = services.keys

	app.route({
		...listLists,
		async handler(request) {
			const { page = 1, limit = 10, cursor, ...filters } = request.query
			assertPageDepth(page, limit)
			const after = cursor === undefined ? undefined : decodeCursor(cursors, 'lists', cursor)
			const { rows, total, userExists } = await listListRows(request.reads, filters, { page, limit, after })
			if (!userExists) throw notFound(USER_NOT_FOUND)
			const pageRows = rows.slice(0, limit)
			const last = pageRows.at(-1)
			return {
				lists: pageRows.map(toList),
				totalCount: total,
				totalPages: Math.ceil(total / limit),
				currentPage: after ? null : page,
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, 'lists', [last.created_at, last.id]) : null,
			}
		},
	})

	app.route({ ...getList, handler: (request) => loadList(request.reads, request.params.id) })
}
