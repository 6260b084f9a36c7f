import type { PageHead } from '#web/app/head-tags.ts'
import type { SearchParams } from './search-params.ts'

/** The head of a search: it has no path, so that no search engine keeps what another search found. */
export function searchHead({ query, tab }: SearchParams): PageHead {
	return {
		title: query === '' ? 'Search' : `${query} · Search ${tab}`,
		description: 'Find games and the people who review them.',
	}
}
