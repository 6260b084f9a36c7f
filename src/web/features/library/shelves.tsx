import { Link } from 'react-router'
import type { LibrarySummary } from '#contract/library.ts'
import { formatCount } from '#web/app/format.ts'
import { STATUS_WORDS, WISHLIST } from '#web/features/library-entry/status-words.ts'
import { TextTabs } from '#web/ui/text-tabs.tsx'
import { libraryQuery, type Shelf, type ShownLibrary } from './library-filters.ts'
import css from './shelves.module.css'

const SHELVES: readonly Shelf[] = [
	'all',
	'playing',
	'paused',
	'backlog',
	'wished',
	'played',
	'finished',
	'completed',
	'abandoned',
	'loved',
]

export const shelfName = (shelf: Shelf) =>
	shelf === 'all' ? 'All' : shelf === 'wished' ? WISHLIST : shelf === 'loved' ? 'Loved' : STATUS_WORDS[shelf]

function countShelf(shelf: Shelf, summary: LibrarySummary): number {
	if (shelf === 'all') return summary.total
	return shelf === 'wished' || shelf === 'loved' ? summary[shelf] : summary.byStatus[shelf]
}

interface ShelvesProps {
	shown: ShownLibrary
	/** Undefined until it is loaded. */
	summary: LibrarySummary | undefined
}

/** Links to the shelves of a library with what is on them. Empty ones are left out, but not the one that is shown. */
export function Shelves({ shown, summary }: ShelvesProps) {
	return (
		<TextTabs label="Shelves" current={shown.shelf}>
			{SHELVES.map((shelf) => {
				const count = summary && countShelf(shelf, summary)
				if (count === 0 && shelf !== shown.shelf && shelf !== 'all') return null
				return (
					<Link
						key={shelf}
						to={{ search: libraryQuery({ ...shown, shelf, letter: '', cursor: null }) }}
						aria-current={shelf === shown.shelf ? 'true' : undefined}
						preventScrollReset
					>
						{shelfName(shelf)}
						{count !== undefined && <span className={css.count}>{formatCount(count)}</span>}
					</Link>
				)
			})}
		</TextTabs>
	)
}
