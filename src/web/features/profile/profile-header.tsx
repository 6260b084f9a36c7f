import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './profile-header.module.css'

interface ProfileHeaderProps {
	user: { username: string; profilePicture: string | null; bio: string | null; memberSince: string | null }
	/** The viewer's actions. */
	children?: ReactNode
}

/** The header of a profile: picture, username, bio and actions. */
export function ProfileHeader({ user, children }: ProfileHeaderProps) {
	return (
		<header className={css.header}>
			<Avatar name={user.username} src={user.profilePicture} size="large" />
			<div className={css.name}>
				<h1>{user.username}</h1>
				{user.memberSince && (
					<p className={css.since}>
						Member since <Time time={user.memberSince} precision="month" />
					</p>
				)}
			</div>
			{children && <div className={css.action}>{children}</div>}
			{user.bio && <p className={css.bio}>{user.bio}</p>}
		</header>
	)
}
