import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { REGISTRATION_PENDING_MESSAGE } from '#contract/registration.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { AuthActions, AuthScreen } from './auth-screen.tsx'

/** Confirms a request for an account, which now waits for a moderator. */
export function PendingScreen() {
	return (
		<AuthScreen title="Thank you" lead={REGISTRATION_PENDING_MESSAGE} seenBy="visitors" takesFocus>
			<AuthActions>
				<Link className={buttonClass('quiet')} to={paths.home()}>
					Look Around
				</Link>
			</AuthActions>
		</AuthScreen>
	)
}
