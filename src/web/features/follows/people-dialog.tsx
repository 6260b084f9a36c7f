import { Link } from 'react-router'
import { listFollowers, listFollowing } from '#contract/follows.ts'
import { paths } from '#contract/paths.ts'
import { type Profile, type PublicUser, USERS_FETCH_FAILED } from '#contract/users.ts'
import { failureSentence, useReadPages } from '#web/app/data.tsx'
import { counted } from '#web/app/format.ts'
import { cutText } from '#web/ui/truncate-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { FollowButton } from './follow-button.tsx'
import type { FollowSide } from './follow-side.ts'
import css from './people-dialog.module.css'

const bioLength = 40

interface PeopleDialogProps {
	user: Pick<PublicUser, 'id' | 'username'>
	/** Null while it is closed. */
	side: FollowSide | null
	onClose: () => void
}

/** Who follows somebody, or whom they follow. */
export function PeopleDialog({ user, side, onClose }: PeopleDialogProps) {
	return (
		<Dialog open={side !== null} title={side === 'following' ? 'Following' : 'Followers'} onClose={onClose}>
			{side && <People user={user} side={side} />}
		</Dialog>
	)
}

function People({ user, side }: { user: Pick<PublicUser, 'id' | 'username'>; side: FollowSide }) {
	const { rows, error, next, isLoadingMore, more, retry } = useReadPages(
		side === 'followers' ? listFollowers : listFollowing,
		{ params: { id: user.id }, query: { limit: 20 } },
		(answer) => answer.data,
	)
	const sentence = error && failureSentence(error, USERS_FETCH_FAILED)
	if (!rows && sentence)
		return (
			<Empty alert action={<TryAgain onRetry={retry} />}>
				{sentence}
			</Empty>
		)
	if (!rows) return <Places />
	if (rows.length === 0)
		return (
			<Empty>
				{side === 'followers' ? `Nobody follows ${user.username} yet.` : `${user.username} follows nobody yet.`}
			</Empty>
		)
	return (
		<div className={css.scroll}>
			<InfiniteList
				nextHref={next && paths.profile(user.username)}
				isLoading={isLoadingMore}
				error={sentence}
				onMore={more}
				onRetry={retry}
			>
				<ul className={css.people}>
					{rows.map((person) => (
						<li key={person.id} className={css.person}>
							<Person person={person} onRetry={error ? retry : undefined} />
						</li>
					))}
				</ul>
			</InfiniteList>
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
					<span className={css.line}>{bio ? cutText(bio, bioLength) : counted(reviewCount, 'review')}</span>
				</span>
			</Link>
			<FollowButton user={person} kind="quiet" onRetry={onRetry} />
		</>
	)
}

function Places() {
	return (
		<ul className={css.people} aria-busy="true" aria-label="Loading users">
			{[0, 1, 2, 3].map((place) => (
				<li key={place} className={css.person}>
					<Skeleton shape="round" />
					<span className={css.words}>
						<Skeleton shape="short" />
						<Skeleton shape="short" />
					</span>
				</li>
			))}
		</ul>
	)
}
