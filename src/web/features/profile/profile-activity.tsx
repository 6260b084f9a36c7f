import { Link } from 'react-router'
import { type Activity, getUserActivity } from '#contract/activity.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { excerptActivity } from '#web/features/activity/activity-text.ts'
import { getGameName } from '#web/features/games/game-name.ts'
import card from '#web/ui/card.module.css'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './profile-activity.module.css'
import { ProfileSection } from './profile-section.tsx'

const MAX_ACTIVITIES = 10
const TEXT_LENGTH = 80

export const profileActivityInput = (username: string) => ({ query: { username, limit: MAX_ACTIVITIES } })

/** A user's recent activity: reviews, comments and lists. */
export function ProfileActivity({ username }: { username: string }) {
	const { data, error, isPending, retry } = useRead(getUserActivity, profileActivityInput(username))
	const activities = data?.activities ?? []
	return (
		<ProfileSection
			title="Recent Activity"
			more={null}
			error={data ? null : error}
			failure={getUserActivity.config.failure}
			onRetry={retry}
			skeleton={isPending ? <ProfileActivitySkeleton /> : null}
			empty={activities.length === 0 ? <p>No recent activity.</p> : null}
		>
			<ol className={css.activities}>
				{activities.map((activity) => (
					<li key={activity.id} className={css.activity}>
						<ActivityEntry activity={activity} />
					</li>
				))}
			</ol>
		</ProfileSection>
	)
}

function ActivityEntry({ activity }: { activity: Activity }) {
	const text = excerptActivity(activity, TEXT_LENGTH)
	return (
		<>
			<h3 className={css.title}>
				<Link to={activityPath(activity)} className={card.link}>
					{VERBS[activity.activityType]} <strong>{activity.title ?? getGameName({ name: activity.gameName })}</strong>
				</Link>
			</h3>
			<p className={css.line}>
				{activity.rating !== null && <Stars rating={activity.rating} size={14} />}
				<Time time={activity.createdAt} />
			</p>
			{text && <p className={css.text}>{text}</p>}
		</>
	)
}

const VERBS = { review: 'Reviewed', comment: 'Commented on a review of', list: 'Made a list,' } as const

function activityPath({ activityType, id, reviewId, gameId }: Activity): string {
	if (activityType === 'list') return paths.list(id)
	if (reviewId !== null) return paths.review(reviewId)
	return gameId === null ? paths.games() : paths.game(gameId)
}

function ProfileActivitySkeleton() {
	return (
		<SkeletonList label="Loading activity" count={5} rowClassName={css.activity}>
			<Skeleton />
			<Skeleton shape="short" />
		</SkeletonList>
	)
}
