import { Link } from 'react-router'
import { listLists } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { ListCardSkeleton } from '#web/features/lists/list-card-skeleton.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ProfileSection } from './profile-section.tsx'
import css from './profile-works.module.css'

const MAX_LISTS = 4

export const profileListsInput = (username: string) => ({
	query: { username, limit: MAX_LISTS, includeGameCount: true },
})

/** A user's latest lists. */
export function ProfileLists({ username, isOwn }: { username: string; isOwn: boolean }) {
	const { data, error, isPending, retry } = useRead(listLists, profileListsInput(username))
	const lists = data?.lists ?? []
	return (
		<ProfileSection
			title="Game Lists"
			more={data && data.totalCount > MAX_LISTS ? paths.userLists(username) : null}
			error={data ? null : error}
			failure="Failed to load lists"
			onRetry={retry}
			skeleton={
				isPending ? (
					<SkeletonList label="Loading lists" count={2} className={css.works}>
						<ListCardSkeleton />
					</SkeletonList>
				) : null
			}
			empty={
				lists.length === 0 ? (
					<>
						<p>No lists yet.</p>
						{isOwn && (
							<Link className={buttonClass('quiet')} to={paths.newList()}>
								Create a List
							</Link>
						)}
					</>
				) : null
			}
		>
			<ul className={css.works}>
				{lists.map((list) => (
					<li key={list.id}>
						<ListCard list={list} descriptionLength={100} showCreator={false} />
					</li>
				))}
			</ul>
		</ProfileSection>
	)
}
