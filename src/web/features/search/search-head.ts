import type { PageHead } from '#web/app/head-tags.ts'
import type { SearchParams } from './search-params.ts'

/** Returns the head of the search page. It has no canonical path, so that search engines do not index results. */
export function searchHead({ query, tab }: SearchParams): PageHead {
	return {
		title: query === '' ? 'Search' : `${query} · Search ${tab}`,
		description: 'Find games and the people who review them.',
	}
}
