import { type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { controlClass } from '#web/ui/field.tsx'
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

/** Order and filters of the reviews list, as a form that also works before the page is alive. */
export function ReviewFilterBar({ shown, onChange, children }: ReviewFilterBarProps) {
	const id = useId()
	const set = [shown.gameId !== null, shown.search !== ''].filter(Boolean).length
	const [isOpen, setOpen] = useState(set > 0)
	const toggle = useRef<HTMLButtonElement>(null)
	return (
		<form action={paths.reviews()} onSubmit={(event) => event.preventDefault()}>
			<div className={css.bar}>
				{children}
				<Button ref={toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
					<Icon name="filter" size={18} />
					Filters{set > 0 && ` (${set})`}
				</Button>
				<label className={css.order}>
					<span className="visually-hidden">Sort by</span>
					<select
						className={controlClass}
						name="sortBy"
						value={shown.order}
						onChange={({ currentTarget: { value } }) => {
							const order = REVIEW_ORDERS.find(({ word }) => word === value)
							if (order) onChange({ order: order.word })
						}}
					>
						{REVIEW_ORDERS.map(({ word, label }) => (
							<option key={word} value={word}>
								{label}
							</option>
						))}
					</select>
				</label>
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
					<Link
						to={listedReviewsPath({ gameId: null, order: shown.order, search: '', cursor: null })}
						className={buttonClass('quiet')}
						preventScrollReset
						// The link is gone once nothing is left to clear.
						onClick={() => toggle.current?.focus()}
					>
						Clear All Filters
					</Link>
				)}
			</div>
			{shown.gameId !== null && <input type="hidden" name="gameId" value={shown.gameId} />}
			<noscript>
				<button type="submit" className={buttonClass('quiet')}>
					Apply
				</button>
			</noscript>
		</form>
	)
}
