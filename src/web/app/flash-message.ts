import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Returns the flash message with which another screen navigated here (`state: { message }`), null if there is none. It
 * is shown once: not again after a reload or Back.
 */
export function useFlashMessage(): string | null {
	const { state } = useLocation()
	const [message, setMessage] = useState<string | null>(null)
	useEffect(() => {
		if (state === null || typeof state !== 'object' || !('message' in state) || typeof state.message !== 'string')
			return
		setMessage(state.message)
		// The router stores a screen's state under `usr`
		window.history.replaceState({ ...window.history.state, usr: null }, '')
	}, [state])
	return message
}
