import { useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { LOGIN_NEEDED } from '#contract/session-refusals.ts'
import { getUsernameRequired } from '#contract/sessions.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { UsernameForm } from '#web/features/sessions/username-form.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

/** Chooses the username of an account created by a social login. Redirects home if it has one. */
export function Component() {
	const { status, user } = useSession()
	const navigate = useNavigate()
	// The stored account may predate its username
	const { data, error, retry } = useRead(
		getUsernameRequired,
		{},
		{ enabled: status === 'in', refetchOnMount: 'always' },
	)
	useHead({ title: 'Choose your username', description: 'Choose the name other players will see.' })
	const isNamed = data?.needsUsernameSelection === false
	// Update the stored account, which would redirect back here
	useEffect(() => {
		if (isNamed && user?.needsUsernameSelection) storeUser({ ...user, needsUsernameSelection: false })
	}, [isNamed, user])
	if (status === 'out') return <LoginRedirect message={LOGIN_NEEDED.error} />
	if (isNamed && !user?.needsUsernameSelection) return <Navigate to={paths.home()} replace />
	return (
		<AuthScreen
			title="Choose your username"
			lead="It appears on your reviews and lists, and it’s how friends find you."
			seenBy="members"
		>
			{data ? (
				<UsernameForm onChosen={() => void navigate(paths.home(), { replace: true })} />
			) : error ? (
				<Empty alert action={<TryAgain onRetry={retry} />}>
					{getFailureMessage(error, getUsernameRequired.config.failure)}
				</Empty>
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
