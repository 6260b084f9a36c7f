import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './user-page-head.module.css'
import { type UserPage, UserPages } from './user-pages.tsx'

const TITLES: Partial<Record<UserPage, string>> = { Library: 'Games' }

interface UserPageHeadProps {
	user: { username: string; profilePicture: string | null }
	page: UserPage
}

/** The heading of a page that belongs to a user, with the ways to the others and back to the profile. */
export function UserPageHead({ user, page }: UserPageHeadProps) {
	return (
		<header className={css.head}>
			<Link to={paths.profile(user.username)} className={css.back}>
				<Icon name="left" size={18} />
				Back to {user.username}’s profile
			</Link>
			<div className={css.title}>
				<Avatar name={user.username} src={user.profilePicture} />
				<h1>
					{user.username}’s {TITLES[page] ?? page}
				</h1>
			</div>
			<UserPages username={user.username} current={page} />
		</header>
	)
}
