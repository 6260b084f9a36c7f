import { getLibrarySummary, type LibraryFilters, listLibrary } from '#contract/library.ts'
import { getLibraryFacets } from '#contract/library-facets.ts'
import { parseSearchQuery } from '#server/features/search/search-key.ts'
import { buildWordQueries, joinWithAnd } from '#server/features/search/word-queries.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Services } from '#server/services.ts'
import { requireLibraryOwner } from './owner.ts'
import { countLibraryFacets } from './queries-library-facets.ts'
import { listLibraryRows, summarizeLibrary } from './queries-library-list.ts'

/** Registers the routes that list and count libraries. */
export function libraryListRoutes(app: App, services: Services): void {
	const { cursors } = services.keys

	app.route({
		...listLibrary,
		async handler(request) {
			const { page = 1, limit = 24, cursor, sortBy = 'updatedAt', ...filters } = request.query
			const order = filters.order ?? (sortBy === 'name' || sortBy === 'shortest' ? 'ASC' : 'DESC')
			assertPageDepth(page, limit)
			const list = `library:${sortBy}:${order}`
			const after = cursor === undefined ? undefined : decodeCursor(cursors, list, cursor)
			const owner = await requireLibraryOwner(request, filters)
			const query = { ...withSearchForms(filters), sortBy, order }
			const { entries, total, next } = await listLibraryRows(request.reads, owner.id, query, { page, limit, after })
			return {
				entries,
				totalCount: total,
				totalPages: Math.ceil(total / limit),
				currentPage: after || (filters.letter && sortBy === 'name') ? null : page,
				nextCursor: next ? encodeCursor(cursors, list, next) : null,
			}
		},
	})

	app.route({
		...getLibrarySummary,
		async handler(request) {
			const owner = await requireLibraryOwner(request, request.query)
			return summarizeLibrary(request.reads, owner.id)
		},
	})

	app.route({
		...getLibraryFacets,
		async handler(request) {
			const owner = await requireLibraryOwner(request, request.query)
			return countLibraryFacets(request.reads, owner.id, withSearchForms(request.query))
		},
	})
}

/** Adds what the names of games are compared with. */
function withSearchForms<Filters extends Pick<LibraryFilters, 'search'>>(filters: Filters) {
	const { key: searchKey, tokens } = parseSearchQuery(filters.search ?? '')
	return { ...filters, searchKey, searchWords: joinWithAnd(buildWordQueries(tokens).forms) }
}
