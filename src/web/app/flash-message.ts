import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** What a screen hands to the one that it navigates to, as the state of the navigation. */
export interface Flash {
	/** A message. */
	message?: string
	/** The id of the review that was just written. */
	newReviewId?: string
}

/**
 * Returns what another screen handed over under a name, null if nothing. It is shown once: not again after a reload or
 * Back.
 */
export function useFlash(name: keyof Flash): string | null {
	const { state } = useLocation()
	const [value, setValue] = useState<string | null>(null)
	// Before the screen is painted, so that nothing on it moves
	useLayoutEffect(() => {
		const given: unknown = (state as Flash | null)?.[name]
		if (typeof given !== 'string') return
		setValue(given)
		// The router stores a screen's state under `usr`
		window.history.replaceState({ ...window.history.state, usr: null }, '')
	}, [state, name])
	return value
}
