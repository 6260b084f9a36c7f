import { useEffect } from 'react'

/** Calls `then` once everything beside it answers to presses and keys, and marks the root with `data-ready`. */
export function OnReady({ then }: { then?: () => void }) {
	useEffect(() => {
		then?.()
		document.documentElement.dataset.ready = ''
	}, [then])
	return null
}
