import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { lazy } from '#web/app/lazy.tsx'
import { signOut, useSession } from '#web/app/session.tsx'
import { settleToast } from '#web/app/toasts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import css from './profile-menu.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

const WaitingBadge = lazy(() => import('#web/features/moderation/waiting-badge.tsx'), 'WaitingBadge')

const MAX_WAIT_MS = 2000

/**
 * Logs out after what must happen as the member, or two seconds later: what waits for the end of a message, and the way
 * home, because a members-only page would redirect a visitor to the login.
 */
async function leaveAsMember(goHome: () => void | Promise<void>): Promise<void> {
	await Promise.race([
		Promise.allSettled([settleToast(), goHome()]),
		new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
	])
	signOut()
}

/** The viewer's avatar, which opens the account menu. An empty circle until the account is known. */
export function ProfileMenu() {
	const { user } = useSession()
	const navigate = useNavigate()
	return (
		<div data-for="members">
			<button type="button" className={css.opener} popoverTarget="profile-menu" aria-label="Profile menu">
				<Avatar name={user?.username ?? ' '} src={user?.profilePicture ?? null} />
			</button>
			<div id="profile-menu" popover="auto" className={`${card.raised} ${css.sheet}`}>
				<p className={css.name}>
					Logged in as <strong>{user?.username}</strong>
				</p>
				<Link to={user ? paths.profile(user.username) : paths.ownProfile()} className={css.item}>
					My Profile
				</Link>
				{user && (
					<>
						<Link to={paths.library(user.username)} className={css.item}>
							My Games
						</Link>
						<Link to={paths.diary(user.username)} className={css.item}>
							My Diary
						</Link>
						<Link to={paths.feed()} className={css.item}>
							Feed
						</Link>
					</>
				)}
				<Link to={paths.settings()} className={css.item}>
					Settings
				</Link>
				{user && user.role !== 'member' && (
					<Link to={paths.admin()} className={css.item}>
						{user.role === 'admin' ? 'Admin' : 'Moderation'}
						<WaitingBadge />
					</Link>
				)}
				<ThemeSwitch className={css.item} />
				<button
					type="button"
					className={css.item}
					onClick={() => {
						document.getElementById('profile-menu')?.hidePopover()
						void leaveAsMember(() => navigate(paths.home()))
					}}
				>
					Logout
				</button>
			</div>
		</div>
	)
}
