import { Link, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { yearPicturePath, yearPosterPath } from '#contract/share-pictures.ts'
import type { PublicUser } from '#contract/users.ts'
import { getYearInReview, type YearInReview } from '#contract/year.ts'
import { createLoader, preload, read, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import type { PageHead } from '#web/app/head-tags.ts'
import { platform } from '#web/app/platform.ts'
import { useSession } from '#web/app/session.tsx'
import { parseYear } from '#web/features/diary/diary-filters.ts'
import { YearPlates } from '#web/features/stats/year-plates.tsx'
import { describeYear } from '#web/features/stats/year-words.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { ShareButton } from '#web/layout/share-button.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { toPictureUrl } from '#web/ui/picture-host.ts'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './user-year.module.css'

const NO_YEAR = 0
const yearInput = (username: string, year: number) => ({ query: { username, year } })

export const loader = createLoader(async ({ client, params: { username = '', year: text = '' } }) => {
	const year = parseYear(text)
	if (year === null) return
	await preload(client, read(getProfile, { params: { username } }), read(getYearInReview, yearInput(username, year)))
})

/** What a user played in a year, as plates of their covers: a page to share. */
export function Component() {
	const { username = '', year: text = '' } = useParams()
	const year = parseYear(text)
	const { user: viewer } = useSession()
	const profile = useRead(getProfile, { params: { username } }, { enabled: year !== null })
	const {
		data: review,
		error,
		retry,
	} = useRead(getYearInReview, yearInput(username, year ?? NO_YEAR), {
		enabled: year !== null,
	})
	const user = profile.data
	useHead({
		...describeHead(user ?? { username }, year ?? NO_YEAR, review),
		...(user && review && review.games > 0 && year !== null
			? { picture: { path: yearPicturePath(user, year, review), alt: describeYear(user.username, year, review) } }
			: {}),
		...(error && !review ? { status: getFailureStatus(error) } : {}),
	})
	if (year === null || isMissing(profile.error) || isMissing(error))
		return (
			<NotFoundScreen title={year === null ? 'Page Not Found' : 'Profile Not Found'}>
				{year === null ? 'This year doesn’t exist.' : 'This user doesn’t exist.'}
			</NotFoundScreen>
		)
	const failed = error ?? profile.error
	if (review && user && review.games > 0)
		return (
			<YearPlates
				user={user}
				year={year}
				review={review}
				actions={<Actions user={user} year={year} review={review} />}
			/>
		)
	return (
		<>
			<h1 className={css.title}>
				{user?.username ?? username}, {year}
			</h1>
			{review && user ? (
				<EmptyYear isOwn={viewer?.id === user.id} username={user.username} />
			) : failed ? (
				<Empty alert action={<TryAgain onRetry={retry} />}>
					{getFailureMessage(failed, getYearInReview.config.failure)}
				</Empty>
			) : (
				<SkeletonList label="Loading the year" count={3}>
					<Skeleton shape="block" />
				</SkeletonList>
			)}
		</>
	)
}

interface ActionsProps {
	user: PublicUser
	year: number
	review: YearInReview
}

function Actions({ user, year, review }: ActionsProps) {
	const poster = yearPosterPath(user, year, review)
	return (
		<>
			<a
				href={toPictureUrl(poster)}
				download={`${user.username}-${year}.jpg`}
				className={buttonClass('main')}
				onClick={(event) => {
					// The app's browser saves no files
					if (platform.siteOrigin === undefined) return
					event.preventDefault()
					platform.openExternal(platform.siteOrigin + poster)
				}}
			>
				Save Picture
			</a>
			<ShareButton title={`${user.username}’s ${year}`} path={paths.year(user.username, year)} />
		</>
	)
}

/** A year without anything is not indexed: there are thousands of them. */
function describeHead(user: Pick<PublicUser, 'username'>, year: number, review: YearInReview | undefined): PageHead {
	const { username } = user
	return {
		title: `${username}’s ${year}${review?.isSoFar ? ' So Far' : ''}`,
		description: review
			? `${describeYear(username, year, review)} on Savepoint.`
			: `What ${username} played in ${year}, on Savepoint.`,
		...(review?.games === 0 ? {} : { path: paths.year(username, year) }),
	}
}

function EmptyYear({ isOwn, username }: { isOwn: boolean; username: string }) {
	return (
		<Empty
			scene="seed"
			action={
				<Link to={isOwn ? paths.games() : paths.stats(username)} className={buttonClass('main')}>
					{isOwn ? 'Find a Game' : 'See All Years'}
				</Link>
			}
		>
			{isOwn
				? 'Nothing in your diary for this year yet. Log a play on a game’s page to start.'
				: `Nothing in ${username}’s diary for this year.`}
		</Empty>
	)
}
