import { LIBRARY_SORTS, type LibraryFilters } from '#contract/library.ts'
import { LIBRARY_STATUSES, type LibraryStatus } from '#contract/library-entry.ts'
import type { LibraryFacetFilters } from '#contract/library-facets.ts'
import { LIMITS } from '#contract/limits.ts'
import { withQuery } from '#contract/paths.ts'
import { parseMaxHours, parseSearchText } from '#web/app/search-query.ts'

/** A shelf of the library: a status, a mark, or everything. */
export type Shelf = LibraryStatus | 'wished' | 'loved' | 'all'

export const LIBRARY_ORDERS = [
	{ word: 'updatedAt', label: 'Last Changed' },
	{ word: 'rating', label: 'Rating' },
	{ word: 'name', label: 'Name' },
	{ word: 'releaseDate', label: 'Release Date' },
	{ word: 'minutesPlayed', label: 'Time Played' },
	{ word: 'shortest', label: 'Shortest' },
	{ word: 'lastPlayedOn', label: 'Last Played' },
	{ word: 'createdAt', label: 'Added' },
] as const satisfies readonly { word: (typeof LIBRARY_SORTS)[number]; label: string }[]

/** The filters in the URL of a library. */
export interface ShownLibrary {
	shelf: Shelf
	sortBy: (typeof LIBRARY_SORTS)[number]
	search: string
	genre: string
	platform: string
	/** The first and the last year of release. */
	fromYear: number | null
	toYear: number | null
	/** Only games with this rating, in stars. */
	rating: number | null
	/** Only games that take at most so many hours. */
	maxHours: number | null
	/** Where a list by name begins; empty for its start. */
	letter: string
	/** Where the list starts; set by the next-page link for browsers without JavaScript. */
	cursor: string | null
}

/** A library of which everything on the shelf is shown, from the start. */
export const NO_FILTERS = {
	search: '',
	genre: '',
	platform: '',
	fromYear: null,
	toYear: null,
	rating: null,
	maxHours: null,
	letter: '',
	cursor: null,
} as const satisfies Partial<ShownLibrary>

const PAGE_SIZE = 48

const parseText = (text: string | null) => (text ?? '').replace(/\p{Cc}/gu, '').slice(0, LIMITS.platformMax)
const parseYear = (text: string | null) => (text !== null && /^[1-9]\d{3}$/.test(text) ? Number(text) : null)

/** Parses the URL; what is unknown is as if it were absent. */
export function parseLibraryFilters(query: URLSearchParams): ShownLibrary {
	const status = LIBRARY_STATUSES.find((word) => word === query.get('status'))
	const mark = (['wished', 'loved'] as const).find((word) => query.get(word) === 'true')
	const rating = Number(query.get('rating'))
	const sortBy = LIBRARY_SORTS.find((word) => word === query.get('sortBy')) ?? 'updatedAt'
	return {
		shelf: status ?? mark ?? 'all',
		sortBy,
		search: parseSearchText(query),
		genre: parseText(query.get('genre')),
		platform: parseText(query.get('platform')),
		fromYear: parseYear(query.get('fromYear')),
		toYear: parseYear(query.get('toYear')),
		rating: rating >= 0.5 && rating <= 5 && Number.isInteger(rating * 2) ? rating : null,
		maxHours: parseMaxHours(query),
		letter: (sortBy === 'name' && /^[A-Z]$/.exec(query.get('letter') ?? '')?.[0]) || '',
		cursor: query.get('cursor'),
	}
}

const shelfQuery = (shelf: Shelf) =>
	shelf === 'all' ? {} : shelf === 'wished' || shelf === 'loved' ? { [shelf]: 'true' } : { status: shelf }

/** Returns the parameters of the URL for the shelf and the facets, null for those without a value. */
export const facetQuery = ({ shelf, genre, platform, fromYear, toYear, rating, maxHours }: ShownLibrary) => ({
	...shelfQuery(shelf),
	genre: genre || null,
	platform: platform || null,
	fromYear,
	toYear,
	rating,
	maxHours,
})

/** Returns the query of the URL with its question mark, without defaults. */
export function libraryQuery(shown: ShownLibrary): string {
	const { shelf, sortBy, search, letter, cursor } = shown
	return withQuery('', {
		...shelfQuery(shelf),
		search,
		...facetQuery(shown),
		sortBy: sortBy === 'updatedAt' ? null : sortBy,
		letter: sortBy === 'name' ? letter : null,
		cursor,
	})
}

/** Counts the facets with a chosen value. */
export const countFacets = ({ genre, platform, fromYear, toYear, rating, maxHours }: ShownLibrary) =>
	[genre, platform, fromYear ?? toYear, rating, maxHours].filter(Boolean).length

/** Whether anything but the shelf and the order limits the list. */
export const isNarrowed = (shown: ShownLibrary) => shown.search !== '' || shown.letter !== '' || countFacets(shown) > 0

/** Returns the request for what a library has under other filters. */
export function facetsInput(username: string, shown: ShownLibrary): { query: LibraryFacetFilters } {
	const { shelf, search, genre, platform, fromYear, toYear, rating, maxHours } = shown
	return {
		query: {
			username,
			...(shelf === 'wished' && { wished: true }),
			...(shelf === 'loved' && { loved: true }),
			...(shelf !== 'all' && shelf !== 'wished' && shelf !== 'loved' && { status: shelf }),
			...(search && { search }),
			...(genre && { genre }),
			...(platform && { platform }),
			...(fromYear && { fromYear }),
			...(toYear && { toYear }),
			...(rating && { minRating: rating, maxRating: rating }),
			...(maxHours && { maxHours }),
		},
	}
}

/** Returns the request for a page of a library. */
export function libraryInput(username: string, shown: ShownLibrary): { query: LibraryFilters } {
	const { sortBy, letter, cursor } = shown
	return {
		query: {
			...facetsInput(username, shown).query,
			sortBy,
			limit: PAGE_SIZE,
			...(letter && { letter }),
			...(cursor && { cursor }),
		},
	}
}
