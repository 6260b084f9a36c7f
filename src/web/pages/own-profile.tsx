import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getMe } from '#contract/session-tokens.ts'
import { failureSentence, useRead } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { ProfilePlaces } from '#web/features/profile/profile-skeletons.tsx'
import { SignInFirst } from '#web/features/sessions/sign-in-first.tsx'
import { Failed } from '#web/layout/failed.tsx'

/** Leads whoever is signed in to their own profile, and a visitor to the sign-in and back. */
export function Component() {
	const { status, user } = useSession()
	// The account that was kept is used at once; without one the server is asked.
	const me = useRead(getMe, {}, { enabled: status === 'in' && user === null })
	const username = user?.username ?? me.data?.user.username
	useHead({ title: 'Your Profile', description: 'Your reviews, your lists and what you did lately on Savepoint.' })
	if (status === 'out') return <SignInFirst message="Please log in to see your profile" />
	if (username !== undefined) return <Navigate to={paths.profile(username)} replace />
	if (me.error)
		return (
			<Failed
				title="Your Profile"
				sentence={failureSentence(me.error, getMe.config.failure)}
				error={me.error}
				onRetry={me.retry}
			/>
		)
	return <ProfilePlaces />
}
