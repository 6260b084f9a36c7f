import { useRef } from 'react'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './active-filters.module.css'
import { createFacets } from './facets.ts'
import type { ShownLibrary } from './library-filters.ts'

interface ActiveFiltersProps {
	shown: ShownLibrary
	onChange: (change: Partial<ShownLibrary>) => void
	/** Receives the focus when the last filter is removed. */
	focusAfter: { readonly current: HTMLElement | null }
}

/** The filters of a library, each of which a press removes. */
export function ActiveFilters({ shown, onChange, focusAfter }: ActiveFiltersProps) {
	const list = useRef<HTMLUListElement>(null)
	const chips = createFacets(shown, undefined)
		.filter(({ chosen }) => chosen !== '')
		.map(({ label, text, toChange }) => ({ label, text, change: toChange('') }))
	if (shown.letter !== '') chips.push({ label: 'Letter', text: `From ${shown.letter}`, change: { letter: '' } })
	if (chips.length === 0) return null
	return (
		<ul ref={list} className={css.chips} aria-label="Active filters">
			{chips.map(({ label, text, change }, index) => (
				<li key={label}>
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
						{text}
						<FrameIcon name="close" size={14} />
					</button>
				</li>
			))}
		</ul>
	)
}
