import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import css from './comment-item.module.css'

/** Placeholders for loading comments. */
export function CommentSkeletons() {
	return (
		<SkeletonList label="Loading comments" count={3} rowClassName={css.comment}>
			<Skeleton shape="round" />
			<div>
				<Skeleton shape="short" />
				<Skeleton />
				<Skeleton />
			</div>
		</SkeletonList>
	)
}
