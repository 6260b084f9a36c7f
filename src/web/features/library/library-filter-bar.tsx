import { type ReactNode, useRef } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { ClearFilters, FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import css from './library-filter-bar.module.css'
import { isNarrowed, LIBRARY_ORDERS, libraryQuery, type ShownLibrary } from './library-filters.ts'

interface LibraryFilterBarProps {
	shown: ShownLibrary
	/** Typing replaces the history entry, so that going back does not step through each letter. */
	onChange: (change: Partial<ShownLibrary>, how?: { replace: boolean }) => void
	/** Stands beside the order, where it moves nothing when it appears. */
	children: ReactNode
}

const NOTHING = { search: '', genre: '', platform: '', rating: null, cursor: null }

/** The search, the order and the remaining filters of a library. */
export function LibraryFilterBar({ shown, onChange, children }: LibraryFilterBarProps) {
	const order = useRef<HTMLSelectElement>(null)
	const others = [shown.genre, shown.platform, shown.rating === null ? '' : `★ ${shown.rating}`].filter(Boolean)
	return (
		<FilterForm className={css.bar}>
			<SearchInput
				label="Search this library"
				placeholder="Name of a game"
				maxLength={LIMITS.searchMax}
				search={shown.search}
				onSearch={(search) => onChange({ search }, { replace: true })}
			/>
			<FilterSelect
				ref={order}
				label="Sort by"
				name="sortBy"
				options={LIBRARY_ORDERS}
				value={shown.sortBy}
				onChange={(sortBy) => onChange({ sortBy })}
			/>
			<div className={css.tools}>{children}</div>
			{isNarrowed(shown) && (
				<div className={css.others}>
					{others.length > 0 && <p>{others.join(' · ')}</p>}
					<ClearFilters to={{ search: libraryQuery({ ...shown, ...NOTHING }) }} focusAfter={order} />
				</div>
			)}
		</FilterForm>
	)
}
