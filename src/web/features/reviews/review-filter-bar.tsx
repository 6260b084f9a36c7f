import { type ReactNode, useId, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { ClearFilters, FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { GameFilter } from './game-filter.tsx'
import css from './review-filter-bar.module.css'
import { REVIEW_ORDERS, type ReviewListFilters, reviewListPath } from './review-filters.ts'

interface ReviewFilterBarProps {
	filters: ReviewListFilters
	/** Typing replaces the history entry, so that going back does not step through each letter. */
	onChange: (change: Partial<ReviewListFilters>, how?: { replace: boolean }) => void
	/** Shown beside the filters. */
	children: ReactNode
}

/** The sort order and filters of the review list. */
export function ReviewFilterBar({ filters, onChange, children }: ReviewFilterBarProps) {
	const id = useId()
	const activeCount = [filters.gameId !== null, filters.search !== ''].filter(Boolean).length
	const [isOpen, setOpen] = useState(activeCount > 0)
	const toggle = useRef<HTMLButtonElement>(null)
	return (
		<FilterForm action={paths.reviews()}>
			<div className={css.bar}>
				{children}
				<Button ref={toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
					<Icon name="filter" size={18} />
					Filters{activeCount > 0 && ` (${activeCount})`}
				</Button>
				<FilterSelect
					label="Sort by"
					isLabelHidden
					className={css.order}
					name="sortBy"
					options={REVIEW_ORDERS}
					value={filters.order}
					onChange={(order) => onChange({ order })}
				/>
			</div>
			<div id={id} className={`${card.card} ${css.panel}`} hidden={!isOpen}>
				<GameFilter gameId={filters.gameId} onChange={(gameId) => onChange({ gameId })} />
				<SearchInput
					label="Search"
					placeholder="Search reviews and game names"
					maxLength={LIMITS.searchMax}
					search={filters.search}
					onSearch={(search) => onChange({ search }, { replace: true })}
				/>
				{activeCount > 0 && (
					<ClearFilters
						to={reviewListPath({ gameId: null, order: filters.order, search: '', cursor: null })}
						focusAfter={toggle}
					/>
				)}
			</div>
			{filters.gameId !== null && <input type="hidden" name="gameId" value={filters.gameId} />}
		</FilterForm>
	)
}
