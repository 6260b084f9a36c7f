import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type LibraryPage, listLibrary } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { getMarks } from './entry-change.ts'

/**
 * Puts an entry that the server has returned into the lists of its user's library. A game that is removed, with an entry
 * of null, stays in its place without marks, so that nothing moves and Undo brings it back.
 */
export function cacheListedEntry(
	client: QueryClient,
	{ gameId, userId }: Pick<LibraryEntry, 'gameId' | 'userId'>,
	entry: LibraryEntry | null,
): void {
	const update = (page: LibraryPage): LibraryPage => ({
		...page,
		entries: page.entries.map((one) => {
			if (one.gameId !== gameId || one.userId !== userId) return one
			return entry ?? { ...one, ...getMarks(null), minutesPlayed: null, playCount: 0, reviewId: null }
		}),
	})
	client.setQueriesData<InfiniteData<LibraryPage>>(
		{ queryKey: [listLibrary.url, 'pages'] },
		(before) => before && { ...before, pages: before.pages.map(update) },
	)
}

/** Whether nothing of an entry is left, as of one that `cacheListedEntry` has emptied. */
export const isRemoved = ({ status, rating, isWished, isLoved, minutesPlayed, playCount, reviewId }: LibraryEntry) =>
	![status, rating, isWished, isLoved, minutesPlayed, playCount, reviewId].some(Boolean)
