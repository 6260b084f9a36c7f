import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getPopularUsers } from '#contract/popular-users.ts'
import type { Period } from '#contract/shapes.ts'
import { USERS_FETCH_FAILED } from '#contract/users.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { parseRankingParams } from '#web/features/games/ranking.ts'
import { RankingPage } from '#web/features/games/ranking-page.tsx'
import { UserRow } from '#web/features/users/user-row.tsx'
import { UserRowSkeleton } from '#web/features/users/user-row-skeleton.tsx'
import css from '#web/features/users/user-rows.module.css'

export const loader = createLoader(({ client, url }) =>
	preload(client, readPages(getPopularUsers, withTopGames(parseRankingParams(url.searchParams)))),
)

const withTopGames = ({ query }: ReturnType<typeof parseRankingParams>) => ({ query: { ...query, withTopGames: true } })

/** The users whose reviews were seen most in a period. */
export function Component() {
	const [search] = useSearchParams()
	const input = parseRankingParams(search)
	const list = useReadPages(getPopularUsers, withTopGames(input), (answer) => answer.users)
	return (
		<RankingPage
			title="Popular Users"
			lead={`Ranked by how often their reviews were seen${input.query.period === 'all' ? ',' : ''}`}
			description="The players whose reviews are read most, with their reviews and followers."
			query={input.query}
			path={paths.users}
			list={list}
			failure={USERS_FETCH_FAILED}
			className={css.rows}
			loading="Loading users"
			skeleton={<UserRowSkeleton />}
			empty={emptySentence(input.query.period)}
			pageOf={({ username }) => ({ name: username, path: paths.profile(username) })}
		>
			{(user) => (
				<UserRow user={user}>
					<FollowButton user={user} kind="quiet" />
				</UserRow>
			)}
		</RankingPage>
	)
}

function emptySentence(period: Period): string {
	return period === 'all'
		? 'No users found. Popular reviewers will appear here.'
		: 'No reviews have been read in this period yet.'
}
