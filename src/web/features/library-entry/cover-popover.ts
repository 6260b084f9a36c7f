import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CoverMenuTarget, closeCoverMenu } from '#web/features/games/cover-menu-state.ts'
import { placePopover } from '#web/ui/popover-position.ts'
import { FOR_THUMBS } from '#web/ui/use-media-query.ts'

/**
 * Shows a popover under its cover, or as a sheet. A press outside and Escape close it; Tab stays inside. It is no
 * `auto` popover, because the finger of a long press goes up outside.
 */
export function useCoverPopover({ opener }: CoverMenuTarget) {
	const box = useRef<HTMLDivElement>(null)
	const [isSheet] = useState(() => matchMedia(FOR_THUMBS).matches)
	const [focusAfter] = useState(() => findFocusAfter(opener))
	const isByPointer = useRef(false)
	const close = () => {
		if (box.current?.contains(document.activeElement)) focusAfter.focus({ preventScroll: true })
		closeCoverMenu()
	}
	const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
		isByPointer.current = false
		if (event.key === 'Escape' && !event.isComposing) {
			event.preventDefault()
			close()
		}
		if (event.key === 'Tab' && box.current?.contains(document.activeElement)) keepFocusInside(box.current, event)
	})
	const onPointerDown = useEffectEvent(({ target }: PointerEvent) => {
		isByPointer.current = true
		if (!(target instanceof Node) || opener.contains(target)) return
		if (target === box.current || !box.current?.contains(target)) close()
	})
	const onToggle = useEffectEvent((event: Event) => {
		if ((event as ToggleEvent).newState === 'closed') close()
	})
	// The browser's popover and the events outside are no part of React
	useEffect(() => {
		const element = box.current
		if (!element) return
		// The page has changed while the menu was loading
		if (!opener.isConnected) return closeCoverMenu()
		const cover = opener.parentElement
		cover?.setAttribute('data-open', '')
		element.showPopover()
		const stopFollowing = isSheet ? undefined : placePopover(element, opener)
		element.querySelector<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true })
		const listeners = new AbortController()
		const options = { signal: listeners.signal }
		document.addEventListener('keydown', (event) => onKeyDown(event), options)
		document.addEventListener('pointerdown', (event) => onPointerDown(event), options)
		element.addEventListener('toggle', (event) => onToggle(event), options)
		return () => {
			cover?.removeAttribute('data-open')
			stopFollowing?.()
			listeners.abort()
		}
	}, [opener, isSheet])
	return { box, isSheet, isByPointer, close }
}

/** Returns what gets the focus when the menu closes: what has it now, if that is part of the cover's row, or the cover's link. */
function findFocusAfter(opener: HTMLElement): HTMLElement {
	const { activeElement } = document
	const row = opener.closest('li, article')
	if (activeElement instanceof HTMLElement && row?.contains(activeElement)) return activeElement
	return row?.querySelector('a') ?? opener
}

/** Tab goes round. */
function keepFocusInside(element: HTMLElement, event: KeyboardEvent): void {
	const all = [...element.querySelectorAll<HTMLElement>('button, a, input')]
	const reachable = all.filter(
		(control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[inert]'),
	)
	const place = reachable.indexOf(document.activeElement as HTMLElement)
	const isAtEnd = event.shiftKey ? place <= 0 : place === -1 || place === reachable.length - 1
	if (!isAtEnd) return
	event.preventDefault()
	// While the entry is loading nothing is reachable, and the focus stays
	;(event.shiftKey ? reachable.at(-1) : reachable[0])?.focus()
}
