import { Link } from 'react-router'
import type { GameListDetail } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { pluralize } from '#web/app/format.ts'
import css from './list-facts.module.css'
import { ListTags } from './list-tags.tsx'
import { VisibilityLabel } from './visibility-label.tsx'

/** What a list is, under its title: its size, whether it is ranked, who sees it, what it was copied from, and its tags. */
export function ListFacts({ list }: { list: GameListDetail }) {
	const { gameCount, isRanked, visibility, copiedFrom, tags } = list
	return (
		<div className={css.facts}>
			<p className={css.line}>
				<span>{pluralize(gameCount, 'game')}</span>
				{isRanked && <span>ranked</span>}
				{visibility !== 'public' && (
					<span>
						<VisibilityLabel visibility={visibility} />
					</span>
				)}
				{copiedFrom && (
					<span>
						copied from <Link to={paths.list(copiedFrom.id)}>{copiedFrom.title}</Link> by{' '}
						<Link to={paths.profile(copiedFrom.user.username)}>{copiedFrom.user.username}</Link>
					</span>
				)}
			</p>
			<ListTags tags={tags} linked />
		</div>
	)
}
