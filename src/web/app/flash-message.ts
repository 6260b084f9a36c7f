import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The sentence with which another screen led here (`state: { message }`), null where there is none. It is told once:
 * a reload or Back does not tell it again.
 */
export function useFlashMessage(): string | null {
	const { state } = useLocation()
	const [message, setMessage] = useState<string | null>(null)
	useEffect(() => {
		if (state === null || typeof state !== 'object' || !('message' in state) || typeof state.message !== 'string')
			return
		setMessage(state.message)
		// The router keeps a screen's state under `usr`.
		window.history.replaceState({ ...window.history.state, usr: null }, '')
	}, [state])
	return message
}
