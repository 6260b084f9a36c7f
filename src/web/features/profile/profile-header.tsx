import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ProfileDetail } from '#contract/profile-detail.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './profile-header.module.css'

interface ProfileHeaderProps {
	user: Pick<ProfileDetail, 'username' | 'profilePicture' | 'bio'> & {
		memberSince: string | null
		playingNow?: ProfileDetail['playingNow']
	}
	/** The viewer's actions. */
	children?: ReactNode
}

/** The header of a profile: picture, username, bio and actions, and what a program says is being played. */
export function ProfileHeader({ user, children }: ProfileHeaderProps) {
	return (
		<header className={css.header}>
			<Avatar name={user.username} src={user.profilePicture} size="large" />
			<div className={css.name}>
				<h1>{user.username}</h1>
				{user.memberSince && (
					<p className={css.since}>
						Member since <Time time={user.memberSince} precision="month" />
						{user.playingNow && (
							<>
								{' · playing '}
								<Link to={paths.game(user.playingNow.game.id)}>{user.playingNow.game.name}</Link>
							</>
						)}
					</p>
				)}
			</div>
			{children && <div className={css.action}>{children}</div>}
			{user.bio && <p className={css.bio}>{user.bio}</p>}
		</header>
	)
}
