import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { AuthActions, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'

interface UselessLinkProps {
	title: string
	lead: string
	/** True where it took the place of a form. */
	takesFocus?: boolean
	/** Whether another link can be had. */
	canAskAgain?: boolean
}

/** Says that a mailed link leads nowhere, and what to do now. */
export function UselessLink({ title, lead, takesFocus = false, canAskAgain = false }: UselessLinkProps) {
	return (
		<AuthScreen title={title} lead={lead} takesFocus={takesFocus}>
			<AuthActions>
				{canAskAgain && (
					<Link className={buttonClass('main')} to={paths.forgotPassword()}>
						Get a New Link
					</Link>
				)}
				<Link className={buttonClass('quiet')} to={paths.home()}>
					Back to Home
				</Link>
			</AuthActions>
		</AuthScreen>
	)
}
