import { searchUsers } from '#contract/search.ts'
import { failureStatus, useReadPages } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { UserCard } from '#web/features/users/user-card.tsx'
import { UserCardSkeleton } from '#web/features/users/user-card-skeleton.tsx'
import css from '#web/features/users/user-grid.module.css'
import { Empty } from '#web/ui/empty.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { SearchFailure, searchSentence } from './search-failure.tsx'
import { searchHead } from './search-head.ts'
import { type Asked, askedPath, foundUsersInput } from './search-params.ts'

/** The users that a search finds. */
export function FoundUsers({ asked }: { asked: Asked }) {
	const { rows, error, next, isLoadingMore, more, retry } = useReadPages(
		searchUsers,
		foundUsersInput(asked),
		({ data }) => data,
	)
	useHead({ ...searchHead(asked), status: error && !rows ? failureStatus(error) : 200 })
	if (!rows && error) return <SearchFailure error={error} tab="users" onRetry={retry} />
	if (!rows)
		return (
			<ul className={css.grid} aria-busy="true" aria-label="Loading users">
				{[0, 1, 2, 3].map((place) => (
					<li key={place}>
						<UserCardSkeleton />
					</li>
				))}
			</ul>
		)
	if (rows.length === 0) return <Empty>No results found</Empty>
	return (
		<InfiniteList
			nextHref={next && 'cursor' in next ? askedPath({ ...asked, cursor: next.cursor }) : null}
			isLoading={isLoadingMore}
			error={error && searchSentence(error, 'users')}
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
	)
}
