import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import css from './list-tags.module.css'

interface ListTagsProps {
	tags: readonly string[]
	/** Whether each leads to the lists that have it. */
	linked?: boolean
}

/** The tags of a list. */
export function ListTags({ tags, linked = false }: ListTagsProps) {
	if (tags.length === 0) return null
	return (
		<ul className={linked ? `${css.tags} ${css.linked}` : css.tags} aria-label="Tags">
			{tags.map((tag) => (
				<li key={tag}>
					{linked ? (
						<Link className={css.tag} to={paths.lists({ tag })}>
							{tag}
						</Link>
					) : (
						<span className={css.tag}>{tag}</span>
					)}
				</li>
			))}
		</ul>
	)
}
