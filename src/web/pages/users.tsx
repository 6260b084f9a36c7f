import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import { getPopularUsers, USERS_FETCH_FAILED } from '#contract/users.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { parseRankingParams } from '#web/features/games/ranking.ts'
import { RankingPage } from '#web/features/games/ranking-page.tsx'
import { UserCard } from '#web/features/users/user-card.tsx'
import { UserCardSkeleton } from '#web/features/users/user-card-skeleton.tsx'
import css from '#web/features/users/user-grid.module.css'

export const loader = createLoader(({ client, url }) =>
	preload(client, readPages(getPopularUsers, parseRankingParams(url.searchParams))),
)

/** The users whose reviews were seen most in a period. */
export function Component() {
	const [search] = useSearchParams()
	const input = parseRankingParams(search)
	const list = useReadPages(getPopularUsers, input, (answer) => answer.users)
	return (
		<RankingPage
			title="Popular Users"
			lead={`Ranked by how often their reviews were seen${input.query.period === 'all' ? ',' : ''}`}
			description="The players whose reviews are read most, with their reviews and followers."
			query={input.query}
			path={paths.users}
			list={list}
			failure={USERS_FETCH_FAILED}
			className={css.grid}
			loading="Loading users"
			skeleton={<UserCardSkeleton />}
			empty={emptySentence(input.query.period)}
			pageOf={({ username }) => ({ name: username, path: paths.profile(username) })}
		>
			{(user) => <UserCard user={user} />}
		</RankingPage>
	)
}

function emptySentence(period: Period): string {
	return period === 'all'
		? 'No users found. Popular reviewers will appear here.'
		: 'No reviews have been read in this period yet.'
}
