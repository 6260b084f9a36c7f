import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import css from './profile-pages.module.css'

/** Links to the library, the diary and the statistics of a user. */
export function ProfilePages({ username }: { username: string }) {
	return (
		<nav className={css.pages} aria-label={`${username}’s play log`}>
			<Link to={paths.library(username)}>Library</Link>
			<Link to={paths.diary(username)}>Diary</Link>
			<Link to={paths.stats(username)}>Stats</Link>
		</nav>
	)
}
