import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Notice } from './ui/notice.tsx'

const shownForMs = 5000

/** The sentence that the page before gave along in the router's state (`{ message }`): shown for 5 s, once. */
export function PassingMessage() {
	const { key, state } = useLocation()
	const [message, setMessage] = useState<string | null>(null)
	// The browser keeps the state of its history: taken out, neither a reload nor the way back says it again.
	useEffect(() => {
		const passed: unknown = state?.message
		if (typeof passed !== 'string') return
		setMessage(passed)
		window.history.replaceState({ ...window.history.state, usr: null }, '')
	}, [key, state])
	return <Notice message={message} forMs={shownForMs} onOver={() => setMessage(null)} />
}
