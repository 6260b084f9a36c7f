import { useState, useSyncExternalStore } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getSafeRedirectPath } from '#contract/return-path.ts'
import { hasHeldAccount, onCredentialsChange } from '#web/app/credentials.ts'
import { useFlash } from '#web/app/flash-message.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { AuthOther, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { getLoginMessage, isForNewcomers } from '#web/features/sessions/login-message.ts'
import { SignInForm } from '#web/features/sessions/sign-in-form.tsx'
import { SignUpForm } from '#web/features/sessions/sign-up-form.tsx'
import { getSignInOutcome } from '#web/features/social-login/sign-in-outcome.ts'
import { SocialLinks } from '#web/features/social-login/social-links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Sign-in and sign-up on one screen; `?mode=signup` and `?mode=login` toggle. Without a mode, it opens on sign-up for
 * people who were sent here to write or like and never had an account in this browser, else on sign-in. Redirects
 * signed-in users to their return path, and new ones without one to the welcome.
 */
export function Component() {
	const [query] = useSearchParams()
	const arrival = useFlash('message')
	const { status } = useSession()
	const isReturning = useSyncExternalStore(onCredentialsChange, hasHeldAccount, () => false)
	const message = getLoginMessage(query.get('message')) ?? getSignInOutcome(query.get('message'))
	const opensOnSignUp = isForNewcomers(message) && !isReturning
	const mode = query.get('mode')
	const isNew = mode === 'signup' || (opensOnSignUp && mode !== 'login')
	const title = isNew ? 'Join Savepoint' : 'Log in'
	useHead({ title, description: 'Log in to Savepoint, or create an account.' })
	const redirect = query.get('redirect')
	const [hasJoined, setJoined] = useState(false)
	if (status === 'in')
		return <Navigate to={hasJoined && redirect === null ? paths.welcome() : getSafeRedirectPath(redirect)} replace />
	const lead = isNew
		? 'Rate the games you play and write down what you thought of them.'
		: 'Welcome back. Your reviews are right where you left them.'
	const notice = arrival ?? message
	return (
		// A notice says why one is here: it is the lead then
		<AuthScreen title={title} {...(notice === null && { lead })} seenBy="visitors">
			<Notice message={notice} />
			{isNew ? <SignUpForm onJoined={() => setJoined(true)} /> : <SignInForm />}
			<SocialLinks redirect={getSafeRedirectPath(redirect)} />
			<AuthOther>
				{isNew ? 'Already have an account?' : 'New to Savepoint?'}{' '}
				<Link to={setMode(query, !isNew, opensOnSignUp)} replace preventScrollReset>
					{isNew ? 'Log In' : 'Create an Account'}
				</Link>
			</AuthOther>
		</AuthScreen>
	)
}

/** Returns the query string of a mode, with all other parameters unchanged; sign-in needs naming only where it is not the default. */
function setMode(query: URLSearchParams, isNew: boolean, opensOnSignUp: boolean): string {
	const next = new URLSearchParams(query)
	if (isNew) next.set('mode', 'signup')
	else if (opensOnSignUp) next.set('mode', 'login')
	else next.delete('mode')
	return `?${next}`
}
