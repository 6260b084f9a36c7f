import { useRef } from 'react'
import { shortPlatformName } from '#web/features/games/platform-name.ts'
import css from '#web/features/library/active-filters.module.css'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import type { ActiveFilter, ShownGames } from './browse-filters.ts'

interface ActiveFiltersProps {
	filters: readonly ActiveFilter[]
	onChange: (change: Partial<ShownGames>) => void
	/** Receives the focus when the last filter is removed. */
	focusAfter: { readonly current: HTMLElement | null }
}

/** The filters of games, each of which a press removes. */
export function ActiveFilters({ filters, onChange, focusAfter }: ActiveFiltersProps) {
	const list = useRef<HTMLUListElement>(null)
	return (
		<ul ref={list} className={css.chips} aria-label="Active filters">
			{filters.map(({ filter, value, change }, index) => (
				<li key={`${filter} ${value}`}>
					<button
						type="button"
						className={css.chip}
						onClick={() => {
							const buttons = list.current?.querySelectorAll('button')
							const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? focusAfter.current
							next?.focus()
							onChange(change)
						}}
					>
						<span className="visually-hidden">Remove filter: </span>
						{filter === 'platform' ? shortPlatformName(value) : value}
						<FrameIcon name="close" size={14} />
					</button>
				</li>
			))}
		</ul>
	)
}
