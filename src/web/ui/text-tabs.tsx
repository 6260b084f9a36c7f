import { type ReactNode, useEffect, useRef } from 'react'
import css from './text-tabs.module.css'

interface TextTabsProps {
	label: string
	/** Identifies the current tab; when it changes, the current tab is scrolled into view. */
	current: string | number | null
	/** Links, one of them current (`aria-current`). */
	children: ReactNode
}

/** A row of plain links, one of them current, which scrolls sideways where there is no room for all. */
export function TextTabs({ label, current, children }: TextTabsProps) {
	const row = useRef<HTMLDivElement>(null)
	useEffect(() => {
		// `current` stands for the element that is current now
		if (current === undefined || !row.current) return
		const tab = row.current.querySelector<HTMLElement>('[aria-current]')
		if (tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
	}, [current])
	return (
		<nav className={css.tabs} aria-label={label}>
			<div ref={row} className={css.row}>
				{children}
			</div>
		</nav>
	)
}
