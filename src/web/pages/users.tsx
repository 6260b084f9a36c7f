import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import { getPopularUsers, type PopularUser, USERS_FETCH_FAILED } from '#contract/users.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { failureStatus, loads, preload, readingSentence, readPages, useReadPages } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import type { PageHead as Head } from '#web/app/head-tags.ts'
import { PeriodTabs, periodTitle, periodWords } from '#web/features/games/period.tsx'
import { rankingInput, rankingQuery } from '#web/features/games/ranking.ts'
import { UserCard } from '#web/features/users/user-card.tsx'
import { UserCardSkeleton } from '#web/features/users/user-card-skeleton.tsx'
import css from '#web/features/users/user-grid.module.css'
import { Empty } from '#web/ui/empty.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

export const loader = loads(({ client, url }) =>
	preload(client, readPages(getPopularUsers, rankingInput(url.searchParams))),
)

/** The users whose reviews were seen most in a period. */
export function Component() {
	const [search] = useSearchParams()
	const input = rankingInput(search)
	const { period, limit } = input.query
	const { rows, error, next, isLoadingMore, more, retry } = useReadPages(
		getPopularUsers,
		input,
		(answer) => answer.users,
	)
	const sentence = error && readingSentence(error, USERS_FETCH_FAILED)
	useHead(headOf(input.query, rows, rows ? null : error))
	return (
		<>
			<PageHead
				title="Popular Users"
				lead={`Ranked by how often their reviews were seen ${period === 'all' ? 'so far' : periodWords(period)}.`}
			>
				<PeriodTabs current={period} href={(to) => paths.users({ period: to })} />
			</PageHead>
			{!rows && error && (
				<Empty alert action={<TryAgain onRetry={retry} />}>
					{sentence}
				</Empty>
			)}
			{!rows && !error && (
				<ul className={css.grid} aria-busy="true" aria-label="Loading users">
					{Array.from({ length: limit }, (_, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: places without content never move
						<li key={index}>
							<UserCardSkeleton />
						</li>
					))}
				</ul>
			)}
			{rows?.length === 0 && <Empty>{emptySentence(period)}</Empty>}
			{rows && rows.length > 0 && (
				<InfiniteList
					nextHref={next && 'page' in next ? paths.users({ period, page: next.page }) : null}
					isLoading={isLoadingMore}
					error={sentence}
					onMore={more}
					onRetry={retry}
				>
					<ul className={css.grid}>
						{rows.map((user) => (
							<li key={user.id}>
								<UserCard user={user} />
							</li>
						))}
					</ul>
				</InfiniteList>
			)}
		</>
	)
}

function emptySentence(period: Period): string {
	return period === 'all'
		? 'No users found. The first whose review is read will stand here.'
		: `No users found for ${periodWords(period)}. Whoever writes what others read will stand here.`
}

function headOf(
	{ period, page, limit }: ReturnType<typeof rankingInput>['query'],
	users: PopularUser[] | undefined,
	error: ApiError | null,
): Head {
	return {
		title: `Popular Users ${periodTitle(period)}`,
		description: 'The players whose reviews are read most, with what they wrote and who follows them.',
		path: paths.users(rankingQuery({ period, page })),
		status: error ? failureStatus(error) : 200,
		jsonLd: (absolute) => ({
			'@type': 'ItemList',
			name: 'Popular Users',
			itemListElement: users?.map(({ username }, index) => ({
				'@type': 'ListItem',
				position: (page - 1) * limit + index + 1,
				name: username,
				url: absolute(paths.profile(username)),
			})),
		}),
	}
}
