import { Link, Navigate, useSearchParams } from 'react-router'
import { getSafeRedirectPath } from '#contract/return-path.ts'
import { useFlashMessage } from '#web/app/flash-message.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { AuthOther, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { getLoginMessage } from '#web/features/sessions/login-message.ts'
import { SignInForm } from '#web/features/sessions/sign-in-form.tsx'
import { SignUpForm } from '#web/features/sessions/sign-up-form.tsx'
import { SocialLinks } from '#web/features/social-login/social-links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Sign-in and sign-up on one screen; `?mode=signup` toggles. Redirects signed-in users to their return path. */
export function Component() {
	const [query] = useSearchParams()
	const arrival = useFlashMessage()
	const { status } = useSession()
	const isNew = query.get('mode') === 'signup'
	const title = isNew ? 'Join Savepoint' : 'Log in'
	useHead({ title, description: 'Log in to Savepoint, or create an account.' })
	if (status === 'in') return <Navigate to={getSafeRedirectPath(query.get('redirect'))} replace />
	return (
		<AuthScreen
			title={title}
			lead={
				isNew
					? 'Rate the games you play and write down what you thought of them.'
					: 'Welcome back. Your reviews are right where you left them.'
			}
			seenBy="visitors"
		>
			<Notice message={arrival ?? getLoginMessage(query.get('message'))} />
			{isNew ? <SignUpForm /> : <SignInForm />}
			<SocialLinks redirect={getSafeRedirectPath(query.get('redirect'))} />
			<AuthOther>
				{isNew ? 'Already have an account?' : 'New to Savepoint?'}{' '}
				<Link to={toggleMode(query)} replace preventScrollReset>
					{isNew ? 'Log in' : 'Create an account'}
				</Link>
			</AuthOther>
		</AuthScreen>
	)
}

/** Returns the query string of the other mode, with all other parameters unchanged. */
function toggleMode(query: URLSearchParams): string {
	const other = new URLSearchParams(query)
	if (query.get('mode') === 'signup') other.delete('mode')
	else other.set('mode', 'signup')
	return `?${other}`
}
