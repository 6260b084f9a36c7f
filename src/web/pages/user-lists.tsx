import { useParams, useSearchParams } from 'react-router'
import { listLists } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createLoader, preload, read, readPages, useRead, useReadPages } from '#web/app/data.tsx'
import { isMissing } from '#web/app/failure-messages.ts'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { ListCardSkeleton } from '#web/features/lists/list-card-skeleton.tsx'
import {
	parseUserContentFilters,
	type UserContentFilters,
	userContentInput,
} from '#web/features/users/user-content-filters.ts'
import { userContentHead } from '#web/features/users/user-content-head.ts'
import { UserContentPage } from '#web/features/users/user-content-page.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'

const CUT_LENGTH = 150

const listsInput = (username: string, shown: UserContentFilters) => {
	const { query } = userContentInput(username, shown)
	return { query: { ...query, includeGameCount: true } }
}

export const loader = createLoader(({ client, params: { username = '' }, url }) =>
	preload(
		client,
		read(getProfile, { params: { username } }),
		readPages(listLists, listsInput(username, parseUserContentFilters(url.searchParams))),
	),
)

/** All lists of a user. */
export function Component() {
	const { username = '' } = useParams()
	const [query] = useSearchParams()
	const shown = parseUserContentFilters(query)
	const profile = useRead(getProfile, { params: { username } })
	const list = useReadPages(listLists, listsInput(username, shown), (page) => page.lists)
	const user = profile.data ?? { username, profilePicture: null }
	if (isMissing(profile.error) || isMissing(list.error))
		return <NotFoundScreen title="Profile Not Found">This user doesn’t exist.</NotFoundScreen>
	return (
		<UserContentPage
			head={userContentHead(user, {
				kind: 'Lists',
				description: `Every game list that ${user.username} created on Savepoint, newest first.`,
				path: paths.userLists(user.username),
				paths: list.rows?.map(({ id }) => paths.list(id)),
				error: list.error,
			})}
			user={user}
			one="list"
			filters={shown}
			search={{ label: 'Filter by title or description', placeholder: 'Search titles and descriptions' }}
			list={list}
			total={list.first?.totalCount}
			failure="Failed to load lists"
			skeleton={<ListCardSkeleton />}
			columns="narrow"
		>
			{(row) => <ListCard list={row} descriptionLength={CUT_LENGTH} showCreator={false} />}
		</UserContentPage>
	)
}
