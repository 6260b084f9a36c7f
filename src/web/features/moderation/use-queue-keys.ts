import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Calls `onKey` for keys without modifiers that are pressed in the queue, or where nothing has the focus. Fields, dialogs and
 * menus keep their own keys. `onKey` returns whether it used the key.
 */
export function useQueueKeys(
	queue: RefObject<HTMLElement | null>,
	onKey: (key: string, event: KeyboardEvent) => boolean,
): void {
	const handle = useEffectEvent(onKey)
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
			const target = event.target instanceof Element ? event.target : document.body
			if (target.closest('input:not([type="checkbox"]), textarea, select, dialog, [popover]')) return
			const isLoose = target === document.body || target.id === 'main'
			if (!isLoose && !queue.current?.contains(target)) return
			if (handle(event.key, event)) event.preventDefault()
		}
		document.addEventListener('keydown', onKeyDown)
		return () => document.removeEventListener('keydown', onKeyDown)
	}, [queue])
}
