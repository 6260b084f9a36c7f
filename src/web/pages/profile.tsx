import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getProfile, type ProfileDetail } from '#contract/profile-detail.ts'
import { getUserImpressions } from '#contract/reviews.ts'
import { USERS_FETCH_FAILED } from '#contract/users.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { createLoader, preload, read, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { lazy } from '#web/app/lazy.tsx'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession } from '#web/app/session.tsx'
import { PersonMenu } from '#web/features/blocks/person-menu.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import type { FollowSide } from '#web/features/follows/follow-side.ts'
import { LazyModerationNotice } from '#web/features/moderation/lazy-moderation-notice.tsx'
import { impressionsInput } from '#web/features/profile/impressions.tsx'
import { ProfileBody, profileReads } from '#web/features/profile/profile-body.tsx'
import { profileHead } from '#web/features/profile/profile-head.ts'
import { ProfileHeader } from '#web/features/profile/profile-header.tsx'
import { ProfileSkeleton } from '#web/features/profile/profile-skeleton.tsx'
import { EmptyProfileStats, ProfileStats } from '#web/features/profile/profile-stats.tsx'
import { ReportMenuItems } from '#web/features/reports/report-menu-items.tsx'
import { UserPages } from '#web/features/users/user-pages.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { ShareButton } from '#web/layout/share-button.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { truncateText } from '#web/ui/truncate-text.ts'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './profile.module.css'

const MutedNotice = lazy(() => import('#web/features/blocks/muted-notice.tsx'), 'MutedNotice')
const loadPeople = () => import('#web/features/follows/people-dialog.tsx')

const MESSAGE_MS = 5000

const profileInput = (username: string) => ({ params: { username } })

export const loader = createLoader(async ({ client, params: { username = '' } }) => {
	const profile = read(getProfile, profileInput(username))
	await preload(client, profile, ...profileReads(username))
	const id = client.getQueryData(profile.queryKey)?.id
	if (id !== undefined) await preload(client, read(getUserImpressions, impressionsInput(id)))
})

/** A user's profile with their reviews, lists and activity. */
export function Component() {
	const { username = '' } = useParams()
	const { data: profile, error, retry } = useRead(getProfile, profileInput(username))
	// Checked first: a person who is gone or blocked may still be cached, or in the server's HTML
	if (isMissing(error))
		return <NotFoundScreen title="Profile Not Found">This user doesn’t exist or has left.</NotFoundScreen>
	if (profile)
		return (
			<Screen key={profile.id} profile={profile} requestedUsername={username} onRetry={error ? retry : undefined} />
		)
	if (error) return <PlaceholderProfile username={username} error={error} onRetry={retry} />
	return <Loading />
}

interface ScreenProps {
	profile: ProfileDetail
	/** The username as the URL spells it; all queries use this spelling. */
	requestedUsername: string
	/** Set if refetching the profile failed. */
	onRetry: (() => void) | undefined
}

function Screen({ profile, requestedUsername, onRetry }: ScreenProps) {
	const { user: viewer } = useSession()
	const [people, setPeople] = useState<FollowSide | null>(null)
	const { module, hasFailed } = useLazyModule(loadPeople, people !== null)
	const isOwn = viewer?.id === profile.id
	useHead(profileHead(profile))
	return (
		<>
			<ProfileHeader user={profile}>
				{isOwn ? (
					<Link to={paths.settings()} className={buttonClass('quiet')} data-settles="">
						Edit Profile
					</Link>
				) : (
					<FollowButton user={profile} onRetry={onRetry} />
				)}
				<ShareButton kind="icon" title={`${profile.username}'s profile`} path={paths.profile(profile.username)} />
				<PersonMenu user={profile}>
					<ReportMenuItems subject="user" subjectId={profile.id} name={profile.username} />
				</PersonMenu>
			</ProfileHeader>
			{isOwn && <LazyModerationNotice of={viewer} what="profile" />}
			{profile.isMuted && <MutedNotice user={profile} />}
			<ProfileStats user={profile} onPeople={setPeople} />
			<UserPages username={profile.username} current="Overview" />
			{hasFailed && people && (
				<Notice kind="bad" message={USERS_FETCH_FAILED} durationMs={MESSAGE_MS} onExpire={() => setPeople(null)} />
			)}
			<ProfileBody profile={profile} requestedUsername={requestedUsername} isOwn={isOwn} />
			{module && <module.PeopleDialog user={profile} side={people} onClose={() => setPeople(null)} />}
		</>
	)
}

const NAME_LENGTH = 30

/** The placeholder of a profile that failed to load: the name alone and a retry button. */
function PlaceholderProfile({ username, error, onRetry }: { username: string; error: ApiError; onRetry: () => void }) {
	const name = truncateText(username, NAME_LENGTH)
	useHead({ title: `${name}’s Profile`, status: getFailureStatus(error) })
	return (
		<>
			<ProfileHeader user={{ username: name, profilePicture: null, bio: null, memberSince: null }} />
			<EmptyProfileStats />
			<div className={css.unknown}>
				<Empty alert action={<TryAgain onRetry={onRetry} />}>
					{getFailureMessage(error, getProfile.config.failure)}
				</Empty>
			</div>
		</>
	)
}

function Loading() {
	useHead({ title: 'Profile' })
	return <ProfileSkeleton />
}
