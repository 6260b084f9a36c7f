import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getStats } from '#contract/stats.ts'
import { createLoader, preload, read, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { parseDiaryFilters } from '#web/features/diary/diary-filters.ts'
import { StatsCharts } from '#web/features/stats/stats-charts.tsx'
import { describeStats } from '#web/features/stats/stats-sentence.ts'
import { personPicture } from '#web/features/users/person-picture.ts'
import { UserPageHead } from '#web/features/users/user-page-head.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TextTabs } from '#web/ui/text-tabs.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './user-stats.module.css'

const MIN_GAMES = 5

const statsInput = (username: string, year: number | null) => ({
	query: { username, ...(year !== null && { year }) },
})

export const loader = createLoader(({ client, params: { username = '' }, url }) =>
	preload(
		client,
		read(getProfile, { params: { username } }),
		read(getStats, statsInput(username, parseDiaryFilters(url.searchParams).year)),
	),
)

/** The statistics of a user's library, of all time or of a year. */
export function Component() {
	const { username = '' } = useParams()
	const [query] = useSearchParams()
	const { year } = parseDiaryFilters(query)
	const { user: viewer } = useSession()
	const profile = useRead(getProfile, { params: { username } })
	const { data: stats, error, retry } = useRead(getStats, statsInput(username, year))
	const user = profile.data ?? { username, profilePicture: null }
	useHead({
		title: `${user.username}’s Stats`,
		description: `What ${user.username} played, in figures, on Savepoint.`,
		path: paths.stats(user.username, { year }),
		...personPicture(user),
		...(error && !stats ? { status: getFailureStatus(error) } : {}),
	})
	if (isMissing(profile.error) || isMissing(error))
		return <NotFoundScreen title="Profile Not Found">This user doesn’t exist.</NotFoundScreen>
	return (
		<>
			<UserPageHead user={user} page="Stats" />
			{stats ? (
				<>
					{stats.years.length > 0 && (
						<div className={css.years}>
							<TextTabs label="Year" current={year}>
								{[null, ...stats.years].map((of) => (
									<Link
										key={of}
										to={{ search: of === null ? '' : `?year=${of}` }}
										aria-current={of === year ? 'true' : undefined}
										preventScrollReset
									>
										{of ?? 'All Time'}
									</Link>
								))}
							</TextTabs>
						</div>
					)}
					<p className={css.sentence}>{describeStats(user.username, stats, year)}</p>
					{year !== null && stats.games > 0 && (
						<Link to={paths.year(user.username, year)} className={`${buttonClass('quiet')} ${css.review}`}>
							{year} in Review
						</Link>
					)}
					{stats.games < MIN_GAMES ? (
						<Empty
							scene="seed"
							action={
								viewer?.id === profile.data?.id && (
									<Link to={paths.games()} className={buttonClass('main')}>
										Find a Game
									</Link>
								)
							}
						>
							A few more and there’s something to draw.
						</Empty>
					) : (
						<StatsCharts username={user.username} stats={stats} />
					)}
				</>
			) : error ? (
				<Empty alert action={<TryAgain onRetry={retry} />}>
					{getFailureMessage(error, getStats.config.failure)}
				</Empty>
			) : (
				<SkeletonList label="Loading the stats" count={4}>
					<Skeleton shape="block" />
				</SkeletonList>
			)}
		</>
	)
}
