import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { searchText } from './use-search-text.ts'

export const SEARCH_TABS = ['games', 'users'] as const
export type SearchTab = (typeof SEARCH_TABS)[number]

const PAGE_SIZES = { games: 12, users: 10 } as const

/** What the address of the search asks for. */
export interface Asked {
	query: string
	tab: SearchTab
	/** Where the games begin. */
	page: number
	/** Where the users begin, null at the start. */
	cursor: string | null
}

/** Reads it from an address; what makes no sense there is left out. */
export function askedIn(search: URLSearchParams): Asked {
	const page = Number(search.get('page') ?? 1)
	return {
		query: searchText(search.get('query') ?? ''),
		tab: search.get('tab') === 'users' ? 'users' : 'games',
		page: Number.isInteger(page) && page > 0 && page * PAGE_SIZES.games <= LIMITS.pagedRows ? page : 1,
		cursor: search.get('cursor') || null,
	}
}

/** The address of a search. */
export function askedPath({ query, tab = 'games', page = 1, cursor }: Partial<Asked>): string {
	return paths.search({ query, tab: tab === 'games' ? null : tab, page: page === 1 ? null : page, cursor })
}

export const foundGamesInput = ({ query, page }: Asked) => ({ query: { query, page, limit: PAGE_SIZES.games } })

export const foundUsersInput = ({ query, cursor }: Asked) => ({
	query: { query, limit: PAGE_SIZES.users, ...(cursor === null ? {} : { cursor }) },
})
