import { searchUsers } from '#contract/search.ts'
import { failureStatus, useReadPages } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { UserCard } from '#web/features/users/user-card.tsx'
import { UserCardSkeleton } from '#web/features/users/user-card-skeleton.tsx'
import css from '#web/features/users/user-grid.module.css'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { searchSentence } from './search-failure.ts'
import { searchHead } from './search-head.ts'
import { type Asked, askedPath, foundUsersInput } from './search-params.ts'

/** The users that a search finds. */
export function FoundUsers({ asked }: { asked: Asked }) {
	const list = useReadPages(searchUsers, foundUsersInput(asked), ({ data }) => data)
	const { rows, error, next } = list
	useHead({ ...searchHead(asked), status: error && !rows ? failureStatus(error) : 200 })
	return (
		<PagedList
			list={list}
			messageOf={(error) => searchSentence(error, 'users')}
			nextHref={next && 'cursor' in next ? askedPath({ ...asked, cursor: next.cursor }) : null}
			skeleton={
				<SkeletonList label="Loading users" count={4} className={css.grid}>
					<UserCardSkeleton />
				</SkeletonList>
			}
			empty={<Empty>No results found</Empty>}
		>
			{(rows) => (
				<ul className={css.grid}>
					{rows.map((user) => (
						<li key={user.id}>
							<UserCard user={user} />
						</li>
					))}
				</ul>
			)}
		</PagedList>
	)
}
