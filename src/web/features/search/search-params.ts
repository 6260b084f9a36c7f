import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { normalizeSearchText } from './use-search-text.ts'

export const SEARCH_TABS = ['games', 'users'] as const
export type SearchTab = (typeof SEARCH_TABS)[number]

const PAGE_SIZES = { games: 12, users: 10 } as const

/** The parameters of the search page's URL. */
export interface SearchParams {
	query: string
	tab: SearchTab
	/** The page of games. */
	page: number
	/** The cursor of users, null for the first page. */
	cursor: string | null
}

/** Parses the query of a URL; invalid values are ignored. */
export function parseSearchParams(search: URLSearchParams): SearchParams {
	const page = Number(search.get('page') ?? 1)
	return {
		query: normalizeSearchText(search.get('query') ?? ''),
		tab: search.get('tab') === 'users' ? 'users' : 'games',
		page: Number.isInteger(page) && page > 0 && page * PAGE_SIZES.games <= LIMITS.maxPagedRows ? page : 1,
		cursor: search.get('cursor') || null,
	}
}

/** Returns the path of a search, without defaults. */
export function searchPath({ query, tab = 'games', page = 1, cursor }: Partial<SearchParams>): string {
	return paths.search({ query, tab: tab === 'games' ? null : tab, page: page === 1 ? null : page, cursor })
}

export const gameSearchInput = ({ query, page }: SearchParams) => ({ query: { query, page, limit: PAGE_SIZES.games } })

export const userSearchInput = ({ query, cursor }: SearchParams) => ({
	query: { query, limit: PAGE_SIZES.users, ...(cursor === null ? {} : { cursor }) },
})
