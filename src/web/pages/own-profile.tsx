import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getMe } from '#contract/session-tokens.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { ProfileSkeleton } from '#web/features/profile/profile-skeleton.tsx'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'

/** Redirects logged-in users to their profile, and visitors to the login with a return path. */
export function Component() {
	const { status, user } = useSession()
	// Ask the server only if no account is stored
	const me = useRead(getMe, {}, { enabled: status === 'in' && user === null })
	const username = user?.username ?? me.data?.user.username
	useHead({ title: 'Your Profile', description: 'Your reviews, your lists and your recent activity on Savepoint.' })
	if (status === 'out') return <LoginRedirect message="Please log in to see your profile" />
	if (username !== undefined) return <Navigate to={paths.profile(username)} replace />
	if (me.error)
		return (
			<FailureScreen
				title="Your Profile"
				sentence={getFailureMessage(me.error, getMe.config.failure)}
				error={me.error}
				onRetry={me.retry}
			/>
		)
	return <ProfileSkeleton />
}
