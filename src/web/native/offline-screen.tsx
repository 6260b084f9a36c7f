import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import css from './offline-screen.module.css'

interface OfflineScreenProps {
	/** Whether there is an answer, if not the one that was asked for. */
	isAnswering: boolean
	/** Says whether the site answers now; the screen is then left. */
	retry: () => Promise<boolean>
	onResume: (listener: () => void) => void
}

/** What the app begins with when the site does not answer. */
export function OfflineScreen({ isAnswering, retry, onResume }: OfflineScreenProps) {
	const [tries, setTries] = useState(0)
	const [isTrying, setTrying] = useState(false)
	const tryAgain = async () => {
		if (isTrying) return
		setTrying(true)
		if (await retry()) return
		setTrying(false)
		setTries((before) => before + 1)
	}
	const onReturn = useEffectEvent(() => void tryAgain())
	// The network is outside: once it is back, or the app is looked at again, it begins by itself.
	useEffect(() => {
		let isRemoved = false
		const listener = () => {
			if (!isRemoved) onReturn()
		}
		window.addEventListener('online', listener)
		onResume(listener)
		return () => {
			isRemoved = true
			window.removeEventListener('online', listener)
		}
	}, [onResume])
	return (
		<main className={css.screen}>
			<h1>{isAnswering ? 'Out of Order' : 'No Connection'}</h1>
			<Empty
				alert
				action={
					<Button aria-disabled={isTrying} onClick={() => void tryAgain()}>
						{isTrying ? 'Trying...' : 'Try Again'}
					</Button>
				}
			>
				{isAnswering
					? 'Savepoint does not answer as it should. Please try again in a moment; nothing you wrote is lost.'
					: 'Savepoint could not be reached. Check your connection and try again; nothing you wrote is lost.'}
			</Empty>
			<p key={tries} role="status" className={css.said}>
				{tries > 0 && !isTrying && (isAnswering ? 'It is still out of order.' : 'There is still no connection.')}
			</p>
		</main>
	)
}
