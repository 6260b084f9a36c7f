import { useContext, useState, useSyncExternalStore } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { INVITE_NEEDED_MESSAGE, REGISTRATION_CLOSED_MESSAGE } from '#contract/registration.ts'
import type { RegistrationMode } from '#contract/registration-modes.ts'
import { getSafeRedirectPath } from '#contract/return-path.ts'
import type { SecondStep } from '#contract/sessions.ts'
import { hasHeldAccount, onCredentialsChange } from '#web/app/credentials.ts'
import { useFlash } from '#web/app/flash-message.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { SiteContext } from '#web/app/site.ts'
import { LazySecondStep, SECOND_STEP_LEAD, SECOND_STEP_TITLE } from '#web/features/second-factor/lazy-second-step.tsx'
import { PasskeyLogin } from '#web/features/second-factor/passkey-login.tsx'
import { AuthOther, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { LoginForm } from '#web/features/sessions/login-form.tsx'
import { getLoginMessage, isForNewcomers } from '#web/features/sessions/login-message.ts'
import { PendingScreen } from '#web/features/sessions/pending-screen.tsx'
import { SignUpForm } from '#web/features/sessions/sign-up-form.tsx'
import { getLoginOutcome } from '#web/features/social-login/login-outcome.ts'
import { SocialLinks } from '#web/features/social-login/social-links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Why there is no sign-up here, by who may join. */
const CLOSED_REASONS: ReadonlyMap<RegistrationMode, string> = new Map([
	['invite', INVITE_NEEDED_MESSAGE],
	['closed', REGISTRATION_CLOSED_MESSAGE],
])

/**
 * Login and sign-up on one screen; `?mode=signup` and `?mode=login` toggle. Without a mode, it opens on sign-up for
 * people who were sent here to write or like and never had an account in this browser, else on login. Redirects
 * logged-in users to their return path, and new ones without one to the welcome.
 */
export function Component() {
	const [query] = useSearchParams()
	const arrival = useFlash('message')
	const { status } = useSession()
	const isReturning = useSyncExternalStore(onCredentialsChange, hasHeldAccount, () => false)
	const message = getLoginMessage(query.get('message')) ?? getLoginOutcome(query.get('message'))
	const opensOnSignUp = isForNewcomers(message) && !isReturning
	const mode = query.get('mode')
	const isNew = mode === 'signup' || (opensOnSignUp && mode !== 'login')
	const { name, registration } = useContext(SiteContext)
	const closedReason = CLOSED_REASONS.get(registration)
	const title = isNew ? `Join ${name}` : 'Log in'
	useHead({ title, description: `Log in to ${name}, or create an account.` })
	const redirect = query.get('redirect')
	const [hasJoined, setJoined] = useState(false)
	const [isPending, setPending] = useState(false)
	const [step, setStep] = useState<SecondStep | null>(null)
	const [expiry, setExpiry] = useState<string | null>(null)
	if (status === 'in')
		return <Navigate to={hasJoined && redirect === null ? paths.welcome() : getSafeRedirectPath(redirect)} replace />
	if (isPending) return <PendingScreen />
	if (step)
		return (
			<AuthScreen title={SECOND_STEP_TITLE} lead={SECOND_STEP_LEAD} seenBy="visitors">
				<LazySecondStep
					step={step}
					onBack={(reason) => {
						setStep(null)
						setExpiry(reason)
					}}
				/>
			</AuthScreen>
		)
	const lead = isNew
		? 'Rate the games you play and write down what you thought of them.'
		: 'Welcome back. Your reviews are right where you left them.'
	const notice = arrival ?? message
	return (
		// A notice says why one is here: it is the lead then
		<AuthScreen title={title} {...(notice === null && { lead })} seenBy="visitors">
			<Notice message={notice} />
			{expiry !== null && <Notice kind="bad" message={expiry} />}
			{!isNew ? (
				<LoginForm onSecondStep={setStep} />
			) : closedReason ? (
				<Notice message={closedReason} />
			) : (
				<SignUpForm onJoined={() => setJoined(true)} onPending={() => setPending(true)} />
			)}
			{!isNew && <PasskeyLogin />}
			{!(isNew && closedReason) && <SocialLinks redirect={getSafeRedirectPath(redirect)} />}
			<AuthOther>
				{isNew ? 'Already have an account?' : `New to ${name}?`}{' '}
				<Link to={setMode(query, !isNew, opensOnSignUp)} replace preventScrollReset>
					{isNew ? 'Log In' : 'Create an Account'}
				</Link>
			</AuthOther>
		</AuthScreen>
	)
}

/** Returns the query string of a mode, with all other parameters unchanged; login needs naming only where it is not the default. */
function setMode(query: URLSearchParams, isNew: boolean, opensOnSignUp: boolean): string {
	const next = new URLSearchParams(query)
	if (isNew) next.set('mode', 'signup')
	else if (opensOnSignUp) next.set('mode', 'login')
	else next.delete('mode')
	return `?${next}`
}
