import type { LibraryChange } from '#contract/library.ts'
import type { LibraryStatus } from '#contract/library-entry.ts'
import { type EntryMarks, NOTHING_LEFT } from './entry-change.ts'
import { STATUS_WORDS } from './status-words.ts'

/** Says what a change has done: 'Rated 4, marked as played'. */
export function describeChange(before: EntryMarks, change: LibraryChange): string {
	if (change === NOTHING_LEFT) return 'Removed from your library'
	const parts = [
		...('rating' in change ? [change.rating ? `Rated ${change.rating}` : 'Rating removed'] : []),
		...('status' in change ? [describeStatus(before.status, change.status ?? null)] : []),
		...('isWished' in change ? [change.isWished ? 'Added to your wishlist' : 'Removed from your wishlist'] : []),
		...('isLoved' in change ? [change.isLoved ? 'Marked as loved' : 'No longer marked as loved'] : []),
	]
	return parts.map((part, index) => (index === 0 ? part : part[0]?.toLowerCase() + part.slice(1))).join(', ')
}

function describeStatus(before: LibraryStatus | null, after: LibraryStatus | null): string {
	if (after === 'backlog') return 'Added to your backlog'
	if (after !== null) return `Marked as ${STATUS_WORDS[after].toLowerCase()}`
	if (before === 'backlog') return 'Removed from your backlog'
	return before === null ? 'Status removed' : `No longer marked as ${STATUS_WORDS[before].toLowerCase()}`
}
