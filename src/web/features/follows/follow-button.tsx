import { Link, useLocation } from 'react-router'
import { getFollowStatus } from '#contract/follows.ts'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useSession } from '#web/app/session.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './follow-button.module.css'
import { useFollow } from './use-follow.ts'

interface FollowButtonProps {
	user: Pick<Profile, 'id' | 'username' | 'isFollowing'>
	/** Use `quiet` in lists of users. */
	kind?: 'main' | 'quiet'
	/** Retries loading the follow status; set if that failed. */
	onRetry?: (() => void) | undefined
}

/**
 * Follows or unfollows a user. Renders nothing for visitors and on the viewer's own account, and a placeholder of the
 * same size while the follow status loads. If the session has expired, it prompts the viewer to log in.
 */
export function FollowButton({ user, kind = 'main', onRetry }: FollowButtonProps) {
	const { status, user: viewer } = useSession()
	const { start, end, isStarting, isEnding, error, failure } = useFollow(user)
	if (viewer?.id === user.id) return null
	if (status === 'out') return error?.status === 401 ? <LoginPrompt /> : null
	if (viewer && user.isFollowing === null && onRetry)
		return (
			<div className={css.follow} role="alert">
				<TryAgain onRetry={onRetry} />
				<p className={css.failure}>{getFollowStatus.config.failure}</p>
			</div>
		)
	const isFollowing = isStarting || (user.isFollowing && !isEnding)
	const isLoading = viewer === null || user.isFollowing === null
	const isWaiting = isLoading || isStarting || isEnding
	return (
		<div className={css.follow} data-for="members" data-settles="">
			<button
				type="button"
				className={`${buttonClass(isFollowing || isLoading ? 'quiet' : kind)} ${css.button} ${isFollowing ? css.following : ''}`}
				aria-label={isLoading ? undefined : `${isFollowing ? 'Following' : 'Follow'} ${user.username}`}
				aria-pressed={isLoading ? undefined : isFollowing === true}
				aria-disabled={isWaiting}
				onClick={({ detail }) => {
					// The second click of a double click would undo the first.
					if (isWaiting || detail > 1) return
					if (user.isFollowing) end()
					else start()
				}}
			>
				{isLoading ? (
					'Loading...'
				) : isFollowing ? (
					<>
						<Icon name="check" size={16} />
						Following
					</>
				) : (
					'Follow'
				)}
			</button>
			<div role="alert">{error && <p className={css.failure}>{getFailureMessage(error, failure)}</p>}</div>
		</div>
	)
}

function LoginPrompt() {
	const { pathname, search } = useLocation()
	return (
		<div className={css.follow} role="alert">
			<Link className={buttonClass('quiet')} to={paths.login({ redirect: pathname + search })}>
				Login
			</Link>
			<p className={css.failure}>You need to be logged in to follow users</p>
		</div>
	)
}
