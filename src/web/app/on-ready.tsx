import { useEffect } from 'react'

/** Calls `then` once its siblings are interactive, and sets `data-ready` on the root element. */
export function OnReady({ then }: { then?: () => void }) {
	useEffect(() => {
		then?.()
		document.documentElement.dataset.ready = ''
	}, [then])
	return null
}
