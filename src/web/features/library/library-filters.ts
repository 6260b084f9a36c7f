import { LIBRARY_SORTS, type LibraryFilters } from '#contract/library.ts'
import { LIBRARY_STATUSES, type LibraryStatus } from '#contract/library-entry.ts'
import { LIMITS } from '#contract/limits.ts'
import { withQuery } from '#contract/paths.ts'
import { parseSearchText } from '#web/app/search-query.ts'

/** A shelf of the library: a status, a mark, or everything. */
export type Shelf = LibraryStatus | 'wished' | 'loved' | 'all'

export const LIBRARY_ORDERS = [
	{ word: 'updatedAt', label: 'Last Changed' },
	{ word: 'rating', label: 'Rating' },
	{ word: 'name', label: 'Name' },
	{ word: 'releaseDate', label: 'Release Date' },
	{ word: 'minutesPlayed', label: 'Time Played' },
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
	/** Only games with this rating, in stars. */
	rating: number | null
	/** Where the list starts; set by the next-page link for browsers without JavaScript. */
	cursor: string | null
}

const PAGE_SIZE = 48

const parseText = (text: string | null) => (text ?? '').replace(/\p{Cc}/gu, '').slice(0, LIMITS.platformMax)

/** Parses the URL; what is unknown is as if it were absent. */
export function parseLibraryFilters(query: URLSearchParams): ShownLibrary {
	const status = LIBRARY_STATUSES.find((word) => word === query.get('status'))
	const mark = (['wished', 'loved'] as const).find((word) => query.get(word) === 'true')
	const rating = Number(query.get('rating'))
	return {
		shelf: status ?? mark ?? 'all',
		sortBy: LIBRARY_SORTS.find((word) => word === query.get('sortBy')) ?? 'updatedAt',
		search: parseSearchText(query),
		genre: parseText(query.get('genre')),
		platform: parseText(query.get('platform')),
		rating: rating >= 0.5 && rating <= 5 && Number.isInteger(rating * 2) ? rating : null,
		cursor: query.get('cursor'),
	}
}

const shelfQuery = (shelf: Shelf) =>
	shelf === 'all' ? {} : shelf === 'wished' || shelf === 'loved' ? { [shelf]: 'true' } : { status: shelf }

/** Returns the query of the URL with its question mark, without defaults. */
export function libraryQuery({ shelf, sortBy, search, genre, platform, rating, cursor }: ShownLibrary): string {
	return withQuery('', {
		...shelfQuery(shelf),
		search,
		genre,
		platform,
		rating,
		sortBy: sortBy === 'updatedAt' ? null : sortBy,
		cursor,
	})
}

/** Whether anything but the shelf and the order limits the list. */
export const isNarrowed = ({ search, genre, platform, rating }: ShownLibrary) =>
	search !== '' || genre !== '' || platform !== '' || rating !== null

/** Returns the request for a page of a library. */
export function libraryInput(username: string, shown: ShownLibrary): { query: LibraryFilters } {
	const { shelf, sortBy, search, genre, platform, rating, cursor } = shown
	return {
		query: {
			username,
			sortBy,
			limit: PAGE_SIZE,
			...(shelf === 'wished' && { wished: true }),
			...(shelf === 'loved' && { loved: true }),
			...(shelf !== 'all' && shelf !== 'wished' && shelf !== 'loved' && { status: shelf }),
			...(search !== '' && { search }),
			...(genre !== '' && { genre }),
			...(platform !== '' && { platform }),
			...(rating !== null && { minRating: rating, maxRating: rating }),
			...(cursor !== null && { cursor }),
		},
	}
}
