import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './comment-item.module.css'

/** The places of comments that are on their way. */
export function CommentSkeletons() {
	return (
		<ul aria-busy="true" aria-label="Loading comments">
			{[0, 1, 2].map((place) => (
				<li key={place} className={css.comment}>
					<Skeleton shape="round" />
					<div>
						<Skeleton shape="short" />
						<Skeleton />
						<Skeleton />
					</div>
				</li>
			))}
		</ul>
	)
}
