import { useParams, useSearchParams } from 'react-router'
import { listLists } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/users.ts'
import { isMissing, loads, preload, read, readPages, useRead, useReadPages } from '#web/app/data.tsx'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { ListCardSkeleton } from '#web/features/lists/list-card-skeleton.tsx'
import {
	type UserContentFilters,
	userContentFilters,
	userContentInput,
} from '#web/features/users/user-content-filters.ts'
import { userContentHead } from '#web/features/users/user-content-head.ts'
import { UserContentPage } from '#web/features/users/user-content-page.tsx'
import { Missing } from '#web/layout/missing.tsx'

const CUT_LENGTH = 150

const inputOf = (username: string, shown: UserContentFilters) => {
	const { query } = userContentInput(username, shown)
	return { query: { ...query, includeGameCount: true } }
}

export const loader = loads(({ client, params: { username = '' }, url }) =>
	preload(
		client,
		read(getProfile, { params: { username } }),
		readPages(listLists, inputOf(username, userContentFilters(url.searchParams))),
	),
)

/** All lists of a user. */
export function Component() {
	const { username = '' } = useParams()
	const [query] = useSearchParams()
	const shown = userContentFilters(query)
	const profile = useRead(getProfile, { params: { username } })
	const list = useReadPages(listLists, inputOf(username, shown), (page) => page.lists)
	const user = profile.data ?? { username, profilePicture: null }
	if (isMissing(profile.error) || isMissing(list.error))
		return <Missing title="Profile Not Found">This user doesn't exist.</Missing>
	return (
		<UserContentPage
			head={userContentHead(user.username, {
				kind: 'Lists',
				description: `Every game list that ${user.username} created on Savepoint, newest first.`,
				path: paths.userLists(user.username),
				paths: list.rows?.map(({ id }) => paths.list(id)),
				error: list.error,
			})}
			user={user}
			one="list"
			shown={shown}
			search={{ label: 'Filter by title or description', placeholder: 'Words in a list' }}
			list={list}
			total={list.first?.totalCount}
			failure="Failed to load lists"
			place={<ListCardSkeleton />}
			columns="narrow"
		>
			{(row) => <ListCard list={row} cut={CUT_LENGTH} showCreator={false} />}
		</UserContentPage>
	)
}
