import { useRef } from 'react'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './filter-chips.module.css'

/** A filter that is on, and what takes it away. */
interface FilterChip {
	key: string
	text: string
	onRemove: () => void
}

interface FilterChipsProps {
	chips: readonly FilterChip[]
	/** Receives the focus when the last filter is removed. */
	focusAfter: { readonly current: HTMLElement | null }
}

/** The filters that are on, each of which a press removes. */
export function FilterChips({ chips, focusAfter }: FilterChipsProps) {
	const list = useRef<HTMLUListElement>(null)
	return (
		<ul ref={list} className={css.chips} aria-label="Active filters">
			{chips.map(({ key, text, onRemove }, index) => (
				<li key={key}>
					<button
						type="button"
						className={css.chip}
						onClick={() => {
							const buttons = list.current?.querySelectorAll('button')
							const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? focusAfter.current
							next?.focus()
							onRemove()
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
