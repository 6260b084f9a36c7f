import { type ReactNode, useId, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { ClearFilters, FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { SearchText } from '#web/ui/search-text.tsx'
import { GameFilter } from './game-filter.tsx'
import css from './review-filter-bar.module.css'
import { type ListedReviews, listedReviewsPath, REVIEW_ORDERS } from './review-filters.ts'

interface ReviewFilterBarProps {
	shown: ListedReviews
	/** Typing replaces the address, so that the way back does not lead through each letter. */
	onChange: (change: Partial<ListedReviews>, how?: { replace: boolean }) => void
	/** Beside the filters: what the list is. */
	children: ReactNode
}

/** Order and filters of the reviews list. */
export function ReviewFilterBar({ shown, onChange, children }: ReviewFilterBarProps) {
	const id = useId()
	const set = [shown.gameId !== null, shown.search !== ''].filter(Boolean).length
	const [isOpen, setOpen] = useState(set > 0)
	const toggle = useRef<HTMLButtonElement>(null)
	return (
		<FilterForm action={paths.reviews()}>
			<div className={css.bar}>
				{children}
				<Button ref={toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
					<Icon name="filter" size={18} />
					Filters{set > 0 && ` (${set})`}
				</Button>
				<FilterSelect
					label="Sort by"
					isLabelHidden
					className={css.order}
					name="sortBy"
					options={REVIEW_ORDERS}
					value={shown.order}
					onChange={(order) => onChange({ order })}
				/>
			</div>
			<div id={id} className={`${card.card} ${css.panel}`} hidden={!isOpen}>
				<GameFilter gameId={shown.gameId} onChange={(gameId) => onChange({ gameId })} />
				<SearchText
					label="Search"
					placeholder="Words in reviews or games"
					maxLength={LIMITS.searchMax}
					search={shown.search}
					onSearch={(search) => onChange({ search }, { replace: true })}
				/>
				{set > 0 && (
					<ClearFilters
						to={listedReviewsPath({ gameId: null, order: shown.order, search: '', cursor: null })}
						focusAfter={toggle}
					/>
				)}
			</div>
			{shown.gameId !== null && <input type="hidden" name="gameId" value={shown.gameId} />}
		</FilterForm>
	)
}
