import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isChunkError, reloadIfReachable, reloadOnce, retryStyles } from '#web/app/chunk-errors.ts'
import { useHead } from '#web/app/head.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import css from './error-screen.module.css'

/** What stands in place of a screen that broke, or whose code did not come. */
export function ErrorScreen() {
	return isChunkError(useRouteError()) ? <LostScreen /> : <BrokenScreen />
}

// The link loads the page anew, with everything fresh.
function BrokenScreen() {
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
				Something on this page broke, and that is our fault. Reload it, or go back home; nothing you saved is lost.
			</Empty>
		</div>
	)
}

function LostScreen() {
	const [tries, setTries] = useState(0)
	useHead({ title: 'No Connection', status: 500 })
	// The network is outside: once it is back, the page comes by itself.
	useEffect(() => {
		const again = () => void reloadOnce()
		again()
		window.addEventListener('online', again)
		return () => {
			window.removeEventListener('online', again)
			retryStyles()
		}
	}, [])
	return (
		<div className={css.screen}>
			<h1>No Connection</h1>
			<Empty
				alert
				action={
					<Button onClick={() => void reloadIfReachable().then((isThere) => isThere || setTries(tries + 1))}>
						Try Again
					</Button>
				}
			>
				This page could not be loaded. Check your connection and try again; nothing you wrote is lost.
			</Empty>
			<p key={tries} role="status" className={css.said}>
				{tries > 0 && 'There is still no connection.'}
			</p>
		</div>
	)
}
