import { useContext, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { getInvite } from '#contract/invites.ts'
import { paths } from '#contract/paths.ts'
import { INVITE_INVALID, REGISTRATION_CLOSED_MESSAGE } from '#contract/registration.ts'
import { createLoader, preload, read, useRead } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { SiteContext } from '#web/app/site.ts'
import { AuthActions, AuthOther, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { PendingScreen } from '#web/features/sessions/pending-screen.tsx'
import { SignUpForm } from '#web/features/sessions/sign-up-form.tsx'
import { SocialLinks } from '#web/features/social-login/social-links.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const loader = createLoader(({ client, params: { code = '' } }) =>
	preload(client, read(getInvite, { params: { code } })),
)

/** Where an invite leads: the sign-up, for those who have no account yet. */
export function Component() {
	const { code = '' } = useParams()
	const { name, registration } = useContext(SiteContext)
	const { status } = useSession()
	const { data, error, retry } = useRead(getInvite, { params: { code } })
	const [outcome, setOutcome] = useState<'joined' | 'pending' | null>(null)
	const title = `Join ${name}`
	useHead({ title, description: `You are invited to ${name}.`, ...(error?.status === 404 && { status: 404 }) })
	if (status === 'in') return <Navigate to={outcome === 'joined' ? paths.welcome() : paths.home()} replace />
	if (outcome === 'pending') return <PendingScreen />
	if (error && error.status !== 404)
		return <FailureScreen title={title} sentence={getInvite.config.failure} error={error} onRetry={retry} />
	if (error || registration === 'closed')
		return (
			<AuthScreen title={title} lead={error ? INVITE_INVALID.error : REGISTRATION_CLOSED_MESSAGE}>
				<AuthActions>
					<Link className={buttonClass('quiet')} to={paths.login()}>
						Log In
					</Link>
				</AuthActions>
			</AuthScreen>
		)
	return (
		<AuthScreen title={title} lead={data?.by ? `${data.by} has invited you.` : 'You are invited.'}>
			{data ? (
				<>
					<SignUpForm invite={code} onJoined={() => setOutcome('joined')} onPending={() => setOutcome('pending')} />
					<SocialLinks redirect={paths.home()} invite={code} />
					<AuthOther>
						Already have an account? <Link to={paths.login()}>Log In</Link>
					</AuthOther>
				</>
			) : (
				<div aria-busy="true">
					<p role="status" className="visually-hidden">
						Loading...
					</p>
					<Skeleton shape="block" />
				</div>
			)}
		</AuthScreen>
	)
}
