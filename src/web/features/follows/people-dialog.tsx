import { Link } from 'react-router'
import { listFollowers, listFollowing } from '#contract/follows.ts'
import { paths } from '#contract/paths.ts'
import { type Profile, type PublicUser, USERS_FETCH_FAILED } from '#contract/users.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { truncateText } from '#web/ui/truncate-text.ts'
import { FollowButton } from './follow-button.tsx'
import type { FollowSide } from './follow-side.ts'
import css from './people-dialog.module.css'

const BIO_LENGTH = 40

interface PeopleDialogProps {
	user: Pick<PublicUser, 'id' | 'username'>
	/** Null while the dialog is closed. */
	side: FollowSide | null
	onClose: () => void
}

/** Lists a user's followers, or the users they follow. */
export function PeopleDialog({ user, side, onClose }: PeopleDialogProps) {
	return (
		<Dialog open={side !== null} title={side === 'following' ? 'Following' : 'Followers'} onClose={onClose}>
			{side && <People user={user} side={side} />}
		</Dialog>
	)
}

function People({ user, side }: { user: Pick<PublicUser, 'id' | 'username'>; side: FollowSide }) {
	const list = useReadPages(
		side === 'followers' ? listFollowers : listFollowing,
		{ params: { id: user.id }, query: { limit: 20 } },
		(answer) => answer.data,
	)
	const { rows, error, next, retry } = list
	return (
		<div className={rows?.length ? css.scroll : undefined}>
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, USERS_FETCH_FAILED)}
				nextHref={next && paths.profile(user.username)}
				skeleton={<PeopleSkeleton />}
				empty={
					<Empty scene="cups">
						{side === 'followers'
							? `${user.username} has no followers yet.`
							: `${user.username} isn’t following anyone yet.`}
					</Empty>
				}
			>
				{(rows) => (
					<ul className={css.people}>
						{rows.map((person) => (
							<li key={person.id} className={css.person}>
								<Person person={person} onRetry={error ? retry : undefined} />
							</li>
						))}
					</ul>
				)}
			</PagedList>
		</div>
	)
}

function Person({ person, onRetry }: { person: Profile; onRetry: (() => void) | undefined }) {
	const { username, profilePicture, bio, reviewCount } = person
	return (
		<>
			<Link to={paths.profile(username)} className={css.who}>
				<Avatar name={username} src={profilePicture} />
				<span className={css.words}>
					<strong>{username}</strong>
					<span className={css.line}>{bio ? truncateText(bio, BIO_LENGTH) : pluralize(reviewCount, 'review')}</span>
				</span>
			</Link>
			<FollowButton user={person} kind="quiet" onRetry={onRetry} />
		</>
	)
}

function PeopleSkeleton() {
	return (
		<SkeletonList label="Loading users" count={4} className={css.people} rowClassName={css.person}>
			<Skeleton shape="round" />
			<span className={css.words}>
				<Skeleton shape="short" />
				<Skeleton shape="short" />
			</span>
		</SkeletonList>
	)
}
