import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { TextTabs } from '#web/ui/text-tabs.tsx'

const PAGES = {
	Overview: paths.profile,
	Library: paths.library,
	Diary: paths.diary,
	Reviews: paths.userReviews,
	Lists: paths.userLists,
	Stats: paths.stats,
} as const

export type UserPage = keyof typeof PAGES

/** Links to the pages of a user, of which one is shown. */
export function UserPages({ username, current }: { username: string; current: UserPage }) {
	return (
		<TextTabs label={`${username}’s pages`} current={current}>
			{Object.entries(PAGES).map(([name, toPath]) => (
				<Link key={name} to={toPath(username)} aria-current={name === current ? 'page' : undefined}>
					{name}
				</Link>
			))}
		</TextTabs>
	)
}
