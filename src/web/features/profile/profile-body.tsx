import { useState } from 'react'
import { getUserActivity } from '#contract/activity.ts'
import { listLists } from '#contract/lists.ts'
import type { ProfileDetail } from '#contract/profile-detail.ts'
import { listReviews } from '#contract/reviews.ts'
import { read } from '#web/app/data.tsx'
import { lazy } from '#web/app/lazy.tsx'
import { Favorites } from './favorites.tsx'
import { Impressions } from './impressions.tsx'
import { ProfileActivity, profileActivityInput } from './profile-activity.tsx'
import css from './profile-body.module.css'
import { ProfileLists, profileListsInput } from './profile-lists.tsx'
import { givenRatings, ProfilePlay, playingNow } from './profile-play.tsx'
import { ProfileReviews, profileReviewsInput } from './profile-reviews.tsx'

const ProfileTaste = lazy(() => import('#web/features/taste/profile-taste.tsx'), 'ProfileTaste', {
	placeholder: ({ isLate }) => !isLate && <div className={css.taste} />,
})

/** What the body reads, by the username as the URL spells it. */
export const profileReads = (username: string) =>
	[
		read(listReviews, profileReviewsInput(username)),
		read(listLists, profileListsInput(username)),
		read(getUserActivity, profileActivityInput(username)),
		playingNow(username),
		givenRatings(username),
	] as const

interface ProfileBodyProps {
	profile: ProfileDetail
	/** The username as the URL spells it; all queries use this spelling. */
	requestedUsername: string
	isOwn: boolean
}

/** What a person plays, writes and collects, and beside it what they did last. */
export function ProfileBody({ profile, requestedUsername, isOwn }: ProfileBodyProps) {
	// The server's HTML is that of visitors, who have none
	const [isTasteLate] = useState(!profile.taste)
	return (
		<div className={css.body}>
			<div className={css.works}>
				<Favorites games={profile.favorites} isOwn={isOwn} />
				<ProfilePlay username={requestedUsername} />
				{profile.taste && <ProfileTaste taste={profile.taste} isLate={isTasteLate} />}
				<ProfileReviews username={requestedUsername} isOwn={isOwn} />
				<ProfileLists username={requestedUsername} isOwn={isOwn} />
			</div>
			<aside className={css.aside} aria-label={`${profile.username}’s activity`}>
				<ProfileActivity username={requestedUsername} />
				<Impressions userId={profile.id} />
			</aside>
		</div>
	)
}
