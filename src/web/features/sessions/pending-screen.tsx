import { useContext } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { REGISTRATION_PENDING_MESSAGE, REGISTRATION_UNCONFIRMED_MESSAGE } from '#contract/registration.ts'
import { SiteContext } from '#web/app/site.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { AuthActions, AuthScreen } from './auth-screen.tsx'

/** Confirms a request for an account, which now waits for its mailed link or for a moderator. */
export function PendingScreen({ isConfirmed = false }: { isConfirmed?: boolean }) {
	const { confirmsAddresses } = useContext(SiteContext)
	const screen =
		confirmsAddresses && !isConfirmed
			? { title: 'Check your mail', lead: `${REGISTRATION_UNCONFIRMED_MESSAGE} Nothing there? Check your spam folder.` }
			: { title: 'Thank you', lead: REGISTRATION_PENDING_MESSAGE }
	return (
		<AuthScreen {...screen} seenBy="visitors" takesFocus>
			<AuthActions>
				<Link className={buttonClass('quiet')} to={paths.home()}>
					Look Around
				</Link>
			</AuthActions>
		</AuthScreen>
	)
}
