import { searchUsers } from '#contract/search.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureStatus } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { UserRow } from '#web/features/users/user-row.tsx'
import { UserRowSkeleton } from '#web/features/users/user-row-skeleton.tsx'
import css from '#web/features/users/user-rows.module.css'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { searchFailureMessage } from './search-failure.ts'
import { searchHead } from './search-head.ts'
import { type SearchParams, searchPath, userSearchInput } from './search-params.ts'

/** The users that match a search. */
export function UsersResults({ params }: { params: SearchParams }) {
	const list = useReadPages(searchUsers, userSearchInput(params), ({ data }) => data)
	const { rows, error, next } = list
	useHead({ ...searchHead(params), status: error && !rows ? getFailureStatus(error) : 200 })
	return (
		<PagedList
			list={list}
			getMessage={(error) => searchFailureMessage(error, 'users')}
			nextHref={next && 'cursor' in next ? searchPath({ ...params, cursor: next.cursor }) : null}
			skeleton={
				<SkeletonList label="Loading users" count={4} className={css.rows}>
					<UserRowSkeleton />
				</SkeletonList>
			}
			empty={<Empty scene="magnifier">No results found</Empty>}
		>
			{(rows) => (
				<ul className={css.rows}>
					{rows.map((user) => (
						<li key={user.id}>
							<UserRow user={user} />
						</li>
					))}
				</ul>
			)}
		</PagedList>
	)
}
