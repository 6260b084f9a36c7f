import { useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getUsernameRequired, SIGN_IN_NEEDED } from '#contract/sessions.ts'
import { storeUser } from '#web/app/credentials.ts'
import { failureSentence, useRead } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { SignInFirst } from '#web/features/sessions/sign-in-first.tsx'
import { UsernameForm } from '#web/features/sessions/username-form.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

/** Where an account made by a social sign-in gets its name. Whoever has one goes home. */
export function Component() {
	const { status, user } = useSession()
	const navigate = useNavigate()
	// The account that the browser keeps may be older than its name.
	const { data, error, retry } = useRead(
		getUsernameRequired,
		{},
		{ enabled: status === 'in', refetchOnMount: 'always' },
	)
	useHead({ title: 'Choose your username', description: 'Choose the name under which players see you on Savepoint.' })
	const isNamed = data?.needsUsernameSelection === false
	// What the browser keeps of the account would lead back here.
	useEffect(() => {
		if (isNamed && user?.needsUsernameSelection) storeUser({ ...user, needsUsernameSelection: false })
	}, [isNamed, user])
	if (status === 'out') return <SignInFirst message={SIGN_IN_NEEDED.error} />
	if (isNamed && !user?.needsUsernameSelection) return <Navigate to={paths.home()} replace />
	return (
		<AuthScreen
			title="Choose your username"
			lead="It stands under your reviews and lists, and it is how friends find you."
			seenBy="members"
		>
			{data ? (
				<UsernameForm onChosen={() => void navigate(paths.home(), { replace: true })} />
			) : error ? (
				<Empty alert action={<TryAgain onRetry={retry} />}>
					{failureSentence(error, getUsernameRequired.config.failure)}
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
