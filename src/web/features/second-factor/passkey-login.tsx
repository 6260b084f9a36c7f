import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './passkey-login.module.css'
import { usePasskeySupport } from './passkey-support.ts'

const NOT_LOADED = 'This form did not load. Please try again.'

const loadFlow = () => import('./passkey-login-flow.ts')

/** Logs in with a passkey: by a button, and where the browser can, from the username field. */
export function PasskeyLogin() {
	const isSupported = usePasskeySupport()
	const [failure, setFailure] = useState<string | null>(null)
	const [isBusy, setBusy] = useState(false)
	// The browser's list of passkeys is outside React
	useEffect(() => {
		if (!isSupported) return
		let stop: (() => void) | undefined
		let isGone = false
		loadFlow().then(
			(flow) => {
				if (!isGone) stop = flow.offerPasskeys(setFailure)
			},
			() => {},
		)
		return () => {
			isGone = true
			stop?.()
		}
	}, [isSupported])
	if (!isSupported) return null
	const logIn = () => {
		setFailure(null)
		setBusy(true)
		void loadFlow()
			.then((flow) => flow.logInWithPasskey())
			.catch(() => NOT_LOADED)
			.then(setFailure)
			.finally(() => setBusy(false))
	}
	return (
		<div className={css.passkey}>
			{/* The form's own alert stays the only one of the page until there is something to say */}
			{failure !== null && <Notice kind="bad" message={failure} />}
			<Button aria-disabled={isBusy} onClick={() => isBusy || logIn()}>
				Use a Passkey
			</Button>
		</div>
	)
}
