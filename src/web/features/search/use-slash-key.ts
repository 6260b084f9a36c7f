import { useEffect, useEffectEvent } from 'react'

/** Calls `focus` when `/` is pressed outside of form fields and dialogs. */
export function useSlashKey(focus: () => void): void {
	const onSlash = useEffectEvent(focus)
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
			if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [contenteditable]'))
				return
			event.preventDefault()
			onSlash()
		}
		document.addEventListener('keydown', onKeyDown)
		return () => document.removeEventListener('keydown', onKeyDown)
	}, [])
}
