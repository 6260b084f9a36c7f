import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './user-page-head.module.css'

interface UserPageHeadProps {
	user: { username: string; profilePicture: string | null }
	/** What of the user the page shows. */
	title: string
}

/** The heading of a page that belongs to a user, with the way back to their profile. */
export function UserPageHead({ user, title }: UserPageHeadProps) {
	return (
		<header className={css.head}>
			<Link to={paths.profile(user.username)} className={css.back}>
				<Icon name="left" size={18} />
				Back to {user.username}’s profile
			</Link>
			<div className={css.title}>
				<Avatar name={user.username} src={user.profilePicture} />
				<h1>
					{user.username}’s {title}
				</h1>
			</div>
		</header>
	)
}
