import { Navigate } from 'react-router'
import { getMe } from '#contract/session.ts'
import { SignInFirst } from '../auth/sign-in-first.tsx'
import { failureSentence, useRead } from '../data.tsx'
import { useHead } from '../head.tsx'
import { Failed } from '../layout/failed.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session.tsx'
import { ProfilePlaces } from '../users/profile-places.tsx'

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
