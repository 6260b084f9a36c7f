import { type PointerEvent, useEffect, useState } from 'react'

/** Attributes of a wall: `data-dismissed` from the Escape key until the pointer or focus reaches another card. */
export function useDismissal() {
	const [dismissed, setDismissed] = useState<Element | null>(null)
	// What pops up on hover is dismissed wherever the focus is
	useEffect(() => {
		const onKeyDown = ({ key, isComposing }: KeyboardEvent) => {
			if (key === 'Escape' && !isComposing)
				setDismissed(document.querySelector('article:hover') ?? document.activeElement?.closest('article') ?? null)
		}
		document.addEventListener('keydown', onKeyDown)
		return () => document.removeEventListener('keydown', onKeyDown)
	}, [])
	return {
		'data-dismissed': dismissed !== null,
		onPointerOver: ({ target }: PointerEvent) => {
			if (target instanceof Node && !dismissed?.contains(target)) setDismissed(null)
		},
		onFocus: () => setDismissed(null),
	}
}
