import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { AuthActions, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'

interface InvalidLinkProps {
	title: string
	lead: string
	/** True if this replaces a form, so the title takes the focus. */
	takesFocus?: boolean
	/** Whether the user can request a new link. */
	canRequestNew?: boolean
}

/** Tells the user that an emailed link is invalid, and what to do next. */
export function InvalidLink({ title, lead, takesFocus = false, canRequestNew = false }: InvalidLinkProps) {
	return (
		<AuthScreen title={title} lead={lead} takesFocus={takesFocus}>
			<AuthActions>
				{canRequestNew && (
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
