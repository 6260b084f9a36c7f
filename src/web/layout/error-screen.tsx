import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isChunkError, reloadIfReachable, reloadOnce, retryStyles } from '#web/app/chunk-errors.ts'
import { useHead } from '#web/app/head.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import css from './error-screen.module.css'

/** Replaces a screen that crashed or whose code failed to load. */
export function ErrorScreen() {
	return isChunkError(useRouteError()) ? <OfflineScreen /> : <CrashScreen />
}

// A plain link, so that the browser loads the page from scratch
function CrashScreen() {
	useHead({ title: 'Unexpected Application Error!', status: 500 })
	return (
		<div className={css.screen}>
			<h1>Unexpected Application Error!</h1>
			<Empty
				alert
				action={
					<a className={buttonClass('quiet')} href={paths.home()}>
						Back to Home
					</a>
				}
			>
				Something went wrong on our side. Reload the page or go back home; nothing you saved is lost.
			</Empty>
		</div>
	)
}

function OfflineScreen() {
	const [retries, setRetries] = useState(0)
	useHead({ title: 'No Connection', status: 500 })
	// Reload as soon as the network is back
	useEffect(() => {
		const reload = () => void reloadOnce()
		reload()
		window.addEventListener('online', reload)
		return () => {
			window.removeEventListener('online', reload)
			retryStyles()
		}
	}, [])
	return (
		<div className={css.screen}>
			<h1>No Connection</h1>
			<Empty
				alert
				action={
					<Button
						onClick={() => void reloadIfReachable().then((isReachable) => isReachable || setRetries(retries + 1))}
					>
						Try Again
					</Button>
				}
			>
				This page could not be loaded. Check your connection and try again; nothing you wrote is lost.
			</Empty>
			<p key={retries} role="status" className={css.status}>
				{retries > 0 && 'There is still no connection.'}
			</p>
		</div>
	)
}
