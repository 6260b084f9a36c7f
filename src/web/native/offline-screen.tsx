import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import css from './offline-screen.module.css'

interface OfflineScreenProps {
	/** Whether the server responds at all, if with an error. */
	isAnswering: boolean
	/** Resolves to true if the site responds now; the screen is then replaced. */
	retry: () => Promise<boolean>
	onResume: (listener: () => void) => void
}

/** The app's first screen when the site is unreachable. */
export function OfflineScreen({ isAnswering, retry, onResume }: OfflineScreenProps) {
	const [failedTries, setFailedTries] = useState(0)
	const [isTrying, setTrying] = useState(false)
	const tryAgain = async () => {
		if (isTrying) return
		setTrying(true)
		if (await retry()) return
		setTrying(false)
		setFailedTries((before) => before + 1)
	}
	const onReturn = useEffectEvent(() => void tryAgain())
	// Retry automatically when the network is back or the app returns to the foreground
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
			<h1>{isAnswering ? 'Savepoint Isn’t Answering' : 'No Connection'}</h1>
			<Empty
				scene="plug"
				alert
				action={
					<Button aria-disabled={isTrying} onClick={() => void tryAgain()}>
						{isTrying ? 'Trying...' : 'Try Again'}
					</Button>
				}
			>
				{isAnswering
					? 'Savepoint is not responding correctly. Please try again in a moment; nothing you wrote is lost.'
					: 'Savepoint could not be reached. Check your connection and try again; nothing you wrote is lost.'}
			</Empty>
			<p key={failedTries} role="status" className={css.said}>
				{failedTries > 0 && !isTrying && (isAnswering ? 'Still not answering.' : 'There is still no connection.')}
			</p>
		</main>
	)
}
